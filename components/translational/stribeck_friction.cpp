#include "../stribeck_curve.h"

namespace stribeck::translational {

/// Coulomb and Stribeck friction as a curve over the velocity, in every shape in use: the sign is rounded at rest, so that it creeps.
///     F = W (F_C + (F_s - F_C) S) r(v/v_0) + f v
///     S = exp(-(|v|/v_S)^n) or 1/(1 + (|v|/v_S)^n) by `shape`,  r the rounded sign by `rounding`
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and F_C and F_s are coefficients of friction.
/// Coulomb's law: F_s = F_C. Tustin: exponential, n = 1; Gaussian: n = 2; Bo and Pavelescu: n 0.5 to 2; Hess and Soom: rational, n = 2; the
/// curve F_s/(1 + d |v|) of Leine et al.: rational, n = 1, F_C = 0, v_S = 1/d. The friction of joints in COMSOL: rounding "exponential".
/// translational.dry_friction sticks. Source: Armstrong-Helouvry, Dupont, Canudas de Wit (1994), A survey of models, analysis tools and
/// compensation methods for the control of machines with friction, Automatica 30, 1083-1138.
/// Assumes friction that depends on the velocity alone, at one temperature.
void stribeck_friction(ComponentBuilder& c) { partial::stribeck_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
