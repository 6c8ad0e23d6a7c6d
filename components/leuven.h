#pragma once
// The Leuven model: bristles whose force is that of slip elements, hysteresis that remembers every reversal.
#include "maxwell_slip.h"

namespace stribeck::partial {

inline void leuven_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const LevelShape shape = level_shape(c);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter exponent = c.parameter("exponent", 1, "1", "how late the deflection gives way to slip").between(1, 10);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "of the bristles").at_least(0);
  SlipElements elements(element, "1");
  const Expression v = element.velocity(), level = falling_level(c, shape, v, coulomb, stiction, reference);
  const Expression rate = c.variable("z_rate", words.domain.across_unit, "rate of the deflection");
  const Expression whole = elements.whole();
  for (int i = 0; i < elements.count(); ++i)
    elements.add(i, rate, elements.level(i) / whole * stiction, [](const Expression&, const Expression&) -> Expression { return 0; });
  const Expression used = elements.sum() / level;
  constexpr double kLeast = 1e-9;  // powers below one have no slope at zero
  // One product, whose sign is that of its factors: bounds of a difference of two large terms say little of when the deflection turns.
  c.relation("deflection", rate == v * (1 - sign(v) * used * pow(max(abs(used), kLeast), exponent - 1)));
  elements.start(v, level);
  element.law("Leuven friction", elements.sum() + damping * rate, element.viscous() * v);
  elements.stores();
}

}  // namespace stribeck::partial
