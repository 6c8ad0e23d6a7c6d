#include "../resting_bodies.h"

namespace stribeck::rotational {

/// Two rotors on one another with friction after Karnopp: as one while their relative momentum is within a small band, held so by what acts
/// on them.
///     dp/dt = T_h - T_f,  T_h = (J_c T_R - J_r T_C)/(J_r + J_c),  J_eff = J_r J_c/(J_r + J_c)
///     w = 0 while |p| <= J_eff w_d, else p/J_eff;  T_f = T_h, cut off at -T_s and T_s, in the band;
///     (T_C + (T_s - T_C) exp(-(w/w_S)^2)) sign(w) + f w outside; law "coulomb": T_C sign(w) + f w
/// w is the velocity of R on C, T_R and T_C the sums of all torques on the two, positive forwards; T_h is what equal accelerations need.
/// w_d is dead_speed. rotational.dry_friction sticks without a band, and between any number of bodies: this is for comparison. Source:
/// Karnopp (1985), Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107, 100-103.
/// Passive: its energy counts from the rim of the band on, within which nothing does work. Assumes that what acts on the bodies goes
/// through their ports alone.
/// Written after accounts of the source from memory, not checked against it.
void karnopp_pair(ComponentBuilder& c) { partial::karnopp_pair(c, partial::kRotationalBody); }

}  // namespace stribeck::rotational
