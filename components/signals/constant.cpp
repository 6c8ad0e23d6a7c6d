#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that never changes.
///     y = value
/// Assumes nothing.
/// Source: definition.
void constant(ComponentBuilder& c) {
  auto value = c.parameter("value", required, "any:u", "value of the signal");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("value", y == value);
}

}  // namespace stribeck::signals
