#include "simulation/events/kink_search.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/constants.h"
#include "base/index.h"

namespace stribeck {

namespace {
/// How near to a kink a step ends, relative to its length: the error is the square of the remaining distance, which is negligible.
constexpr double kNear = 1e-7;
}  // namespace

void KinkSearch::begin(Integrator& integrator) {
  integrator_ = &integrator;
  if (!is_empty()) know(integrator.time());
}

void KinkSearch::know(double t) {
  look(t, before_);
  known_s_ = t;
}

void KinkSearch::look(double t, std::vector<Value>& values) {
  const std::span<const double> end = t <= integrator_->previous_time() ? integrator_->previous_state() : integrator_->state();
  x_.assign(end.begin(), end.end());
  if (integrator_->previous_time() < t && t < integrator_->time()) integrator_->interpolate(t, x_);
  const Snapshot now = live_.watch_kinks(t, x_.data());
  values.clear();
  for (const std::size_t k : live_.kinks()) values.push_back(value_of(now, k));
}

KinkSearch::Value KinkSearch::value_of(const Snapshot& now, std::size_t k) {
  const KinkCode& kink = machine_.program().kinks[k];
  const double a = now.value(kink.a), b = kink.b < 0 ? 0 : now.value(kink.b), distance = a - b;
  if (std::fabs(distance) > largest_[k]) largest_[k] = std::fabs(distance);
  if (kink.table >= 0) return {a, table_of(kink).piece_of(a)};
  const double least = std::max(rtol_ * largest_[k], kRoundingOfSums * (std::fabs(a) + std::fabs(b)));
  return {std::fabs(distance) <= least ? 0 : distance, 0};
}

bool KinkSearch::any_crossed(const std::vector<Value>& values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t k = live_.kinks()[i];
    const bool is_table = machine_.program().kinks[k].table >= 0;
    if (is_table ? is_corner_crossed(k, before_[i].piece, values[i]) : before_[i].distance * values[i].distance < 0) return true;
  }
  return false;
}

/// Whether a table has a corner between the piece before and the present one.
bool KinkSearch::is_corner_crossed(std::size_t k, std::ptrdiff_t before, const Value& now) const {
  const PointFunction& table = table_of(machine_.program().kinks[k]);
  const double least = rtol_ * largest_[k];
  for (std::ptrdiff_t piece = before + 1; piece <= now.piece && now.distance > table.begin_of(piece) + least; ++piece)
    if (table.has_corner_at_begin_of(piece)) return true;
  for (std::ptrdiff_t piece = before; piece > now.piece && now.distance < table.begin_of(piece) - least; --piece)
    if (table.has_corner_at_begin_of(piece)) return true;
  return false;
}

const PointFunction& KinkSearch::table_of(const KinkCode& kink) const { return *machine_.program().tables[at(kink.table)]; }

void KinkSearch::end_step_at_kink() {
  if (is_empty()) return;
  double begin = integrator_->previous_time();
  const double end = integrator_->time(), near = kNear * (end - begin);
  if (known_s_ != begin || before_.size() != live_.kinks().size()) know(begin);
  bool is_retaken = false;
  for (look(end, after_); !is_retaken && any_crossed(after_); look(end, after_)) {
    const double crossing = first_crossing(begin, end, near);
    if (end - crossing <= near) break;
    if (crossing - begin > near) {
      integrator_->retake(crossing);
      is_retaken = true;
    }
    begin = crossing;  // a kink right at the beginning of the step
    look(begin, before_);
  }
  know(integrator_->time());
}

/// The time just after the first crossing between two times.
double KinkSearch::first_crossing(double low, double high, double near) {
  while (high - low > near) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    look(middle, after_);
    (any_crossed(after_) ? high : low) = middle;
  }
  return high;
}

}  // namespace stribeck
