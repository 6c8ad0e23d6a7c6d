#include "../rate_and_state.h"

namespace stribeck::rotational {

/// Rate-and-state friction of Dieterich and Ruina, as of rocks, paper and rough plastics: contacts grow stronger with their age.
///     T = W T_0 w/s max(0, 1 + a ln(s/w_0) + b psi) + f w,  s = sqrt(w^2 + w_l^2);  psi = ln(w_0 theta/d_c), theta the age of the contacts
///     ageing:  dpsi/dt = (w_0 exp(-psi) - |w|)/d_c, which is dtheta/dt = 1 - |w| theta/d_c
///     slip:    dpsi/dt = -|w|/d_c (psi + ln(|w|/w_0)), which is dtheta/dt = -|w| theta/d_c ln(|w| theta/d_c)
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_0 is a
/// coefficient. T_0 is what opposes steady slip at w_0; a and b are over it: the literature's a is direct_share times the coefficient. By
/// the law "slip" nothing ages at rest. The rounding by w_l (low_speed) is ours, so that it may stand. At the start theta = d_c/w_0.
/// Steady slip is T_0 (1 + (a - b) ln(|w|/w_0)); on a spring softer than T_0 (b - a)/d_c it is unstable where b > a. Passive: where
/// the logarithms would have friction push, it is zero. Source: Ruina (1983), Slip instability and state variable friction laws, J.
/// Geophys. Res. 88, 10359-10370. Assumes one age for all contacts and one temperature.
/// Written after accounts of the source from memory, not checked against it.
void rate_and_state_friction(ComponentBuilder& c) { partial::rate_and_state_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
