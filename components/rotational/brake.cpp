#include "../brake.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Brake: dry friction that a signal applies, or that a spring applies and a signal lifts, as in motors that hold their load without power.
///     T_b = s T_B,  or by a normal force  s mu(|w|) faces r N;  s = S, or 1 - S where a spring applies it
///     sticks:  w = 0,  |T| <= peak T_b(w = 0)
///     slips:   T = sign(w) T_b,   open while s = 0
/// S is held between 0 and 1. T_B is the braking_torque, N the maximum_normal_force, r the effective_radius. T is transmitted from R to C;
/// connect C to ground for a brake against the world. A brake that locks does so exactly, together with all other frictions of the
/// diagram. See rotational.disc_brake, drum_brake and band_brake for brakes by their dimensions, rotational.clutch between two shafts.
/// Source: Coulomb's law of friction; Modelica Standard Library 4.1, Mechanics.Rotational.Components.Brake, has the same law.
/// Assumes a normal force that follows S at once, and friction that depends neither on temperature nor on how long it has held.
void brake(ComponentBuilder& c) { partial::brake(c, {kRotational, "braking_torque", "torque|coefficient|table", 10, true}); }

}  // namespace stribeck::rotational
