#include "../friction_law.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Friction in contact between sliding bodies: Stribeck, Coulomb and viscous parts, smooth through v = 0.
///     F = W (sqrt(2e) (F_brk - F_C) exp(-(v/v_St)^2) v/v_St + F_C tanh(v/v_Coul)) + f v
///     v_St = sqrt(2) v_brk,  v_Coul = v_brk/10
///     legacy: F = W (F_C + (F_brk - F_C) exp(-c_v |v|)) sign(v) + f v, along a straight line while |v| < v_th
///     upgraded: as first, v_brk = max(exp(-(c_v v_th + 1/2)) (v_th/2 + 1/c_v), 1e-9)
/// F is transmitted from R to C. It creeps under load instead of sticking. W is 1, or with normal_force "signal" the normal force Fn, and
/// F_brk and F_C are coefficients of friction. legacy is the law of Simscape's block before R2017a and upgraded what its upgrade makes of
/// it. The viscous default is 100 N/(m/s); some other tools use a much smaller one, so set it. Source: Armstrong, Canudas de Wit (1995),
/// Friction Modeling and Compensation, The Control Handbook, CRC Press. Assumes friction that depends on the velocity alone, at one
/// temperature.
void friction(ComponentBuilder& c) {
  partial::contact_friction(c, {kTranslational, "breakaway_force", "coulomb_force", "N", "N/(m/s)", "s/m", false});
}

}  // namespace stribeck::translational
