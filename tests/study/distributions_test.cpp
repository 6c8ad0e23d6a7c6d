// Distributions against their distribution functions in closed form.
#include "study/distributions.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>

#include "base/random.h"

namespace stribeck {
namespace {

using Shares = std::function<double(const std::vector<double>& arguments, double value)>;

struct Case {
  std::vector<double> arguments;
  Shares share;  ///< of values that are less
};

double normal_share(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

const std::map<std::string_view, Case>& cases() {
  static const std::map<std::string_view, Case> all = {
      {"uniform", {{-3, 5}, [](const auto& a, double x) { return (x - a[0]) / (a[1] - a[0]); }}},
      {"log_uniform", {{0.1, 50}, [](const auto& a, double x) { return std::log(x / a[0]) / std::log(a[1] / a[0]); }}},
      {"normal", {{20, 3}, [](const auto& a, double x) { return normal_share((x - a[0]) / a[1]); }}},
      {"log_normal", {{2, 0.3}, [](const auto& a, double x) { return normal_share(std::log(x / a[0]) / a[1]); }}},
      {"triangular",
       {{1, 2, 5},
        [](const auto& a, double x) {
          return x < a[1] ? (x - a[0]) * (x - a[0]) / ((a[2] - a[0]) * (a[1] - a[0]))
                          : 1 - (a[2] - x) * (a[2] - x) / ((a[2] - a[0]) * (a[2] - a[1]));
        }}},
      {"exponential", {{4}, [](const auto& a, double x) { return 1 - std::exp(-x / a[0]); }}},
      {"weibull", {{3, 1.7}, [](const auto& a, double x) { return 1 - std::exp(-std::pow(x / a[0], a[1])); }}}};
  return all;
}

TEST_CASE("quantiles invert the distribution function") {
  for (const Distribution& distribution : distributions()) {
    if (distribution.name == "whole") continue;
    const Case& one = cases().at(distribution.name);
    INFO(distribution.name);
    REQUIRE(distribution.fault(one.arguments).empty());
    double before = -HUGE_VAL;
    for (const double u : {1e-9, 1e-3, 0.1, 0.25, 0.4, 0.5, 0.63, 0.9, 0.999, 1 - 1e-9}) {
      const double x = distribution.quantile(one.arguments, u);
      // An error of x by a few units of its last digit moves the share by so many times its slope, which is some units at most.
      CHECK(one.share(one.arguments, x) == Approx(u).epsilon(1e-12).margin(1e-14));
      CHECK(x > before);
      before = x;
    }
  }
}

TEST_CASE("whole numbers between two bounds come equally often") {
  const Distribution& whole = *find_distribution("whole");
  const std::vector<double> arguments{3, 7};
  std::map<double, int> counts;
  for (int k = 0; k < 1000; ++k) ++counts[whole.quantile(arguments, (k + 0.5) / 1000)];
  CHECK(counts == std::map<double, int>{{3, 200}, {4, 200}, {5, 200}, {6, 200}, {7, 200}});
}

TEST_CASE("whole numbers lie between their bounds") {
  const Distribution& whole = *find_distribution("whole");
  const std::vector<double> arguments{1.5, 3.5};
  CHECK(whole.quantile(arguments, 1e-9) == 2);
  CHECK(whole.quantile(arguments, 1 - 1e-9) == 3);
  CHECK_FALSE(whole.fault(std::vector<double>{1.2, 1.8}).empty());
}

TEST_CASE("arguments that cannot be are told") {
  CHECK_FALSE(find_distribution("uniform")->fault(std::vector<double>{2, 2}).empty());
  CHECK_FALSE(find_distribution("log_uniform")->fault(std::vector<double>{0, 2}).empty());
  CHECK_FALSE(find_distribution("normal")->fault(std::vector<double>{0, -1}).empty());
  CHECK_FALSE(find_distribution("triangular")->fault(std::vector<double>{0, 3, 2}).empty());
  CHECK(find_distribution("gauss") == nullptr);
}

TEST_CASE("the logarithm and the exponential function that take no library are those of the library to its last digits") {
  for (int k = -700; k <= 700; ++k) {
    const double x = k * 1.0123;
    CHECK(portable_exp(x) == Approx(std::exp(x)).epsilon(4e-16));
    if (x > 0) CHECK(portable_log(x) == Approx(std::log(x)).epsilon(4e-16).margin(2.3e-16));
  }
  CHECK(portable_exp(0) == 1);
  CHECK(portable_exp(1e4) == HUGE_VAL);
  CHECK(portable_exp(-1e4) == 0);
}

}  // namespace
}  // namespace stribeck
