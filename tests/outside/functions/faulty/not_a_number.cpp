#include <cmath>

#include "stribeck/component.hpp"

namespace stribeck::faulty {

/// A law that has no value at high speeds.
void not_a_number(ComponentBuilder& c) {
  const auto [w, T, r, k] = rotational::relative_motion(c);
  const Function law = c.function("law", "N*m", "torque at a speed", {{"w", "rad/s"}}, [](double speed) { return std::sqrt(5 - speed); });
  law.derivative(0, [](double speed) { return -0.5 / std::sqrt(5 - speed); });
  c.relation("law of the load", T == law(w));
}

}  // namespace stribeck::faulty
