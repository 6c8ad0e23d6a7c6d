#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that rises exponentially towards a value and falls back as it charged: a lag switched on and off.
///     y = offset + height (1 - exp(-(t - start_time)/rise_time_constant)) during rise_time, then falls to offset with its own constant
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition; response of a first-order lag to a rectangular pulse.
void exponentials(ComponentBuilder& c) {
  auto height = c.parameter("height", 1, "any:u", "what it would rise by in the end");
  auto rise_time = c.parameter("rise_time", 0.5, "s", "how long it rises").at_least(0);
  auto rise_constant = c.parameter("rise_time_constant", 0.1, "s", "of the rise").above(0);
  auto fall_constant = c.parameter("fall_time_constant", 0.1, "s", "of the fall").above(0);
  auto offset = c.parameter("offset", 0, "any:u", "value before and long after");
  auto start = c.parameter("start_time", 0, "s", "when it begins to rise");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression elapsed = c.time() - start;
  const Expression reached = -expm1(-rise_time / rise_constant);
  const Expression rising = -expm1(-elapsed / rise_constant), falling = reached * exp(-(elapsed - rise_time) / fall_constant);
  c.relation("curve", y == offset + height * if_else(elapsed >= rise_time, falling, if_else(elapsed >= 0, rising, 0)));
}

}  // namespace stribeck::signals
