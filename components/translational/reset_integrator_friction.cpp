#include "../reset_integrator.h"

namespace stribeck::translational {

/// The reset integrator of Haessig and Friedland: a bond that stretches up to the static level, then slips at Coulomb's.
///     holds:  dz/dt = v,  F = W (F_s/F_C sigma_0 z + sigma_1 v) + f v until |z| = F_C/sigma_0;  slips:  dz/dt = 0,  F = W F_C sign(v) + f
///     v
/// F is transmitted from R to C. It holds again where v turns. W is 1, or with normal_force "signal" the normal force Fn, and F_C, F_s,
/// sigma_0 and sigma_1 are over Fn. The elastic energy is F_s/F_C sigma_0 z^2/2, all that went into the bond: it keeps it while it slips,
/// and gives it back where it holds again, at the static level at first. Written after accounts of it, not after the paper. Source:
/// Haessig, Friedland (1991), On the modeling and simulation of friction, J. Dyn. Syst. Meas. Control 113, 354-362. Assumes one bond for
/// the whole contact.
void reset_integrator_friction(ComponentBuilder& c) { partial::reset_integrator_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
