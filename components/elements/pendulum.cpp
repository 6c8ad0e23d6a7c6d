#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Pendulum on a pin whose friction grows with the force that the pin carries, that of the swing included.
///     (J + m l^2) dw/dt = T - m g l sin(phi) - mu R |F| tanh(w/w_0)
///     F_r = m (g cos(phi) + l w^2),  F_t = m (g sin(phi) + l dw/dt),  |F| = sqrt(F_r^2 + F_t^2)
/// T is the torque that acts through port I, forwards; phi is the angle from hanging down, l from the pin to the centre of mass, about
/// which J turns. R is pin_radius. Small swings lose 4 mu R/l of amplitude a cycle (for J = 0).
/// Limits: friction goes over at rest within low_speed: it creeps.
/// Accuracy: reconstructed: the notes name the case, but their equations are not at hand.
/// Source: Sommer, ME 481, Penn State, homework 14; its simple form of Coulomb friction in a revolute joint.
/// Assumes a rigid body and a pin that touches its bore along one line.
void pendulum(ComponentBuilder& c) {
  const Port pin = c.port("I", "rotational", "the pendulum, about its pin");
  const Parameter mass = c.parameter("mass", 1, "kg", "of the pendulum").above(0);
  const Parameter length = c.parameter("length", 1, "m", "from the pin to the centre of mass").above(0);
  const Parameter inertia = c.parameter("inertia", 0, "kg*m^2", "about the centre of mass").at_least(0);
  const Parameter g = c.parameter("gravity_acceleration", 9.80665, "m/s^2", "of a free fall").at_least(0);
  const Parameter mu = c.parameter("friction_coefficient", 0.1, "1", "of the pin").at_least(0);
  const Parameter radius = c.parameter("pin_radius", 0.01, "m", "of the pin").at_least(0).below(length);
  const Parameter low = c.parameter("low_speed", 0.001, "rad/s", "over which friction goes over at rest").above(0);
  const Expression phi = c.position(pin, "phi", "angle from hanging down");
  const Expression w = c.variable("w", "rad/s", "angular velocity"), a = c.variable("acceleration", "rad/s^2", "rate of that");
  const Expression friction = c.variable("friction", "N*m", "torque of the pin, against the motion");
  c.relation("angular velocity", w == pin.across());
  c.relation("acceleration", der(w) == a);
  const Expression along = mass * (g * cos(phi) + length * w * w), across = mass * (g * sin(phi) + length * a);
  const Expression force = c.named("pin_force", "N", "size of the force on the pin", sqrt(along * along + across * across));
  c.relation("friction of the pin", friction == mu * radius * force * tanh(w / low));
  c.relation("momentum", (inertia + mass * length * length) * a == pin.through() - mass * g * length * sin(phi) - friction);
  c.causality(w, preferred_velocity_out);
  c.stores(0.5 * (inertia + mass * length * length) * square(w) + mass * g * length * (1 - cos(phi)));
  c.dissipates(friction * w);
}

}  // namespace stribeck::rotational
