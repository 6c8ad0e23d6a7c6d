#include "../reset_integrator.h"

namespace stribeck::rotational {

/// The reset integrator of Haessig and Friedland: a bond that stretches up to the static level, then slips at Coulomb's.
///     holds:  dz/dt = w,  T = W (T_s/T_C sigma_0 z + sigma_1 w) + f w until |z| = T_C/sigma_0;  slips:  dz/dt = 0,  T = W T_C sign(w) + f
///     w
/// T is transmitted from R to C. It holds again where w turns. W is 1, or with normal_force "signal" the normal force Fn times
/// effective_radius, and T_C, T_s, sigma_0 and sigma_1 are over Fn. The elastic energy is T_s/T_C sigma_0 z^2/2, all that went into the
/// bond: it keeps it while it slips, and gives it back where it holds again, at the static level at first. Written after accounts of it,
/// not after the paper. Source: Haessig, Friedland (1991), On the modeling and simulation of friction, J. Dyn. Syst. Meas. Control 113,
/// 354-362. Assumes one bond for the whole contact.
void reset_integrator_friction(ComponentBuilder& c) { partial::reset_integrator_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
