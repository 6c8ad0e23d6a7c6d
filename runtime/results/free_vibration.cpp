#include "results/free_vibration.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stribeck {
namespace {

constexpr std::size_t kOrder = 20;
constexpr double kStepInRadians = 0.5;  // the terms of the series fall as 0.5^k/k!: the first one left out is 1e-26 of the amplitude
constexpr double kGrown = 1e6;

/// The motion while the velocity keeps its direction, as a power series in the time since it was at (position, velocity).
struct Swing {
  std::array<double, kOrder + 1> x{};

  Swing(const FreeVibration& law, double direction, double position, double velocity) {
    std::array<double, kOrder> v{};
    x[0] = position;
    v[0] = velocity;
    const double w = law.frequency_rad_s;
    for (std::size_t k = 0; k < kOrder; ++k) {
      x[k + 1] = v[k] / static_cast<double>(k + 1);
      if (k + 1 == kOrder) break;
      double square = 0;  // of the velocity: the k-th coefficient of the product of its series with itself
      if (law.quadratic != 0)
        for (std::size_t i = 0; i <= k; ++i) square += v[i] * v[k - i];
      const double displacement = x[k] + (k == 0 ? law.coulomb * direction : 0);
      v[k + 1] =
          -(w * w * displacement + 2 * law.damping_ratio * w * v[k] + law.quadratic * direction * square) / static_cast<double>(k + 1);
    }
  }

  double position(double after_s) const {
    double sum = 0;
    for (std::size_t k = kOrder + 1; k-- > 0;) sum = sum * after_s + x[k];
    return sum;
  }
  double velocity(double after_s) const {
    double sum = 0;
    for (std::size_t k = kOrder + 1; k-- > 1;) sum = sum * after_s + static_cast<double>(k) * x[k];
    return sum;
  }
  /// Where the velocity that leads in `direction` becomes zero before `end_s`, where it leads the other way.
  double turn(double direction, double end_s) const {
    double low = 0, high = end_s;
    for (int i = 0; i < 60 && low < high; ++i) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      (velocity(middle) * direction > 0 ? low : high) = middle;
    }
    return high;
  }
};

}  // namespace

void positions_of(const FreeVibration& vibration, std::span<const double> times_s, std::span<double> positions) {
  if (times_s.empty()) return;
  const double step_s = kStepInRadians / vibration.frequency_rad_s;
  const double limit = kGrown * (std::fabs(vibration.position) + std::fabs(vibration.velocity) / vibration.frequency_rad_s);
  double time_s = times_s.front(), position = vibration.position, velocity = vibration.velocity;
  double direction = velocity != 0 ? std::copysign(1.0, velocity) : -std::copysign(1.0, position);
  bool rests = velocity == 0 && std::fabs(position) <= vibration.coulomb;
  std::size_t row = 0;
  while (row < times_s.size() && !rests) {
    const Swing swing(vibration, direction, position, velocity);
    const bool turns = !(swing.velocity(step_s) * direction > 0);
    const double length_s = turns ? swing.turn(direction, step_s) : step_s;
    for (; row < times_s.size() && times_s[row] <= time_s + length_s; ++row) positions[row] = swing.position(times_s[row] - time_s);
    time_s += length_s;
    position = swing.position(length_s);
    velocity = turns ? 0 : swing.velocity(length_s);
    if (!(std::fabs(position) < limit)) {
      position = limit;
      rests = true;
    } else if (turns) {
      direction = -std::copysign(1.0, position);
      rests = std::fabs(position) <= vibration.coulomb;
    }
  }
  std::fill(positions.begin() + static_cast<std::ptrdiff_t>(row), positions.end(), position);
}

}  // namespace stribeck
