#include "../friction_law.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Friction in contact between rotating bodies: Stribeck, Coulomb and viscous parts, smooth through w = 0.
///     T = W (sqrt(2e) (T_brk - T_C) exp(-(w/w_St)^2) w/w_St + T_C tanh(w/w_Coul)) + f w
///     w_St = sqrt(2) w_brk,  w_Coul = w_brk/10
///     legacy: T = W (T_C + (T_brk - T_C) exp(-c_v |w|)) sign(w) + f w, along a straight line while |w| < w_th
///     upgraded: as first, w_brk = max(exp(-(c_v w_th + 1/2)) (w_th/2 + 1/c_v), 1e-9)
/// T is transmitted from R to C. It creeps under load instead of sticking. W is 1, or with normal_force "signal" the normal force Fn times
/// effective_radius, and T_brk and T_C are coefficients of friction. legacy is the law of Simscape's block before R2017a and upgraded what
/// its upgrade makes of it.
/// The viscous default is the documented 100 N*m/(rad/s); releases of other tools use 0.001, so set it.
/// Source: Armstrong, Canudas de Wit (1995), Friction Modeling and Compensation, The Control Handbook, CRC Press.
/// Assumes friction that depends on the velocity alone, at one temperature.
void friction(ComponentBuilder& c) {
  partial::contact_friction(c, {kRotational, "breakaway_torque", "coulomb_torque", "N*m", "N*m/(rad/s)", "s/rad", true});
}

}  // namespace stribeck::rotational
