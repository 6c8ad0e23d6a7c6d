#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Linear viscous damper.
///     F = d v
/// F is transmitted from R to C and opposes their relative motion; all its power becomes heat.
/// Assumes laminar flow of a film: a force in proportion to the speed (Newton's law of viscosity).
/// Source: Newton's law of viscosity.
void damper(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  auto d = c.parameter("damping", 100, "N*s/m", "force per relative velocity").at_least(0);
  c.relation("damper law", F == d * v);
  c.causality(F, preferred_force_out);
  c.dissipates(F * v);
}

}  // namespace stribeck::translational
