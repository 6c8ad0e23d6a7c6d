#pragma once
// Random numbers that are functions: the same bytes on every machine, in any order, with nothing to keep between calls.

namespace stribeck {

/// Number `count` (rounded down) of the sequence `seed`, evenly distributed in 0 < u < 1. SplitMix64's finaliser of both:
/// Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA, pp. 453-472.
double uniform_random(double seed, double count);
/// The same with normal distribution, mean 0, variance 1: the inverse of its distribution function at uniform_random(), to 16 digits.
/// Wichura (1988), Algorithm AS 241, Applied Statistics 37, pp. 477-484.
double normal_random(double seed, double count);

}  // namespace stribeck
