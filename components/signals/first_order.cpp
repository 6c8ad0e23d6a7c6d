#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Lag of the first order: follows its input with one time constant.
///     T dy/dt + y = k u
/// After a step y has gone 63 % of the way in T, 95 % in 3 T. The target of x says where y begins.
/// Assumes a linear system.
/// Source: definition; k/(1 + T s).
void first_order(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto k = c.parameter("gain", 1, "any:k", "y over u at rest");
  auto T = c.parameter("time_constant", 1, "s", "time constant").above(0);
  const Expression y = c.output("y", "any:y", "the signal that follows");
  const Expression x = c.variable("x", "any:y", "the signal that follows");
  c.relation("lag", T * der(x) == k * u - x);
  c.relation("output", y == x);
}

}  // namespace stribeck::signals
