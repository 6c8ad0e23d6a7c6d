#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// Friction of Bliman and Sorine: depends on the path alone, not on how fast it is run through; of second order, it peaks before it
/// settles.
///     d = settling_distance, eta = distance_ratio
///     second:  d eta dx_1/dt = f_1 {v} - |{v}| x_1,  d dx_2/dt = -f_2 {v} - |{v}| x_2,  {F} = W (x_1 + x_2) + f {v},  f_1 = {F}_C + f_2
///     first:   d dx_1/dt = {F}_C {v} - |{v}| x_1,  {F} = W x_1 + f {v}
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_C and f_2
/// (overshoot) are coefficients. From rest {F} = f_1 (1 - exp(-s/(eta d))) - f_2 (1 - exp(-s/d)) after the path s; it peaks at s = eta d/(1
/// - eta) ln(f_1/(eta f_2)). Passive.
/// Source: Bliman, Sorine (1995), Easy-to-use realistic dry friction models for automatic control, Proc. 3rd European Control Conf.,
/// 3788-3794.
/// Assumes friction that depends on the path alone, whatever the speed.
/// Accuracy: written after accounts of the source from memory, not checked against it.
void bliman_sorine_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const bool second =
      c.option<bool>("order", {{"second", true}, {"first", false}}, "second: with a peak before steady slip; first: without");
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter distance = element.distance("settling_distance", 0.001, "over which friction settles").above(0);
  const Expression v = element.velocity(), speed = abs(v);
  const auto part = [&](const Text& name, const Expression& level, const Expression& over, const Text& doc) {
    const Expression x = c.variable(name, element.loaded() ? "1" : in("{N}"), doc);
    c.relation(name, der(x) == (level * v - speed * x) / over);
    return x;
  };
  if (!second) {
    const Expression x = part("x1", coulomb, distance, "friction over the load");
    partial::start_as_given_or_sliding(c, {{x, sign(v) * coulomb}});
    element.law("Bliman and Sorine's friction", x, element.viscous() * v);
    return element.stores(0.5 * distance / coulomb * square(x), x * (v - speed * x / coulomb));
  }
  const Parameter f2 = element.level("overshoot", 10, "overshoot_coefficient", 0.1, "second: level of the part that pulls back").above(0);
  const Parameter ratio =
      c.parameter("distance_ratio", 0.2, "1", "second: distance of the quick part over that of the slow one").above(0).below(1);

  const Expression f1 = coulomb + f2;
  const Expression x1 = part("x1", f1, ratio * distance, "quick part, over the load");
  const Expression x2 = part("x2", -f2, distance, "slow part, over the load");
  partial::start_as_given_or_sliding(c, {{x1, sign(v) * f1}, {x2, -sign(v) * f2}});
  element.law("Bliman and Sorine's friction", x1 + x2, element.viscous() * v);
  // Its energy is the quadratic form of the Kalman-Yakubovich-Popov lemma, of whose solutions the middle one is taken.
  const Expression q = 2 * ratio * (f1 - ratio * f2) / (square(1 - ratio) * f1 * f2);
  const Expression p = (1 + q * f2) * ratio / f1, r = (q * f1 / ratio - 1) / f2;
  const Expression heat = p / ratio * square(x1) + (1 + 1 / ratio) * q * x1 * x2 + r * square(x2);
  element.stores(0.5 * distance * (p * square(x1) + 2 * q * x1 * x2 + r * square(x2)), (x1 + x2) * v - speed * heat);
}

}  // namespace stribeck
