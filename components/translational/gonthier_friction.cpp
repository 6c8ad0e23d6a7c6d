#include "../gonthier.h"

namespace stribeck::translational {

/// Friction of Gonthier et al.: bristles whose hold grows the longer they rest (dwell time).
///     s = exp(-(v/v_S)^2),  dz/dt = s v + (1 - s) (F_C dir(v) - sigma_0 z)/sigma_1,  dir(v) = (1.5 r - 0.5 r^3), r = v/v_0 cut off at 1
///     db/dt = (s - b)/tau if s > b, else (s - b) sigma_0/sigma_1
///     F = W (sigma_0 z + sigma_1 dz/dt, cut off at F_C + (F_s - F_C) b) + f v
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and F_C, F_s, sigma_0, sigma_1 are over Fn. tau
/// is dwell_time. Not passive: in quick slip the bristles stretch by themselves to F_C/sigma_0 within some sigma_1/sigma_0, however short
/// the way, and drawn back slowly they give F_C^2/(2 sigma_0). This is the form for one direction, written after accounts of it, not after
/// the paper. Source: Gonthier, McPhee, Lange, Piedboeuf (2004), A regularized contact model with asymmetric damping and dwell-time
/// dependent friction, Multibody Syst. Dyn. 11, 209-233. Assumes one state of bristles for the whole contact.
void gonthier_friction(ComponentBuilder& c) { partial::gonthier_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
