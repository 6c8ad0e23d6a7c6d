#include "stribeck/component.hpp"

namespace stribeck::translational {

/// Linear spring without mass or losses.
///     F = k (x - x_0),  dx/dt = v
/// A stretched spring (x > x_0) pulls R back and C forwards: F is transmitted from R to C. The target of x says how it starts.
/// Assumes deformations within Hooke's law.
/// Source: Hooke's law.
void spring(ComponentBuilder& c) {
  auto [v, F, R, C] = relative_motion(c);
  const Expression x = c.displacement(R, C, "x", "position of R relative to C");
  auto k = c.parameter("stiffness", 1000, "N/m", "force per elongation").at_least(0);
  auto x_0 = c.parameter("natural_length", 0, "m", "position of R relative to C at which the spring is relaxed");
  c.relation("spring law", F == k * (x - x_0));
  c.causality(F, preferred_force_out);
  c.stores(0.5 * k * square(x - x_0));
}

}  // namespace stribeck::translational
