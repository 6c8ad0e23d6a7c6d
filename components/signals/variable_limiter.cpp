#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Keeps a signal between two limits that are signals themselves.
///     y = u,  but not above upper nor below lower
/// Should lower rise above upper, the upper limit holds.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void variable_limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression upper = c.input("upper", "any:u", "greatest value");
  const Expression lower = c.input("lower", "any:u", "least value");
  const Expression y = c.output("y", "any:u", "the signal within the limits");
  c.relation("limits", y == if_else(u >= upper, upper, if_else(lower >= upper, upper, if_else(u <= lower, lower, u))));
}

}  // namespace stribeck::signals
