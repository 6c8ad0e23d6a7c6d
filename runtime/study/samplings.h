#pragma once
// Which points of the unit cube, one dimension a factor, the samples of a study stand at.
#include <cstdint>
#include <string_view>
#include <vector>

namespace stribeck {

/// A factor as a sampling sees it.
struct SampledFactor {
  std::uint64_t key = 0;    ///< of its random numbers: follows from the seed and the factor's name
  std::int64_t levels = 0;  ///< how many values it has; 0: any number
};

struct Sampling {
  std::string_view name, doc;
  bool takes_count = false;  ///< the plan says how many samples; else it follows from the levels, which each factor then must have
  bool same_levels = false;  ///< each factor must have as many levels as the others
  bool is_saltelli = false;  ///< `count` is of points, each of which is as many samples as there are factors, and two more
  /// The coordinates of sample i of `count`, each in 0 < u < 1: of a factor with n levels it means level floor(n*u).
  std::vector<double> (*point)(const std::vector<SampledFactor>& factors, std::uint64_t count, std::uint64_t i);
};

/// How many samples so many factors need at each of the points that a plan counts.
inline std::int64_t samples_a_point(const Sampling& sampling, std::size_t factors) {
  return sampling.is_saltelli ? static_cast<std::int64_t>(factors) + 2 : 1;
}

const std::vector<Sampling>& samplings();
/// Null if there is none of that name.
const Sampling* find_sampling(std::string_view name);

/// Where number i < count goes in a permutation of 0 ... count-1 that the key chooses.
std::uint64_t permuted(std::uint64_t key, std::uint64_t count, std::uint64_t i);

}  // namespace stribeck
