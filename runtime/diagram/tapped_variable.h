#pragma once
// Variables as signals: a connection may name any variable of a component, as if it were an output.
#include <cstdint>
#include <string_view>

#include "diagram/reading.h"

namespace stribeck {

/// Gives the instance a record with one output more, which has the name and the value of a variable, of a quantity of a port ("I.w"), or of
/// the power that it turns into heat ("loss"). Returns the number of that connector, -1 if there is nothing of that name.
std::int32_t tap_variable(Reading& reading, std::int32_t instance, std::string_view name);

}  // namespace stribeck
