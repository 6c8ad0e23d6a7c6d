#pragma once
// Stands in for the integrator where a host integrates the equations by itself and tells at which time and state it is.
#include <span>
#include <vector>

#include "simulation/integrator.h"

namespace stribeck {

class OutsideIntegrator final : public Integrator {
 public:
  explicit OutsideIntegrator(Ode& ode);
  /// The host evaluates at (t, x): in the step that it tries, or at its end.
  void place(double t, std::span<const double> x);
  /// The step from where the last one was complete to (t, x) belongs to the motion. Between the two go the cubics with these derivatives.
  void complete();
  void restart(double t, std::span<const double> x, std::span<const double> q, double direction_end) override;
  /// Hosts take the steps.
  void step(double limit) override;
  void retake(double t) override;
  void interpolate(double t, std::span<double> x) override;
  int interpolation_degree() const override { return 3; }
  /// Derivatives where the step begins.
  std::span<const double> begin_slopes() const { return begin_slopes_; }
  /// The next step begins where the last one ended.
  void begin_step();

 private:
  Ode& ode_;
  std::vector<double> begin_slopes_, end_slopes_;
};

}  // namespace stribeck
