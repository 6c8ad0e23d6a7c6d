// Haessig and Friedland: bonds that bend and break one by one, and one bond in their place.
#include <string>
#include <vector>

#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// The bristle model of Haessig and Friedland: bonds that bend with the motion, break one by one and form anew at random places.
///     {F} = W k/N ((x - b_1) + ... + (x - b_N)) + f {v},  dx/dt = {v}
///     where x - b_i reaches +-delta = +-{F}_s/k, b_i becomes x +- spread delta r, r evenly distributed between 0 and 1
/// {F} is transmitted from R to C. k is bristle_stiffness, N bristles. All bonds begin together at rest: the first of them break at once,
/// at the static level {F}_s; in steady slip they carry {F}_s (1/2 - s^2/6)/(1 + s/2) on average, s = spread: 2/9 of it for 1. With start
/// "sliding" they are spread as after a long slip. Every break is an event. The numbers r are those of `seed`, on every machine and in
/// every run. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_s and k are over Fn. Passive: a
/// bond that breaks only loses energy.
/// Accuracy: how far ahead a bond forms is not certain: written after accounts of the model, not after the paper.
/// Source: Haessig, Friedland (1991), On the modeling and simulation of friction, J. Dyn. Syst. Meas. Control 113, 354-362.
/// Assumes bonds all alike and without mass, at one temperature.
void bristle_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const int count = c.count("bristles", 20, 1, 100, "number of bonds");
  const Parameter stiction =
      element.level(in("static_{force}"), 25, "static_coefficient", 0.4, "what all bonds carry just before they break").above(0);
  const Parameter stiffness = element.stiffness(1e5, 1e3, "bristle_stiffness", "of all bonds together").above(0);
  const Parameter spread =
      c.parameter("spread", 1, "1", "how far ahead a bond forms at most, over the deflection at which it breaks").between(0, 1);
  Parameter seed = c.parameter("seed", 1, "1", "which sequence of random numbers: a whole number");
  seed.at_most(floor(seed));
  const Expression v = element.velocity(), most = stiction / stiffness;
  const Expression x = c.variable("x", in("{m}"), "way slid since the start");
  c.relation("way", der(x) == v);
  Expression bend = 0, squares = 0;
  std::vector<Assignment> sliding;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression root = c.hidden_discrete("b" + number, in("{m}"), "where the bond is rooted", 0);
    const Expression broken = c.hidden_discrete("broken" + number, "1", "how often the bond broke", 0);
    const Expression deflection = x - root, ahead = spread * most * uniform_random(seed, count * broken + (i - 1));
    c.when("bond " + number + " breaks forwards", deflection >= most && v > 0, {{root, x + ahead}, {broken, broken + 1}});
    c.when("bond " + number + " breaks backwards", deflection <= -most && v < 0, {{root, x - ahead}, {broken, broken + 1}});
    // After a long slip a bond is anywhere between its roots, which lie up to `spread` ahead, and its break: the chance to be below y
    // grows as (y + spread)^2/(2 spread) up to y = 0 and evenly from there. The bonds share it evenly.
    const Expression place = (i - 0.5) / count * (1 + spread / 2);
    const Expression y = max(place - spread / 2, 0) + sqrt(2 * spread * min(place, spread / 2)) - spread;
    sliding.push_back({root, x - sign(v) * most * y});
    bend += deflection;
    squares += square(deflection);
  }
  partial::start_as_given_or_sliding(c, sliding);
  const Expression z = c.named("z", in("{m}"), "mean deflection of the bonds", bend / count);
  element.law("bonds in parallel", stiffness * z, element.viscous() * v);
  element.stores(stiffness / (2 * count) * squares, stiffness * z * v);
}

/// The reset integrator of Haessig and Friedland: a bond that stretches up to the static level, then slips at Coulomb's.
///     holds:  dz/dt = {v},  {F} = W ({F}_s/{F}_C sigma_0 z + sigma_1 {v}) + f {v} until |z| = {F}_C/sigma_0
///     slips:  dz/dt = 0,  {F} = W {F}_C sign({v}) + f {v}
/// {F} is transmitted from R to C. It holds again where {v} turns. W is 1, or with normal_force "signal" the normal force Fn{| times
/// effective_radius}, and {F}_C, {F}_s, sigma_0 and sigma_1 are over Fn. The elastic energy is {F}_s/{F}_C sigma_0 z^2/2, all that went
/// into the bond: it keeps it while it slips, and gives it back where it holds again, at the static level at first.
/// Accuracy: written after accounts of it, not after the paper.
/// Source: Haessig, Friedland (1991), On the modeling and simulation of friction, J. Dyn. Syst. Meas. Control 113, 354-362.
/// Assumes one bond for the whole contact.
void reset_integrator_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const Parameter coulomb = element.coulomb().above(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter stiffness =
      element.stiffness(1e5, 1e3, "bristle_stiffness", "Coulomb level over the deflection at which it slips").above(0);
  const Parameter damping = element.damping(100, 1, "bristle_damping", "while it holds").at_least(0);
  const Expression v = element.velocity(), most = coulomb / stiffness;
  const Expression z = c.variable("z", in("{m}"), "deflection of the bond");
  const Expression slip = c.discrete("slip", "1", "1 slips forwards, -1 backwards, 0 holds", 0);
  c.when("slips forwards", z >= most && v > 0, {{slip, 1}});
  c.when("slips backwards", z <= -most && v < 0, {{slip, -1}});
  c.when("holds", slip * v < 0, {{slip, 0}});
  const Condition slips = square(slip) > 0.5;
  const Expression rate = if_else(slips, 0, v);
  c.relation("bond", der(z) == rate);
  partial::start_as_given_or_sliding(c, {{z, sign(v) * most}, {slip, sign(v)}});
  const Expression bond = stiction / coulomb * stiffness;
  element.law("reset integrator", if_else(slips, coulomb * slip, bond * z + damping * v), element.viscous() * v);
  element.stores(0.5 * bond * square(z), bond * z * rate);
}

}  // namespace stribeck
