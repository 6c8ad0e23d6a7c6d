#include "stribeck/component.hpp"

namespace stribeck::signals {

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
  const bool is_even = c.option("distribution", "normal|uniform", "how the numbers are distributed") == 1;
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
