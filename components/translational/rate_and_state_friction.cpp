#include "../rate_and_state.h"

namespace stribeck::translational {

/// Rate-and-state friction of Dieterich and Ruina, as of rocks, paper and rough plastics: contacts grow stronger with their age.
///     F = W F_0 v/s max(0, 1 + a ln(s/v_0) + b psi) + f v,  s = sqrt(v^2 + v_l^2);  psi = ln(v_0 theta/d_c), theta the age of the contacts
///     ageing:  dpsi/dt = (v_0 exp(-psi) - |v|)/d_c, which is dtheta/dt = 1 - |v| theta/d_c
///     slip:    dpsi/dt = -|v|/d_c (psi + ln(|v|/v_0)), which is dtheta/dt = -|v| theta/d_c ln(|v| theta/d_c)
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and F_0 is a coefficient. F_0 is what opposes
/// steady slip at v_0; a and b are over it: the literature's a is direct_share times the coefficient. By the law "slip" nothing ages at
/// rest. The rounding by v_l (low_speed) is ours, so that it may stand. At the start theta = d_c/v_0. Steady slip is F_0 (1 + (a - b)
/// ln(|v|/v_0)); on a spring softer than F_0 (b - a)/d_c it is unstable where b > a. Passive: where the logarithms would
/// have friction push, it is zero. Source: Ruina (1983), Slip instability and state variable friction laws, J. Geophys. Res. 88,
/// 10359-10370. Assumes one age for all contacts and one temperature.
/// Written after accounts of the source from memory, not checked against it.
void rate_and_state_friction(ComponentBuilder& c) { partial::rate_and_state_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
