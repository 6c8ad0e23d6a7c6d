#include "../bonds.h"

namespace stribeck::rotational {

/// The bristle model of Haessig and Friedland: bonds that bend with the motion, break one by one and form anew at random places.
///     T = W k/N ((x - b_1) + ... + (x - b_N)) + f w,  dx/dt = w
///     where x - b_i reaches +-delta = +-T_s/k, b_i becomes x +- spread delta r, r evenly distributed between 0 and 1
/// T is transmitted from R to C. k is bristle_stiffness, N bristles. All bonds begin together at rest: the first of them break at once, at
/// the static level T_s; in steady slip they carry T_s (1/2 - s^2/6)/(1 + s/2) on average, s = spread: 2/9 of it for 1. With start
/// "sliding" they are spread as after a long slip. Every break is an event. The numbers r are those of `seed`, on every machine and in
/// every run. W is 1, or with normal_force "signal" the normal force Fn times effective_radius, and T_s and k are over Fn. Passive: a bond
/// that breaks only loses energy. How far ahead a bond forms is not certain: written after accounts of the model, not after the paper.
/// Source: Haessig, Friedland (1991), On the modeling and simulation of friction, J. Dyn. Syst. Meas. Control 113, 354-362. Assumes bonds
/// all alike and without mass, at one temperature.
void bristle_friction(ComponentBuilder& c) { partial::bristle_friction(c, partial::kRotationalFriction); }

}  // namespace stribeck::rotational
