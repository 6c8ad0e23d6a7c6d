#include "../dry_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Dry friction that sticks exactly: at w = 0 it holds any torque up to static_torque; beyond, it slips.
///     sticks:  w = 0,  |T| <= S T_s
///     slips:   T = sign(w) (S (T_C + (T_s - T_C) g) + f |w|),   g = 0, exp(-(w/w_S)^2) or 1/(1 + |w|/w_S) by `law`
/// T is transmitted from R to C; connect C to ground for friction on ground. S is 1 unless normal_force is a signal; zero and below opens
/// it. Which frictions of a diagram stick is decided for all of them together, whatever their number and connections. A side needs an
/// inertia or a given velocity, or hangs on a damper, or on a spring if the law does not depend on speed.
void dry_friction(ComponentBuilder& c) {
  partial::dry_friction(c, relative_motion(c), {"static_torque", "coulomb_torque", "N*m", "stribeck_velocity", "rad/s", "N*m/(rad/s)"});
}

}  // namespace stribeck::rotational
