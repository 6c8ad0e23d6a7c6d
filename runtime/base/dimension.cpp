#include <fmt/format.h>

#include <limits>

#include "base/units.h"

namespace stribeck {
namespace {

constexpr int kSixths = 6;

struct BaseUnit {
  std::string_view symbol;
  std::size_t index;
};
/// In the order in which they are printed.
constexpr std::array<BaseUnit, 7> kBaseUnits{{{"kg", 1}, {"m", 0}, {"s", 2}, {"A", 3}, {"K", 4}, {"mol", 5}, {"cd", 6}}};

/// Writes `value` to an exponent; makes the whole dimension unchecked if it does not fit.
void store(Dimension& dimension, std::size_t index, int value) {
  if (value < std::numeric_limits<std::int8_t>::min() || value > std::numeric_limits<std::int8_t>::max()) {
    dimension = Dimension::unchecked();
  } else if (!dimension.any) {
    dimension.sixths[index] = static_cast<std::int8_t>(value);
  }
}

Dimension combined(const Dimension& a, const Dimension& b, int sign) {
  Dimension result;
  result.any = a.any || b.any;
  for (std::size_t i = 0; i < a.sixths.size() && !result.any; ++i) store(result, i, a.sixths[i] + sign * b.sixths[i]);
  return result;
}

std::string factor_text(std::string_view symbol, int sixths) {
  if (sixths == kSixths) return std::string(symbol);
  if (sixths % kSixths == 0) return fmt::format("{}^{}", symbol, sixths / kSixths);
  if (sixths % 3 == 0) return fmt::format("{}^({}/2)", symbol, sixths / 3);
  if (sixths % 2 == 0) return fmt::format("{}^({}/3)", symbol, sixths / 2);
  return fmt::format("{}^({}/6)", symbol, sixths);
}

}  // namespace

Dimension Dimension::unchecked() {
  Dimension result;
  result.any = true;
  return result;
}

bool agree(const Dimension& a, const Dimension& b) { return a.any || b.any || a.sixths == b.sixths; }

Dimension product(const Dimension& a, const Dimension& b) { return combined(a, b, 1); }

Dimension quotient(const Dimension& a, const Dimension& b) { return combined(a, b, -1); }

Dimension power(const Dimension& a, int numerator, int denominator) {
  Dimension result;
  result.any = a.any || denominator == 0;
  for (std::size_t i = 0; i < a.sixths.size() && !result.any; ++i) {
    const std::int64_t scaled = std::int64_t{a.sixths[i]} * numerator;
    const std::int64_t quotient = scaled / denominator;
    const bool fits = scaled % denominator == 0 && quotient > -1000 && quotient < 1000;
    if (fits) {
      store(result, i, static_cast<int>(quotient));
    } else {
      result = Dimension::unchecked();
    }
  }
  return result;
}

std::string to_text(const Dimension& dimension) {
  if (dimension.any) return "any";
  std::string above, below;
  int divisors = 0;
  for (const auto& [symbol, index] : kBaseUnits) {
    const int sixths = dimension.sixths[index];
    if (sixths > 0) above += (above.empty() ? "" : "*") + factor_text(symbol, sixths);
    if (sixths < 0) {
      below += (below.empty() ? "" : "*") + factor_text(symbol, -sixths);
      ++divisors;
    }
  }
  if (above.empty()) above = "1";
  if (divisors == 0) return above;
  return divisors == 1 ? fmt::format("{}/{}", above, below) : fmt::format("{}/({})", above, below);
}

}  // namespace stribeck
