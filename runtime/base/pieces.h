#pragma once
// Union of sets of numbers.
#include <cstdint>
#include <numeric>
#include <vector>

namespace stribeck {

/// Tarjan (1975), Efficiency of a good but not linear set union algorithm, J. ACM 22(2); with path halving, without ranks.
class Pieces {
 public:
  explicit Pieces(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  /// The number that stands for the set of i.
  std::int32_t find(std::int32_t i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  bool joined(std::int32_t a, std::int32_t b) { return find(a) == find(b); }
  void join(std::int32_t a, std::int32_t b) { parent(find(a)) = find(b); }

 private:
  std::int32_t& parent(std::int32_t i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<std::int32_t> parent_;
};

}  // namespace stribeck
