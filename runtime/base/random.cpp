#include "base/random.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace stribeck {

namespace {

std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// -0 counts as 0.
std::uint64_t bits_of_whole(double value) { return std::bit_cast<std::uint64_t>(std::floor(value) + 0.0); }

using Polynomial = std::array<double, 8>;

double value_of(const Polynomial& coefficients, double x) {
  double sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

}  // namespace

std::uint64_t random_bits(std::uint64_t key, std::uint64_t count) { return mixed(mixed(key) ^ count); }

double uniform_of(std::uint64_t bits) { return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53; }

double uniform_random(double seed, double count) { return uniform_of(random_bits(bits_of_whole(seed), bits_of_whole(count))); }

double normal_random(double seed, double count) { return normal_quantile(uniform_random(seed, count)); }

double portable_log(double x) {
  constexpr double kLog2 = 0.693147180559945309417;
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent), y = (fraction - 1) / (fraction + 1), square = y * y;  // |y| <= 1/3
  double sum = 0;
  for (int power = 35; power >= 1; power -= 2) sum = sum * square + 1.0 / power;
  return exponent * kLog2 + 2 * y * sum;
}

double portable_exp(double x) {
  if (x > 710) return HUGE_VAL;
  if (x < -746) return 0;
  constexpr double kLog2High = 0x1.62e42feep-1, kLog2Low = 0x1.a39ef35793c76p-33;               // their sum is ln 2; k*kLog2High is exact
  const double k = std::floor(x / kLog2High + 0.5), rest = (x - k * kLog2High) - k * kLog2Low;  // |rest| <= ln(2)/2
  double sum = 1;
  for (int n = 18; n >= 1; --n) sum = 1 + sum * rest / n;
  return std::ldexp(sum, static_cast<int>(k));
}

double normal_quantile(double u) {
  static constexpr Polynomial kA = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                    4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr Polynomial kB = {1.0,
                                    4.2313330701600911252e+1,
                                    6.8718700749205790830e+2,
                                    5.3941960214247511077e+3,
                                    2.1213794301586595867e+4,
                                    3.9307895800092710610e+4,
                                    2.8729085735721942674e+4,
                                    5.2264952788528545610e+3};
  static constexpr Polynomial kC = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                    3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                    2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr Polynomial kD = {1.0,
                                    2.05319162663775882187e0,
                                    1.67638483018380384940e0,
                                    6.89767334985100004550e-1,
                                    1.48103976427480074590e-1,
                                    1.51986665636164571966e-2,
                                    5.47593808499534494600e-4,
                                    1.05075007164441684324e-9};
  static constexpr Polynomial kE = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                    2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr Polynomial kF = {1.0,
                                    5.99832206555887937690e-1,
                                    1.36929880922735805310e-1,
                                    1.48753612908506148525e-2,
                                    7.86869131145613259100e-4,
                                    1.84631831751005468180e-5,
                                    1.42151175831644588870e-7,
                                    2.04426310338993978564e-15};
  const double q = u - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * value_of(kA, r) / value_of(kB, r);
  }
  const double r = std::sqrt(-portable_log(q < 0 ? u : 1 - u));
  const double magnitude = r <= 5 ? value_of(kC, r - 1.6) / value_of(kD, r - 1.6) : value_of(kE, r - 5) / value_of(kF, r - 5);
  return q < 0 ? -magnitude : magnitude;
}

}  // namespace stribeck
