#include "../dry_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Dry friction that sticks exactly: at w = 0 it holds any torque up to static_torque; beyond, it slips.
///     sticks:  w = 0,  |T| <= S T_s
///     slips:   T = sign(w) (S (T_C + (T_s - T_C) g) + f |w|),   g = 0, exp(-(w/w_S)^2) or 1/(1 + |w|/w_S) by `law`
///     law table: the kinetic level is a curve through points over the speed, the static one `peak` times its first point
/// T is transmitted from R to C; connect C to ground for friction on ground. S is 1 unless normal_force is a signal; zero and below opens
/// it. Which frictions of a diagram stick is decided for all of them together, whatever their number and connections. A side needs an
/// inertia or a given velocity, or hangs on a damper, or on a spring if the law does not depend on speed.
/// Assumes that static friction does not depend on how long the sides have rested, nor slip on its history.
/// Source: Coulomb's law of friction; law stribeck with Tustin's or a Gaussian decline as in Armstrong-Helouvry, Dupont, Canudas de Wit
/// (1994), Automatica 30, 1083-1138; hyperbolic: as Leine et al. (1998), Nonlinear Dyn. 16, 41-54.
void dry_friction(ComponentBuilder& c) {
  partial::dry_friction(c, relative_motion(c),
                        {"static_torque", "coulomb_torque", "torques", "N*m", "stribeck_velocity", "rad/s", "N*m/(rad/s)"});
}

}  // namespace stribeck::rotational
