#include "simulation/start/turn_grid.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stribeck {

namespace {

double halton(std::size_t point, std::size_t angle) {
  constexpr std::size_t kPrimes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  const std::size_t base = kPrimes[angle % std::size(kPrimes)];
  // Angles beyond the table use the same sequence with another stride.
  std::size_t k = (point + 1) * (1 + angle / std::size(kPrimes));
  double share = 0, digit = 1;
  for (; k > 0; k /= base) digit /= static_cast<double>(base), share += digit * static_cast<double>(k % base);
  return share - 0.5;
}

}  // namespace

double TurnGrid::share(std::size_t point, std::size_t angle) const {
  constexpr double kOffset = 0.382;  // of the distance between two points
  if (angles_ > 2) return halton(point, angle);
  const std::size_t k = angle == 0 ? point % side_ : point / side_;
  return (static_cast<double>(k) + kOffset) / static_cast<double>(side_) - 0.5;
}

std::vector<std::size_t> TurnGrid::lowest(const std::vector<double>& values) const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k]) && (angles_ > 2 || is_lowest(values, k))) found.push_back(k);
  return found;
}

std::vector<std::size_t> TurnGrid::changes(const std::function<double(std::size_t)>& value) const {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < size() && angles_ <= 2; ++k) {
    const std::size_t i = k % side_, ahead = k - i + (i + 1) % side_;
    const bool changes = value(k) * value(ahead) < 0 || (angles_ == 2 && value(k) * value((k + side_) % size()) < 0);
    if (changes) found.push_back(k);
  }
  return found;
}

bool TurnGrid::are_beside(std::size_t a, std::size_t b) const {
  if (angles_ != 2) return a == b;
  const auto steps = [&](std::size_t i, std::size_t j) {
    const std::size_t way = i > j ? i - j : j - i;
    return std::min(way, side_ - way);
  };
  return steps(a % side_, b % side_) <= 3 && steps(a / side_, b / side_) <= 3;
}

/// Whether a point is lower than its neighbours; of equal neighbours, as along a flat, the first and the last one are.
bool TurnGrid::is_lowest(const std::vector<double>& values, std::size_t k) const {
  const std::size_t i = k % side_ + side_, j = k / side_ + side_;
  bool is_first = true, is_last = true;
  for (std::size_t di = 0; di < 3; ++di)
    for (std::size_t dj = 0; dj < (angles_ == 2 ? 3U : 1U); ++dj) {
      const std::size_t beside = (i + di - 1) % side_ + (angles_ == 2 ? (j + dj - 1) % side_ * side_ : 0);
      if (values[beside] < values[k]) return false;
      if (values[beside] == values[k]) is_first = is_first && beside >= k, is_last = is_last && beside <= k;
    }
  return is_first || is_last;
}

}  // namespace stribeck
