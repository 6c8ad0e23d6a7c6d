#pragma once
// Units behind numbers, as a person reads them.
#include <string>
#include <string_view>

#include "base/units.h"

namespace stribeck {

/// What is written behind a number in this unit: nothing for a pure number ("1") and for a unit that follows what is connected ("any",
/// "any:u").
std::string_view shown_unit(std::string_view unit);
/// "2.5 kN", "0.5"
std::string with_unit(std::string number, std::string_view unit);
/// Whether an SI prefix before the whole unit multiplies it once. Not so for "m^2" (mm^2 are (mm)^2), "kg", "1/s", "deg", pure numbers.
bool takes_prefix(std::string_view unit);
/// "kg*m/s^2", "of a pure number": after "the dimension".
std::string dimension_words(const Dimension& dimension);

}  // namespace stribeck
