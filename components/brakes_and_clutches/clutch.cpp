#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Friction clutch: the torque that its plates transmit from R to C follows from the force that presses them together.
///     N = maximum_normal_force S,   open while S <= 0
///     sticks:  w = 0,  |T| <= peak mu(0) faces r N
///     slips:   T = sign(w) mu(|w|) faces r N
/// r is the effective_radius: (r_o + r_i)/2 where wear has made pressure times radius uniform, 2/3 (r_o^3 - r_i^3)/(r_o^2 - r_i^2) where
/// the pressure is. mu is a constant or a table of the relative speed. Lock-up and release of all clutches of a diagram are decided
/// together. Source: Modelica Standard Library 4.1, Mechanics.Rotational.Components.Clutch, has the same law.
/// Assumes plates that share the normal force evenly, at one temperature.
void clutch(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Expression S = c.input("S", "1", "normal force over its maximum; zero and below opens the clutch");
  const Expression load = partial::clutch_load(c, S);
  const partial::FrictionCoefficient coefficient(c, "rad/s");
  partial::loaded_friction(c, motion, load, S, coefficient);
}

/// Slipping hub that protects a shaft: rigid up to a torque, beyond it slips.
///     sticks:  w = 0,  |T| <= maximum_torque
///     slips:   T = sign(w) slip_ratio maximum_torque
/// T is transmitted from R to C.
/// Assumes one level at which it slips, whatever the speed.
/// Source: Coulomb's law of friction.
void torque_limiter(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  auto most = c.parameter("maximum_torque", 100, "N*m", "the most that it transmits without slip").at_least(0);
  auto ratio = c.parameter("slip_ratio", 1, "1", "torque while it slips over maximum_torque").between(0, 1);
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, most, [&](const Expression&) { return ratio * most; });
  partial::show_friction(c, motion, direction, partial::kModeDoc);
}

}  // namespace stribeck::rotational
