#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that rises and falls evenly, again and again.
///     y = offset + amplitude h;  h goes from 0 to 1 to -1 and back to 0 in a period, as a sine does
/// Begins at start_time; offset before. The run steps exactly to every corner.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void triangle(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "half the distance from peak to peak");
  auto period = c.parameter("period", 1, "s", "from one peak to the next").above(0);
  auto offset = c.parameter("offset", 0, "any:u", "mean value");
  auto start = c.parameter("start_time", 0, "s", "when it begins to rise from its mean");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression periods = (c.time() - start) / period + 0.25;  // from a trough
  const Expression begun = floor(periods), turned = floor(periods - 0.5);
  const Expression passed = periods - begun, falls = begun - turned - 1;  // 0 while it rises, -1 while it falls
  const Expression height = (1 + 2 * falls) * (4 * passed - 1) - 2 * falls;
  c.relation("wave", y == offset + amplitude * if_else(c.time() >= start, height, 0));
}

}  // namespace stribeck::signals
