// Samplings: which points they take, and how fast means over them converge.
#include "study/samplings.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "base/random.h"

namespace stribeck {
namespace {

std::vector<SampledFactor> factors(std::size_t count, std::uint64_t seed, std::int64_t levels = 0) {
  std::vector<SampledFactor> all;
  for (std::size_t f = 0; f < count; ++f) all.push_back({random_bits(seed, f), levels});
  return all;
}

/// Mean of the product of (1 + (u - 1/2)), which is 1.
double mean_of_product(std::string_view method, std::uint64_t seed, std::uint64_t count, std::size_t dimensions = 4) {
  const Sampling& sampling = *find_sampling(method);
  const auto all = factors(dimensions, seed);
  double sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    double product = 1;
    for (const double u : sampling.point(all, count, i)) product *= 0.5 + u;
    sum += product;
  }
  return sum / static_cast<double>(count);
}

/// Root mean square over seeds.
double error_of(std::string_view method, std::uint64_t count) {
  constexpr int kSeeds = 16;
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) sum += std::pow(mean_of_product(method, seed, count) - 1, 2);
  return std::sqrt(sum / kSeeds);
}

TEST_CASE("every method stays inside the cube, and a sample follows from its number alone") {
  for (const Sampling& sampling : samplings()) {
    const auto all = factors(3, 7, sampling.takes_count ? 0 : 5);
    const std::uint64_t count = sampling.takes_count ? 100 : sampling.same_levels ? 5 : 125;
    std::vector<std::vector<double>> forwards, backwards;
    for (std::uint64_t i = 0; i < count; ++i) forwards.push_back(sampling.point(all, count, i));
    for (std::uint64_t i = count; i-- > 0;) backwards.push_back(sampling.point(all, count, i));
    std::ranges::reverse(backwards);
    INFO(sampling.name);
    CHECK(forwards == backwards);
    CHECK(std::ranges::all_of(forwards,
                              [](const auto& point) { return std::ranges::all_of(point, [](double u) { return u > 0 && u < 1; }); }));
  }
}

TEST_CASE("a grid has every combination once") {
  const std::vector<SampledFactor> all{{1, 2}, {2, 3}, {3, 4}};
  std::set<std::vector<int>> seen;
  for (std::uint64_t i = 0; i < 24; ++i) {
    const std::vector<double> u = find_sampling("grid")->point(all, 24, i);
    seen.insert({static_cast<int>(u[0] * 2), static_cast<int>(u[1] * 3), static_cast<int>(u[2] * 4)});
  }
  CHECK(seen.size() == 24);
}

TEST_CASE("permutations meet every number once, whatever the count") {
  for (const std::uint64_t count : {1U, 2U, 3U, 4U, 5U, 17U, 64U, 1000U, 4097U}) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(permuted(99, count, i));
    CHECK(seen.size() == count);
    CHECK(*seen.rbegin() == count - 1);
  }
}

TEST_CASE("a Latin hypercube meets each stratum of each factor once, and factors go their own ways") {
  constexpr std::uint64_t kCount = 200;
  const auto all = factors(3, 5);
  std::vector<std::set<int>> strata(3);
  double covariance = 0;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::vector<double> u = find_sampling("latin_hypercube")->point(all, kCount, i);
    for (std::size_t f = 0; f < 3; ++f) strata[f].insert(static_cast<int>(u[f] * kCount));
    covariance += (u[0] - 0.5) * (u[1] - 0.5);
  }
  for (const auto& one : strata) CHECK(one.size() == kCount);
  CHECK(std::fabs(covariance / kCount * 12) < 4 / std::sqrt(static_cast<double>(kCount)));
}

TEST_CASE("Sobol's points meet each dyadic stratum once: of single factors, and of the first two together") {
  constexpr std::uint64_t kCount = 256;
  const auto all = factors(10, 3);
  std::vector<std::set<int>> strata(10);
  std::set<std::pair<int, int>> squares;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::vector<double> u = find_sampling("sobol")->point(all, kCount, i);
    for (std::size_t f = 0; f < 10; ++f) strata[f].insert(static_cast<int>(u[f] * kCount));
    squares.emplace(static_cast<int>(u[0] * 16), static_cast<int>(u[1] * 16));
  }
  for (const auto& one : strata) CHECK(one.size() == kCount);
  CHECK(squares.size() == kCount);
}

TEST_CASE("Saltelli's points are two of Sobol's, and what lies between them") {
  const auto all = factors(3, 9);
  const Sampling& saltelli = *find_sampling("saltelli");
  std::set<int> strata;
  for (std::uint64_t j = 0; j < 64; ++j) {
    std::vector<std::vector<double>> points;
    for (std::uint64_t k = 0; k < 5; ++k) points.push_back(saltelli.point(all, 320, 5 * j + k));
    for (std::size_t f = 0; f < 3; ++f)
      for (std::size_t g = 0; g < 3; ++g) CHECK(points[2 + f][g] == points[f == g ? 1 : 0][g]);
    strata.insert(static_cast<int>(points[1][2] * 64));
  }
  CHECK(strata.size() == 64);
}

TEST_CASE("means converge at the rates of their methods") {
  // The variance of the product is (1 + 1/12)^4 - 1 = 0.3774, of what is not a sum of functions of single factors 0.3774 - 4/12 = 0.0441.
  CHECK(error_of("random", 1024) == Approx(std::sqrt(0.3774 / 1024)).epsilon(0.5));
  CHECK(error_of("latin_hypercube", 1024) == Approx(std::sqrt(0.0441 / 1024)).epsilon(0.5));
  // Sixteen times the points: a quarter of the error at random, and a tenth or better with Sobol's.
  CHECK(error_of("random", 4096) > error_of("random", 256) / 10);
  CHECK(error_of("sobol", 4096) < error_of("sobol", 256) / 10);
  CHECK(error_of("sobol", 4096) < error_of("latin_hypercube", 4096) / 5);
}

}  // namespace
}  // namespace stribeck
