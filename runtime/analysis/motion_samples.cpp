#include "analysis/motion_samples.h"

#include <algorithm>
#include <cmath>

#include "analysis/slopes.h"
#include "base/constants.h"

namespace stribeck {

namespace {
/// At so many points it is looked at what a motion depends on.
constexpr std::size_t kMostLooks = 400;
/// Returns that come so many times as far as the nearest are as good.
constexpr double kAsGood = 10;
/// Returns nearer than that are not told apart: accuracy of points between steps.
constexpr double kNear = 1e-5;

std::vector<double> row_at(const Slopes& slopes, std::size_t row, std::size_t discretes, std::size_t parameters) {
  std::vector<double> values;
  for (std::size_t i = 0; i < slopes.by_states.columns; ++i) values.push_back(slopes.by_states(row, i));
  for (std::size_t d = 0; d < discretes; ++d) values.push_back(slopes.by_parameters(row, parameters + d));
  return values;
}

bool is_held(const Machine& machine, std::size_t friction) {
  const FrictionCode& code = machine.program().frictions[friction];
  return !code.creeps && machine.held_value(code.inputs[static_cast<std::size_t>(ModeInput::stuck)]) != 0;
}

/// Takes out of a difference in the scales what only drifts.
void take_out(std::vector<double>& difference, const Matrix& drifts) {
  for (std::size_t k = 0; k < drifts.columns; ++k) {
    double along = 0;
    for (std::size_t i = 0; i < difference.size(); ++i) along += drifts(i, k) * difference[i];
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= along * drifts(i, k);
  }
}

std::vector<double> between(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& scales,
                            const Matrix& drifts) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back((b[i] - a[i]) / scales[i]);
  take_out(difference, drifts);
  return difference;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

}  // namespace

std::size_t SlopeLayout::rows() const {
  std::size_t count = before_frictions;
  for (const bool contact : is_contact) count += contact ? 2 : 1;
  return count;
}

std::vector<std::vector<double>> held_rows(Machine& machine, double t, std::span<const double> x, const SlopeLayout& layout) {
  std::vector<std::vector<double>> rows;
  const Slopes slopes = slopes_at(machine, t, x, layout.rows(), layout.parameters + machine.program().discretes.size());
  std::size_t row = x.size() + layout.before_frictions;
  for (std::size_t f = 0; f < layout.is_contact.size(); ++f) {
    const std::size_t count = layout.is_contact[f] ? 2 : 1;
    for (std::size_t k = 0; k < count && is_held(machine, f); ++k)
      rows.push_back(row_at(slopes, row + k, machine.program().discretes.size(), layout.parameters));
    row += count;
  }
  return rows;
}

std::size_t held_elements(const Machine& machine) {
  std::size_t count = 0;
  for (std::size_t f = 0; f < machine.program().frictions.size(); ++f) count += is_held(machine, f) ? 1 : 0;
  return count;
}

void MotionSampler::add(double t, std::span<const double> x, bool begins) {
  SampledPoint point{t, {x.begin(), x.end()}, std::vector<double>(x.size()), begins};
  Machine::Values kept;
  machine_.keep(kept);
  machine_.derivatives(t, x.data(), point.rates.data());
  machine_.put_back(kept);
  for (const DiscreteCode& discrete : machine_.program().discretes)
    point.y.push_back(machine_.held_value(discrete.value)), point.rates.push_back(0);
  points.push_back(std::move(point));
}

void MotionSampler::look(double t, std::span<const double> x) {
  if (looked_at_ >= kMostLooks) return;
  ++looked_at_;
  const std::size_t discretes = machine_.program().discretes.size();
  const Slopes slopes = slopes_at(machine_, t, x, layout_.rows(), layout_.parameters + discretes);
  for (std::size_t row = 0; row < x.size() + layout_.rows(); ++row)
    if (row < x.size() || row >= x.size() + layout_.outputs) rows.push_back(row_at(slopes, row, discretes, layout_.parameters));
  const KeptValues kept(machine_);
  std::vector<double> rates(x.size());
  machine_.derivatives(t, x.data(), rates.data());
  machine_.run(Section::jacobian);
  const Snapshot now = machine_.snapshot();
  for (const Register r : machine_.program().jacobian.time_values) depends_on_time = depends_on_time || now.value(r) != 0;
}

void MotionSampler::begin(double t, std::span<const double> x) {
  if (!points.empty()) return;
  add(t, x, true);
  held.push_back(held_elements(machine_));
}

void MotionSampler::step(const LastStep& step) {
  const double from = step.begin_s(), to = step.end_s();
  std::vector<double> x(static_cast<std::size_t>(machine_.program().states()));
  for (const double t : {from + 0.5 * (to - from), to}) {
    step.state(t, x);
    add(t, x, false);
  }
  look(to, x);
}

void MotionSampler::before_event(double t, std::span<const double> /*x*/) {
  if (loop_.next_event_s() <= Machine::instant_end(t)) scheduled_s.push_back(t);
}

void MotionSampler::after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) {
  add(t, x, true);
  look(t, x);
  if (labels.empty()) return;
  events_s.push_back(t);
  held.push_back(held_elements(machine_));
}

