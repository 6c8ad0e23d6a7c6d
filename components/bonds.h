#pragma once
// Friction by bonds that bend, break and form anew, one by one.
#include <string>
#include <vector>

#include "friction_family.h"

namespace stribeck::partial {

inline void bristle_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const int count = c.count("bristles", 20, 1, 100, "number of bonds");
  const Parameter stiction =
      element.level(words.stiction, 25, "static_coefficient", 0.4, "what all bonds carry just before they break").above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "of all bonds together").above(0);
  const Parameter spread =
      c.parameter("spread", 1, "1", "how far ahead a bond forms at most, over the deflection at which it breaks").between(0, 1);
  Parameter seed = c.parameter("seed", 1, "1", "which sequence of random numbers: a whole number");
  seed.at_most(floor(seed));
  const Expression v = element.velocity(), most = stiction / stiffness;
  const Expression x = c.variable("x", words.domain.position_unit, "way slid since the start");
  c.relation("way", der(x) == v);
  Expression bend = 0, squares = 0;
  std::vector<Assignment> sliding;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression root = c.hidden_discrete(("root" + number).c_str(), words.domain.position_unit, "where the bond is rooted", 0);
    const Expression broken = c.hidden_discrete(("broken" + number).c_str(), "1", "how often the bond broke", 0);
    const Expression deflection = x - root, ahead = spread * most * uniform_random(seed, count * broken + (i - 1));
    c.when(("bond " + number + " breaks forwards").c_str(), deflection >= most && v > 0, {{root, x + ahead}, {broken, broken + 1}});
    c.when(("bond " + number + " breaks backwards").c_str(), deflection <= -most && v < 0, {{root, x - ahead}, {broken, broken + 1}});
    // After a long slip a bond is anywhere between its roots, which lie up to `spread` ahead, and its break: the chance to be below y
    // grows as (y + spread)^2/(2 spread) up to y = 0 and evenly from there. The bonds share it evenly.
    const Expression place = (i - 0.5) / count * (1 + spread / 2);
    const Expression y = max(place - spread / 2, 0) + sqrt(2 * spread * min(place, spread / 2)) - spread;
    sliding.push_back({root, x - sign(v) * most * y});
    bend = bend + deflection;
    squares = squares + square(deflection);
  }
  start_as_given_or_sliding(c, sliding);
  const Expression z = c.named("z", words.domain.position_unit, "mean deflection of the bonds", bend / count);
  element.law("bonds in parallel", stiffness * z, element.viscous() * v);
  element.stores(stiffness / (2 * count) * squares, stiffness * z * v);
}

}  // namespace stribeck::partial
