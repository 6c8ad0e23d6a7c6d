#include "stribeck/component.hpp"

namespace stribeck::translational {

/// A rigid body that moves along a line.
///     m dv/dt = F,  or  m dv/dt = F - m g sin(incline)  with gravity
/// F is the sum of all forces that act on it through port M, positive forwards. With gravity the line rises by `incline`, 90 deg being
/// straight up; the audit counts gravity as a source. Source: Newton's second law.
/// Assumes a mass that does not change, in a frame of reference that does not accelerate.
void mass(ComponentBuilder& c) {
  const bool heavy = c.option<bool>("gravity", {{"none", false}, {"constant", true}}, "whether its weight pulls it down the line");
  const Port m = c.port("M", "translational", "the body");
  auto mass = c.parameter("mass", 1, "kg", "inertia of the body").above(0);
  const Expression v = c.variable("v", "m/s", "velocity of the body");
  c.relation("velocity", v == m.across());
  c.position_on_request(m, "x", "position of the body");
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * mass * square(v));
  if (!heavy) return c.relation("force balance", mass * der(v) == m.through());
  auto g = c.parameter("gravity_acceleration", 9.80665, "m/s^2", "gravity only: acceleration of a free fall").at_least(0);
  auto incline = c.parameter("incline", 90, "deg", "gravity only: angle of the line above the horizontal").between(-180, 180);
  const Expression weight = mass * g * sin(incline);
  c.relation("force balance", mass * der(v) == m.through() - weight);
  c.supplies(-weight * v);
}

}  // namespace stribeck::translational

namespace stribeck::rotational {

/// A rigid body that turns about a fixed axis.
///     J dw/dt = T
/// T is the sum of all torques that act on it through port I, positive forwards.
/// Source: Euler's law for a principal axis.
/// Assumes an inertia that does not change, about an axis whose direction is fixed.
void inertia(ComponentBuilder& c) {
  const Port i = c.port("I", "rotational", "the body");
  auto inertia = c.parameter("inertia", 0.01, "kg*m^2", "moment of inertia about the axis").above(0);
  const Expression w = c.variable("w", "rad/s", "angular velocity of the body");
  c.relation("angular velocity", w == i.across());
  c.relation("torque balance", inertia * der(w) == i.through());
  c.position_on_request(i, "phi", "angle of the body");
  c.causality(w, preferred_velocity_out);
  c.stores(0.5 * inertia * square(w));
}

}  // namespace stribeck::rotational

namespace stribeck {

/// Inerter: its {force} is in proportion to the relative {acceleration} of its ends, as if a {mass|flywheel} stood between them.
///     {F} = B d{v}/dt
/// {F} is transmitted from R to C.{ A flywheel on a rack makes one of far more inertance than it has mass.|}
/// Source: Smith (2002), Synthesis of mechanical networks: the inerter, IEEE Trans. Automatic Control 47, pp. 1648-1662.
/// Assumes an ideal mechanism: no friction, play or mass to ground of its own.
void inerter(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto B = c.parameter("inertance", in(1, 0.01), in("{kg}"), in("{force} per relative {acceleration}")).above(0);
  c.relation("inerter law", F == B * der(v));
  c.causality(v, preferred_velocity_out);
  c.stores(0.5 * B * square(v));
}

}  // namespace stribeck
