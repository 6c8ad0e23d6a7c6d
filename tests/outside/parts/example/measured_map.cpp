#include <algorithm>
#include <array>

#include "stribeck/component.hpp"

namespace stribeck::example {

namespace {

/// Torque of a fan, as a test bench gave it: it cannot be recorded, because it searches.
struct Map {
  std::array<double, 5> speeds_rpm{-100, 0, 50, 100, 200};
  std::array<double, 5> torques_Nm{-1, 0, 0.5, 2, 8};

  std::size_t piece_of(double speed) const {
    const auto beyond = std::upper_bound(speeds_rpm.begin() + 1, speeds_rpm.end() - 1, speed);
    return static_cast<std::size_t>(beyond - speeds_rpm.begin()) - 1;
  }
  double slope(double speed) const {
    const std::size_t k = piece_of(speed);
    return (torques_Nm[k + 1] - torques_Nm[k]) / (speeds_rpm[k + 1] - speeds_rpm[k]);
  }
  double torque(double speed) const {
    const std::size_t k = piece_of(speed);
    return torques_Nm[k] + slope(speed) * (speed - speeds_rpm[k]);
  }
};
constexpr Map kMap;

}  // namespace

/// A load of which a map was measured, torque over speed.
///     T = map(w)
void measured_map(ComponentBuilder& c) {
  const auto [w, T, r, k] = rotational::relative_motion(c);
  const Function map = c.function("map", "N*m", "torque at a speed", {{"w", "rpm"}}, [](double speed) { return kMap.torque(speed); });
  map.derivative(0, [](double speed) { return kMap.slope(speed); });
  c.relation("measured", T == map(w));
  c.dissipates(T * w);
  c.causality(T, fixed_force_out);
}

}  // namespace stribeck::example
