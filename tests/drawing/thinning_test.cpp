#include "drawing/thinning.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace stribeck;

namespace {

std::vector<Pixel> sine(std::size_t count, double width, double periods) {
  std::vector<Pixel> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    points[i] = {share * width, 100 * std::sin(2 * 3.14159265358979 * periods * share)};
  }
  return points;
}

double distance_to_line(const std::vector<Pixel>& points, const std::vector<std::size_t>& kept, std::size_t i) {
  const auto after = std::upper_bound(kept.begin(), kept.end(), i);
  const Pixel a = points[*(after - 1)], b = after == kept.end() ? a : points[*after], c = points[i];
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  if (length == 0) return std::hypot(c.x - a.x, c.y - a.y);
  return std::fabs(dx * (c.y - a.y) - dy * (c.x - a.x)) / length;
}

}  // namespace

TEST_CASE("thinning: a straight line is two points") {
  std::vector<Pixel> points;
  for (int i = 0; i <= 100; ++i) points.push_back({static_cast<double>(i), 3.0 * i});
  CHECK(thinned(points, 0.1) == std::vector<std::size_t>{0, 100});
}

TEST_CASE("thinning: no point is farther from the line than the tolerance") {
  const auto points = sine(5000, 700, 3);
  const auto kept = thinned(points, 0.1);
  CHECK(kept.size() < 400);
  CHECK(kept.front() == 0);
  CHECK(kept.back() == 4999);
  double worst = 0;
  for (std::size_t i = 0; i < points.size(); ++i) worst = std::max(worst, distance_to_line(points, kept, i));
  CHECK(worst <= 0.1 + 1e-9);
}

TEST_CASE("thinning: a dense line keeps the extremes of every column") {
  auto points = sine(2'000'000, 700, 5000);
  points[1'234'567].y = 1e4;  // one wild sample
  const auto kept = thinned(points, 0.1);
  CHECK(kept.size() < 4 * 702);
  CHECK(std::binary_search(kept.begin(), kept.end(), std::size_t{1'234'567}));
  std::vector<double> highest(701, -1e9), drawn(701, -1e9);
  for (const Pixel& p : points) {
    double& own = highest[static_cast<std::size_t>(p.x)];
    own = std::max(own, p.y);
  }
  for (const std::size_t i : kept) {
    double& own = drawn[static_cast<std::size_t>(points[i].x)];
    own = std::max(own, points[i].y);
  }
  for (std::size_t c = 0; c < 700; ++c) REQUIRE(drawn[c] >= highest[c] - 0.1);
}

TEST_CASE("thinning: what is not a number interrupts the line") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Pixel> points{{0, 0}, {1, 0}, {2, 0}, {3, none}, {4, 0}, {5, 0}, {6, 0}};
  CHECK(thinned(points, 0.1) == std::vector<std::size_t>{0, 2, 3, 4, 6});
  CHECK(thinned({}, 0.1).empty());
  CHECK(thinned({{0, none}}, 0.1) == std::vector<std::size_t>{0});
}

TEST_CASE("thinning: a closed curve keeps its shape") {
  std::vector<Pixel> circle;
  for (int i = 0; i <= 1000; ++i) circle.push_back({100 * std::cos(i * 6.283185307 / 1000), 100 * std::sin(i * 6.283185307 / 1000)});
  const auto kept = thinned(circle, 0.1);
  // the sagitta of a chord over the angle a is r a^2 / 8: 0.1 px of 100 px need chords of 0.09 rad or less, 70 of them
  CHECK(kept.size() >= 70);
  CHECK(kept.size() <= 200);
}
