#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Shaft that twists and has inertia, cut into equal elements: as many of its torsional vibrations as it has elements, the lower half well.
///     element: T_i = n k twist_i + n d (w_(i-1) - w_i),  dtwist_i/dt = w_(i-1) - w_i,  i = 1 ... n
///     between elements: J/n dw_i/dt = T_i - T_(i+1);  at each end: J/(2 n)
/// k is the stiffness of the whole shaft, d its inner damping, J its inertia. w_0 is that of R, w_n that of C; torques are transmitted from
/// R to C. Twists are zero at the start unless targets say otherwise.
/// Assumes a uniform shaft, twists within Hooke's law and damping in proportion to their rate.
/// Source: Hooke's law and Euler's law for each element (lumped parameters); exact twist waves in the limit of many.
void flexible_shaft(ComponentBuilder& c) {
  const Port R = c.port("R", "rotational", "one end");
  const Port C = c.port("C", "rotational", "the other end");
  const int n = c.count("elements", 5, 1, 10000, "into how many the shaft is cut");
  auto k = c.parameter("stiffness", 1e4, "N*m/rad", "torque per twist of the whole shaft").above(0);
  auto d = c.parameter("damping", 0, "N*m*s/rad", "torque per rate of twist of the whole shaft").at_least(0);
  auto J = c.parameter("inertia", 0.01, "kg*m^2", "of the whole shaft about its axis").above(0);
  const auto numbered = [](const char* name, int i) { return name + std::to_string(i); };
  Expression stored = 0, heat = 0, before = R.through(), w_before = 0;
  for (int i = 0; i <= n; ++i) {
    const Expression w = c.variable(numbered("w", i).c_str(), "rad/s", "angular velocity between two elements, or of an end");
    const bool end = i == 0 || i == n;
    if (end) c.relation(i == 0 ? "angular velocity of R" : "angular velocity of C", w == (i == 0 ? R : C).across());
    if (i > 0) {
      const Expression twist = c.variable(numbered("twist", i).c_str(), "rad", "of an element");
      c.relation(numbered("twist of element ", i).c_str(), der(twist) == w_before - w);
      const Expression T = c.variable(numbered("T", i).c_str(), "N*m", "torque in an element");
      c.relation(numbered("element ", i).c_str(), T == n * k * twist + n * d * (w_before - w));
      stored = stored + 0.5 * n * k * square(twist);
      heat = heat + n * d * square(w_before - w);
      // What comes in from the element before and goes out by the next one; the loop closes the balance of the node before this element.
      const Expression own = i == 1 ? J / (2 * n) : J / n;
      c.relation(numbered("balance ", i - 1).c_str(), own * der(w_before) == before - T);
      stored = stored + 0.5 * own * square(w_before);
      before = T;
    }
    w_before = w;
  }
  c.relation(numbered("balance ", n).c_str(), J / (2 * n) * der(w_before) == before + C.through());
  stored = stored + 0.25 * J / n * square(w_before);
  c.stores(stored);
  c.dissipates(heat);
}

}  // namespace stribeck::mechanisms
