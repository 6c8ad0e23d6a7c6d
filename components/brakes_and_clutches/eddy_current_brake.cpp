#include "machines/temperature.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// Brake by eddy currents in a {conductor|disc} that {passes|turns past} a magnet: strongest at one speed, weaker beyond it, without
/// {force} at rest.
///     {F} = 2 {F}_n B^2 s/(1 + s^2),  s = {v}/({v}_n (1 + alpha (theta - theta_0)))
/// {F} is transmitted from R to C and never exceeds {F}_n B^2. Kloss's formula, as for the slip of an induction motor: the warmer the
/// {conductor|disc}, the larger its resistance, and the speed at which it brakes most. B is the signal excitation, theta the temperature,
/// each as given while left open. Its loss heats the {conductor|disc}: see signals.heat_capacity.
/// Assumes one temperature of the whole {conductor|disc}, and a field that follows the excitation at once and in proportion.
/// Source: Kloss's formula; Modelica Standard Library 4.1, Rotational.Sources.EddyCurrentTorque, has the same law.
void eddy_current_brake(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto most = c.parameter(in("peak_{force}"), 100, in("{N}"), in("greatest {force}")).at_least(0);
  auto peak = c.parameter("peak_velocity", in(10, 100), in("{m}/s"), "speed at which it is reached").above(0);
  constexpr double kCopper = 0.00393;  // 1/K at 20 degC, the figure of tables
  const Expression warm = partial::per_temperature(c, kCopper, "of the conductor");
  const Expression excitation = c.input("excitation", "1", "field over the one at which the brake is as given", 1);
  const Expression s = v / (peak * warm);
  c.relation("Kloss's formula", F == 2 * most * square(excitation) * s / (1 + square(s)));
  c.causality(F, fixed_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck
