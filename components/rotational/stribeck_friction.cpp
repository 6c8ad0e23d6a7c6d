#include "../stribeck_curve.h"

namespace stribeck::rotational {

/// Coulomb and Stribeck friction as a curve over the velocity, in every shape in use: the sign is rounded at rest, so that it creeps.
///     T = W (T_C + (T_s - T_C) S) r(w/w_0) + f w
///     S = exp(-(|w|/w_S)^n) or 1/(1 + (|w|/w_S)^n) by `shape`,  r the rounded sign by `rounding`
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_C and T_s are
/// coefficients of friction. Coulomb's law: T_s = T_C. Tustin: exponential, n = 1; Gaussian: n = 2; Bo and Pavelescu: n 0.5 to 2; Hess and
/// Soom: rational, n = 2; the curve T_s/(1 + d |w|) of Leine et al.: rational, n = 1, T_C = 0, w_S = 1/d. The friction of joints in COMSOL:
/// rounding "exponential". rotational.dry_friction sticks. Source: Armstrong-Helouvry, Dupont, Canudas de Wit (1994), A survey of models,
/// analysis tools and compensation methods for the control of machines with friction, Automatica 30, 1083-1138. Assumes friction that
/// depends on the velocity alone, at one temperature.
void stribeck_friction(ComponentBuilder& c) { partial::stribeck_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
