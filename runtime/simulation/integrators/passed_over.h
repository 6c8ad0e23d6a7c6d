#pragma once
// Whether a step has passed over something: its states have changed otherwise than the derivatives along its dense output say.
#include <span>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/integrators/weights.h"

namespace stribeck {

/// Looks at steps of methods that evaluate in few places. One that has grown where nothing happens may pass over a force that comes and
/// goes within it. One that is shortened to an event may pass over a force that is the same at both ends of the long step, as friction is
/// beyond both sides of its rise towards rest.
class PassedOver {
 public:
  PassedOver(Ode& ode, const IntegratorOptions& options, IntegratorStatistics& statistics)
      : ode_(ode), weights_(ode, options), statistics_(statistics) {}

  /// False: looks_so() is always false.
  bool looks() const { return ode_.has_kinks(); }
  /// `change`: the integral of the derivatives from t0 to t1 (GaussQuadrature::change()). Of equations with kinks alone: where others pass
  /// over something, their tolerance does.
  bool looks_so(double t0, std::span<const double> begin, double t1, std::span<const double> end, std::span<const double> change);

 private:
  Ode& ode_;
  ErrorWeights weights_;
  IntegratorStatistics& statistics_;
  std::vector<double> off_, allowed_, jacobian_;
};

}  // namespace stribeck
