#pragma once
// The whole state inside the integrator's last step: states that are integrated and those that need not be.
#include <span>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/loop/live_system.h"

namespace stribeck {

class LastStep {
 public:
  LastStep(Integrator& integrator, const LiveSystem& live) : integrator_(integrator), live_(live) {}
  double begin_s() const { return integrator_.previous_time(); }
  double end_s() const { return integrator_.time(); }
  /// The state at its beginning.
  void begin_state(std::span<double> whole) const { live_.whole_state(begin_s(), integrator_.previous_state(), whole); }
  /// Integrals of all the program's quadratures at its end.
  void end_quadratures(std::vector<double>& whole) const { live_.whole_quadratures(end_s(), integrator_.quadratures(), whole); }
  /// The state at t, for results; for times behind the step, as it continues from its end.
  void state(double t, std::span<double> whole) const {
    state(t, whole, [&](std::span<double> followed) { integrator_.interpolate_for_results(t, followed); });
  }
  /// The state at t as the search for events sees it, also in a step that is not accepted.
  void searched_state(double t, std::span<double> whole) const {
    state(t, whole, [&](std::span<double> followed) { integrator_.interpolate(t, followed); });
  }

 private:
  template <class Inside>
  void state(double t, std::span<double> whole, Inside inside) const {
    if (t >= integrator_.time()) return live_.whole_state(t, integrator_.state(), whole);
    std::vector<double>& followed = live_.work_area();
    followed.resize(integrator_.state().size());
    inside(followed);
    live_.whole_state(t, followed, whole);
  }

  Integrator& integrator_;
  const LiveSystem& live_;
};

}  // namespace stribeck
