#include "../five_frictions.h"

namespace stribeck::translational {

/// Friction with the fixed world under a normal force, in five degrees of detail, as in 20-sim.
///     c:     F = Fn mu_c tanh(slope v)
///     v:     F = Fn mu_v v
///     cv:    F = Fn (mu_c tanh(slope v) + mu_v v)
///     scvs:  F = Fn ((mu_c + (mu_s |tanh(slope v)| - mu_c) exp(-(v/v_st)^2)) sign(v) + mu_v v)
///     lugre: F = Fn (mu_k z + mu_d dz/dt + mu_v v),  dz/dt = v - mu_k |v| z/g(v),  g(v) = mu_c + (mu_s - mu_c) exp(-(v/v_st)^2)
/// F acts against the motion of what is connected to p, any number of bodies; its causality is fixed force out. mu_c is
/// coulomb_coefficient, mu_s static_coefficient, mu_v viscous_coefficient, v_st stribeck_velocity, mu_k bristle_stiffness, mu_d
/// bristle_damping. 20-sim calls mu_k dimensionless; here it is in 1/m, as z is a length, and the number is the same. It creeps. Passive;
/// lugre while the bristle damping times |v| is at most 4 g(v). 20-sim's manual does not print its LuGre equations: these are a
/// reconstruction, with mu_d, which it does not have, zero unless given. Source: 20-sim, Iconic Diagrams, Mechanical, Translation,
/// Friction. Assumes friction that spreads no heat and no wear, and one state of bristles for the whole contact.
void ground_friction(ComponentBuilder& c) { partial::ground_friction(c, partial::kTranslationalDetail); }

}  // namespace stribeck::translational
