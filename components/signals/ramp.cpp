#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that changes evenly from one value to another.
///     y = offset + height (t - start_time)/duration during the ramp; constant before and after
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void ramp(ComponentBuilder& c) {
  auto offset = c.parameter("offset", 0, "any:u", "value before the ramp");
  auto height = c.parameter("height", 1, "any:u", "change over the whole ramp");
  auto duration = c.parameter("duration", 1, "s", "time that the ramp takes").above(0);
  auto start = c.parameter("start_time", 0, "s", "when the ramp begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression elapsed = c.time() - start;
  const Expression rising = if_else(elapsed >= duration, height, height * elapsed / duration);
  c.relation("ramp", y == offset + if_else(elapsed >= 0, rising, 0));
}

}  // namespace stribeck::signals
