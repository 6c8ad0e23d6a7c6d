#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The angle of a point in the plane, all the way round.
///     y = atan2(u1, u2): the angle of the point (u2, u1) from the axis of u2, from -pi to pi
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition of the arc tangent of two arguments.
void arctangent(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any:u", "ordinate of the point");
  const Expression u2 = c.input("u2", "any:u", "abscissa of the point");
  const Expression y = c.output("y", "rad", "the angle");
  c.relation("angle", y == atan2(u1, u2));
}

}  // namespace stribeck::signals
