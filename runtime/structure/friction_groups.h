#pragma once
// Which dry frictions and contacts are decided on together.
#include "structure/sorted_system.h"

namespace stribeck {

/// By friction, in their order.
struct FrictionGroups {
  std::vector<std::int32_t> of;  ///< a block that stands for all that answer to one another's forces
  std::vector<bool> reacts;      ///< a limit of its group depends on the forces of the group
};

/// Two frictions answer to one another if they are in one block, or a block that depends on the one also depends on the other.
FrictionGroups friction_groups(const SortedSystem& sorted);

}  // namespace stribeck
