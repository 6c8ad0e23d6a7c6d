#pragma once
// Variables that are there on request: where a diagram names one, its component gets it.
#include <cstdint>
#include <string_view>

#include "diagram/reading.h"

namespace stribeck {

/// The number of a variable of that name, -1 if there is none. Where the component shows it on request, or where it is the position of a
/// port ("I.position", "I.phi"), `record` becomes one that has this variable, too.
std::int32_t request_variable(Reading& reading, const ComponentRecord*& record, std::string_view name);

}  // namespace stribeck
