#pragma once
// All that a component declares, for scripts.
#include <string>

#include "component/record.h"

namespace stribeck {

/// What `stribeck describe --format json` prints.
std::string description_in_json(const ComponentRecord& record);
std::string describe_schema();

}  // namespace stribeck
