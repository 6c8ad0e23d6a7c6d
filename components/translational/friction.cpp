#include "../friction_law.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Friction in contact between sliding bodies: Stribeck, Coulomb and viscous parts, smooth through v = 0.
///     F = sqrt(2e) (F_brk - F_C) exp(-(v/v_St)^2) v/v_St + F_C tanh(v/v_Coul) + f v
///     v_St = sqrt(2) v_brk,  v_Coul = v_brk/10
/// F is transmitted from R to C. It creeps under load instead of sticking.
/// The viscous default is 100 N/(m/s); some other tools use a much smaller one, so set it.
/// Armstrong, Canudas de Wit (1995), Friction Modeling and Compensation, The Control Handbook, CRC Press.
void friction(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto F_brk = c.parameter("breakaway_force", 25, "N", "peak of Coulomb plus static friction").at_least(0);
  auto F_C = c.parameter("coulomb_force", 20, "N", "force that opposes motion at any speed").between(0, F_brk);
  auto v_brk = c.parameter("breakaway_velocity", 0.1, "m/s", "speed at which friction peaks").above(0);
  auto f = c.parameter("viscous_coefficient", 100, "N/(m/s)", "force per relative speed").at_least(0);
  c.relation("friction law", F == partial::friction_law(v, F_brk, F_C, v_brk, f));
  c.causality(F, fixed_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck::translational
