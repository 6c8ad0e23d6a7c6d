#include "results/extremes.h"

#include <catch2/catch.hpp>

#include "results/sparkline.h"

using namespace stribeck;

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

Extremes extremes_of(const std::vector<double>& values) {
  Extremes extremes;
  double time_s = 0;
  for (const double value : values) extremes.take(time_s++, value);
  return extremes;
}

std::string sparkline_of(const std::vector<double>& values, const TextStyle& style = {}) {
  Sparklines lines(0, static_cast<double>(values.size()));
  lines.begin({OutputColumn{.name = "v", .unit = "m/s", .doc = {}}});
  double time_s = 0;
  for (const double value : values) lines.row(time_s++, &value);
  return lines.to_text(style);
}

}  // namespace

TEST_CASE("extremes that differ by rounding alone are equal, and the first instant is named") {
  const Extremes constant = extremes_of({-3, -3 * (1 + kEps), -3 * (1 - 2 * kEps)});
  CHECK(constant.least == -3);
  CHECK(constant.greatest == -3);
  const Extremes swing = extremes_of({0, 5, -5, 5 * (1 + 2 * kEps), -5 * (1 + kEps), 0});
  CHECK(swing.greatest == 5);
  CHECK(swing.greatest_s == 1);
  CHECK(swing.least_s == 2);
}

TEST_CASE("extremes that differ by more are those of the curve") {
  const Extremes extremes = extremes_of({1, 1 + 1e-14, 1 - 1e-14});
  CHECK(extremes.greatest == 1 + 1e-14);
  CHECK(extremes.greatest_s == 1);
  CHECK(extremes.least == 1 - 1e-14);
  CHECK(extremes_of({0, 1e-300}).greatest == 1e-300);
}

TEST_CASE("a curve that creeps by less than rounding at a time is followed") {
  std::vector<double> values{1};
  for (int i = 0; i < 1000; ++i) values.push_back(values.back() + kEps);
  CHECK(extremes_of(values).greatest == Approx(values.back()).epsilon(10 * kEps).margin(0));
}

TEST_CASE("a line is level where its curve is constant but for rounding, and what is nothing beside its other end is zero") {
  const std::string level = sparkline_of({2, 2 * (1 + kEps), 2 * (1 - kEps), 2}, {.digits = Digits::all});
  CHECK(level.find("▁") == std::string::npos);
  CHECK(level.find("2 m/s  to  2 m/s") != std::string::npos);
  CHECK(sparkline_of({0, 0.011, -1.2e-15}).find("0 m/s  to  11 mm/s") != std::string::npos);
  CHECK(sparkline_of({0, 0.011, -1.2e-15}, {.digits = Digits::all}).find("-1.2e-15 m/s") != std::string::npos);
}
