#include "results/turning_points.h"

#include <algorithm>
#include <cmath>

namespace stribeck {
namespace {

/// The top of the parabola through row i and its neighbours.
Peak top_at(const MeasuredCurve& curve, std::size_t i) {
  const auto& t = curve.times_s;
  const auto& x = curve.values;
  const Peak row{t[i], x[i]};
  if (i == 0 || i + 1 == t.size()) return row;
  const double left = (x[i] - x[i - 1]) / (t[i] - t[i - 1]), right = (x[i + 1] - x[i]) / (t[i + 1] - t[i]);
  const double bend = (right - left) / (t[i + 1] - t[i - 1]);
  if (bend == 0 || left * right > 0) return row;
  const double time_s = 0.5 * (t[i - 1] + t[i]) - left / (2 * bend);
  return {time_s, x[i - 1] + (time_s - t[i - 1]) * (left + bend * (time_s - t[i]))};
}

}  // namespace

MeasuredCurve rows_of(std::span<const double> times_s, std::span<const double> values, double from_s, double to_s) {
  MeasuredCurve curve;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || !(times_s[i] >= from_s && times_s[i] <= to_s)) continue;
    if (!curve.times_s.empty() && times_s[i] <= curve.times_s.back()) continue;
    curve.times_s.push_back(times_s[i]);
    curve.values.push_back(values[i]);
  }
  return curve;
}

double roughness_of(std::span<const double> values) {
  if (values.size() < 5) return 0;
  std::vector<double> differences;
  for (std::size_t i = 0; i + 4 < values.size(); ++i)
    differences.push_back(std::fabs(values[i] - 4 * values[i + 1] + 6 * values[i + 2] - 4 * values[i + 3] + values[i + 4]));
  const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  // The weights' squares add up to 70; half of a normal distribution lies within 0.6745 standard deviations.
  return *middle / (0.6745 * std::sqrt(70.0));
}

std::vector<Peak> turning_points(const MeasuredCurve& curve) {
  std::vector<Peak> turns;
  const std::vector<double>& x = curve.values;
  if (x.size() < 3) return turns;
  const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
  const double range_of_noise = 2 * std::sqrt(2 * std::log(static_cast<double>(x.size())));
  const double enough = std::max(range_of_noise * roughness_of(x), (*greatest - *least) / 50);
  if (!(enough > 0)) return turns;
  std::size_t highest = 0, lowest = 0;
  int direction = 0;  // up, down, or not known yet
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] > x[highest]) highest = i;
    if (x[i] < x[lowest]) lowest = i;
    if (direction >= 0 && x[i] < x[highest] - enough) {  // comes down
      turns.push_back(top_at(curve, highest));
      direction = -1;
      lowest = i;
    } else if (direction <= 0 && x[i] > x[lowest] + enough) {
      turns.push_back(top_at(curve, lowest));
      direction = 1;
      highest = i;
    }
  }
  return turns;
}

}  // namespace stribeck
