#include "../resting_bodies.h"

namespace stribeck::translational {

/// A body on ground with friction after Karnopp: at rest while its momentum is within a small band, held there by what acts on it.
///     dp/dt = F - F_f,  v = 0 while |p| <= m v_d, else p/m
///     F_f = F, cut off at -F_s and F_s, in the band;  (F_C + (F_s - F_C) exp(-(v/v_S)^2)) sign(v) + f v outside; law "coulomb":
///     F_C sign(v) + f v
/// F is the sum of all forces that act on it through port M, positive forwards, v_d is dead_speed. translational.dry_friction sticks
/// without a band and between any bodies: this is for comparison. The velocity jumps by v_d at the rim of the band. Source: Karnopp (1985),
/// Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107, 100-103. Passive: its energy
/// counts from the rim of the band on, within which nothing does work. Assumes that what acts on the body goes through its port alone.
/// Between two bodies: karnopp_pair.
/// Written after accounts of the source from memory, not checked against it.
void karnopp_mass(ComponentBuilder& c) { partial::karnopp_body(c, partial::kTranslationalBody); }

}  // namespace stribeck::translational
