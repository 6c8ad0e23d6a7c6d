#pragma once
// The order, by data flow, in which assignments are done at a sampling instant.
#include <cstdint>
#include <vector>

#include "structure/sorted_system.h"

namespace stribeck {

/// For each FlatWhen, which are the assignments that a component makes when a condition becomes true. It is clocked (sampled) if the
/// condition depends on time, parameters and discrete variables alone. At one instant clocked assignments are done by ascending level: each
/// after those whose results it reads through variables and signals. Discrete variables that an assignment names itself have their values
/// from before the instant.
struct Clocking {
  std::vector<bool> is_clocked;
  std::vector<std::vector<int>> levels;  ///< of the assignments; 0 of those that are not clocked
};

/// Throws Failure structure.clocked_loop where what is sampled depends on itself within one instant.
Clocking clocking_of(const SortedSystem& sorted);

}  // namespace stribeck
