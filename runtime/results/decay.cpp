#include "results/decay.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stribeck {
std::vector<Peak> positive_peaks(const MeasuredCurve& curve) {
  const std::vector<Peak> turns = turning_points(curve);
  std::vector<Peak> peaks;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const bool is_maximum = i > 0 ? turns[i].value > turns[i - 1].value : turns.size() > 1 && turns[i].value > turns[i + 1].value;
    if (is_maximum && turns[i].value > 0) peaks.push_back(turns[i]);
  }
  return peaks;
}

std::optional<Decay> decay_of(const std::vector<Peak>& peaks, int cycles) {
  const int available = static_cast<int>(peaks.size()) - 1;
  const int n = cycles == 0 ? available : cycles;
  if (n < 1 || n > available) return std::nullopt;
  Decay decay;
  decay.first = peaks.front();
  decay.last = peaks[static_cast<std::size_t>(n)];
  decay.cycles = n;
  const double x0 = decay.first.value, xn = decay.last.value;
  if (!(x0 > xn)) return std::nullopt;
  decay.period_s = (decay.last.time_s - decay.first.time_s) / n;
  decay.log_decrement = std::log(x0 / xn) / n;
  decay.damping_ratio = decay.log_decrement / std::hypot(2 * std::numbers::pi, decay.log_decrement);
  decay.loss = (x0 - xn) / n;
  if (n < 2) return decay;
  double exponential = 0, linear = 0;
  for (int i = 1; i < n; ++i) {
    const double x = peaks[static_cast<std::size_t>(i)].value;
    exponential = std::max(exponential, std::fabs(x - x0 * std::exp(-decay.log_decrement * i)));
    linear = std::max(linear, std::fabs(x - (x0 - decay.loss * i)));
  }
  decay.exponential_misfit = exponential / (x0 - xn);
  decay.linear_misfit = linear / (x0 - xn);
  return decay;
}

}  // namespace stribeck
