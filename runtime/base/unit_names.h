#pragma once
// The built-in table of unit names: what a diagram usually holds, found without reading a database from disk.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace stribeck {

/// A single name of the table, with an SI prefix where the name takes one: "mm", "kN", "deg", "rpm".
std::optional<Unit> find_unit_name(std::string_view name);
/// The names of the table without prefixes, in its order.
std::vector<std::string> unit_names();
/// A single name looked up in udunits2, whose database is read at the first call (about 9 ms). Logarithmic and time-stamp units are none.
std::optional<Unit> find_udunits_name(std::string_view name);

}  // namespace stribeck
