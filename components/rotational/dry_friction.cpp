#include "../dry_friction.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Dry friction that sticks exactly: at w = 0 it holds any torque up to static_torque; beyond, it slips.
///     sticks:  w = 0,  |T| <= W T_s
///     slips:   T = sign(w) (W (T_C + (T_s - T_C) g) + f |w|),   g = 0, exp(-(|w|/w_S)^n) or 1/(1 + |w|/w_S) by `law`
///     law table: the kinetic level is a curve through points over the speed, the static one `peak` times its first point
/// T is transmitted from R to C; connect C to ground for friction on ground. W is 1, or with normal_force "signal" the normal force Fn
/// times effective_radius, and T_C and T_s are then coefficients of friction; without load it is open. Which frictions of a diagram stick
/// is decided for all of them together, whatever their number and connections. A side needs an inertia or a given velocity, or hangs on a
/// damper, or on a spring if the law does not depend on speed. Between two given velocities it opposes the motion and cannot stick.
/// Assumes that static friction does not depend on how long the sides have rested, nor slip on its history. Source: Coulomb's law of
/// friction; law stribeck with Tustin's (n = 1) or a Gaussian decline (n = 2) as in Armstrong-Helouvry, Dupont, Canudas de Wit (1994),
/// Automatica 30, 1083-1138; hyperbolic: as Leine et al. (1998), Nonlinear Dyn. 16, 41-54.
void dry_friction(ComponentBuilder& c) { partial::dry_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
