#include "results/free_vibration.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stribeck {
namespace {

constexpr std::size_t kOrder = 20;
constexpr double kLastTerm = 1e-16;          // of the amplitude: what the last terms of a series may add where it ends
constexpr double kLongestStepInRadians = 1;  // the velocity turns at most once in it
constexpr double kGrown = 1e6;
constexpr double kMostSteps = 1e5, kMostStepsPerRadian = 100;  // of a motion that vibrates: quadratic damping of 1e10 takes more

/// k and 1/k: conversions and divisions took half the time.
constexpr auto kNumbers = [] {
  std::array<double, kOrder + 1> numbers{};
  for (std::size_t k = 0; k <= kOrder; ++k) numbers[k] = static_cast<double>(k);
  return numbers;
}();
constexpr auto kInverses = [] {
  std::array<double, kOrder + 1> inverses{};
  for (std::size_t k = 1; k <= kOrder; ++k) inverses[k] = 1 / kNumbers[k];
  return inverses;
}();

/// The motion while the velocity keeps its direction, as a power series in the time since it was at (position, velocity).
struct Swing {
  std::array<double, kOrder + 1> x{};

  Swing(const FreeVibration& law, double direction, double position, double velocity) {
    std::array<double, kOrder> v{};
    x[0] = position;
    v[0] = velocity;
    const double w = law.frequency_rad_s;
    for (std::size_t k = 0; k < kOrder; ++k) {
      x[k + 1] = v[k] * kInverses[k + 1];
      if (k + 1 == kOrder) break;
      double square = 0;  // of the velocity: the k-th coefficient of the product of its series with itself
      if (law.quadratic != 0)
        for (std::size_t i = 0; i <= k; ++i) square += v[i] * v[k - i];
      const double displacement = x[k] + (k == 0 ? law.coulomb * direction : 0);
      v[k + 1] = -(w * w * displacement + 2 * law.damping_ratio * w * v[k] + law.quadratic * direction * square) * kInverses[k + 1];
    }
  }

  /// How far the series holds: two terms, as one may be zero by chance.
  double reach_s(double frequency_rad_s) const {
    const double amplitude = std::max(std::fabs(x[0]), std::fabs(x[1]) / frequency_rad_s);
    double reach_s = kLongestStepInRadians / frequency_rad_s;
    for (const std::size_t k : {kOrder - 1, kOrder})
      if (x[k] != 0) reach_s = std::min(reach_s, std::pow(kLastTerm * amplitude / std::fabs(x[k]), kInverses[k]));
    return reach_s;
  }

  double position(double after_s) const {
    double sum = 0;
    for (std::size_t k = kOrder + 1; k-- > 0;) sum = sum * after_s + x[k];
    return sum;
  }
  /// At several times at once, which a processor does side by side.
  void positions(std::span<const double> times_s, double start_s, std::span<double> sums) const {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t k = kOrder + 1; k-- > 0;)
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = sums[i] * (times_s[i] - start_s) + x[k];
  }
  double velocity(double after_s) const {
    double sum = 0;
    for (std::size_t k = kOrder + 1; k-- > 1;) sum = sum * after_s + kNumbers[k] * x[k];
    return sum;
  }
  double acceleration(double after_s) const {
    double sum = 0;
    for (std::size_t k = kOrder + 1; k-- > 2;) sum = sum * after_s + kNumbers[k] * kNumbers[k - 1] * x[k];
    return sum;
  }
  /// Where the velocity that leads in `direction` becomes zero before `end_s`, where it leads the other way. Newton's iteration, between
  /// bounds.
  double turn(double direction, double end_s) const {
    double low = 0, high = end_s, after_s = end_s;
    for (int i = 0; i < 100; ++i) {
      const double here = velocity(after_s) * direction;
      if (here == 0) break;
      (here > 0 ? low : high) = after_s;
      double next_s = after_s - here / (acceleration(after_s) * direction);
      if (!(next_s > low && next_s < high)) next_s = 0.5 * (low + high);
      if (next_s == after_s || next_s == low || next_s == high) break;
      const bool is_close = std::fabs(next_s - after_s) < 1e-9 * end_s;  // Newton's next error is the square of this one
      after_s = next_s;
      if (is_close) break;
    }
    return after_s;
  }
};

}  // namespace

void positions_of(const FreeVibration& vibration, std::span<const double> times_s, std::span<double> positions) {
  if (times_s.empty()) return;
  const double limit = kGrown * (std::fabs(vibration.position) + std::fabs(vibration.velocity) / vibration.frequency_rad_s);
  double time_s = times_s.front(), position = vibration.position, velocity = vibration.velocity;
  double direction = velocity != 0 ? std::copysign(1.0, velocity) : -std::copysign(1.0, position);
  bool rests = velocity == 0 && std::fabs(position) <= vibration.coulomb;
  double steps_left = kMostSteps + kMostStepsPerRadian * vibration.frequency_rad_s * (times_s.back() - times_s.front());
  std::size_t row = 0;
  while (row < times_s.size() && !rests) {
    const Swing swing(vibration, direction, position, velocity);
    const double step_s = swing.reach_s(vibration.frequency_rad_s);
    const bool turns = !(swing.velocity(step_s) * direction > 0);
    const double length_s = turns ? swing.turn(direction, step_s) : step_s;
    std::size_t next = row;
    while (next < times_s.size() && times_s[next] <= time_s + length_s) ++next;
    swing.positions(times_s.subspan(row, next - row), time_s, positions.subspan(row, next - row));
    row = next;
    time_s += length_s;
    position = swing.position(length_s);
    velocity = turns ? 0 : swing.velocity(length_s);
    if (!(std::fabs(position) < limit) || --steps_left < 0) {
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
