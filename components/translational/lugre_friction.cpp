#include "../bristles.h"

namespace stribeck::translational {

/// LuGre: friction by bristles that bend, let go above the Stribeck curve, and lag behind the velocity.
///     dz/dt = v - sigma_0 |v| z/g(v),  g(v) = F_C + (F_s - F_C) S,
///     S = exp(-(|v|/v_S)^2), exp(-(|v|/v_S)^n) or 1/(1 + (|v|/v_S)^n) by `shape`
///     F = W (sigma_0 z + sigma_1 dz/dt) + f v,  sigma_1 constant, or times exp(-(v/v_d)^2) if damping is "falling"
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and then F_C, F_s, sigma_0 and sigma_1 are over
/// Fn; viscous_over_load v Fn may be added to f v. At the start bristles are straight; with start "sliding" they are as in steady slip, and
/// a target of F with v = 0 is a load that they hold. Passive while sigma_1 |v| <= 4 g(v): at high speed only if the damping falls. Under a
/// load that vibrates it drifts, which elasto_plastic_friction does not; the breakaway force falls as force rises faster. Source: Canudas
/// de Wit, Olsson, Astrom, Lischinsky (1995), A new model for control of systems with friction, IEEE Trans. Autom. Control 40, 419-425;
/// falling damping: Olsson (1996), Control systems with friction, Lund. Assumes one state of bristles for the whole contact.
/// The form under a normal force is a common extension, which the paper does not have.
void lugre_friction(ComponentBuilder& c) { partial::lugre_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
