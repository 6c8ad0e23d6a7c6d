#pragma once
// What an integrator's work costs, counted and not timed, so that the same input makes the same choices on every machine.
#include <cmath>

#include "simulation/integrator.h"

namespace stribeck {

/// Operations of the compiled program, about a nanosecond each. The constants are fits to timings of these integrators with Ode's of no
/// cost, from 2 to 1000 states; they decide only between methods, so that an error of a factor of two does little harm.
struct CostModel {
  double evaluation = 0, jacobian = 0, factorisation = 0, step = 0;

  double of(const IntegratorStatistics& now, const IntegratorStatistics& before) const {
    return evaluation * static_cast<double>(now.evaluations - before.evaluations) +
           jacobian * static_cast<double>(now.jacobians - before.jacobians) +
           factorisation * static_cast<double>(now.factorisations - before.factorisations) +
           step * static_cast<double>(now.steps - before.steps + now.rejected - before.rejected);
  }
};

inline CostModel cost_of_dopri5(const Ode& ode) { return {ode.derivatives_cost(), 0, 0, 310.0 + 13.0 * ode.states()}; }

/// Every evaluation of an implicit method comes with a triangular solve.
inline CostModel cost_of_implicit(const Ode& ode, double step, double step_per_state) {
  const double entries = static_cast<double>(ode.jacobian_pattern().rows.size()) + ode.states();
  return {ode.derivatives_cost() + 8 * entries, ode.jacobian_cost() + 2 * entries, 45 * entries, step + step_per_state * ode.states()};
}
inline CostModel cost_of_cvode(const Ode& ode) { return cost_of_implicit(ode, 1250, 60); }
/// Dense, and a factorisation is of all states.
inline CostModel cost_of_rosenbrock4(const Ode& ode) {
  const double n = ode.states();
  return {ode.derivatives_cost() + 2 * n * n, ode.jacobian_cost() + n * n, n * n * n / 3 + 5 * n * n, 700 + 40 * n};
}
inline CostModel cost_of_arkode(const Ode& ode) { return cost_of_implicit(ode, 4750, 300); }

}  // namespace stribeck
