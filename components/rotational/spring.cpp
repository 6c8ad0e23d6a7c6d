#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Linear torsion spring without inertia or losses.
///     T = k (phi - phi_0),  dphi/dt = w
/// A twisted spring (phi > phi_0) turns R back and C forwards: T is transmitted from R to C. The target of phi says how it starts.
/// Assumes twists within Hooke's law.
/// Source: Hooke's law.
void spring(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  const Expression phi = c.displacement(R, C, "phi", "angle of R relative to C");
  auto k = c.parameter("stiffness", 10, "N*m/rad", "torque per twist").at_least(0);
  auto phi_0 = c.parameter("natural_angle", 0, "rad", "angle of R relative to C at which the spring is relaxed");
  c.relation("spring law", T == k * (phi - phi_0));
  c.causality(T, preferred_force_out);
  c.stores(0.5 * k * square(phi - phi_0));
}

}  // namespace stribeck::rotational
