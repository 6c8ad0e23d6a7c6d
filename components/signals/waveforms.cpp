#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal that never changes.
///     y = value
/// Assumes nothing.
/// Source: definition.
void constant(ComponentBuilder& c) {
  auto value = c.parameter("value", required, "any:u", "value of the signal");
  const Expression y = c.output("y", "any:u", "the signal");
  c.relation("value", y == value);
}

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

/// A sine wave that dies away.
///     y = offset + amplitude exp(-damping (t - start_time)) sin(2 pi frequency (t - start_time) + phase) from start_time on, offset before
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition.
void damped_sine(ComponentBuilder& c) {
  auto amplitude = c.parameter("amplitude", 1, "any:u", "of the envelope at start_time");
  auto frequency = c.parameter("frequency", 1, "Hz", "periods per second").at_least(0);
  auto damping = c.parameter("damping", 1, "1/s", "share of its amplitude that it loses per second").at_least(0);
  auto phase = c.parameter("phase", 0, "rad", "angle at start_time");
  auto offset = c.parameter("offset", 0, "any:u", "mean value");
  auto start = c.parameter("start_time", 0, "s", "when the wave begins");
  const Expression y = c.output("y", "any:u", "the signal");
  const Expression elapsed = c.time() - start;
  const Expression wave = amplitude * exp(-damping * elapsed) * sin(2 * pi * frequency * elapsed + phase);
  c.relation("wave", y == offset + if_else(elapsed >= 0, wave, 0));
}

/// A sine wave whose frequency sweeps from one value to another.
///     y = offset + amplitude sin(phase + 2 pi integral of f),  f the frequency: f_1 at start_time, f_2 a duration later and on
/// A linear sweep spends as long on every hertz, an exponential one on every octave. Before start_time y = offset + amplitude sin(phase).
/// Assumes a time that the run itself keeps, so that edges and kinks fall on steps of the solver.
/// Source: definition; the phase is the integral of the frequency.
void chirp(ComponentBuilder& c) {
  const bool exponential = c.option<bool>("sweep", {{"linear", false}, {"exponential", true}}, "how the frequency changes with time");
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

/// A train of pulses with slanted edges.
///     y = offset + amplitude h
///     h rises from 0 to 1 during `rising`, stays for `width`, falls during `falling`, rests till the period ends
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

/// Noise: a new random number every period, held until the next.
///     y(t) = mean + standard_deviation r_k,  offset + k T <= t < offset + (k + 1) T
/// r_k: number k of the sequence `seed`, of mean 0 and variance 1, normal or even (then within sqrt(3) = 1.73 standard deviations). Numbers
/// of a sequence are independent; blocks with the same seed give the same numbers, on every machine and in every run.
/// Power density, two-sided, per Hz: S(f) = standard_deviation^2 T (sin(pi f T)/(pi f T))^2, flat to 1 dB up to 0.26/T: for white noise of
/// density S make T short against the motion and standard_deviation = sqrt(S/T). Generator: SplitMix64's mixing of seed and k.
/// Assumes that the generator's numbers are independent, for which it has been tested by others.
/// Source: SplitMix64: Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA; the density is the square of a
/// zero-order hold's response.
void noise(ComponentBuilder& c) {
  const bool is_even = c.option<bool>("distribution", {{"normal", false}, {"uniform", true}}, "how the numbers are distributed");
  const Expression y = c.output("y", "any:y", "the noise");
  auto period = c.parameter("period", 0.01, "s", "time between numbers").above(0);
  auto offset = c.parameter("offset", 0, "s", "time at which a number begins");
  auto mean = c.parameter("mean", 0, "any:y", "mean of the numbers");
  auto deviation = c.parameter("standard_deviation", 1, "any:y", "root of their variance").at_least(0);
  auto seed = c.parameter("seed", 1, "1", "which sequence: a whole number");
  seed.at_most(floor(seed));
  const Expression k = floor((c.time() - offset) / period);
  const Expression number = is_even ? std::sqrt(12.0) * (uniform_random(seed, k) - 0.5) : normal_random(seed, k);
  c.relation("noise", y == mean + deviation * number);
}

}  // namespace stribeck::signals
