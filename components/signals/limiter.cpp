#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Keeps a signal between two limits (saturation).
///     y = u,  but not above upper_bound nor below lower_bound
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto lower = c.parameter("lower_bound", -1, "any:u", "least value");
  auto upper = c.parameter("upper_bound", 1, "any:u", "greatest value").above(lower);
  const Expression y = c.output("y", "any:u", "the signal within the limits");
  c.relation("limits", y == if_else(u >= upper, upper, if_else(u <= lower, lower, u)));
}

}  // namespace stribeck::signals
