#pragma once
#include <cstdint>
#include <string>

#include "component/record.h"

namespace stribeck {

/// How a component's own pages call a table of its record, by the list of its values: "forces"; of one row of several "torques[2]"; "past"
/// of what is looked up in the past.
std::string table_name(const ComponentRecord& record, std::int32_t table);

}  // namespace stribeck
