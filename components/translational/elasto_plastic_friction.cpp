#include "../bristles.h"

namespace stribeck::translational {

/// Elasto-plastic friction: LuGre whose bristles come back whole from small deflections, so that it does not drift under vibration.
///     dz/dt = v (1 - alpha sigma_0 z sign(v)/g(v)),  g(v) = F_C + (F_s - F_C) S,
///     S = exp(-(|v|/v_S)^2), exp(-(|v|/v_S)^n) or 1/(1 + (|v|/v_S)^n) by `shape`
///     F = W (sigma_0 z + sigma_1 dz/dt) + f v,  sigma_1 constant, or times exp(-(v/v_d)^2) if damping is "falling"
///     alpha = 0 while z sign(v) < z_b,  1 beyond g(v)/sigma_0,  a half sine wave between;  z_b = elastic_share F_C/sigma_0
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and then F_C, F_s, sigma_0 and sigma_1 are over
/// Fn; viscous_over_load v Fn may be added to f v. Passive while sigma_1 |v| <= 4 g(v): at high speed only if the damping falls. No drift
/// under forces up to sigma_0 z_b. Source: Dupont, Hayward, Armstrong, Altpeter (2002), Single state elastoplastic friction models, IEEE
/// Trans. Autom. Control 47, 787-792. Assumes one state of bristles for the whole contact.
/// alpha follows public implementations of it; that it is zero where z and v point apart is written from memory of the paper.
void elasto_plastic_friction(ComponentBuilder& c) { partial::elasto_plastic_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
