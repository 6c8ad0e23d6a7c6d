// Where over a turn of some angles a search for a start looks.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "simulation/start/turn_grid.h"

namespace stribeck {
namespace {

using Numbers = std::vector<std::size_t>;

TEST_CASE("a grid of one angle or two is even over the turn and beside its simple shares") {
  for (const std::size_t angles : {1U, 2U}) {
    const TurnGrid grid(angles);
    const std::size_t side = angles == 1 ? TurnGrid::kPointsOfOne : TurnGrid::kPointsOfTwo;
    CHECK(grid.size() == (angles == 1 ? side : side * side));
    const double step = 1 / static_cast<double>(side);
    for (std::size_t k = 0; k < grid.size(); ++k) {
      const double first = grid.share(k, 0);
      CHECK(first == Approx(-0.5 + (static_cast<double>(k % side) + 0.382) * step).margin(1e-12));
      const std::size_t row = k / side;
      if (angles == 2) CHECK(grid.share(k, 1) == Approx(-0.5 + (static_cast<double>(row) + 0.382) * step).margin(1e-12));
      for (const int parts : {2, 3, 4, 6, 8, 12}) CHECK(std::fabs(first * parts - std::round(first * parts)) > 0.1 * step);
    }
  }
}

TEST_CASE("points of three angles and more are Halton's sequence") {
  const TurnGrid grid(20);
  CHECK(grid.size() == TurnGrid::kPointsOfMore);
  // Point k of base b: the digits of k + 1 mirrored at the point.
  const std::vector<double> of_two{1.0 / 2, 1.0 / 4, 3.0 / 4, 1.0 / 8, 5.0 / 8}, of_three{1.0 / 3, 2.0 / 3, 1.0 / 9, 4.0 / 9, 7.0 / 9};
  for (std::size_t k = 0; k < of_two.size(); ++k) {
    CHECK(grid.share(k, 0) == Approx(of_two[k] - 0.5).margin(1e-15));
    CHECK(grid.share(k, 1) == Approx(of_three[k] - 0.5).margin(1e-15));
  }
  CHECK(grid.share(52, 15) == Approx(1.0 / 53 / 53 - 0.5).margin(1e-15));  // base 53
  CHECK(TurnGrid(3).share(1, 0) == -0.25);
  for (std::size_t k = 0; k < 5; ++k) CHECK(grid.share(k, 16) == grid.share(2 * k + 1, 0));  // the first base again, at twice the pace
}

TEST_CASE("the lowest points are those that none beside is below, over the end of the turn too") {
  const TurnGrid one(1);
  std::vector<double> values(one.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::cos(2 * kTurn * one.share(k, 0));  // lowest at a quarter to each side
  const Numbers lowest = one.lowest(values);
  REQUIRE(lowest.size() == 2);
  CHECK(std::fabs(std::fabs(one.share(lowest[0], 0)) - 0.25) < 1.0 / 180);
  CHECK(std::fabs(std::fabs(one.share(lowest[1], 0)) - 0.25) < 1.0 / 180);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<double>(k);
  CHECK(one.lowest(values) == Numbers{0});
  values[0] = 200;  // the last one lies beside the first
  CHECK(one.lowest(values) == Numbers{1});
  std::fill(values.begin(), values.end(), 1.0);
  values[7] = values[8] = values[9] = 0;  // a plateau counts by its first and by its last point, as either end may be meant
  const Numbers of_plateau = one.lowest(values);
  CHECK(std::count(of_plateau.begin(), of_plateau.end(), 7U) == 1);
  CHECK(std::count(of_plateau.begin(), of_plateau.end(), 8U) == 0);
  CHECK(std::count(of_plateau.begin(), of_plateau.end(), 9U) == 1);
}

TEST_CASE("on a grid of two angles all eight points beside one count") {
  const TurnGrid two(2);
  const std::size_t side = TurnGrid::kPointsOfTwo;
  const auto number = [&](std::size_t i, std::size_t j) { return i % side + side * (j % side); };
  for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{10, 20}, {0, 0}, {side - 1, side - 1}})
    for (std::size_t di = 0; di < 3; ++di)
      for (std::size_t dj = 0; dj < 3; ++dj) {
        CAPTURE(i, j, di, dj);
        std::vector<double> values(two.size());
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = 10 + static_cast<double>(k);  // each above the one before
        values[number(i, j)] = 2;
        const bool is_itself = di == 1 && dj == 1;
        values[number(i + di + side - 1, j + dj + side - 1)] = is_itself ? 2 : 1;
        const Numbers lowest = two.lowest(values);
        CHECK((std::find(lowest.begin(), lowest.end(), number(i, j)) != lowest.end()) == is_itself);
      }
}

TEST_CASE("points two steps apart do not count") {
  const TurnGrid two(2);
  const std::size_t side = TurnGrid::kPointsOfTwo;
  std::vector<double> values(two.size(), 3.0);
  values[10 + side * 20] = 2;
  values[12 + side * 20] = values[10 + side * 22] = 1;
  const Numbers lowest = two.lowest(values);
  CHECK(std::count(lowest.begin(), lowest.end(), 10 + side * 20) == 1);
}

TEST_CASE("points without a value are never the lowest") {
  for (const std::size_t angles : {1U, 2U, 3U}) {
    const TurnGrid grid(angles);
    std::vector<double> values(grid.size(), std::numeric_limits<double>::infinity());
    CHECK(grid.lowest(values).empty());
    values[3] = 5;
    CHECK(grid.lowest(values) == Numbers{3});
  }
  const TurnGrid more(3);
  CHECK(more.lowest(std::vector<double>(more.size(), 1.0)).size() == more.size());  // of a sequence nothing lies beside another
}

TEST_CASE("a value passes zero beside the points where it changes its sign, along either angle") {
  const TurnGrid one(1), two(2), more(3);
  CHECK(one.changes([&](std::size_t k) { return k < 5 ? -1.0 : 1.0; }) == Numbers{4, TurnGrid::kPointsOfOne - 1});
  CHECK(one.changes([](std::size_t) { return 1.0; }).empty());
  CHECK(one.changes([](std::size_t k) { return k == 0 ? -1.0 : 1.0; }) == Numbers{0, TurnGrid::kPointsOfOne - 1});
  for (const double size : {0.5, -0.5})  // what is zero at a point does not change its sign there
    for (const TurnGrid& grid : {one, two}) CHECK(grid.changes([&](std::size_t k) { return k == 3 ? 0.0 : size; }).empty());
  const std::size_t side = TurnGrid::kPointsOfTwo;
  const Numbers along = two.changes([&](std::size_t k) { return k % side < 5 ? -1.0 : 1.0; });
  CHECK(along.size() == 2 * side);
  for (const std::size_t k : along) CHECK((k % side == 4 || k % side == side - 1));
  const Numbers across = two.changes([&](std::size_t k) { return k / side < 5 ? -1.0 : 1.0; });
  CHECK(across.size() == 2 * side);
  for (const std::size_t k : across) CHECK((k / side == 4 || k / side == side - 1));
  CHECK(more.changes([](std::size_t k) { return k % 2 == 0 ? -1.0 : 1.0; }).empty());
}

TEST_CASE("points beside one another are three steps apart at most, over the end of the turn too") {
  const TurnGrid two(2);
  const std::size_t side = TurnGrid::kPointsOfTwo;
  const auto number = [&](std::size_t i, std::size_t j) { return i + side * j; };
  CHECK(two.are_beside(number(10, 10), number(13, 7)));
  CHECK(two.are_beside(number(13, 7), number(10, 10)));
  CHECK_FALSE(two.are_beside(number(10, 10), number(14, 10)));
  CHECK_FALSE(two.are_beside(number(10, 10), number(10, 14)));
  CHECK(two.are_beside(number(0, 0), number(side - 3, side - 3)));
  CHECK_FALSE(two.are_beside(number(0, 0), number(side - 4, 0)));
  CHECK_FALSE(two.are_beside(number(0, 0), number(0, side - 4)));
  for (const std::size_t angles : {1U, 3U}) {
    CHECK(TurnGrid(angles).are_beside(4, 4));
    CHECK_FALSE(TurnGrid(angles).are_beside(4, 5));
  }
}

}  // namespace
}  // namespace stribeck
