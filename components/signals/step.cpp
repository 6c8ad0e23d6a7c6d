#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that jumps once.
///     y = offset before start_time, offset + height from then on
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void step(ComponentBuilder& c) {
  auto offset = c.parameter("offset", 0, "any:u", "value before the step");
  auto height = c.parameter("height", 1, "any:u", "size of the step");
  auto start = c.parameter("start_time", 0, "s", "when the step happens");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("step", y == offset + if_else(c.time() >= start, height, 0));
}

}  // namespace stribeck::signals
