#include "base/table.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace stribeck {
namespace {

const std::vector<double> kEven = {0, 1, 2, 3, 4, 5};

std::vector<double> ordinates(double (*f)(double), const std::vector<double>& x) {
  std::vector<double> y;
  for (const double at : x) y.push_back(f(at));
  return y;
}

double value_at(const PointFunction& f, double x, int order = 0) { return f.value(f.piece_of(x), x, order); }

TEST_CASE("straight lines, their slope and their integral") {
  const std::vector<double> x{0, 1, 3}, y{2, 4, 0};
  const PointFunction held(TableMethod::linear, TableEnds::hold, x, y), extended(TableMethod::linear, TableEnds::extend, x, y);
  CHECK(value_at(held, 0.5) == 3);
  CHECK(value_at(held, 2) == 2);
  CHECK(value_at(held, 2, 1) == -2);
  CHECK(value_at(held, 2, -1) == 3 + 3);  // trapezia of 3, and of 4 and 2 over a width of 1
  CHECK(value_at(held, -1) == 2);
  CHECK(value_at(held, 5) == 0);
  CHECK(value_at(held, 5, 1) == 0);
  CHECK(value_at(extended, -1) == 0);
  CHECK(value_at(extended, 5) == -4);
  CHECK(value_at(held, -1, -1) == -2);            // a constant of 2, backwards
  CHECK(value_at(extended, 5, -1) == 7 - 2 * 2);  // the line goes on to -4
}

TEST_CASE("Akima's curve through evenly spaced points of a parabola is the parabola, with its derivatives and its integral") {
  const std::vector<double> y = ordinates([](double x) { return x * x - 3 * x + 1; }, kEven);
  const PointFunction f(TableMethod::akima, TableEnds::extend, kEven, y);
  for (double x = 0.25; x < 5; x += 0.5) {
    CHECK(value_at(f, x) == Approx(x * x - 3 * x + 1).margin(1e-12));
    CHECK(value_at(f, x, 1) == Approx(2 * x - 3).margin(1e-12));
    CHECK(value_at(f, x, 2) == Approx(2).margin(1e-12));
    CHECK(value_at(f, x, 3) == Approx(0).margin(1e-12));
    CHECK(value_at(f, x, -1) == Approx(x * x * x / 3 - 1.5 * x * x + x).margin(1e-12));
  }
  CHECK(value_at(f, 7) == Approx(11 + 2 * 7).margin(1e-12));  // along the tangent, of slope 7
}

TEST_CASE("Akima's curve does not ring beside a step") {
  const std::vector<double> y{0, 0, 0, 1, 1, 1};
  const PointFunction f(TableMethod::akima, TableEnds::hold, kEven, y);
  CHECK(value_at(f, 0.5) == 0);
  CHECK(value_at(f, 1.5) == 0);
  CHECK(value_at(f, 2.5) == Approx(0.5).margin(1e-15));
  CHECK(value_at(f, 3.5) == 1);
}

TEST_CASE("the monotone curve goes where its points go, and nowhere leaves the range of two neighbours") {
  const std::vector<double> x{0, 0.5, 2, 2.2, 5, 6}, y{0, 3, 3.1, 9, 9, 4};
  const PointFunction f(TableMethod::monotone, TableEnds::hold, x, y);
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const double low = std::min(y[k], y[k + 1]), high = std::max(y[k], y[k + 1]);
    double before = y[k];
    for (int i = 0; i <= 100; ++i) {
      const double at = value_at(f, x[k] + 0.01 * i * (x[k + 1] - x[k]));
      CHECK(at >= low - 1e-12);
      CHECK(at <= high + 1e-12);
      CHECK((at - before) * (y[k + 1] - y[k]) >= -1e-12);
      before = at;
    }
  }
}

TEST_CASE("curves have continuous slopes, which are the differences of their values") {
  const std::vector<double> x{0, 0.7, 1, 2.5, 3, 4.4}, y{1, -2, 0.5, 0.7, 3, 2};
  for (const TableMethod method : {TableMethod::akima, TableMethod::monotone}) {
    const PointFunction f(method, TableEnds::extend, x, y);
    for (std::size_t k = 1; k + 1 < x.size(); ++k) {
      const auto piece = static_cast<std::ptrdiff_t>(k);
      CHECK(f.value(piece - 1, x[k], 1) == Approx(f.value(piece, x[k], 1)).margin(1e-12));
    }
    for (int order = 0; order < 3; ++order)
      for (double at = -0.3; at < 5; at += 0.37) {
        const double h = 1e-6, difference = (value_at(f, at + h, order - 1) - value_at(f, at - h, order - 1)) / (2 * h);
        CHECK(value_at(f, at, order) == Approx(difference).margin(1e-6));
      }
  }
}

TEST_CASE("two points, and one, make a function, too") {
  const std::vector<double> x{1, 3}, y{2, 6};
  for (const TableMethod method : {TableMethod::linear, TableMethod::akima, TableMethod::monotone})
    CHECK(value_at(PointFunction(method, TableEnds::extend, x, y), 2) == Approx(4).margin(1e-15));
  const std::vector<double> one{1};
  CHECK(value_at(PointFunction(TableMethod::akima, TableEnds::extend, one, one), 7) == 1);
}

}  // namespace
}  // namespace stribeck
