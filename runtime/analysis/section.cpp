#include "analysis/section.h"

#include <algorithm>
#include <cmath>

#include "analysis/slopes.h"

namespace stribeck {

std::vector<double> SectionFollower::whole(std::span<const double> x) const {
  std::vector<double> y(x.begin(), x.end());
  for (const DiscreteCode& discrete : machine_.program().discretes) y.push_back(machine_.held_value(discrete.value));
  return y;
}

void SectionFollower::note(double t, std::span<const double> x) {
  const std::vector<double> outputs = outputs_at(machine_, t, x, places_), y = whole(x);
  if (least.empty()) least = most = outputs;
  for (std::size_t o = 0; o < outputs.size(); ++o) least[o] = std::min(least[o], outputs[o]), most[o] = std::max(most[o], outputs[o]);
  const double share = std::clamp((t - from_s_) / length_s_, 0.0, 1.0);
  Part& part = parts[std::min(parts.size() - 1, static_cast<std::size_t>(share * static_cast<double>(parts.size())))];
  if (part.low.empty()) part.low = part.high = y;
  for (std::size_t i = 0; i < y.size(); ++i) part.low[i] = std::min(part.low[i], y[i]), part.high[i] = std::max(part.high[i], y[i]);
}

void SectionFollower::add(double t, std::span<const double> x) {
  note(t, x);
  points.push_back({t, whole(x), outputs_at(machine_, t, x, places_)});
}

double SectionFollower::height(const std::vector<double>& outputs) {
  const double value = outputs[section_.output];
  size_ = std::max(size_, std::fabs(value));
  return section_.kind == PoincareKind::least ? -value : value;
}

/// The sign of the change of the height there.
int SectionFollower::way(const LastStep& step, double t, double beside) {
  std::vector<double> x(static_cast<std::size_t>(machine_.program().states()));
  const double from = t + beside > step.end_s() ? t - beside : t;
  step.state(from, x);
  const double first = height(outputs_at(machine_, from, x, places_));
  step.state(from + beside, x);
  const double change = height(outputs_at(machine_, from + beside, x, places_)) - first;
  constexpr double kRounding = 1e-13;  // of the largest height
  return std::fabs(change) <= kRounding * size_ ? 0 : change > 0 ? 1 : -1;
}

/// The height goes on in this way from there; what has risen and falls has been at a maximum.
void SectionFollower::turn(int sign, double t, std::span<const double> x) {
  if (sign == 0) return;
  if (sign_ > 0 && sign < 0) add(t, x);
  sign_ = sign;
}

void SectionFollower::begin(double t, std::span<const double> x) {
  if (least.empty()) note(t, x);
}

void SectionFollower::step(const LastStep& step) {
  constexpr int kParts = 4, kRounds = 60;
  constexpr double kBeside = 1e-4;  // of a part, over which changes are looked at
  const double from = step.begin_s(), to = step.end_s(), beside = kBeside * (to - from) / kParts;
  std::vector<double> x(static_cast<std::size_t>(machine_.program().states()));
  for (; section_.kind == PoincareKind::period && from_s_ + static_cast<double>(next_period_) * section_.period_s <= to; ++next_period_) {
    const double t = from_s_ + static_cast<double>(next_period_) * section_.period_s;
    step.state(t, x);
    add(t, x);
  }
  if (by_extremum()) {
    step.state(from, x);
    turn(way(step, from, beside), from, x);
  }
  for (int part = 1; part <= kParts; ++part) {
    const double begin = from + (to - from) * (part - 1) / kParts, end = part == kParts ? to : from + (to - from) * part / kParts;
    if (by_extremum()) {
      const int sign = way(step, end, beside);
      double low = begin, high = end;
      for (int round = 0; round < kRounds && sign < 0 && sign_ > 0 && high - low > 1e-10 * (to - from); ++round) {
        const double middle = 0.5 * (low + high);
        (way(step, middle, beside) > 0 ? low : high) = middle;
      }
      step.state(high, x);
      turn(sign, high, x);
    }
    step.state(end, x);
    note(end, x);
  }
}

void SectionFollower::before_event(double t, std::span<const double> x) { before_ = {t, whole(x), outputs_at(machine_, t, x, places_)}; }

void SectionFollower::after_event(double t, std::span<const double> x, const std::vector<std::string>& labels) {
  note(t, x);
  if (by_extremum()) {
    constexpr double kJump = 1e-9;  // of what is continuous other modes change less
    const double change = height(outputs_at(machine_, t, x, places_)) - height(before_.outputs);
    if (change < -kJump * size_ && sign_ > 0) points.push_back(before_);
    if (std::fabs(change) > kJump * size_) sign_ = change < 0 ? -1 : 1;
  }
  if (labels.empty()) return;
  events.push_back({points.size(), labels});
  if (section_.kind == PoincareKind::event && std::find(labels.begin(), labels.end(), section_.event) != labels.end()) add(t, x);
}

std::optional<std::size_t> comes_again_after(const std::vector<SectionPoint>& points, const std::vector<double>& scales,
                                             const Matrix& drifts, double near) {
  const auto away = [&](const SectionPoint& a, const SectionPoint& b) {
    std::vector<double> difference;
    for (std::size_t i = 0; i < scales.size(); ++i) difference.push_back((b.y[i] - a.y[i]) / scales[i]);
    for (std::size_t k = 0; k < drifts.columns; ++k) {
      double along = 0;
      for (std::size_t i = 0; i < difference.size(); ++i) along += drifts(i, k) * difference[i];
      for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= along * drifts(i, k);
    }
    double most = 0;
    for (const double value : difference) most = std::max(most, std::fabs(value));
    return most;
  };
  const std::size_t n = points.size();
  for (std::size_t k = 1; 2 * k < n; ++k) {
    bool all = true;
    for (std::size_t i = std::max(k, n / 2); i < n && all; ++i) all = away(points[i - k], points[i]) <= near;
    // Nor does it creep: the last comes to the first of these, too, which is some periods before.
    constexpr double kCreep = 10;
    const std::size_t first = n - 1 - (n - 1 - n / 2) / k * k;
    if (all && away(points[first], points[n - 1]) <= kCreep * near) return k;
  }
  return std::nullopt;
}

}  // namespace stribeck
