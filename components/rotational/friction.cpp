#include "../friction_law.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Friction in contact between rotating bodies: Stribeck, Coulomb and viscous parts, smooth through w = 0.
///     T = sqrt(2e) (T_brk - T_C) exp(-(w/w_St)^2) w/w_St + T_C tanh(w/w_Coul) + f w
///     w_St = sqrt(2) w_brk,  w_Coul = w_brk/10
/// T is transmitted from R to C. It creeps under load instead of sticking.
/// The viscous default is the documented 100 N*m/(rad/s); releases of other tools use 0.001, so set it.
/// Armstrong, Canudas de Wit (1995), Friction Modeling and Compensation, The Control Handbook, CRC Press.
void friction(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto T_brk = c.parameter("breakaway_torque", 25, "N*m", "peak of Coulomb plus static friction").at_least(0);
  auto T_C = c.parameter("coulomb_torque", 20, "N*m", "torque that opposes rotation at any speed").between(0, T_brk);
  auto w_brk = c.parameter("breakaway_velocity", 0.1, "rad/s", "speed at which friction peaks").above(0);
  auto f = c.parameter("viscous_coefficient", 100, "N*m/(rad/s)", "torque per relative speed").at_least(0);
  c.relation("friction law", T == partial::friction_law(w, T_brk, T_C, w_brk, f));
  c.causality(T, fixed_force_out);
  c.dissipates(T * w);
}

}  // namespace stribeck::rotational
