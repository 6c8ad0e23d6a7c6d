#include "../leuven.h"

namespace stribeck::rotational {

/// The Leuven model: as LuGre, but what bends is a hysteresis of slip elements in parallel, which remembers every reversal.
///     dz/dt = w - |w| u |u|^(n-1),  u = T_h(z)/g(w),  g(w) = T_C + (T_s - T_C) exp(-(w/w_S)^2)
///     T = W (T_h(z) + sigma_1 dz/dt) + f w,  T_h = f_1 + ... + f_N,  df_i/dt = k_i dz/dt while |f_i| < alpha_i T_s
/// T is transmitted from R to C. There are as many elements as `stiffnesses` has entries; alpha_i = levels_i/(levels_1 + ... + levels_N),
/// so that all of them together can carry the static level. An element that has slipped holds again where the deflection turns; each such
/// change is an event. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and all levels, k_i and sigma_1
/// are over Fn. With one element, n = 1 and T_s = T_C it is Dahl's. Passive while sigma_1 |w| |u|^(n-1) <= 4 g(w). In the form with slip
/// elements; written after accounts of it, not after the papers. Source: Swevers, Al-Bender, Ganseman, Prajogo (2000), IEEE Trans. Autom.
/// Control 45, 675-686; Lampaert, Swevers, Al-Bender (2002), IEEE Trans. Autom. Control 47, 683-687. Assumes elements without mass that
/// share one deflection, and one contact.
void leuven_friction(ComponentBuilder& c) { partial::leuven_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
