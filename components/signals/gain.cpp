#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal times a factor.
///     y = gain u
/// The factor may have a unit: "40 N*m/rad" makes a torque of an angle.
/// y has the unit of the gain times that of u; a gain that is a bare number leaves it open.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void gain(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto gain = c.parameter("gain", 1, "any:gain", "the factor");
  const Expression y = c.output("y", "any:y", "the product");
  c.relation("product", y == gain * u);
}

}  // namespace stribeck::signals
