#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A train of rectangular pulses.
///     y = offset + amplitude during the first width of every period from start_time on, offset between them and before
/// A width of half the period is a square wave. The run steps exactly to every edge.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void pulse(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "height of the pulses");
  auto period = c.parameter("period", 1, "s", "from the start of one to the start of the next").above(0);
  auto width = c.parameter("width", 0.5, "1", "share of the period that a pulse takes").above(0).below(1);
  auto offset = c.parameter("offset", 0, "any:u", "value between the pulses");
  auto start = c.parameter("start_time", 0, "s", "when the first one begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression periods = (c.time() - start) / period;
  const Expression high = floor(periods) - floor(periods - width);
  c.relation("pulses", y == offset + amplitude * if_else(c.time() >= start, high, 0));
}

}  // namespace stribeck::signals
