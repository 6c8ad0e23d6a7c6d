#include "../brake.h"

#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Brake on a rail: dry friction that a signal applies, or that a spring applies and a signal lifts, as of a clamp that holds without
/// power.
///     F_b = s F_B,  or by a normal force  s mu(|v|) faces N;  s = S, or 1 - S where a spring applies it
///     sticks:  v = 0,  |F| <= peak F_b(v = 0)
///     slips:   F = sign(v) F_b,   open while s = 0
/// S is held between 0 and 1. F_B is the braking_force, N the maximum_normal_force. F is transmitted from R to C; connect C to ground for a
/// brake against the world. A brake that locks does so exactly, together with all other frictions of the diagram.
/// Source: Coulomb's law of friction; Modelica Standard Library 4.1, Mechanics.Translational.Components.Brake, has the same law.
/// Assumes a normal force that follows S at once, and friction that depends neither on temperature nor on how long it has held.
void brake(ComponentBuilder& c) { partial::brake(c, {kTranslational, "braking_force", "force|coefficient|table", 100, false}); }

}  // namespace stribeck::translational
