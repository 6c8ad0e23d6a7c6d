#include "../resting_bodies.h"

namespace stribeck::translational {

/// Two bodies on one another with friction after Karnopp: as one while their relative momentum is within a small band, held so by what acts
/// on them.
///     dp/dt = F_h - F_f,  F_h = (m_c F_R - m_r F_C)/(m_r + m_c),  m_eff = m_r m_c/(m_r + m_c)
///     v = 0 while |p| <= m_eff v_d, else p/m_eff;  F_f = F_h, cut off at -F_s and F_s, in the band;
///     (F_C + (F_s - F_C) exp(-(v/v_S)^2)) sign(v) + f v outside; law "coulomb": F_C sign(v) + f v
/// v is the velocity of R on C, F_R and F_C the sums of all forces on the two, positive forwards; F_h is what equal accelerations need. v_d
/// is dead_speed. translational.dry_friction sticks without a band, and between any number of bodies: this is for comparison. Source:
/// Karnopp (1985), Computer simulation of stick-slip friction in mechanical dynamic systems, J. Dyn. Syst. Meas. Control 107, 100-103.
/// Passive: its energy counts from the rim of the band on, within which nothing does work. Assumes that what acts on the bodies goes
/// through their ports alone.
/// Written after accounts of the source from memory, not checked against it.
void karnopp_pair(ComponentBuilder& c) { partial::karnopp_pair(c, partial::kTranslationalBody); }

}  // namespace stribeck::translational
