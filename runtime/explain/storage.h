#pragma once
// What decides on the causality of a store of energy.
#include <cstdint>

#include "equations/flat_system.h"

namespace stribeck {

/// Whether a node has a velocity that is not zero at all times, so that power goes through it.
bool may_move(const FlatSystem& flat, std::int32_t node);

/// Whether what stores energy by one velocity is in integral causality, as its stroke says: a store of kinetic energy integrates its force
/// and sets the velocity, another one integrates the velocity and sets its force.
inline bool is_integral(bool is_inertial, bool sets_velocity) { return is_inertial == sets_velocity; }

}  // namespace stribeck
