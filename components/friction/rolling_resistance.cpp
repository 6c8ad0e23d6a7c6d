#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Rolling resistance of a wheel or a carriage: a share of the load, whatever the speed.
///     F = c_r N tanh(v/v_0)
/// F is transmitted from R, the carriage, to C, the ground. N is the load; v_0 the speed at which it is three quarters of the whole, far
/// below those of interest.
/// Limits: it creeps at rest; translational.dry_friction sticks.
/// Assumes a resistance that does not depend on the speed.
/// Source: definition of the coefficient of rolling resistance; Modelica Standard Library 4.1, Translational.Components.RollingResistance,
/// has the same law with other roundings.
void rolling_resistance(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto c_r = c.parameter("coefficient", 0.01, "1", "resistance over load: 0.001 steel on rail, 0.01 tyre on road, 0.3 in sand").at_least(0);
  auto load = c.parameter("normal_force", 1000, "N", "load while N is left open").at_least(0);
  auto v_0 = c.parameter("low_speed", 0.01, "m/s", "over which it rises").above(0);
  const Expression N = c.input("N", "N", "load that presses on the ground; what is negative counts as none", load);
  c.relation("rolling resistance", F == c_r * max(N, 0) * tanh(v / v_0));
  c.causality(F, fixed_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck::translational
