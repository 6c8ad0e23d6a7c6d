#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal raised to a fixed power.
///     y = u^exponent, or sign(u) |u|^exponent by `sign`
/// Without a sign of its own a negative signal needs a whole exponent: where it has not, the run ends with an error. A signal that crosses
/// zero wants an exponent of 1 at least.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void power(ComponentBuilder& c) {
  const bool keeps = c.option("sign", "plain|kept", "plain: u^exponent; kept: the size is raised and keeps the sign of u") == 1;
  const Expression u = c.input("u", "any", "the base");
  auto exponent = c.parameter("exponent", 2, "1", "the exponent");
  const Expression y = c.output("y", "any:y", "the power");
  if (!keeps) c.require(u >= 0 || floor(exponent) >= exponent, "a negative base has an exponent that is not whole");
  c.relation("power", y == (keeps ? if_else(u >= 0, 1, -1) * pow(abs(u), exponent) : pow(u, exponent)));
}

}  // namespace stribeck::signals
