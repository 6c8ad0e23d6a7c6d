#pragma once
// Text as pages show it, and drawings put together.
#include <string>
#include <string_view>
#include <vector>

#include "base/xml.h"

namespace stribeck {

/// Of formulas written by the letters of a keyboard: with the signs of the field, "≥" in place of ">=".
std::string with_signs(std::string text);
/// A number, a unit behind it perhaps, with minus signs in place of hyphens: of its value and of its exponent.
std::string with_minus(std::string number);

/// Drawings in SVG one below the other, each with a width and a height in its first tag.
std::string stacked(const std::vector<std::string>& drawings);

}  // namespace stribeck
