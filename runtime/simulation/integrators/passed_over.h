#pragma once
// Whether a step has passed over something: its states have changed otherwise than the derivatives along its dense output say.
#include <span>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/integrators/interpolation.h"
#include "simulation/integrators/weights.h"

namespace stribeck {

/// For methods that evaluate the derivatives at few instants of a step. A step that has grown long where nothing happens may miss a force
/// that appears and disappears within it. A step that is shortened to an event may miss a force that has the same value at both ends of the
/// longer step, as a friction that is steep near rest has on both sides of that range.
class PassedOver {
 public:
  PassedOver(Ode& ode, const IntegratorOptions& options, IntegratorStatistics& statistics)
      : ode_(ode), weights_(ode, options), statistics_(statistics) {}

  /// Whether steps are checked at all; if not, the other functions return false.
  bool looks() const { return ode_.has_kinks(); }
  /// Whether the states changed by another amount than `change`, the integral of the derivatives from t0 to t1 (GaussQuadrature::change()).
  /// Equations without kinks are not checked: their error estimates see what a step misses, as far as the tolerance asks for it.
  bool looks_so(double t0, std::span<const double> begin, double t1, std::span<const double> end, std::span<const double> change);
  /// The same for ever shorter parts at the end of a step that is shortened to an event: laws are steepest where their argument is zero.
  /// state_at(t, span) fills in the state at t, `q` are the quadratures.
  template <class StateAt>
  bool end_looks_so(GaussQuadrature& gauss, StateAt state_at, double t0, double t1, std::span<const double> end,
                    const std::vector<double>& q) {
    constexpr double kPart = 1.0 / 8, kShortest = 1.0 / 4096;
    if (!looks()) return false;
    part_.resize(end.size());
    for (double share = kPart; share >= kShortest; share *= kPart) {
      const double from = t1 - share * (t1 - t0);
      if (!(t0 < from && from < t1)) return false;
      state_at(from, std::span<double>(part_));
      gauss.integrate(from, t1, state_at, q, quadratures_);
      if (looks_so(from, part_, t1, end, gauss.change())) return true;
    }
    return false;
  }

 private:
  Ode& ode_;
  ErrorWeights weights_;
  IntegratorStatistics& statistics_;
  std::vector<double> off_, allowed_, jacobian_, part_, quadratures_;
};

}  // namespace stribeck
