#include "../power_sensor.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Measures the power that goes through a rigid shaft from R to C, and the energy that has gone. Put it into the line of torque.
///     P = T w_R,  dE/dt = P;  T transmitted from R to C
/// The energy is zero at the start unless a target of sum says otherwise.
/// Assumes a rigid link without mass.
/// Source: definition of power and energy.
void power_sensor(ComponentBuilder& c) { partial::power_sensor(c, kRotational, "angle of R relative to C: the shaft is rigid"); }

}  // namespace stribeck::rotational
