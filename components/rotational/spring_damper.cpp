#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Linear torsion spring and viscous damper side by side: a shaft, an elastic coupling.
///     T = k (phi - phi_0) + d w
/// T is transmitted from R to C; a twisted spring (phi > phi_0) turns R back and C forwards. The target of phi says how it starts.
/// Assumes Hooke's law and damping in proportion to the rate of twist (Kelvin and Voigt's solid).
/// Source: Kelvin and Voigt's solid.
void spring_damper(ComponentBuilder& c) {
  auto [w, T, R, C] = relative_motion(c);
  const Expression phi = c.displacement(R, C, "phi", "angle of R relative to C");
  auto k = c.parameter("stiffness", 10, "N*m/rad", "torque per twist").at_least(0);
  auto d = c.parameter("damping", 0.001, "N*m*s/rad", "torque per relative angular velocity").at_least(0);
  auto phi_0 = c.parameter("natural_angle", 0, "rad", "angle of R relative to C at which the spring is relaxed");
  c.relation("spring and damper", T == k * (phi - phi_0) + d * w);
  c.causality(T, preferred_force_out);
  c.stores(0.5 * k * square(phi - phi_0));
  c.dissipates(d * square(w));
}

}  // namespace stribeck::rotational
