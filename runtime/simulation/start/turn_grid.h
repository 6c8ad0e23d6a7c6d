#pragma once
// The points over a whole turn of some angles at which a search begins.
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

namespace stribeck {

inline constexpr double kTurn = 2 * std::numbers::pi;

/// Shares of the turn: a grid of one angle or two, of more a sequence that fills the cube evenly (Halton (1960), Numer. Math. 2, 84), which
/// is the same every time.
class TurnGrid {
 public:
  /// In each direction, by the number of angles: two degrees between the points of one. More angles: so many points in all.
  static constexpr std::size_t kPointsOfOne = 180, kPointsOfTwo = 48, kPointsOfMore = 2000;

  explicit TurnGrid(std::size_t angles) : angles_(angles), side_(angles == 1 ? kPointsOfOne : kPointsOfTwo) {}
  std::size_t size() const { return angles_ == 1 ? side_ : angles_ == 2 ? side_ * side_ : kPointsOfMore; }
  /// From -1/2 to 1/2, and beside the points where strokes like to turn round: simple shares of a turn from where they start.
  double share(std::size_t point, std::size_t angle) const;
  /// Of a grid the points whose values are as small as all beside them, of a sequence all that have one.
  std::vector<std::size_t> lowest(const std::vector<double>& values) const;
  /// Points of a grid beside which a value passes zero.
  std::vector<std::size_t> changes(const std::function<double(std::size_t)>& value) const;
  /// Points of a grid of two angles no further from each other than three steps.
  bool are_beside(std::size_t a, std::size_t b) const;

 private:
  bool is_lowest(const std::vector<double>& values, std::size_t k) const;

  std::size_t angles_, side_;
};

}  // namespace stribeck
