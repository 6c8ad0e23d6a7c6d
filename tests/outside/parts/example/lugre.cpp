#include "stribeck/component.hpp"

namespace stribeck::example {

/// LuGre friction: bristles that bend by z before they slip.
///     dz/dt = v - |v| z / g(v),  F = sigma_0 z + sigma_1 dz/dt + sigma_2 v
///     sigma_0 g(v) = F_C + (F_S - F_C) exp(-(v/v_S)^2)
/// Canudas de Wit, Olsson, Astrom, Lischinsky (1995), A new model for control of systems with friction, IEEE Trans. Autom. Control 40(3).
void lugre(ComponentBuilder& c) {
  auto coulomb = c.parameter("coulomb_force", required, "N", "force at high speed, without the viscous part").above(0);
  auto most = c.parameter("static_force", required, "N", "force at which slip begins, approached slowly").at_least(coulomb);
  auto scale = c.parameter("stribeck_velocity", 1e-3, "m/s", "speed over which the force falls from one to the other").above(0);
  auto stiffness = c.parameter("bristle_stiffness", 1e5, "N/m", "sigma_0").above(0);
  auto damping = c.parameter("bristle_damping", 300, "N*s/m", "sigma_1").at_least(0);
  auto viscous = c.parameter("viscous_coefficient", 0.4, "N*s/m", "sigma_2").at_least(0);
  const auto [v, F, r, k] = translational::relative_motion(c);
  const Expression z = c.variable("z", "m", "mean deflection of the bristles");
  c.attributes(z, 0, 1e-6);
  const Expression g = c.hidden_variable("g", "m", "deflection while it slips steadily");
  const Expression u = v / scale;
  c.relation("g", g == (coulomb + (most - coulomb) * exp(-pow(u, 2))) / stiffness);
  c.relation("bristles", der(z) == v - abs(v) * z / g);
  c.relation("friction law", F == stiffness * z + damping * der(z) + viscous * v);
  c.stores(0.5 * stiffness * pow(z, 2));
  c.dissipates(F * v - stiffness * z * der(z));
  c.causality(F, fixed_force_out);
}

}  // namespace stribeck::example
