#pragma once
// What happens at sampling instants, in the order of the data flow.
#include <cstdint>
#include <vector>

#include "structure/sorted_system.h"

namespace stribeck {

/// Of each FlatWhen. A when is clocked if its condition depends on time, parameters and discrete variables alone. At one instant its
/// assignments are done by ascending level: each after those that what it reads through variables and signals depends on. Discrete
/// variables that an assignment names itself are what they were before the instant.
struct Clocking {
  std::vector<bool> is_clocked;
  std::vector<std::vector<int>> levels;  ///< of the assignments; 0 of those that are not clocked
};

/// Throws Failure structure.clocked_loop where what is sampled depends on itself within one instant.
Clocking clocking_of(const SortedSystem& sorted);

}  // namespace stribeck
