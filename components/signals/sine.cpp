#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A sine wave that begins at start_time.
///     y = offset + amplitude sin(2 pi frequency (t - start_time) + phase) from start_time on, offset before
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void sine(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "half the distance from peak to peak");
  auto frequency = c.parameter("frequency", 1, "Hz", "periods per second").at_least(0);
  auto phase = c.parameter("phase", 0, "rad", "angle at start_time");
  auto offset = c.parameter("offset", 0, "any:u", "mean value");
  auto start = c.parameter("start_time", 0, "s", "when the wave begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression wave = amplitude * sin(2 * pi * frequency * (c.time() - start) + phase);
  c.relation("wave", y == offset + if_else(c.time() >= start, wave, 0));
}

}  // namespace stribeck::signals
