#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that rises evenly and falls back at once, again and again.
///     y = offset + amplitude p,  p = share of the period that has passed, from start_time on; offset before
/// The run steps exactly to every jump.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void sawtooth(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "what it rises by");
  auto period = c.parameter("period", 1, "s", "from one jump to the next").above(0);
  auto offset = c.parameter("offset", 0, "any:u", "value after a jump");
  auto start = c.parameter("start_time", 0, "s", "when it begins to rise");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression periods = (c.time() - start) / period;
  c.relation("teeth", y == offset + amplitude * if_else(c.time() >= start, periods - floor(periods), 0));
}

}  // namespace stribeck::signals
