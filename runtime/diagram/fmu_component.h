#pragma once
// { "type": "fmu", "file": "pump.fmu" }: a component whose type is what the FMU says of itself.
#include <array>
#include <string_view>

#include "diagram/reading.h"

namespace stribeck {

inline constexpr std::string_view kFmuType = "fmu";
inline constexpr std::array<std::string_view, 10> kFmuKeys{"type",    "file",       "count",   "parameters",     "start",
                                                           "signals", "time_limit", "isolate", "initial_inputs", "interface"};

/// The record of that instance; null after errors, which have been reported.
const ComponentRecord* read_fmu(Reading& reading, const Scope& scope, Json member, const Instance& instance);

}  // namespace stribeck
