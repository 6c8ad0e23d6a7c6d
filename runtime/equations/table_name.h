#pragma once
#include <cstdint>
#include <string>

#include "equations/flat_system.h"

namespace stribeck {

/// "wish.values": its component and, of that, the list of its values.
std::string table_name(const FlatSystem& system, std::int32_t table);

}  // namespace stribeck
