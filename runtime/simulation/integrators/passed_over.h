#pragma once
// Whether a step has passed over something: its states have changed otherwise than the derivatives along its dense output say.
#include <span>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/integrators/interpolation.h"
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
  /// The same of the end of a step that is shortened to an event, in ever shorter parts: laws do most where what they depend on is zero.
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
