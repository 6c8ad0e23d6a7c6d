#include "results/element_measures.h"

#include <algorithm>
#include <cmath>

namespace stribeck {
namespace {

double greatest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::fabs(value));
  return result;
}

/// Instants at which the speed passes `half` upwards, having been below `low`.
std::vector<double> breakaways(const std::vector<double>& t, const std::vector<double>& v, double low, double half) {
  std::vector<double> result;
  bool rested = false;
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double before = std::fabs(v[i - 1]), now = std::fabs(v[i]);
    rested = rested || before < low;
    if (!rested || now < half) continue;
    result.push_back(now > before ? t[i - 1] + (t[i] - t[i - 1]) * std::max(half - before, 0.0) / (now - before) : t[i]);
    rested = false;
  }
  return result;
}

struct Interval {
  double speed, duration_s;
};

/// The slow end and beginning of slips are no creep: what counts is the speed of which half of the time is below.
double way_at_median_speed(std::vector<Interval>& intervals) {
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.speed < b.speed; });
  double whole_s = 0, passed_s = 0;
  for (const Interval& one : intervals) whole_s += one.duration_s;
  for (const Interval& one : intervals) {
    passed_s += one.duration_s;
    if (passed_s >= 0.5 * whole_s) return one.speed * whole_s;
  }
  return 0;
}

}  // namespace

ElementMeasures measure_element(const Trajectory& run, std::size_t velocity, std::size_t force) {
  constexpr double kSlow = 0.01, kRested = 0.1, kAway = 0.5;  // of the greatest speed
  const std::vector<double>&t = run.times_s(), &v = run.values(velocity);
  const double fastest = greatest(v);
  ElementMeasures measures{.peak_force = greatest(run.values(force)), .crept = 0, .period = std::nullopt};
  std::vector<Interval> slow;  // one rest
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double before = std::fabs(v[i - 1]), now = std::fabs(v[i]);
    if (std::max(before, now) < kSlow * fastest) {
      slow.push_back({0.5 * (before + now), t[i] - t[i - 1]});
    } else if (t[i] > t[i - 1]) {
      measures.crept += way_at_median_speed(slow);
      slow.clear();
    }
  }
  measures.crept += way_at_median_speed(slow);
  const std::vector<double> away = breakaways(t, v, kRested * fastest, kAway * fastest);
  if (away.size() >= 3) measures.period = (away.back() - away[1]) / static_cast<double>(away.size() - 2);
  return measures;
}

}  // namespace stribeck
