#include "../smooth_friction.h"

namespace stribeck::rotational {

/// Friction laws known by the names of their authors, each a curve through w = 0: they creep under load instead of sticking.
///     brown_mcphee:  T = W (T_C tanh(4 r) + (T_s - T_C) r/(r^2/4 + 3/4)^2) + f w L,  r = w/w_S,  L = 1, or tanh(4 Fn/N_t) with a signal
///     andersson:     T = W (T_C + (T_s - T_C) exp(-(|w|/w_S)^n)) tanh(w/w_0) + f w
///     bengisu_akay:  T = W T_s u (2 - |u|) + f w while |w| < w_0, u = w/w_0;
///                    W (T_C + (T_s - T_C) exp(-d (|w| - w_0))) sign(w) + f w beyond
///     makkar:        T = W ((T_s - T_C) (tanh(w/w_B) - tanh(w/w_S)) + T_C tanh(w/w_0)) + f w
///     threlfall:     T = W T_C sign(w) (1 - exp(-3 |w|/w_0))/(1 - exp(-3)) + f w while |w| < w_0;  W T_C sign(w) + f w beyond
///     threlfall_printed: the same without the last divisor, as it is printed
///     ambrosio:      T = W T_C sign(w) (|w| - w_d)/(w_0 - w_d) + f w between w_d and w_0;  f w below, W T_C sign(w) + f w beyond
///     step:          T = W STEP(w, -w_0, -T_s, w_0, T_s) + f w while |w| < w_0;  W STEP(|w|, w_0, T_s, w_S, T_C) sign(w) + f w beyond
///     ramp:          T = W T_s w/w_0 while |w| < w_0;  sign(w) (W (T_C + (T_s - T_C) exp(-(|w| - w_0)/w_S)) + f (|w| - w_0)) beyond
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_C and T_s are
/// coefficients of friction. STEP is the cubic step of multibody programs, ramp the law of EXUDYN. Makkar's greatest friction stays a
/// little below T_s. Threlfall's law as it is printed jumps by 5 % at w_0, here from there to 1.001 w_0. bengisu_akay, makkar, threlfall,
/// ambrosio and step are written after accounts of them from memory, not after the papers themselves. Source: Brown, McPhee (2016), J.
/// Comput. Nonlinear Dyn. 11, 054502; Andersson, Soderberg, Bjorklund (2007), Tribology Int. 40, 580-587; Bengisu, Akay (1994), J. Sound
/// Vib. 171, 557-570; Makkar et al. (2005), Proc. IEEE/ASME AIM, 600-605; Threlfall (1978), Mech. Mach. Theory 13, 475-483; Ambrosio
/// (2003), in Virtual Nonlinear Multibody Systems, Kluwer. Assumes friction that depends on the velocity alone, at one temperature.
void smooth_friction(ComponentBuilder& c) { partial::smooth_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
