#pragma once
// Dormand-Prince with its stiffness test in view, for `auto`.
#include <memory>

#include "simulation/integrators/adaptive.h"

namespace stribeck {

/// Counts accepted steps that are short for what changes fast in the equations, though nothing in the solution does.
/// Where stability limits them: Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 21. Where their errors do: on a slow
/// solution of fast equations a method of order five has the errors of one of low order (the same, p. 225).
class StiffnessTest {
 public:
  /// Whether a step h with this h |lambda| is longer than stability allows.
  static bool is_too_long(double product) {
    constexpr double kBoundary = 3.25;  // of Dormand-Prince's stability region on the negative real axis, 3.31
    return product > kBoundary;
  }
  /// `product` estimates h |lambda|, the step times the dominating eigenvalue; `change`: the largest of a state in it, of what the state
  /// has been.
  void observe(double product, double change) {
    constexpr double kShort = 0.3;  // an oscillation is followed by steps of one radian or so
    constexpr double kSlow = 0.05;  // it changes a state by h |lambda| of its amplitude, a slow solution by far less
    if (is_too_long(product) || (product > kShort && change < kSlow * product)) {
      ++total_;
      ++limited_;
      unlimited_ = 0;
    } else if (++unlimited_ >= 6) {
      limited_ = 0;
    }
  }
  /// Fifteen limited steps without six others in a row between them.
  bool stiff() const { return limited_ >= 15; }
  /// Limited steps since the beginning.
  std::int64_t total() const { return total_; }
  void carry(Archive& archive) { archive(limited_), archive(unlimited_), archive(total_); }

 private:
  int limited_ = 0, unlimited_ = 0;
  std::int64_t total_ = 0;
};

class StiffnessAware : public AdaptiveOneStep {
 public:
  using AdaptiveOneStep::AdaptiveOneStep;
  const StiffnessTest& stiffness() const { return stiffness_; }
  void carry(Archive& archive) override {
    AdaptiveOneStep::carry(archive);
    stiffness_.carry(archive);
  }

 protected:
  StiffnessTest stiffness_;
};

std::unique_ptr<StiffnessAware> make_stiffness_aware_dopri5(Ode& ode, const IntegratorOptions& options);

}  // namespace stribeck
