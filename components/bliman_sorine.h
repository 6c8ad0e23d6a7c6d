#pragma once
// The friction of Bliman and Sorine.
#include "friction_family.h"

namespace stribeck::partial {

/// Two Dahl-like parts, of which the slower one pulls the other way. `overshoot` zero leaves the first.
inline void bliman_sorine_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const bool second = c.option("order", "second|first", "second: with a peak before steady slip; first: without") == 0;
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter distance = element.distance("settling_distance", 0.001, "over which friction settles").above(0);
  const Expression v = element.velocity(), speed = abs(v);
  const auto part = [&](const char* name, const Expression& level, const Expression& over, const char* doc) {
    const Expression x = c.variable(name, element.loaded() ? "1" : words.force_unit, doc);
    c.relation(name, der(x) == (level * v - speed * x) / over);
    return x;
  };
  if (!second) {
    const Expression x = part("x1", coulomb, distance, "friction over the load");
    start_as_given_or_sliding(c, {{x, sign(v) * coulomb}});
    element.law("Bliman and Sorine's friction", x, element.viscous() * v);
    return element.stores(0.5 * distance / coulomb * square(x), x * (v - speed * x / coulomb));
  }
  const Parameter f2 = element.level("overshoot", 10, "overshoot_coefficient", 0.1, "second: level of the part that pulls back").above(0);
  const Parameter ratio =
      c.parameter("distance_ratio", 0.2, "1", "second: distance of the quick part over that of the slow one").above(0).below(1);

  const Expression f1 = coulomb + f2;
  const Expression x1 = part("x1", f1, ratio * distance, "quick part, over the load");
  const Expression x2 = part("x2", -f2, distance, "slow part, over the load");
  start_as_given_or_sliding(c, {{x1, sign(v) * f1}, {x2, -sign(v) * f2}});
  element.law("Bliman and Sorine's friction", x1 + x2, element.viscous() * v);
  // Its energy is the quadratic form of the Kalman-Yakubovich-Popov lemma, of whose solutions the middle one is taken.
  const Expression q = 2 * ratio * (f1 - ratio * f2) / (square(1 - ratio) * f1 * f2);
  const Expression p = (1 + q * f2) * ratio / f1, r = (q * f1 / ratio - 1) / f2;
  const Expression heat = p / ratio * square(x1) + (1 + 1 / ratio) * q * x1 * x2 + r * square(x2);
  element.stores(0.5 * distance * (p * square(x1) + 2 * q * x1 * x2 + r * square(x2)), (x1 + x2) * v - speed * heat);
}

}  // namespace stribeck::partial
