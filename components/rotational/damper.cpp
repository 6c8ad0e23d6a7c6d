#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Linear viscous damper between rotating bodies.
///     T = d w
/// T is transmitted from R to C and opposes their relative rotation; all its power becomes heat.
/// Assumes laminar flow of a film: a torque in proportion to the speed (Newton's law of viscosity).
/// Source: Newton's law of viscosity.
void damper(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  auto d = c.parameter("damping", 0.001, "N*m*s/rad", "torque per relative angular velocity").at_least(0);
  c.relation("damper law", T == d * w);
  c.causality(T, preferred_force_out);
  c.dissipates(T * w);
}

}  // namespace stribeck::rotational
