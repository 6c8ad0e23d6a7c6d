#pragma once
#include <cstdint>
#include <vector>

#include "equations/alias.h"
#include "equations/flat_system.h"

namespace stribeck {

/// Gears around a loop whose ratios do not close hold each other still, and nobody means that: throws Failure
/// structure.contradiction that names what is in each loop and the product of its ratios.
/// `velocities` are candidates over velocities alone, `candidates` those of all relations, instance by instance from
/// `first` on (-1: none).
void refuse_locked_loops(const FlatSystem& system, const AliasSystem& aliases, const std::vector<std::int32_t>& velocities,
                         const std::vector<std::size_t>& first, const std::vector<std::int32_t>& candidates);

}  // namespace stribeck
