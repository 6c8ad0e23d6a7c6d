// What holds one way and runs the other.
#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// {One-way slide|Freewheel (overrunning clutch)}: R takes C along forwards, and C may run ahead of R.
///     locked:  {v} = 0,  {F} >= -drag_{force}
///     free:    {v} < 0,  {F} = -drag_{force}
/// {v} is the {velocity} of R relative to C, {F} is transmitted from R to C. It locks and lets go without play, exactly where {v} and {F}
/// pass zero. Started with R ahead, it locks by an impact without rebound, before the first row.
/// Assumes rollers or {wedges|sprags} that engage at once and do not give way.
/// Source: definition; the one-sided limit of Coulomb's friction.
void freewheel(ComponentBuilder& c, const DomainWords& in) {
  const RelativeMotion motion = relative_motion(c, in);
  const Parameter drag = c.parameter(in("drag_{force}"), 0, in("{N}"), "what opposes it while it runs free").at_least(0);
  const Expression direction =
      c.dry_friction("freewheel law", motion.velocity, motion.force, FrictionLevels{unbounded, 0}, FrictionLevels{drag, drag});
  partial::show_friction(c, motion, direction, "0 locked, -1 runs free");
}

}  // namespace stribeck

namespace stribeck::rotational {

/// A clutch beside a freewheel: forwards R takes C along whatever the torque, backwards it slips as a clutch does.
///     locked:  w = 0,  T >= -peak mu(0) faces r N
///     slips:   w < 0,  T = -mu(|w|) faces r N
/// N = maximum_normal_force max(S, 0): with S <= 0 the freewheel alone is left. Letters as for rotational.clutch; T is transmitted from R
/// to C. Started with R ahead, it locks by an impact without rebound, before the first row.
/// Source: Modelica Standard Library 4.1, Mechanics.Rotational.Components.OneWayClutch, combines the two in this way; its flange_a is R.
/// Assumes a freewheel that engages at once and does not give way.
void one_way_clutch(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "1", "normal force of the clutch over its maximum; zero and below counts as zero");
  const Expression load = partial::clutch_load(c, S);
  const partial::FrictionCoefficient coefficient(c, "rad/s");
  const FrictionLevels backwards{coefficient.sticking() * load, coefficient.slipping(-motion.velocity) * load};
  const Expression direction = c.dry_friction("clutch law", motion.velocity, motion.force, FrictionLevels{unbounded, 0}, backwards);
  partial::show_friction(c, motion, direction, "0 locked, -1 slips backwards");
}

}  // namespace stribeck::rotational
