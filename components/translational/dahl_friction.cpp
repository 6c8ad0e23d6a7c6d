#include "../bristles.h"

namespace stribeck::translational {

/// Dahl's friction: elastic at first, Coulomb's level after some distance, with a loop of hysteresis and no peak between.
///     dz/dt = v sign(u) |u|^i,  u = 1 - sigma_0 z sign(v)/F_C
///     F = W sigma_0 z + f v;  from rest, with i = 1:  F = F_C (1 - exp(-sigma_0 x/F_C))
/// F is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn, and then F_C and sigma_0 are over Fn. It does
/// not depend on the rate of motion, and is passive. Exponents below 1, as of brittle materials, reach the level after a way of
/// F_C/(sigma_0 (1 - i)) from rest. Source: Dahl (1968), A solid friction model, Aerospace Corporation TOR-0158(3107-18)-1. Assumes one
/// state of bristles for the whole contact.
/// Written after accounts of the source from memory, not checked against it.
void dahl_friction(ComponentBuilder& c) { partial::dahl_friction(c, partial::kTranslationalFriction); }

}  // namespace stribeck::translational
