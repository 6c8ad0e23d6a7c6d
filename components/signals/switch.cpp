#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Passes on one of two signals, as a third one decides.
///     y = u1 while control >= threshold, else u2
/// Logic signals are 0 and 1, so that the default threshold fits them.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void switch_(ComponentBuilder& c) {  // NOLINT(readability-identifier-naming): the name is a keyword
  const Expression u1 = c.input("u1", "any:u", "what is passed on while the control is high");
  const Expression u2 = c.input("u2", "any:u", "what is passed on while it is low");
  const Expression control = c.input("control", "any:control", "what decides");
  auto threshold = c.parameter("threshold", 0.5, "any:control", "from which on the control counts as high");
  const Expression y = c.output("y", "any:u", "the signal that is passed on");
  c.relation("switch", y == if_else(control >= threshold, u1, u2));
}

}  // namespace stribeck::signals
