#include "../power_sensor.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Measures the power that goes through a rigid link from R to C, and the energy that has gone. Put it into the line of force.
///     P = F v_R,  dE/dt = P;  F transmitted from R to C
/// The energy is zero at the start unless a target of sum says otherwise.
/// Assumes a rigid link without mass.
/// Source: definition of power and energy.
void power_sensor(ComponentBuilder& c) { partial::power_sensor(c, kTranslational, "position of R relative to C: the link is rigid"); }

}  // namespace stribeck::translational
