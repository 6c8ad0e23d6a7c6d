#include "../gonthier.h"

namespace stribeck::rotational {

/// Friction of Gonthier et al.: bristles whose hold grows the longer they rest (dwell time).
///     s = exp(-(w/w_S)^2),  dz/dt = s w + (1 - s) (T_C dir(w) - sigma_0 z)/sigma_1,  dir(w) = (1.5 r - 0.5 r^3), r = w/w_0 cut off at 1
///     db/dt = (s - b)/tau if s > b, else (s - b) sigma_0/sigma_1
///     T = W (sigma_0 z + sigma_1 dz/dt, cut off at T_C + (T_s - T_C) b) + f w
/// T is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_C, T_s, sigma_0,
/// sigma_1 are over Fn. tau is dwell_time. Not passive: in quick slip the bristles stretch by themselves to T_C/sigma_0 within some
/// sigma_1/sigma_0, however short the way, and drawn back slowly they give T_C^2/(2 sigma_0). This is the form for one direction, written
/// after accounts of it, not after the paper. Source: Gonthier, McPhee, Lange, Piedboeuf (2004), A regularized contact model with
/// asymmetric damping and dwell-time dependent friction, Multibody Syst. Dyn. 11, 209-233. Assumes one state of bristles for the whole
/// contact.
void gonthier_friction(ComponentBuilder& c) { partial::gonthier_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
