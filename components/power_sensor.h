#pragma once
// What the power sensors of both domains share.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// A rigid link from R to C that tells the power through it and the energy that has gone; `rigid` describes its position.
inline void power_sensor(ComponentBuilder& c, const DomainWords& words, const char* rigid) {
  const Port r = c.port("R", words.name, "the side that the power comes from");
  const Port k = c.port("C", words.name, "the side that it goes to");
  const Expression transmitted = c.variable(words.through, words.through_unit, words.through_doc);
  const Expression power = c.output("P", "W", "power transmitted from R to C");
  const Expression energy = c.output("E", "J", "energy transmitted so far");
  const Expression sum = c.hidden_variable("sum", "J", "energy transmitted so far");
  c.fixed_displacement(r, k, words.position, rigid, 0);
  c.relation("force on R", r.through() == transmitted);
  c.relation("force on C", k.through() == -transmitted);
  c.relation("power", power == transmitted * r.across());
  c.relation("energy", der(sum) == power);
  c.relation("energy shown", energy == sum);
  c.causality(transmitted, indifferent);
}

}  // namespace stribeck::partial
