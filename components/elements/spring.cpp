#include "stribeck/component.hpp"

namespace stribeck {

/// Linear{| torsion} spring without {mass} or losses.
///     {F} = k ({x} - {x}_0),  d{x}/dt = {v}
/// A {stretched|twisted} spring ({x} > {x}_0) {pulls|turns} R back and C forwards: {F} is transmitted from R to C. The target of {x} says
/// how it starts.
/// Assumes {deformations|twists} within Hooke's law.
/// Source: Hooke's law.
void spring(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const Expression x = c.displacement(R, C, in("{x}"), in("{position} of R relative to C"));
  auto k = c.parameter("stiffness", in(1000, 10), in("{N}/{m}"), in("{force} per {elongation|twist}")).at_least(0);
  auto x_0 = c.parameter(in("natural_{length}"), 0, in("{m}"), in("{position} of R relative to C at which the spring is relaxed"));
  c.relation("spring law", F == k * (x - x_0));
  c.causality(F, preferred_force_out);
  c.stores(0.5 * k * square(x - x_0));
}

/// Linear{| torsion} spring and viscous damper side by side: a {bar, a mount, a shock absorber|shaft, an elastic coupling}.
///     {F} = k ({x} - {x}_0) + d {v}
/// {F} is transmitted from R to C; a {stretched|twisted} spring ({x} > {x}_0) {pulls|turns} R back and C forwards. The target of {x} says
/// how it starts.
/// Assumes Hooke's law and damping in proportion to the rate of {deformation|twist} (Kelvin and Voigt's solid).
/// Source: Kelvin and Voigt's solid.
void spring_damper(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const Expression x = c.displacement(R, C, in("{x}"), in("{position} of R relative to C"));
  auto k = c.parameter("stiffness", in(1000, 10), in("{N}/{m}"), in("{force} per {deformation|twist}")).at_least(0);
  auto d = c.parameter("damping", in(100, 0.001), in("{N}*s/{m}"), in("{force} per relative {velocity}")).at_least(0);
  auto x_0 = c.parameter(in("natural_{length}"), 0, in("{m}"), in("{position} of R relative to C at which the spring is relaxed"));
  c.relation("spring and damper", F == k * (x - x_0) + d * v);
  c.causality(F, preferred_force_out);
  c.stores(0.5 * k * square(x - x_0));
  c.dissipates(d * square(v));
}

namespace {

enum class SpringLaw { cubic, power, table };

}  // namespace

/// {Spring|Torsion spring} whose {force} is not in proportion to its {deformation|twist} d = {x} - natural_{length}: stiffening, softening,
/// {of Hertz's law, |}or measured.
///     cubic: {F} = k d + k_3 d^3;  power: {F} = k d_0 sign(d) |d/d_0|^n;  table: {F}({deformations|twists}[i]) = {forces}[i]
/// {F} is transmitted from R to C. k_3 > 0 stiffens, k_3 < 0 softens and bends over at d = sqrt(k/(3 |k_3|)).
/// Assumes a spring without mass, losses or memory.
/// Source: definition; cubic: Duffing's spring; power with n = 3/2: Hertz's contact of two spheres.
void nonlinear_spring(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const Expression x = c.displacement(R, C, in("{x}"), in("{position} of R relative to C"));
  const auto law = c.option<SpringLaw>("law", {{"cubic", SpringLaw::cubic}, {"power", SpringLaw::power}, {"table", SpringLaw::table}},
                                       "how the force grows with the deformation");
  const Parameter natural = c.parameter(in("natural_{length}"), 0, in("{m}"), "position of R relative to C at which the spring is relaxed");
  const Expression d = x - natural;
  c.causality(F, preferred_force_out);
  if (law == SpringLaw::table) {
    const List deformations =
        c.ascending_list(in("{deformations|twists}"), in("{m}"), "table only: deformations, beyond natural", {-1, 0, 1});
    const List forces = c.list(in("{forces}"), in("{N}"), "table only: forces at these, linear between, extended beyond", {-1, 0, 1});
    c.relation("spring law", F == c.interpolate(deformations, forces, d, {.ends = "extend"}));
    return c.stores(c.interpolate(deformations, forces, d, {.ends = "extend", .order = -1}));
  }
  Parameter k =
      c.parameter("stiffness", in(1000, 10), in("{N}/{m}"), "slope when relaxed; power: of the chord at the reference").at_least(0);
  if (law == SpringLaw::cubic) {
    const Parameter k3 = c.parameter("cubic_stiffness", 0, in("{N}/{m}^3"), "cubic only: of the force that grows with the third power");
    c.relation("spring law", F == k * d + k3 * d * d * d);
    return c.stores(0.5 * k * square(d) + 0.25 * k3 * square(square(d)));
  }
  const Parameter n = c.parameter("exponent", 1.5, "1", "power only: 1.5 for balls and crossed cylinders (Hertz)").at_least(1);
  const Parameter d_0 = c.parameter("reference", 1, in("{m}"), "power only: deformation at which the force is stiffness times it").above(0);
  const Expression share = abs(d) / d_0;
  c.relation("spring law", F == k * d_0 * if_else(d >= 0, 1, -1) * pow(share, n));
  c.stores(k * square(d_0) * pow(share, n + 1) / (n + 1));
}

}  // namespace stribeck
