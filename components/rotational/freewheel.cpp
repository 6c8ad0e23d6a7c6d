#include "../freewheel.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Freewheel (overrunning clutch): R takes C along forwards, and C may run ahead of R.
///     locked:  w = 0,  T >= -drag_torque
///     free:    w < 0,  T = -drag_torque
/// w is the angular velocity of R relative to C, T is transmitted from R to C. It locks and lets go without play, exactly where w and T
/// pass zero. Started with R ahead, it locks by an impact without rebound, before the first row.
/// Assumes rollers or sprags that engage at once and do not give way.
/// Source: definition; the one-sided limit of Coulomb's friction.
void freewheel(ComponentBuilder& c) { partial::freewheel(c, relative_motion(c), "drag_torque", "N*m"); }

}  // namespace stribeck::rotational
