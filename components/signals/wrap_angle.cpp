#include "stribeck/component.hpp"

namespace stribeck::signals {

/// An angle brought into one turn: it jumps by a whole turn where it leaves it.
///     y = u - 2 pi n,  n whole:  -pi <= y < pi, or with range positive 0 <= y < 2 pi
/// Each jump is an event.
/// Assumes a signal processed at once.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Math.WrapAngle, is the same.
void wrap_angle(ComponentBuilder& c) {
  const bool positive = c.option("range", "symmetric|positive", "from -pi to pi, or from 0 to 2 pi") == 1;
  const Expression u = c.input("u", "rad", "any angle");
  const Expression y = c.output("y", "rad", "the same within one turn");
  const Expression turns = c.hidden_discrete("turns", "1", "whole turns", 0);
  const Expression place = u / (2 * pi) + (positive ? 0 : 0.5);
  c.when("", place < turns || place >= turns + 1, {{turns, floor(place)}});
  c.relation("angle", y == u - 2 * pi * turns);
}

}  // namespace stribeck::signals
