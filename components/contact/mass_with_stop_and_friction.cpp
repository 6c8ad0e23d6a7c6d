#include "contact/rigid_contact.h"
#include "friction/sticking.h"
#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A body that slides on ground with dry friction between two rigid stops.
///     m dv/dt = F_M - friction - stop,  lower_bound <= x <= upper_bound
///     sticks:  v = 0,  |friction| <= 1.001 (F_C + F_S);   slips:  friction = sign(v) (F_C + F_S exp(-a |v|)) + f v
/// F_M acts through port M, stop is the push of the stops. Stops take the momentum by an impulse, without rebound unless restitution is
/// given; what is rigidly joined to the body is stopped with it. Its ends are those of its place x: add half its length to the bounds.
/// Source: Modelica Standard Library 4.1, Translational.Components.MassWithStopAndFriction.
/// Assumes rigid stops and a friction that does not depend on the load.
void mass_with_stop_and_friction(ComponentBuilder& c) {
  const Port m = c.port("M", "translational", "the body");
  auto mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  auto upper = c.parameter("upper_bound", 25, "m", "place of the upper stop");
  auto lower = c.parameter("lower_bound", -25, "m", "place of the lower stop").below(upper);
  auto coulomb = c.parameter("coulomb_force", 5, "N", "what opposes slip at any speed").at_least(0);
  auto stribeck = c.parameter("stribeck_force", 10, "N", "what opposes it more when slow").at_least(0);
  auto fall = c.parameter("stribeck_decay", 2, "s/m", "rate over speed at which that falls").at_least(0);
  auto viscous = c.parameter("viscous_coefficient", 1, "N/(m/s)", "friction per speed").at_least(0);
  const Expression x = c.position(m, "x", "place of the body");
  const Expression v = c.variable("v", "m/s", "velocity");
  const Expression friction = c.variable("friction", "N", "friction of the ground, against the motion");
  const RelativeMotion stopped{v, c.variable("stop", "N", "push of the stops, against forward motion"), m, m};
  c.relation("velocity", v == m.across());
  c.relation("momentum", mass * der(v) == m.through() - friction - stopped.force);
  partial::FrictionParts parts;
  const Expression direction = c.dry_friction("friction law", v, friction, 1.001 * (coulomb + stribeck), [&](const Expression& speed) {
    parts = {coulomb, stribeck * exp(-fall * speed), viscous * speed};
    return coulomb + stribeck * exp(-fall * speed) + viscous * speed;
  });
  partial::two_sided_contact(c, stopped, kTranslational, x, lower, upper, 0, "stop_mode");
  c.named("mode", "1", partial::kModeDoc, direction);
  partial::show_parts_while_slipping(c, kTranslational, friction, direction, parts);
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * mass * square(v));
  c.dissipates(friction * v);
}

}  // namespace stribeck::translational
