#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Linear spring and viscous damper side by side: a bar, a mount, a shock absorber.
///     F = k (x - x_0) + d v
/// F is transmitted from R to C; a stretched spring (x > x_0) pulls R back and C forwards. The target of x says how it starts.
/// Assumes Hooke's law and damping in proportion to the rate of deformation (Kelvin and Voigt's solid).
/// Source: Kelvin and Voigt's solid.
void spring_damper(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  const Expression x = c.displacement(R, C, "x", "position of R relative to C");
  auto k = c.parameter("stiffness", 1000, "N/m", "force per deformation").at_least(0);
  auto d = c.parameter("damping", 100, "N*s/m", "force per relative velocity").at_least(0);
  auto x_0 = c.parameter("natural_length", 0, "m", "position of R relative to C at which the spring is relaxed");
  c.relation("spring and damper", F == k * (x - x_0) + d * v);
  c.causality(F, preferred_force_out);
  c.stores(0.5 * k * square(x - x_0));
  c.dissipates(d * square(v));
}

}  // namespace stribeck::translational
