#include "results/tube.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "base/diagnostic.h"
#include "base/text.h"
#include "results/layout.h"
#include "results/unreadable.h"

namespace stribeck {
namespace {

constexpr double kOffset = 1e-6;  // a curve that hardly moves is compared with this share of its size: below is rounding

using Values = std::vector<double>;

const Values& times_of(const ResultTable& table) {
  const Values& times = column_of(table, "time");
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (std::isfinite(times[i]) && (i == 0 || times[i] >= times[i - 1])) continue;
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::result_unreadable;
    diagnostic.message = "the times do not ascend: row " + std::to_string(i + 1) + " is at " + with_prefix(times[i], "s") +
                         (i > 0 ? ", after " + with_prefix(times[i - 1], "s") : "");
    diagnostic.where.file = table.file;
    diagnostic.remedy = "sort the rows by time";
    throw Failure(std::move(diagnostic));
  }
  if (!times.empty()) return times;
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::result_unreadable;
  diagnostic.message = "the result has no rows";
  diagnostic.where.file = table.file;
  throw Failure(std::move(diagnostic));
}

/// A curve, linear between its rows, read from the front.
class Walk {
 public:
  Walk(const Values& times, const Values& values) : times_(times), values_(values) {}
  /// The value at a time that is not before the one asked for last; at an instant with several rows the last of them.
  double at(double time) {
    while (next_ < times_.size() && times_[next_] <= time) ++next_;
    if (next_ == 0) return values_.front();
    if (next_ == times_.size() || times_[next_ - 1] == time) return values_[next_ - 1];
    const double share = (time - times_[next_ - 1]) / (times_[next_] - times_[next_ - 1]);
    return values_[next_ - 1] + share * (values_[next_] - values_[next_ - 1]);
  }

 private:
  const Values& times_;
  const Values& values_;
  std::size_t next_ = 0;
};

/// Least and largest value of the reference in a window that moves forwards. Its rows inside are kept in two queues of candidates
/// (Lemire 2006, Streaming Maximum-Minimum Filter Using No More than Three Comparisons per Element, Nordic Journal of Computing 13).
class Window {
 public:
  Window(const Values& times, const Values& values, double half_s)
      : times_(times), values_(values), half_s_(half_s), left_(times, values), right_(times, values) {}

  struct Extremes {
    double low, high;
  };
  Extremes around(double time) {
    const double from = time - half_s_, to = time + half_s_;
    for (; next_ < times_.size() && times_[next_] <= to; ++next_) {
      while (!least_.empty() && values_[least_.back()] >= values_[next_]) least_.pop_back();
      while (!most_.empty() && values_[most_.back()] <= values_[next_]) most_.pop_back();
      least_.push_back(next_);
      most_.push_back(next_);
    }
    while (!least_.empty() && times_[least_.front()] < from) least_.pop_front();
    while (!most_.empty() && times_[most_.front()] < from) most_.pop_front();
    const double first = left_.at(from), last = right_.at(to);
    Extremes extremes{std::min(first, last), std::max(first, last)};
    if (!least_.empty()) extremes.low = std::min(extremes.low, values_[least_.front()]);
    if (!most_.empty()) extremes.high = std::max(extremes.high, values_[most_.front()]);
    return extremes;
  }

