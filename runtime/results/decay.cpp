#include "results/decay.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stribeck {
namespace {

/// The top of the parabola through three points, the middle one the highest.
Peak top_of(const Peak& a, const Peak& b, const Peak& c) {
  const double left = (b.value - a.value) / (b.time_s - a.time_s), right = (c.value - b.value) / (c.time_s - b.time_s);
  const double bend = (right - left) / (c.time_s - a.time_s);
  if (!(bend < 0)) return b;
  const double time = 0.5 * (a.time_s + b.time_s) - left / (2 * bend);
  return {time, a.value + (time - a.time_s) * (left + bend * (time - b.time_s))};
}

}  // namespace

std::vector<Peak> positive_peaks(std::span<const double> times_s, std::span<const double> values) {
  std::vector<Peak> rows, peaks;
  for (std::size_t i = 0; i < values.size(); ++i)  // of rows at one instant the first
    if (rows.empty() || times_s[i] > rows.back().time_s) rows.push_back({times_s[i], values[i]});
  if (rows.size() > 1 && rows[0].value > 0 && rows[0].value > rows[1].value) peaks.push_back(rows[0]);  // let go at rest
  for (std::size_t i = 1; i + 1 < rows.size(); ++i)
    if (rows[i].value > 0 && rows[i].value > rows[i - 1].value && rows[i].value >= rows[i + 1].value)
      peaks.push_back(top_of(rows[i - 1], rows[i], rows[i + 1]));
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
