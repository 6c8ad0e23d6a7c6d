#include "../resting_bodies.h"

namespace stribeck::rotational {

/// A rotor in a fixed bearing with friction after Karnopp: at rest while its angular momentum is within a small band, held there by what
/// acts on it.
///     dp/dt = T - T_f,  w = 0 while |p| <= J w_d, else p/J
///     T_f = T, cut off at -T_s and T_s, in the band;  (T_C + (T_s - T_C) exp(-(w/w_S)^2)) sign(w) + f w outside; law "coulomb":
///     T_C sign(w) + f w
/// T is the sum of all torques that act on it through port I, positive forwards, w_d is dead_speed. rotational.dry_friction sticks without
/// a band and between any bodies: this is for comparison. The velocity jumps by w_d at the rim of the band. Source: Karnopp (1985),
/// Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107, 100-103. Passive: its energy
/// counts from the rim of the band on, within which nothing does work. Assumes that what acts on the body goes through its port alone.
/// Between two bodies: karnopp_pair.
/// Written after accounts of the source from memory, not checked against it.
void karnopp_inertia(ComponentBuilder& c) { partial::karnopp_body(c, partial::kRotationalBody); }

}  // namespace stribeck::rotational
