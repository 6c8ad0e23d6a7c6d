#pragma once
// The law shared by translational.friction and rotational.friction.
#include "stribeck/component.hpp"

namespace stribeck::partial {

/// Stribeck, Coulomb and viscous friction, smooth through v = 0. The factor sqrt(2e) puts the peak of u exp(-u^2), which lies at
/// v = breakaway_velocity, to breakaway - coulomb.
inline Expression friction_law(const Expression& v, const Expression& breakaway, const Expression& coulomb,
                               const Expression& breakaway_velocity, const Expression& viscous) {
  const Expression u = v / (sqrt(2) * breakaway_velocity);
  return sqrt(2 * e) * (breakaway - coulomb) * exp(-u * u) * u + coulomb * tanh(10 * v / breakaway_velocity) + viscous * v;
}

}  // namespace stribeck::partial
