#pragma once
// What an integrator's work costs, counted and not timed, so that the same input makes the same choices on every machine.
#include <cmath>

#include "simulation/integrator.h"

namespace stribeck {

/// Operations of the compiled program, about ten machine instructions each. The constants are fits to the instructions that valgrind counts
/// in these integrators, for a filter of 2 states and for chains of 6 to 48, the loop around them included; they decide only between
/// methods, so that an error of a factor of two does little harm.
struct CostModel {
  double evaluation = 0, jacobian = 0, factorisation = 0, step = 0;

  double of(const IntegratorStatistics& now, const IntegratorStatistics& before) const {
    return evaluation * static_cast<double>(now.evaluations - before.evaluations) +
           jacobian * static_cast<double>(now.jacobians - before.jacobians) +
           factorisation * static_cast<double>(now.factorisations - before.factorisations) +
           step * static_cast<double>(now.steps - before.steps + now.rejected - before.rejected);
  }
};

/// What a call costs beside the operations of the program.
inline constexpr double kCall = 25;

inline CostModel cost_of_dopri5(const Ode& ode) { return {ode.derivatives_cost() + kCall, 0, 0, 200.0 + 38.0 * ode.states()}; }

/// Every evaluation of an implicit method comes with a triangular solve.
inline CostModel cost_of_implicit(const Ode& ode, double step, double step_per_state) {
  const double entries = static_cast<double>(ode.jacobian_pattern().rows.size()) + ode.states();
  return {ode.derivatives_cost() + kCall + 4 * entries, ode.jacobian_cost() + kCall + 2 * entries, 15 * entries,
          step + step_per_state * ode.states()};
}
inline CostModel cost_of_cvode(const Ode& ode) { return cost_of_implicit(ode, 1000, 17); }
inline CostModel cost_of_arkode(const Ode& ode) { return cost_of_implicit(ode, 4100, 180); }
/// Dense, and a factorisation is of all states.
inline CostModel cost_of_rosenbrock4(const Ode& ode) {
  const double n = ode.states();
  return {ode.derivatives_cost() + kCall + 1.5 * n * n, ode.jacobian_cost() + kCall + n * n, n * n * n / 3 + 3 * n * n, 350 + 40 * n};
}

}  // namespace stribeck
