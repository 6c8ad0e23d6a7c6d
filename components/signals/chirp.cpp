#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A sine wave whose frequency sweeps from one value to another.
///     y = offset + amplitude sin(phase + 2 pi integral of f),  f from f_1 at start_time to f_2 a duration later, f_2 from then on
/// A linear sweep spends as long on every hertz, an exponential one on every octave. Before start_time y = offset + amplitude sin(phase).
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition; the phase is the integral of the frequency.
void chirp(ComponentBuilder& c) {
  const bool exponential = c.option("sweep", "linear|exponential", "how the frequency changes with time") == 1;
  auto amplitude = c.parameter("amplitude", 1, "any:u", "half the distance from peak to peak");
  auto first = c.parameter("start_frequency", 0.1, "Hz", "f_1, at start_time").above(0);
  auto last = c.parameter("stop_frequency", 10, "Hz", "f_2, after the sweep; not f_1").above(0);
  auto duration = c.parameter("duration", 10, "s", "of the sweep").above(0);
  auto phase = c.parameter("phase", 0, "rad", "angle at start_time");
  auto offset = c.parameter("offset", 0, "any:u", "mean value");
  auto start = c.parameter("start_time", 0, "s", "when the sweep begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression elapsed = c.time() - start, share = elapsed / duration;
  const Expression octaves = log(last / first);
  const Expression turns =
      exponential ? first * duration * expm1(octaves * share) / octaves : elapsed * (first + 0.5 * (last - first) * share);
  const Expression turned = exponential ? (last - first) * duration / octaves : 0.5 * (first + last) * duration;
  const Expression angle = if_else(elapsed >= duration, turned + last * (elapsed - duration), if_else(elapsed >= 0, turns, 0));
  c.relation("wave", y == offset + amplitude * sin(2 * pi * angle + phase));
}

}  // namespace stribeck::signals