std::vector<double> ranges_of(const std::vector<SampledPoint>& points) {
  std::vector<double> low = points.front().y, high = low;
  for (const SampledPoint& point : points)
    for (std::size_t i = 0; i < low.size(); ++i) low[i] = std::min(low[i], point.y[i]), high[i] = std::max(high[i], point.y[i]);
  for (std::size_t i = 0; i < low.size(); ++i) high[i] -= low[i];
  return high;
}

std::vector<double> point_at(const std::vector<SampledPoint>& points, double t) {
  auto after = std::upper_bound(points.begin(), points.end(), t, [](double value, const SampledPoint& point) { return value < point.t; });
  if (after == points.begin()) return points.front().y;
  if (after == points.end()) return points.back().y;
  const SampledPoint &a = *(after - 1), &b = *after;
  const double h = b.t - a.t, u = (t - a.t) / h;
  std::vector<double> y;
  for (std::size_t i = 0; i < a.y.size(); ++i)
    y.push_back(a.y[i] * (1 + 2 * u) * (1 - u) * (1 - u) + b.y[i] * u * u * (3 - 2 * u) +
                h * u * (1 - u) * ((1 - u) * a.rates[i] - u * b.rates[i]));
  return y;
}

std::optional<double> return_time(const std::vector<SampledPoint>& points, const std::vector<double>& scales, const Matrix& drifts) {
  const SampledPoint& first = points.front();
  std::vector<double> across;
  for (std::size_t i = 0; i < scales.size(); ++i) across.push_back(first.rates[i] / scales[i]);
  take_out(across, drifts);
  const auto side = [&](const std::vector<double>& y) {
    const std::vector<double> away = between(first.y, y, scales, drifts);
    double sum = 0;
    for (std::size_t i = 0; i < away.size(); ++i) sum += across[i] * away[i];
    return sum;
  };
  struct Return {
    double t, distance;
  };
  std::vector<Return> returns;
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (points[k].begins || !(side(points[k - 1].y) < 0) || side(points[k].y) < 0) continue;
    double low = points[k - 1].t, high = points[k].t;
    for (int round = 0; round < 60; ++round) {
      const double middle = 0.5 * (low + high);
      (side(point_at(points, middle)) < 0 ? low : high) = middle;
    }
    returns.push_back({high - first.t, largest(between(first.y, point_at(points, high), scales, drifts))});
  }
  double nearest = HUGE_VAL;
  for (const Return& one : returns) nearest = std::min(nearest, one.distance);
  for (const Return& one : returns)
    if (one.distance <= kAsGood * std::max(nearest, kNear)) return one.t;
  return std::nullopt;
}

std::size_t return_multiple(const std::vector<SampledPoint>& points, double period_s, const std::vector<double>& scales,
                            const Matrix& drifts) {
  std::vector<double> distances;
  for (std::size_t k = 1; points.front().t + static_cast<double>(k) * period_s <= points.back().t; ++k)
    distances.push_back(
        largest(between(points.front().y, point_at(points, points.front().t + static_cast<double>(k) * period_s), scales, drifts)));
  if (distances.empty()) return 1;
  const double nearest = *std::min_element(distances.begin(), distances.end());
  for (std::size_t k = 0; k < distances.size(); ++k)
    if (distances[k] <= kAsGood * std::max(nearest, kNear)) return k + 1;
  return 1;
}

bool come_again(const std::vector<double>& scheduled_s, double period_s, double end_s) {
  const double near = 1e-9 * std::max(std::fabs(end_s), period_s);
  for (const double t : scheduled_s) {
    if (t + period_s > end_s - near) break;
    const auto next = std::lower_bound(scheduled_s.begin(), scheduled_s.end(), t + period_s - near);
    if (next == scheduled_s.end() || *next > t + period_s + near) return false;
  }
  return true;
}

}  // namespace stribeck
