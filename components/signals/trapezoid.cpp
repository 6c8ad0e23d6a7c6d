#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A train of pulses with slanted edges.
///     y = offset + amplitude h,  h rises from 0 to 1 during `rising`, stays for `width`, falls during `falling`, rests till the period
///     ends
/// Begins at start_time; offset before. The run steps exactly to every corner.
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void trapezoid(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "height of the pulses");
  auto period = c.parameter("period", 1, "s", "from the start of one to the start of the next").above(0);
  auto rising = c.parameter("rising", 0.1, "s", "time of the rising edge").above(0);
  auto falling = c.parameter("falling", 0.1, "s", "time of the falling edge").above(0);
  auto width = c.parameter("width", 0.4, "s", "time at the full height; the three together are shorter than the period")
                   .at_least(0)
                   .below(period - rising - falling);
  auto offset = c.parameter("offset", 0, "any:u", "value between the pulses");
  auto start = c.parameter("start_time", 0, "s", "when the first one begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression periods = (c.time() - start) / period;
  // How many pulses have begun to rise, reached their height, begun to fall, ended.
  const Expression begun = floor(periods), full = floor(periods - rising / period);
  const Expression leaving = floor(periods - (rising + width) / period), ended = floor(periods - (rising + width + falling) / period);
  const Expression passed = period * (periods - begun);
  const Expression height =
      (begun - full) * (passed / rising) + (full - leaving) + (leaving - ended) * ((rising + width + falling - passed) / falling);
  c.relation("pulses", y == offset + amplitude * if_else(c.time() >= start, height, 0));
}

}  // namespace stribeck::signals
