// The random sequences: known numbers, and what a statistician asks of them.
#include "base/random.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

namespace stribeck {
namespace {

constexpr int kMany = 100000;

TEST_CASE("the sequences are what they have always been") {
  // The same mixing in Python, and statistics.NormalDist().inv_cdf of it.
  CHECK(uniform_random(1, 0) == 0.5527267908469196);
  CHECK(uniform_random(1, 4) == 0.16794042092205125);
  CHECK(normal_random(1, 0) == Approx(0.13255361520355818).epsilon(1e-15));
  CHECK(normal_random(1, 3) == Approx(1.1278983630080948).epsilon(1e-15));
  CHECK(normal_random(7, 0) == Approx(-1.9748062310758265).epsilon(1e-15));
  CHECK(uniform_random(1, 2.9) == uniform_random(1, 2));
  CHECK(uniform_random(-0.0, 5) == uniform_random(0.0, 5));
}

TEST_CASE("moments are those of the distribution, within four standard deviations of their estimates") {
  double mean = 0, variance = 0, fourth = 0, even = 0, neighbours = 0, other_seed = 0, last = 0;
  for (int k = 0; k < kMany; ++k) {
    const double x = normal_random(11, k);
    mean += x, variance += x * x, fourth += x * x * x * x, neighbours += x * last, other_seed += x * normal_random(12, k);
    even += uniform_random(11, k);
    last = x;
  }
  const double root = std::sqrt(static_cast<double>(kMany));
  CHECK(std::fabs(mean / kMany) < 4 / root);
  CHECK(std::fabs(variance / kMany - 1) < 4 * std::sqrt(2.0) / root);
  CHECK(std::fabs(fourth / kMany - 3) < 4 * std::sqrt(96.0) / root);  // var x^4 = 105 - 9
  CHECK(std::fabs(neighbours / kMany) < 4 / root);
  CHECK(std::fabs(other_seed / kMany) < 4 / root);
  CHECK(std::fabs(even / kMany - 0.5) < 4 / std::sqrt(12.0) / root);
}

TEST_CASE("every hundredth of the distribution gets its share") {
  std::array<int, 100> counts{};
  for (int k = 0; k < kMany; ++k) {
    const double x = normal_random(5, k), share = 0.5 * std::erfc(-x / std::sqrt(2.0));
    ++counts.at(static_cast<std::size_t>(100 * share));
  }
  double chi2 = 0;
  for (const int count : counts) chi2 += (count - kMany / 100.0) * (count - kMany / 100.0) / (kMany / 100.0);
  CHECK(std::fabs(chi2 - 99) < 4 * std::sqrt(2 * 99.0));
}

}  // namespace
}  // namespace stribeck
