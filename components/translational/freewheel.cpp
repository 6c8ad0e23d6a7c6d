#include "../freewheel.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// One-way slide: R takes C along forwards, and C may run ahead of R.
///     locked:  v = 0,  F >= -drag_force
///     free:    v < 0,  F = -drag_force
/// v is the velocity of R relative to C, F is transmitted from R to C. It locks and lets go without play, exactly where v and F pass zero.
/// Started with R ahead, it locks by an impact without rebound, before the first row.
/// Assumes rollers or wedges that engage at once and do not give way.
/// Source: definition; the one-sided limit of Coulomb's friction.
void freewheel(ComponentBuilder& c) { partial::freewheel(c, relative_motion(c), "drag_force", "N"); }

}  // namespace stribeck::translational
