#include "../dry_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Dry friction that sticks exactly: at v = 0 it holds any force up to static_force; beyond, it slips.
///     sticks:  v = 0,  |F| <= S F_s
///     slips:   F = sign(v) (S (F_C + (F_s - F_C) g) + f |v|),   g = 0, exp(-(v/v_S)^2) or 1/(1 + |v|/v_S) by `law`
/// F is transmitted from R to C; connect C to ground for friction on ground. S is 1 unless normal_force is a signal; zero and below opens
/// it. Which frictions of a diagram stick is decided for all of them together, whatever their number and connections. A side needs a
/// mass or a given velocity, or hangs on a damper, or on a spring if the law does not depend on speed.
void dry_friction(ComponentBuilder& c) {
  partial::dry_friction(c, relative_motion(c), {"static_force", "coulomb_force", "N", "stribeck_velocity", "m/s", "N/(m/s)"});
}

}  // namespace stribeck::translational
