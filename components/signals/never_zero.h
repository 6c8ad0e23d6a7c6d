#pragma once
// What a run must not go on with: a function outside what it is defined for.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Ends the run with that sentence where `u` is zero or has changed its sign.
inline void never_zero(ComponentBuilder& c, const Expression& u, const Text& sentence) {
  const Expression side = c.hidden_discrete("side", "1", "sign with which the run began", 0);
  const auto first = [&](double sign) { return if_else(abs(side) > 0, side, sign); };
  c.when("", u > 0, {{side, first(1)}});
  c.when("", u < 0, {{side, first(-1)}});
  c.require(u > 0 || u < 0, sentence);
  c.require(side * u >= 0, sentence);
}

}  // namespace stribeck::partial
