#include "base/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace stribeck {
namespace {

constexpr int kMostDigits = 15;  // decimals of so many digits are told apart by doubles: the shortest text of a double is what was written
constexpr int kInstantDigits = 12;  // an instant that is no such decimal is near one by chance in less than one case of a hundred
constexpr int kLargestExact = 22;   // 10^22 is the largest power of ten that is a double
constexpr int kLargestPower = 30;   // of prefixes and products of them
constexpr std::int64_t kWhole = std::int64_t{1} << 53;  // whole numbers up to here are doubles

constexpr std::array<double, kLargestExact + 1> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// digits * 10^exponent
struct Decimal {
  std::int64_t digits = 0;
  int exponent = 0;
};

/// The shortest decimal of a double; nothing if it is not finite.
std::optional<Decimal> shortest(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  std::array<char, 40> text;
  const char* end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
  const std::string_view all(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t e = all.find('e');
  Decimal found;
  for (const char c : all.substr(0, e))
    if (c >= '0' && c <= '9') found.digits = 10 * found.digits + (c - '0');
  const std::size_t point = all.find('.');
  const char* power = all.data() + e + (all[e + 1] == '+' ? 2 : 1);
  std::from_chars(power, end, found.exponent);
  if (point != std::string_view::npos) found.exponent -= static_cast<int>(e - point) - 1;
  if (value < 0) found.digits = -found.digits;
  return found;
}

bool is_short(const Decimal& decimal) { return std::abs(decimal.digits) < static_cast<std::int64_t>(kPowers[kMostDigits]); }

/// The nearest double to a whole number times a power of ten.
double nearest(std::int64_t digits, int exponent) {
  if (std::abs(digits) < kWhole && std::abs(exponent) <= kLargestExact) {  // both are doubles, so that one operation rounds once
    const auto whole = static_cast<double>(digits);
    const double power = kPowers[static_cast<std::size_t>(std::abs(exponent))];
    return exponent < 0 ? whole / power : whole * power;
  }
  const std::string text = std::to_string(digits) + "e" + std::to_string(exponent);
  return std::strtod(text.c_str(), nullptr);  // too large is infinite, too small 0
}

/// n of 10^n.
std::optional<int> power_of_ten(double factor) {
  if (!(factor > 0) || !std::isfinite(factor)) return std::nullopt;
  const int n = static_cast<int>(std::lround(std::log10(factor)));
  if (n == 0 || std::abs(n) > kLargestPower || nearest(1, n) != factor) return std::nullopt;
  return n;
}

/// value * 10^shift
std::optional<double> shifted(double value, int shift) {
  const auto decimal = shortest(value);
  if (!decimal) return std::nullopt;
  return nearest(decimal->digits, decimal->exponent + shift);
}

std::optional<std::int64_t> in_units_of(const Decimal& decimal, int exponent) {
  std::int64_t digits = decimal.digits;
  for (int k = decimal.exponent; k > exponent && digits != 0; --k)
    if (__builtin_mul_overflow(digits, 10, &digits)) return std::nullopt;
  return digits;
}

}  // namespace

double to_si(double value, double factor, double offset) {
  const double product = value * factor;
  if (factor == 1 || value == 0) return product + offset;
  const auto power = power_of_ten(factor);
  return (power ? shifted(value, *power).value_or(product) : product) + offset;
}

double from_si(double si, double factor, double offset) {
  const double value = si - offset;
  if (factor == 1 || value == 0) return value / factor;
  const auto power = power_of_ten(factor);
  return power ? shifted(value, -*power).value_or(value / factor) : value / factor;
}

bool is_power_of_ten(double factor) { return factor == 1 || power_of_ten(factor).has_value(); }

DecimalGrid::DecimalGrid(double start, double step) : start_(start), step_(step) {
  const auto from = shortest(start), by = shortest(step);
  if (!from || !by || !is_short(*from) || !is_short(*by)) return;
  exponent_ = from->digits == 0 ? by->exponent : std::min(from->exponent, by->exponent);
  const auto start_units = in_units_of(*from, exponent_), step_units = in_units_of(*by, exponent_);
  if (!start_units || !step_units) return;
  start_units_ = *start_units, step_units_ = *step_units;
  is_decimal_ = true;
}

double DecimalGrid::at(std::int64_t k) const {
  if (!is_decimal_) return std::fma(static_cast<double>(k), step_, start_);
  std::int64_t units = 0;
  if (__builtin_mul_overflow(k, step_units_, &units) || __builtin_add_overflow(units, start_units_, &units))
    return std::fma(static_cast<double>(k), step_, start_);
  return nearest(units, exponent_);
}

double DecimalGrid::step_of(double span, std::int64_t parts) { return without_rounding(span / static_cast<double>(parts)); }

double without_rounding(double value) {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();  // of a product, a sum, and the numbers in them
  std::array<char, 40> text;
  const char* end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, kInstantDigits).ptr;
  double decimal = value;
  std::from_chars(text.data(), end, decimal);
  return std::fabs(decimal - value) <= kRounding * std::fabs(value) ? decimal : value;
}

}  // namespace stribeck
