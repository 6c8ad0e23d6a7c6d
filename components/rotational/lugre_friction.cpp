#include "../bristles.h"

namespace stribeck::rotational {

/// LuGre: friction by bristles that bend, let go above the Stribeck curve, and lag behind the velocity.
///     dz/dt = w - sigma_0 |w| z/g(w),  g(w) = T_C + (T_s - T_C) S,
///     S = exp(-(|w|/w_S)^2), exp(-(|w|/w_S)^n) or 1/(1 + (|w|/w_S)^n) by `shape`
///     T = W (sigma_0 z + sigma_1 dz/dt) + f w,  sigma_1 constant, or times exp(-(w/w_d)^2) if damping is "falling"
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and then T_C, T_s,
/// sigma_0 and sigma_1 are over Fn; W viscous_over_load w may be added to f w. At the start bristles are straight; with start "sliding"
/// they are as in steady slip, and a target of T with w = 0 is a load that they hold. Passive while sigma_1 |w| <= 4 g(w): at high speed
/// only if the damping falls. Under a load that vibrates it drifts, which elasto_plastic_friction does not; the breakaway force falls as
/// force rises faster. Source: Canudas de Wit, Olsson, Astrom, Lischinsky (1995), A new model for control of systems with friction, IEEE
/// Trans. Autom. Control 40, 419-425; falling damping: Olsson (1996), Control systems with friction, Lund. Assumes one state of bristles
/// for the whole contact.
/// The form under a normal force is a common extension, which the paper does not have.
void lugre_friction(ComponentBuilder& c) { partial::lugre_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
