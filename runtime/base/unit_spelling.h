#pragma once
// Units as people type them: "Nm", "kgm2", "RPM". They are read, and whoever asks is told how they are usually written.
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace stribeck {

/// A unit in another spelling: a product without its sign, or a name in other letters. An exponent behind it belongs to its last factor, as
/// in kgm^2.
struct TypedUnit {
  std::string first;  ///< all but the last factor, as it is usually written: "N"; empty if there is one factor only
  std::string last;   ///< "m"
};

/// A name in a spelling of the table, with an SI prefix where it takes one; hyphens between its letters do not count ("ft-lb"). None of
/// them is the usual name of another unit, but for "Grad", which is German for degrees and not a thousand million radians.
std::optional<TypedUnit> find_typed_unit(std::string_view name);

/// How the unit is usually written: "N*m/rad" for "Nm/rad"; empty if it is written so already, or is no unit.
std::string usual_spelling(std::string_view unit);

/// A unit of the wanted dimension that differs from the written one by small and capital letters alone: "N*m" for "nm"; may be empty.
std::string other_case(std::string_view unit, const Dimension& wanted);

}  // namespace stribeck
