#include "../bliman_sorine.h"

namespace stribeck::rotational {

/// Friction of Bliman and Sorine: depends on the path alone, not on how fast it is run through; of second order, it peaks before it
/// settles.
///     d = settling_distance, eta = distance_ratio
///     second:  d eta dx_1/dt = f_1 w - |w| x_1,  d dx_2/dt = -f_2 w - |w| x_2,  T = W (x_1 + x_2) + f w,  f_1 = T_C + f_2
///     first:   d dx_1/dt = T_C w - |w| x_1,  T = W x_1 + f w
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_C and f_2
/// (overshoot) are coefficients. From rest T = f_1 (1 - exp(-s/(eta d))) - f_2 (1 - exp(-s/d)) after the path s; it peaks at s = eta d/(1 -
/// eta) ln(f_1/(eta f_2)). Passive. Source: Bliman, Sorine (1995), Easy-to-use realistic dry friction models for automatic control, Proc.
/// 3rd European Control Conf., 3788-3794. Assumes friction that depends on the path alone, whatever the speed.
/// Written after accounts of the source from memory, not checked against it.
void bliman_sorine_friction(ComponentBuilder& c) { partial::bliman_sorine_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
