#include "../smooth_friction.h"

namespace stribeck::translational {

/// Friction laws known by the names of their authors, each a curve through v = 0: they creep under load instead of sticking.
///     brown_mcphee:  F = W (F_C tanh(4 r) + (F_s - F_C) r/(r^2/4 + 3/4)^2) + f v L,  r = v/v_S,  L = 1, or tanh(4 Fn/N_t) with a signal
///     andersson:     F = W (F_C + (F_s - F_C) exp(-(|v|/v_S)^n)) tanh(v/v_0) + f v
///     bengisu_akay:  F = W F_s u (2 - |u|) + f v while |v| < v_0, u = v/v_0;
///                    W (F_C + (F_s - F_C) exp(-d (|v| - v_0))) sign(v) + f v beyond
///     makkar:        F = W ((F_s - F_C) (tanh(v/v_B) - tanh(v/v_S)) + F_C tanh(v/v_0)) + f v
///     threlfall:     F = W F_C sign(v) (1 - exp(-3 |v|/v_0))/(1 - exp(-3)) + f v while |v| < v_0;  W F_C sign(v) + f v beyond
///     threlfall_printed: the same without the last divisor, as it is printed
///     ambrosio:      F = W F_C sign(v) (|v| - v_d)/(v_0 - v_d) + f v between v_d and v_0;  f v below, W F_C sign(v) + f v beyond
///     step:          F = W STEP(v, -v_0, -F_s, v_0, F_s) + f v while |v| < v_0;  W STEP(|v|, v_0, F_s, v_S, F_C) sign(v) + f v beyond
///     ramp:          F = W F_s v/v_0 while |v| < v_0;  sign(v) (W (F_C + (F_s - F_C) exp(-(|v| - v_0)/v_S)) + f (|v| - v_0)) beyond
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and F_C and F_s are coefficients of friction.
/// STEP is the cubic step of multibody programs, ramp the law of EXUDYN. Makkar's greatest friction stays a little below F_s. Threlfall's
/// law as it is printed jumps by 5 % at v_0, here from there to 1.001 v_0. bengisu_akay, makkar, threlfall, ambrosio and step are written
/// after accounts of them from memory, not after the papers themselves. Source: Brown, McPhee (2016), J. Comput. Nonlinear Dyn. 11, 054502;
/// Andersson, Soderberg, Bjorklund (2007), Tribology Int. 40, 580-587; Bengisu, Akay (1994), J. Sound Vib. 171, 557-570; Makkar et al.
/// (2005), Proc. IEEE/ASME AIM, 600-605; Threlfall (1978), Mech. Mach. Theory 13, 475-483; Ambrosio (2003), in Virtual Nonlinear Multibody
/// Systems, Kluwer. Assumes friction that depends on the velocity alone, at one temperature.
void smooth_friction(ComponentBuilder& c) { partial::smooth_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
