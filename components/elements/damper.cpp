#include "stribeck/component.hpp"

namespace stribeck {

/// Linear viscous damper{| between rotating bodies}.
///     {F} = d {v}
/// {F} is transmitted from R to C and opposes their relative {motion|rotation}; all its power becomes heat.
/// Assumes laminar flow of a film: a {force} in proportion to the speed (Newton's law of viscosity).
/// Source: Newton's law of viscosity.
void damper(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  auto d = c.parameter("damping", in(100, 0.001), in("{N}*s/{m}"), in("{force} per relative {velocity}")).at_least(0);
  c.relation("damper law", F == d * v);
  c.causality(F, preferred_force_out);
  c.dissipates(F * v);
}

namespace {

enum class DamperLaw { quadratic, table };

}  // namespace

/// Damper whose {force} is not in proportion to its speed: a {throttle, drag, a measured shock absorber|fan, a throttle, a measured
/// coupling}.
///     quadratic: {F} = (d_1 + d_2 |{v}|) {v};  table: {F} = sign({v}) {F}(|{v}|)
/// {F} is transmitted from R to C and opposes their relative motion; all its power becomes heat.
/// Assumes that the law is the same both ways.
/// Limits: a table that does not begin with a {force} of zero at rest jumps when the motion turns round: use {domain}.dry_friction for what
/// sticks.
/// Source: definition; quadratic: drag of turbulent flow, in proportion to the square of the speed.
void nonlinear_damper(ComponentBuilder& c, const DomainWords& in) {
  const auto [v, F, R, C] = relative_motion(c, in);
  const auto law =
      c.option<DamperLaw>("law", {{"quadratic", DamperLaw::quadratic}, {"table", DamperLaw::table}}, "how the force grows with the speed");
  const Expression speed = abs(v);
  c.causality(F, preferred_force_out);
  c.dissipates(F * v);
  if (law == DamperLaw::table) {
    const List speeds = c.ascending_list("speeds", in("{m}/s"), "table only: speeds, from zero up", {0, 1});
    const List forces = c.list(in("{forces}"), in("{N}"), "table only: what opposes motion at these, from zero up, linear between", {0, 1});
    c.each(speeds).at_least(0), c.each(forces).at_least(0);
    const Expression force = max(c.interpolate(speeds, forces, speed, {.ends = "extend"}), 0);
    return c.relation("damper law", F == if_else(v >= 0, force, -force));
  }
  const Parameter d1 = c.parameter("damping", 0, in("{N}*s/{m}"), "quadratic only: of the part in proportion to the speed").at_least(0);
  const Parameter d2 =
      c.parameter("quadratic_damping", 1, in("{N}*s^2/{m}^2"), "quadratic only: of the part that grows with its square").at_least(0);
  c.relation("damper law", F == (d1 + d2 * speed) * v);
}

}  // namespace stribeck
