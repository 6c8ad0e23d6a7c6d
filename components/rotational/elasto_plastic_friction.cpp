#include "../bristles.h"

namespace stribeck::rotational {

/// Elasto-plastic friction: LuGre whose bristles come back whole from small deflections, so that it does not drift under vibration.
///     dz/dt = w (1 - alpha sigma_0 z sign(w)/g(w)),  g(w) = T_C + (T_s - T_C) S,
///     S = exp(-(|w|/w_S)^2), exp(-(|w|/w_S)^n) or 1/(1 + (|w|/w_S)^n) by `shape`
///     T = W (sigma_0 z + sigma_1 dz/dt) + f w,  sigma_1 constant, or times exp(-(w/w_d)^2) if damping is "falling"
///     alpha = 0 while z sign(w) < z_b,  1 beyond g(w)/sigma_0,  a half sine wave between;  z_b = elastic_share T_C/sigma_0
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and then T_C, T_s,
/// sigma_0 and sigma_1 are over Fn; W viscous_over_load w may be added to f w. Passive while sigma_1 |w| <= 4 g(w): at high speed only if
/// the damping falls. No drift under forces up to sigma_0 z_b. Source: Dupont, Hayward, Armstrong, Altpeter (2002), Single state
/// elastoplastic friction models, IEEE Trans. Autom. Control 47, 787-792. Assumes one state of bristles for the whole contact.
/// alpha follows public implementations of it; that it is zero where z and v point apart is written from memory of the paper.
void elasto_plastic_friction(ComponentBuilder& c) { partial::elasto_plastic_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
