#include "study/scalars.h"

#include <algorithm>
#include <cmath>

namespace stribeck {
namespace {

using Result = std::optional<double>;

std::size_t last_of(const KeptCurve& c) { return c.values.size() - 1; }

Result greatest(const KeptCurve& c, const ScalarOptions&) { return *std::ranges::max_element(c.values); }
Result least(const KeptCurve& c, const ScalarOptions&) { return *std::ranges::min_element(c.values); }
Result peak(const KeptCurve& c, const ScalarOptions&) { return std::max(std::fabs(*greatest(c, {})), std::fabs(*least(c, {}))); }
Result span(const KeptCurve& c, const ScalarOptions&) { return *greatest(c, {}) - *least(c, {}); }
Result first(const KeptCurve& c, const ScalarOptions&) { return c.values.front(); }
Result last(const KeptCurve& c, const ScalarOptions&) { return c.values.back(); }

/// Exact for straight lines.
template <typename OfLine>
double sum_of_lines(const KeptCurve& c, OfLine of_line) {
  double sum = 0;
  for (std::size_t k = 1; k < c.values.size(); ++k) sum += (c.times_s[k] - c.times_s[k - 1]) * of_line(c.values[k - 1], c.values[k]);
  return sum;
}
Result integral(const KeptCurve& c, const ScalarOptions&) {
  return sum_of_lines(c, [](double a, double b) { return 0.5 * (a + b); });
}
Result mean(const KeptCurve& c, const ScalarOptions&) {
  const double duration = c.times_s.back() - c.times_s.front();
  return duration > 0 ? *integral(c, {}) / duration : c.values.front();
}
Result root_mean_square(const KeptCurve& c, const ScalarOptions&) {
  const double duration = c.times_s.back() - c.times_s.front();
  if (!(duration > 0)) return std::fabs(c.values.front());
  return std::sqrt(sum_of_lines(c, [](double a, double b) { return (a * a + a * b + b * b) / 3; }) / duration);
}

Result time_of(const KeptCurve& c, std::vector<double>::const_iterator at) {
  return c.times_s[static_cast<std::size_t>(at - c.values.begin())];
}
Result time_of_max(const KeptCurve& c, const ScalarOptions&) { return time_of(c, std::ranges::max_element(c.values)); }
Result time_of_min(const KeptCurve& c, const ScalarOptions&) { return time_of(c, std::ranges::min_element(c.values)); }

/// Where the line from point k to the next one takes a value that lies between theirs.
double time_at(const KeptCurve& c, std::size_t k, double value) {
  const double step = c.values[k + 1] - c.values[k];
  return step == 0 ? c.times_s[k] : c.times_s[k] + (c.times_s[k + 1] - c.times_s[k]) * (value - c.values[k]) / step;
}

/// When the curve reaches or passes a value for the n-th time, upwards or downwards; where it begins it does not come from elsewhere.
Result crossing(const KeptCurve& c, double value, std::int64_t number) {
  for (std::size_t k = 0; k < last_of(c); ++k) {
    const double before = c.values[k] - value, after = c.values[k + 1] - value;
    const bool arrives = before != 0 && (after == 0 || (before < 0) != (after < 0));
    if (arrives && --number == 0) return time_at(c, k, value);
  }
  return std::nullopt;
}

double target_of(const KeptCurve& c, const ScalarOptions& o) { return o.target.value_or(c.values.back()); }

Result overshoot(const KeptCurve& c, const ScalarOptions& o) {
  const double target = target_of(c, o), way = target - c.values.front();
  if (way == 0) return std::nullopt;
  double beyond = 0;
  for (const double value : c.values) beyond = std::max(beyond, (value - target) / way);
  return beyond;
}

bool is_share(const ScalarOptions& o) { return o.within_is_share || !o.within; }

double band_of(const KeptCurve& c, const ScalarOptions& o) {
  const double share = o.within.value_or(0.02);
  return is_share(o) ? share * std::fabs(target_of(c, o) - c.values.front()) : share;
}

/// Backwards from the end to where the curve was last outside the band.
Result settling_time(const KeptCurve& c, const ScalarOptions& o) {
  const double target = target_of(c, o), band = band_of(c, o);
  if (is_share(o) && target == c.values.front()) return std::nullopt;
  const auto is_outside = [&](std::size_t k) { return std::fabs(c.values[k] - target) > band; };
  if (is_outside(last_of(c))) return std::nullopt;
  for (std::size_t k = last_of(c); k-- > 0;)
    if (is_outside(k)) return time_at(c, k, target + std::copysign(band, c.values[k] - target)) - c.times_s.front();
  return 0;
}

/// From 10 % to 90 % of the way to the target.
Result rise_time(const KeptCurve& c, const ScalarOptions& o) {
  const double begin = c.values.front(), way = target_of(c, o) - begin;
  const Result from = way == 0 ? std::nullopt : crossing(c, begin + 0.1 * way, 1), to = from ? crossing(c, begin + 0.9 * way, 1) : from;
  return to ? Result(*to - *from) : std::nullopt;
}

Result crossing_time(const KeptCurve& c, const ScalarOptions& o) { return crossing(c, o.target.value_or(0), o.number); }

Result event_time(const std::vector<double>& times_s, const ScalarOptions& o) {
  const auto number = static_cast<std::size_t>(o.number);
  return number <= times_s.size() ? Result(times_s[number - 1]) : std::nullopt;
}
Result event_count(const std::vector<double>& times_s, const ScalarOptions&) { return static_cast<double>(times_s.size()); }

}  // namespace

const std::vector<ScalarKind>& scalar_kinds() {
  using Of = ScalarKind::Of;
  using Measures = ScalarKind::Measures;
  static const std::vector<ScalarKind> all = {
      {"max", "the greatest value", Of::curve, Measures::value, {}, greatest},
      {"min", "the least value", Of::curve, Measures::value, {}, least},
      {"peak", "the greatest size, whatever its sign", Of::curve, Measures::value, {}, peak},
      {"span", "from the least value to the greatest", Of::curve, Measures::value, {}, span},
      {"initial", "the first value", Of::curve, Measures::value, {}, first},
      {"final", "the last value", Of::curve, Measures::value, {}, last},
      {"mean", "over time", Of::curve, Measures::value, {}, mean},
      {"rms", "root of the mean square over time", Of::curve, Measures::value, {}, root_mean_square},
      {"integral", "over time", Of::curve, Measures::integral, {}, integral},
      {"time_of_max", "when the greatest value is first there", Of::curve, Measures::time, {}, time_of_max},
      {"time_of_min", "when the least value is first there", Of::curve, Measures::time, {}, time_of_min},
      {"overshoot", "how far beyond the target, as a share of the way there", Of::curve, Measures::pure, {"target"}, overshoot},
      {"settling_time", "how long until the curve stays near the target", Of::curve, Measures::time, {"target", "within"}, settling_time},
      {"rise_time", "from 10 % to 90 % of the way to the target", Of::curve, Measures::time, {"target"}, rise_time},
      {"crossing_time", "when the curve reaches or passes the target", Of::curve, Measures::time, {"target", "number"}, crossing_time},
      {"event_time", "when an event comes", Of::events, Measures::time, {"number"}, nullptr, event_time},
      {"event_count", "how often an event comes", Of::events, Measures::pure, {}, nullptr, event_count}};
  return all;
}

const ScalarKind* find_scalar_kind(std::string_view name) {
  const auto found = std::ranges::find(scalar_kinds(), name, &ScalarKind::name);
  return found == scalar_kinds().end() ? nullptr : &*found;
}

std::string why_no_number(const ScalarKind& kind, const KeptCurve& curve, const ScalarOptions& options) {
  const bool settles = kind.of_curve == settling_time;
  const bool needs_way = kind.of_curve == overshoot || kind.of_curve == rise_time || (settles && is_share(options));
  if (!needs_way || target_of(curve, options) != curve.values.front()) return "";
  return std::string(kind.name) + ": the curve begins at its target, so that there is no way to take a share of" +
         (settles ? "; give \"within\" a unit" : "");
}

std::vector<double> levels_of(const ScalarKind& kind, const KeptCurve& curve, const ScalarOptions& options) {
  const double begin = curve.values.front(), target = target_of(curve, options), band = band_of(curve, options);
  if (kind.of_curve == crossing_time) return {options.target.value_or(0)};
  if (kind.of_curve == rise_time) return {begin + 0.1 * (target - begin), begin + 0.9 * (target - begin)};
  if (kind.of_curve == settling_time) return {target - band, target + band};
  return {};
}

KeptCurve part_between(const std::vector<double>& times_s, const std::vector<double>& values, double from_s, double to_s) {
  KeptCurve part;
  const auto add = [&](double time_s, double value) { part.times_s.push_back(time_s), part.values.push_back(value); };
  const auto between = [&](std::size_t k, double time_s) {
    const double step = times_s[k + 1] - times_s[k];
    return values[k] + (values[k + 1] - values[k]) * (time_s - times_s[k]) / step;
  };
  for (std::size_t k = 0; k < times_s.size(); ++k) {
    const bool has_next = k + 1 < times_s.size();
    if (times_s[k] >= from_s && times_s[k] <= to_s) add(times_s[k], values[k]);
    if (!has_next) break;
    if (times_s[k] < from_s && times_s[k + 1] > from_s) add(from_s, between(k, from_s));
    if (times_s[k] < to_s && times_s[k + 1] > to_s && to_s > from_s) add(to_s, between(k, to_s));
  }
  return part;
}

}  // namespace stribeck
