#include "../maxwell_slip.h"

namespace stribeck::translational {

/// Generalised Maxwell slip: springs behind blocks in parallel, whose common level follows the Stribeck curve with a lag.
///     F = W (f_1 + b_1 dz_1/dt + ... + f_N + b_N dz_N/dt) + f v,  f_i = k_i z_i
///     g(v) = F_C + (F_s - F_C) exp(-(v/v_S)^2) (or as `shape` says),  alpha_i = levels_i/(levels_1 + ... + levels_N)
///     holds:  df_i/dt = k_i v until |f_i| = alpha_i g(v);  slips:  df_i/dt = C (sign(v) alpha_i - f_i/g(v)) until v turns
/// F is transmitted from R to C. There are as many elements as `stiffnesses` has entries; C is attraction, b_i are dampings. W is 1, or
/// with normal_force "signal" the normal force Fn, and all levels, k_i, b_i and C are over Fn. Hysteresis remembers every reversal; each
/// change of an element is an event. Not passive: elements drawn quickly to the Coulomb level, and on slowly, are drawn up by the level
/// that rises, without a way, and give back more than they took, one alone up to (F_s^2 - F_C^2)/(2 k). Source: Lampaert, Al-Bender,
/// Swevers (2003), A generalized Maxwell-slip friction model appropriate for control purposes, Proc. IEEE Int. Conf. PhysCon, 1170-1178;
/// Al-Bender, Lampaert, Swevers (2005), IEEE Trans. Autom. Control 50, 1883-1887. Assumes elements without mass that share one deflection.
/// The equations follow public implementations of it, with each element's own share of the level.
void maxwell_slip_friction(ComponentBuilder& c) { partial::maxwell_slip_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
