#pragma once
// Physical dimensions and unit strings. Angles are dimensionless, as in the SI.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stribeck {

/// Exponents of the SI base units m, kg, s, A, K, mol, cd, in sixths (so that square and cube roots stay exact).
struct Dimension {
  std::array<std::int8_t, 7> sixths{};
  bool any = false;  ///< not known or not checked: agrees with every dimension

  static Dimension unchecked();
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// True if the two may be added, compared or connected: equal, or one of them unchecked.
bool agree(const Dimension& a, const Dimension& b);
Dimension product(const Dimension& a, const Dimension& b);
Dimension quotient(const Dimension& a, const Dimension& b);
/// a to the power numerator/denominator; unchecked if the result does not fit sixths.
Dimension power(const Dimension& a, int numerator, int denominator = 1);
/// "kg*m^2/s^2"; "1" for a pure number.
std::string to_text(const Dimension& dimension);

/// value_si = value * factor + offset.
struct Unit {
  Dimension dimension;
  double factor = 1;
  double offset = 0;
};

/// Reads "N*m/(rad/s)", "kg m^2", "rpm", "deg", "mm", "degC", "1", "". Names that the built-in table lacks are looked up in udunits2.
/// Nothing if it is not a unit; `unknown_name` (if given) receives the offending part.
std::optional<Unit> parse_unit(std::string_view text, std::string* unknown_name = nullptr);

/// A number with its dimension, in SI.
struct Quantity {
  double value = 0;
  Dimension dimension;
  bool has_unit = false;  ///< false for a bare number, which agrees with any dimension
};

/// Reads "100 rpm", "-1.5e3 N*m/rad", "0.2": a number, then optionally a unit. Nothing if it is not one.
std::optional<Quantity> parse_quantity(std::string_view text, std::string* unknown_unit = nullptr);

}  // namespace stribeck
