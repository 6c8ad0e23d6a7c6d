#include "../defined.h"

namespace stribeck::signals {

/// A signal divided by another, which must not become zero.
///     y = u1 / u2
/// Where the divisor becomes zero the run ends with an error that says so.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void division(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any", "what is divided");
  const Expression u2 = c.input("u2", "any", "what it is divided by");
  const Expression y = c.output("y", "any:y", "the quotient");
  partial::never_zero(c, u2, "the divisor is zero");
  c.relation("quotient", y == u1 / u2);
}

}  // namespace stribeck::signals
