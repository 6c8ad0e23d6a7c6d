#include <stdexcept>

#include "stribeck/component.hpp"

namespace stribeck::faulty {

namespace {
double torque(double w) {
  if (w > 5) throw std::out_of_range("the map ends at 5 rad/s");
  return w;
}
}  // namespace

/// A map that throws where it ends.
void throws(ComponentBuilder& c) {
  const auto [w, T, r, k] = rotational::relative_motion(c);
  const Function map = c.function("map", "N*m", "torque at a speed", {{"w", "rad/s"}}, torque);
  map.derivative(0, [](double) { return 1.0; });
  c.relation("law", T == map(w));
  c.dissipates(T * w);
}

}  // namespace stribeck::faulty
