#pragma once
// Dormand-Prince with its stiffness test in view, for `auto`.
#include <memory>

#include "simulation/integrators/adaptive.h"

namespace stribeck {

/// Counts accepted steps whose size stability limits: Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 21.
class StiffnessTest {
 public:
  /// `product` estimates h |lambda|, the step times the dominating eigenvalue.
  void observe(double product) {
    constexpr double kBoundary = 3.25;  // of Dormand-Prince's stability region on the negative real axis, 3.31
    if (product > kBoundary) {
      ++total_;
      ++limited_;
      unlimited_ = 0;
    } else if (++unlimited_ >= 6) {
      limited_ = 0;
    }
  }
  void forget() { limited_ = unlimited_ = 0; }
  /// Fifteen limited steps without six others in a row between them.
  bool stiff() const { return limited_ >= 15; }
  /// Limited steps since the beginning.
  std::int64_t total() const { return total_; }
  void carry(Archive& archive) { archive(total_); }

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
