#include "../loaded_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Coulomb friction of a prismatic joint: a slider in a guide that touches it at both ends of its length.
///     N_a = W (1/2 + a/L),  N_b = W (1/2 - a/L)
///     sticks:  v = 0,  |F| <= peak mu(0) (|N_a| + |N_b|);   slips:  F = sign(v) mu(|v|) (|N_a| + |N_b|)
/// F is transmitted from R, the slider, to C, the guide. W is the transverse load, a its offset from the middle of the guide along it:
/// beyond its ends (|a| > L/2) the contacts press on opposite sides, and friction grows with the offset. Open while W is zero. Source:
/// Sommer, ME 481 notes, Penn State: Coulomb friction in prismatic joint; the two contacts follow from its equilibrium. Assumes rigid parts
/// that touch at the two ends of the guide alone.
/// Reconstructed: the notes name the case, but their equations are not at hand.
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
