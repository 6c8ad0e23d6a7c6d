#include "program/root_rule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace stribeck {

namespace {

constexpr double kTie = 1e-9;  // distances that differ by less count as equal

bool counts(const LoopRoot& root, int sign) { return sign == 0 || root.sign == 0 || root.sign == sign; }

int sign_that_counts(std::span<const LoopRoot> roots) {
  int sum = 0;
  for (const LoopRoot& root : roots) sum += root.sign;
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

/// The solution nearest to rest; of several at the same distance the one on the positive side, by the first place in which they differ.
std::size_t nearest_to_rest(std::span<const LoopRoot> roots, std::span<const PlaceFacts> places, int sign) {
  std::map<std::int32_t, double> farthest;
  for (const LoopRoot& root : roots)
    for (std::size_t p = 0; p < places.size(); ++p) {
      double& size = farthest[places[p].group];
      size = std::max(size, std::fabs(root.places[p] - places[p].rest));
    }
  const auto way = [&](const LoopRoot& root, std::size_t p) {
    const double size = farthest[places[p].group];
    return size > 0 ? (root.places[p] - places[p].rest) / size : 0.0;
  };
  const auto distance = [&](const LoopRoot& root) {
    double sum = 0;
    for (std::size_t p = 0; p < places.size(); ++p) sum += way(root, p) * way(root, p);
    return std::sqrt(sum);
  };
  const auto is_better = [&](const LoopRoot& one, const LoopRoot& other) {
    const double difference = distance(one) - distance(other);
    if (std::fabs(difference) > kTie) return difference < 0;
    double sum = 0;
    for (std::size_t p = 0; p < places.size(); ++p) sum += way(one, p) - way(other, p);
    if (std::fabs(sum) > kTie) return sum > 0;
    for (std::size_t p = 0; p < places.size(); ++p)
      if (std::fabs(way(one, p) - way(other, p)) > kTie) return way(one, p) > way(other, p);
    return false;
  };
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < roots.size(); ++k)
    if (counts(roots[k], sign) && (!best || is_better(roots[k], roots[*best]))) best = k;
  return best ? *best : nearest_to_rest(roots, places, 0);
}

}  // namespace

bool is_same_root(std::span<const double> one, std::span<const double> other) {
  constexpr double kSame = 1e-6, kNothing = 1e-9;
  for (std::size_t k = 0; k < one.size(); ++k)
    if (!(std::fabs(one[k] - other[k]) <= kSame * std::max(std::fabs(one[k]), std::fabs(other[k])) + kNothing)) return false;
  return true;
}

std::size_t root_taken(std::span<const LoopRoot> roots, std::span<const PlaceFacts> places, int sign) {
  return nearest_to_rest(roots, places, sign != 0 ? sign : sign_that_counts(roots));
}

}  // namespace stribeck
