#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {

/// Rate-and-state friction of Dieterich and Ruina, as of rocks, paper and rough plastics: contacts grow stronger with their age.
///     {F} = W {F}_0 {v}/s max(0, 1 + a ln(s/{v}_0) + b psi) + f {v},  s = sqrt({v}^2 + {v}_l^2);
///         psi = ln({v}_0 theta/d_c), theta the age of the contacts
///         {F}_0 = coulomb_{force}, {v}_0 = reference_velocity, {v}_l = low_speed,
///         a = direct_share, b = evolving_share, d_c = slip_distance
///     ageing:  dpsi/dt = ({v}_0 exp(-psi) - |{v}|)/d_c, which is dtheta/dt = 1 - |{v}| theta/d_c
///     slip:    dpsi/dt = -|{v}|/d_c (psi + ln(|{v}|/{v}_0)), which is dtheta/dt = -|{v}| theta/d_c ln(|{v}| theta/d_c)
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_0 is a
/// coefficient. {F}_0 is what opposes steady slip at {v}_0; a and b are over it: the literature's a is direct_share times the coefficient.
/// By the law "slip" nothing ages at rest. The rounding by {v}_l (low_speed) is ours, so that it may stand. At the start theta = d_c/{v}_0.
/// Steady slip is {F}_0 (1 + (a - b) ln(|{v}|/{v}_0)); on a spring softer than {F}_0 (b - a)/d_c it is unstable where b > a.
/// Limits: passive: where the logarithms would have friction push, it is zero.
/// Source: Ruina (1983), Slip instability and state variable friction laws, J. Geophys. Res. 88, 10359-10370.
/// Assumes one age for all contacts and one temperature.
/// Accuracy: written after accounts of the source from memory, not checked against it.
void rate_and_state_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const bool ages = c.option<bool>("evolution", {{"ageing", true}, {"slip", false}},
                                   "ageing: contacts grow stronger at rest, too (Dieterich); slip: only where they slip (Ruina)");
  const Parameter steady =
      element.level(in("coulomb_{force}"), 20, "coulomb_coefficient", 0.6, "what opposes steady slip at reference_velocity").above(0);
  const Parameter direct = c.parameter("direct_share", 0.02, "1", "a: rise at once by a jump of speed to e times it, over that").above(0);
  const Parameter evolving = c.parameter("evolving_share", 0.03, "1", "b: what of it is lost again over slip_distance").at_least(0);
  const Parameter reference = element.speed("reference_velocity", 0.01, "at which the Coulomb level is meant").above(0);
  const Parameter low = element.speed("low_speed", 0.001, "over which friction rises from rest").above(0);
  const Parameter distance = element.distance("slip_distance", 1e-3, "over which contacts are renewed").above(0);
  const Expression v = element.velocity();
  const Expression psi = c.variable("psi", "1", "logarithm of the age of the contacts over slip_distance/reference_velocity");
  constexpr double kLeast = 1e-12;  // of reference_velocity: the logarithm has no value at rest, where what it is multiplied by is zero
  const Expression settled = -log(max(abs(v) / reference, kLeast));  // what psi tends to in slip at that speed
  c.relation("age", der(psi) == (ages ? reference * exp(-psi) - abs(v) : abs(v) * (settled - psi)) / distance);
  partial::start_as_given_or_sliding(c, {{psi, -log(max(abs(v), low) / reference)}});
  const Expression speed = sqrt(square(v) + square(low));
  const Expression share = max(1 + direct * log(speed / reference) + evolving * psi, 0);
  element.law("rate and state", steady * v / speed * share, element.viscous() * v);
  element.dissipates_all();
}

}  // namespace stribeck