 private:
  const Values& times_;
  const Values& values_;
  double half_s_;
  Walk left_, right_;
  std::size_t next_ = 0;
  std::deque<std::size_t> least_, most_;
};

double scale_of(const Values& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double size = std::max(std::fabs(*low), std::fabs(*high));
  const double scale = std::max(*high - *low, kOffset * size);
  return scale > 0 ? scale : 1;
}

struct Curve {
  const Values& times;
  const Values& values;
};

/// Of the reference, without which nothing can be said.
void require_finite(const ResultTable& table, std::size_t column) {
  const Values& values = table.columns[column];
  const auto bad = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (bad == values.end()) return;
  refuse_result(table.file, 0,
                "row " + std::to_string(bad - values.begin() + 1) + " of the reference has no finite number in the column " +
                    in_quotes(table.names[column]),
                "compare with a reference that has one in every row, or leave the column out");
}

/// How late or early a curve may come by default. A share of its range is to a share of time as the range is to the time in which the
/// curve, at its mean speed, crosses it: of an oscillation half a period, of one rise the whole duration.
double time_tolerance_of(const Curve& curve, double share) {
  const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
  double way = 0;
  for (std::size_t i = 1; i < curve.values.size(); ++i) way += std::fabs(curve.values[i] - curve.values[i - 1]);
  const double duration_s = curve.times.back() - curve.times.front();
  return share * duration_s * (way > 0 ? (*high - *low) / way : 1);
}

/// Adds to `result` what the rows of both say of a curve in the tube around another: one pass in the order of time, without the first and
/// the last `margin_s`.
void look_for_outside(const Curve& tube, const Curve& curve, double margin_s, CurveComparison& result) {
  Window window(tube.times, tube.values, result.time_tolerance_s);
  Walk walk(curve.times, curve.values);
  const double begin = std::max(tube.times.front(), curve.times.front()) + margin_s;
  const double end = std::min(tube.times.back(), curve.times.back()) - margin_s;
  double last = begin, outside_s = 0;
  bool was_out = false, ever_out = false;
  const auto look = [&](double time, double value) {
    if (time < begin || time > end) return;
    const Window::Extremes extremes = window.around(time);
    double distance = std::max({extremes.low - value, value - extremes.high, 0.0});
    if (!std::isfinite(value)) distance = std::numeric_limits<double>::infinity();
    if (distance > result.worst) result.worst = distance, result.worst_at_s = time;
    const bool out = distance > result.half_width;
    if (out && !ever_out) result.first_out_s = std::min(result.first_out_s, time);
    if (out || was_out) outside_s += time - last;
    was_out = out, ever_out = ever_out || out;
    last = time;
  };
  std::size_t i = 0, k = 0;
  while (i < tube.times.size() || k < curve.times.size()) {
    const bool own_row = i == tube.times.size() || (k < curve.times.size() && curve.times[k] <= tube.times[i]);
    if (own_row) {
      look(curve.times[k], curve.values[k]);
      ++k;
    } else {
      const double time = tube.times[i++];
      if (k == 0 || curve.times[k - 1] != time) look(time, walk.at(time));
    }
  }
  result.share_outside = std::max(result.share_outside, end > begin ? outside_s / (end - begin) : (ever_out ? 1 : 0));
}

/// Both ways: a peak of the reference that is narrower than the tolerance of time would otherwise not be missed.
CurveComparison compare_curve(const std::string& name, const Curve& reference, const Curve& other, const TubeTolerance& tolerance) {
  CurveComparison result{.name = name};
  result.half_width = tolerance.value * scale_of(reference.values) + tolerance.absolute;
  result.time_tolerance_s = tolerance.time_s < 0 ? time_tolerance_of(reference, tolerance.value) : tolerance.time_s;
  result.same = reference.times == other.times && reference.values == other.values;
  result.first_out_s = reference.times.back();
  look_for_outside(reference, other, 0, result);
  // A tube of what is no number has no width. And what a late curve still lacks at its end, its tube lacks too.
  if (std::isfinite(result.worst)) look_for_outside(other, reference, result.time_tolerance_s, result);
  return result;
}

}  // namespace

bool ResultComparison::same_times() const {
  return std::fabs(reference_start_s - start_s) <= time_tolerance_s && std::fabs(reference_stop_s - stop_s) <= time_tolerance_s;
}

bool ResultComparison::agrees() const {
  return same_times() && std::all_of(curves.begin(), curves.end(), [](const CurveComparison& curve) { return curve.agrees(); });
}

ResultComparison compare_results(const ResultTable& reference, const ResultTable& other, const TubeTolerance& tolerance) {
  const Values& reference_times = times_of(reference);
  const Values& times = times_of(other);
  ResultComparison result{{}, reference_times.front(), reference_times.back(), times.front(), times.back(), tolerance.time_s};
  if (tolerance.time_s < 0) result.time_tolerance_s = tolerance.value * (reference_times.back() - reference_times.front());
  for (std::size_t c = 0; c < reference.names.size(); ++c) {
    const std::string& name = reference.names[c];
    if (name == "time") continue;
    require_finite(reference, c);
    if (const auto found = other.find(name)) {
      result.curves.push_back(compare_curve(name, {reference_times, reference.columns[c]}, {times, other.columns[*found]}, tolerance));
    } else {
      result.curves.push_back({.name = name, .missing = true});
    }
  }
  return result;
}

}  // namespace stribeck
