#include "stribeck/component.hpp"

namespace stribeck::signals {

/// What is wanted minus what is there: the error that a controller works on.
///     y = u1 - u2
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void feedback(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any:u", "what is wanted");
  const Expression u2 = c.input("u2", "any:u", "what is there");
  const Expression y = c.output("y", "any:u", "the error");
  c.relation("difference", y == u1 - u2);
}

}  // namespace stribeck::signals
