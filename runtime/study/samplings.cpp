#include "study/samplings.h"

#include <algorithm>
#include <bit>
#include <boost/random/sobol.hpp>

#include "base/random.h"

namespace stribeck {
namespace {

using Factors = std::vector<SampledFactor>;

/// The middle of level k of n.
double level(std::uint64_t k, std::int64_t n) { return (static_cast<double>(k) + 0.5) / static_cast<double>(n); }

/// Every value with every other; the last factor changes fastest.
std::vector<double> grid_point(const Factors& factors, std::uint64_t /*count*/, std::uint64_t i) {
  std::vector<double> point(factors.size());
  for (std::size_t f = factors.size(); f-- > 0;) {
    const auto levels = static_cast<std::uint64_t>(factors[f].levels);
    point[f] = level(i % levels, factors[f].levels);
    i /= levels;
  }
  return point;
}

std::vector<double> list_point(const Factors& factors, std::uint64_t /*count*/, std::uint64_t i) {
  std::vector<double> point;
  for (const SampledFactor& factor : factors) point.push_back(level(i, factor.levels));
  return point;
}

std::vector<double> random_point(const Factors& factors, std::uint64_t /*count*/, std::uint64_t i) {
  std::vector<double> point;
  for (const SampledFactor& factor : factors) point.push_back(uniform_of(random_bits(factor.key, i)));
  return point;
}

/// McKay, Beckman, Conover (1979), Technometrics 21(2), pp. 239-245: of each factor one value in each of `count` equal strata.
std::vector<double> latin_point(const Factors& factors, std::uint64_t count, std::uint64_t i) {
  std::vector<double> point;
  for (const SampledFactor& factor : factors) {
    const double inside = uniform_of(random_bits(factor.key, i));
    const double u = (static_cast<double>(permuted(~factor.key, count, i)) + inside) / static_cast<double>(count);
    point.push_back(std::min(u, 1 - 0x1p-53));
  }
  return point;
}

/// Sobol's sequence with the direction numbers of Joe and Kuo (2008), SIAM J. Sci. Comput. 30(5), pp. 2635-2654, in Gray-code order. Its
/// bits are flipped by a random mask for each factor: the points stay as even as they are, and the mean over seeds has no bias.
std::vector<double> sobol_point(const Factors& factors, std::uint64_t /*count*/, std::uint64_t i) {
  thread_local boost::random::sobol engine(1);
  if (engine.dimension() != factors.size()) engine = boost::random::sobol(factors.size());
  if (i > 0) engine.seed(i - 1);  // the library leaves out the first point, which is zero
  std::vector<double> point;
  for (const SampledFactor& factor : factors) point.push_back(uniform_of((i > 0 ? engine() : 0) ^ random_bits(factor.key, 0)));
  return point;
}

/// Two points of Sobol's sequence, A and B, then A with the coordinate of each factor in turn taken from B: Saltelli et al. (2010), Comput.
/// Phys. Commun. 181, pp. 259-270.
std::vector<double> saltelli_point(const Factors& factors, std::uint64_t count, std::uint64_t i) {
  const std::uint64_t each = factors.size() + 2, which = i % each;
  Factors both = factors;
  for (const SampledFactor& factor : factors) both.push_back({~factor.key, factor.levels});
  const std::vector<double> u = sobol_point(both, count, i / each);
  const auto middle = u.begin() + static_cast<std::ptrdiff_t>(factors.size());
  std::vector<double> point = which == 1 ? std::vector<double>(middle, u.end()) : std::vector<double>(u.begin(), middle);
  if (which >= 2) point[which - 2] = *(middle + static_cast<std::ptrdiff_t>(which - 2));
  return point;
}

}  // namespace

std::uint64_t permuted(std::uint64_t key, std::uint64_t count, std::uint64_t i) {
  // A Feistel network permutes the numbers of an even number of bits; those beyond the count are permuted once more.
  const int half = std::max<int>(1, static_cast<int>(std::bit_width(count - 1) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(half)) - 1;
  do {
    std::uint64_t left = i >> static_cast<unsigned>(half), right = i & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (random_bits(key + round, right) & mask);
      left = right, right = next;
    }
    i = left << static_cast<unsigned>(half) | right;
  } while (i >= count);
  return i;
}

const std::vector<Sampling>& samplings() {
  static const std::vector<Sampling> all = {
      {"grid", "every value of each factor with every value of the others", false, false, false, grid_point},
      {"list", "the first values of all factors together, then the second ones, and so on", false, true, false, list_point},
      {"random", "each sample drawn for itself", true, false, false, random_point},
      {"latin_hypercube", "as many strata of each factor as there are samples, each met once", true, false, false, latin_point},
      {"sobol", "points that fill all dimensions evenly; best with a power of two samples", true, false, false, sobol_point},
      {"saltelli", "for Sobol's indices, which tell how much each factor decides: as many samples a point as factors, and two", true, false,
       true, saltelli_point}};
  return all;
}

const Sampling* find_sampling(std::string_view name) {
  const auto found = std::ranges::find(samplings(), name, &Sampling::name);
  return found == samplings().end() ? nullptr : &*found;
}

}  // namespace stribeck
