// Coulomb friction in joints under a load across them, as in Sommer's lecture notes.
#include "friction/loaded_friction.h"
#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Coulomb friction of a prismatic joint: a slider in a guide that touches it at both ends of its length.
///     N_a = W (1/2 + a/L),  N_b = W (1/2 - a/L)
///     sticks:  v = 0,  |F| <= peak mu(0) (|N_a| + |N_b|);   slips:  F = sign(v) mu(|v|) (|N_a| + |N_b|)
/// F is transmitted from R, the slider, to C, the guide. W is the transverse load, a its offset from the middle of the guide along it:
/// beyond its ends (|a| > L/2) the contacts press on opposite sides, and friction grows with the offset. Open while W is zero.
/// Accuracy: reconstructed: the notes name the case, but their equations are not at hand.
/// Source: Sommer, ME 481 notes, Penn State: Coulomb friction in prismatic joint; the two contacts follow from its equilibrium.
/// Assumes rigid parts that touch at the two ends of the guide alone.
void guide_friction(ComponentBuilder& c) {
  const RelativeMotion motion = relative_motion(c);
  const Parameter load = c.parameter("transverse_load", 100, "N", "load across the guide while W is left open");
  const Parameter offset = c.parameter("offset", 0, "m", "of the load from the middle of the guide, while a is left open");
  const Parameter length = c.parameter("guide_length", 0.1, "m", "between the contacts").above(0);
  const Expression W = c.input("W", "N", "load across the guide", load);
  const Expression a = c.input("a", "m", "offset of the load from the middle of the guide", offset);
  const Expression first = abs(W * (0.5 + a / length)), second = abs(W * (0.5 - a / length));
  const partial::FrictionCoefficient coefficient(c, "m/s");
  partial::loaded_friction(c, motion, first + second, abs(W), coefficient);
  c.named("N_a", "N", "load of the contact ahead", first);
  c.named("N_b", "N", "load of the contact behind", second);
}

}  // namespace stribeck::translational

namespace stribeck::rotational {

/// Coulomb friction of a revolute joint: a pin in its bore under a force across it.
///     sticks:  w = 0,  |T| <= peak r N;   slips:  T = sign(w) r N,   N = sqrt(F_x^2 + F_y^2)
///     simple: r = mu R;   circle: r = R sin(atan(mu)) = mu R/sqrt(1 + mu^2), the radius of the friction circle
/// T is transmitted from R to C. R is pin_radius, F_x and F_y the force across the pin. It sticks exactly; open while there is no force.
/// Accuracy: the friction circle is the textbook's; the notes' own equations are not at hand.
/// Source: Sommer, ME 481 notes, Penn State, has the simple form: Coulomb friction in revolute joint.
/// Assumes one line of contact between pin and bore, without play.
void pin_friction(ComponentBuilder& c) {
  const bool circle = c.option<bool>("lever", {{"simple", false}, {"circle", true}},
                                     "whether the force acts at mu R or at the radius of the friction circle");
  const RelativeMotion motion = relative_motion(c);
  const Parameter load = c.parameter("pin_force", 100, "N", "force across the pin while F_x is left open").at_least(0);
  const Parameter radius = c.parameter("pin_radius", 0.01, "m", "of the pin").above(0);
  const Parameter mu = c.parameter("friction_coefficient", 0.1, "1", "friction over normal force while it slips").at_least(0);
  const Parameter peak = c.parameter("peak", 1, "1", "friction while it sticks over that while it slips").at_least(1);
  const Expression x = c.input("F_x", "N", "force across the pin", load), y = c.input("F_y", "N", "at a right angle to it", 0);
  const Expression N = c.named("N", "N", "size of the force across the pin", sqrt(x * x + y * y));
  const Expression level = (circle ? mu / sqrt(1 + mu * mu) : Expression(mu)) * radius * N;
  const Expression direction =
      c.dry_friction("friction law", motion.velocity, motion.force, peak * level, [&](const Expression&) { return level; });
  partial::show_friction(c, motion, c.open_while(N <= 0, direction));
}

}  // namespace stribeck::rotational
