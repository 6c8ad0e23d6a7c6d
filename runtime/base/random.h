#pragma once
// Random numbers that are functions: the same bytes on every machine, in any order, with nothing to keep between calls.
#include <cstdint>

namespace stribeck {

/// Number `count` of the sequence `key`: 64 bits, by SplitMix64's finaliser of both.
std::uint64_t random_bits(std::uint64_t key, std::uint64_t count);
/// Evenly distributed bits as a number in 0 < u < 1.
double uniform_of(std::uint64_t bits);
/// Of the normal distribution, mean 0, variance 1, in 0 < u < 1, to 16 digits.
/// Wichura (1988), Algorithm AS 241, Applied Statistics 37, pp. 477-484.
double normal_quantile(double u);
/// Natural logarithm of a positive number, and exponential function, out of nothing but sums, products and quotients: libraries differ in
/// the last digit of theirs.
double portable_log(double x);
double portable_exp(double x);

/// Number `count` (rounded down) of the sequence `seed`, evenly distributed in 0 < u < 1. SplitMix64's finaliser of both:
/// Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators, OOPSLA, pp. 453-472.
double uniform_random(double seed, double count);
/// The same with normal distribution: normal_quantile() of uniform_random().
double normal_random(double seed, double count);

}  // namespace stribeck
