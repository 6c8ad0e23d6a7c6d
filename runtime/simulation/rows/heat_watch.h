#pragma once
// Finds components whose dissipated energy becomes negative: they supply energy, although they declare to dissipate it.
#include <span>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// The least value that the dissipated energy of a component has had, and when; at most zero.
struct LeastHeat {
  double joules = 0, time_s = 0;
  void carry(Archive& archive) { archive(joules), archive(time_s); }
};

class HeatWatch {
 public:
  HeatWatch() = default;
  explicit HeatWatch(std::size_t components) : least_(components) {}

  /// The energy that a component has dissipated by t.
  void note(std::size_t component, double t, double joules) {
    if (joules < least_[component].joules) least_[component] = {joules, t};
  }
  /// The first entries of `joules` are those of all components.
  void note_all(double t, std::span<const double> joules) {
    for (std::size_t i = 0; i < least_.size(); ++i) note(i, t, joules[i]);
  }
  std::size_t size() const { return least_.size(); }
  const LeastHeat& of(std::size_t component) const { return least_[component]; }
  void carry(Archive& archive) { archive(least_); }

 private:
  std::vector<LeastHeat> least_;
};

}  // namespace stribeck
