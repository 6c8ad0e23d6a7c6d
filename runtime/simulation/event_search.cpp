// The search for events in a step, on the dense output, in these steps:
//
//   changed = conditions whose truth at the end of the step is not the one held
//   until none: to = the first time at which one of them changes; changed = those that differ at `to`
//   look for one that changes and changes back before `to`: in the middle, at extrema of the parabolas through three points, and in halves
//     where they are no parabolas; if there is one, from `changed` again
//   repeat the step so that it ends at `to`, corrected on the true solution; if the condition does not change there, search without it
//
// A condition differs only if it is further from zero than rounding: what has just left zero is not found to cross it again.
#include "simulation/event_search.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "base/constants.h"

namespace stribeck {

namespace {
/// A parabola through values that leave zero smoothly may dip below it so far, by rounding and by not being a parabola.
constexpr double kParabolaRounding = 1e-9;
/// A curve may swing so many times further from a parabola than it was found to at the quarter.
constexpr double kParabolaTrust = 8;
/// Few points of an interval may lie on a parabola by chance: it is taken for one if it is at most so many times longer than what was one.
constexpr double kParabolaGrowth = 4;

/// So small against its value at the end of the step, a value of the dense output has no sign.
constexpr double kDenseRounding = 1e-12;
/// A time moved by more than this share of the step is worth finding more closely.
constexpr double kNudged = 1e-12;
/// The dense output may be off by so much of the step in when it says that a condition changes, where it does not at the end of the step.
constexpr double kDenseOutput = 1e-3;
}  // namespace

void EventSearch::begin() {
  if (!conditions_.any_to_watch()) return;
  conditions_.evaluate(integrator_.time(), integrator_.state().data());
  remember(after_);
}

bool EventSearch::end_step_at_change() {
  if (!conditions_.any_to_watch()) return false;
  const double end = integrator_.time();
  before_.swap(after_);
  disproved_.clear();
  while (true) {
    double to = end;
    const std::optional<std::size_t> which = first_change(to);
    if (!which) return false;
    if (land(to, *which, end)) return true;
    disproved_.push_back(*which);
    integrator_.retake(end);
  }
}

/// `to`: the end of the step; becomes the time of the change.
std::optional<std::size_t> EventSearch::first_change(double& to) {
  const double from = integrator_.previous_time(), shortest = 4 * kEventTimeTolerance * (to - from);
  conditions_.evaluate(to, integrator_.state().data());
  remember(after_);
  ends_ = after_;
  finest_s_ = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> candidates = changed();
  std::optional<std::size_t> which;
  while (!candidates.empty() || (to - from > shortest && touches(from, to, before_, ends_, 0))) {
    if (candidates.empty()) candidates = changed();
    const auto [first, condition] = first_of(candidates, to);
    which = condition;
    look_at(first);
    remember(ends_);
    candidates.clear();
    if (first < to) candidates = changed();
    std::erase(candidates, condition);
    to = first;
  }
  if (std::isfinite(finest_s_)) resolved_s_ = finest_s_;
  return which;
}

const std::vector<std::size_t>& EventSearch::changed() {
  changed_ = conditions_.differing();
  if (!disproved_.empty())
    std::erase_if(changed_, [this](std::size_t c) { return std::find(disproved_.begin(), disproved_.end(), c) != disproved_.end(); });
  return changed_;
}

/// Evaluates the conditions at a time inside the last step.
void EventSearch::look_at(double t) {
  scratch_.resize(integrator_.state().size());
  integrator_.interpolate(t, scratch_);
  conditions_.evaluate(t, scratch_.data());
}

/// What is rounding of zero is remembered as zero.
void EventSearch::remember(Values& values) const {
  values.clear();
  for (const std::size_t c : conditions_.watched()) values.push_back(conditions_.clear_crossing(c));
}

/// Looks at a time inside the interval; if a condition differs, that is where the search ends now.
bool EventSearch::differs_at(double t, double from, double& to) {
  if (!(from < t && t < to)) return false;  // rounded onto an end: nothing new is found there, again and again
  look_at(t);
  if (changed().empty()) return false;
  to = t;
  return true;
}

std::pair<double, std::size_t> EventSearch::first_of(const std::vector<std::size_t>& changed, double to) {
  std::pair<double, std::size_t> first{std::numeric_limits<double>::infinity(), 0};
  for (const std::size_t c : changed) first = std::min(first, {locate(c, integrator_.previous_time(), to), c});
  return first;
}

/// Looks for a condition that changes and changes back in an interval. If there is one, `to` becomes a time at which it differs, where the
/// conditions were evaluated last.
bool EventSearch::touches(double from, double& to, const Values& begins, const Values& ends, int depth) {
  const double middle = 0.5 * (from + to), end = to;
  if (!(from < middle && middle < to)) return false;
  if (differs_at(middle, from, to)) return true;
  std::array<Values, kFractions>& samples = samples_[static_cast<std::size_t>(depth)];
  remember(samples[0]);
  if (dips(from, to, begins, samples[0], ends)) return true;
  if (!is_thorough_) return false;
  if (differs_at(0.5 * (from + middle), from, to)) return true;
  remember(samples[1]);
  if (differs_at(0.5 * (middle + end), from, to)) return true;
  remember(samples[2]);
  if (depth + 1 == kDeepest || (end - from <= kParabolaGrowth * resolved_s_ && is_parabola(begins, ends, samples))) {
    finest_s_ = std::min(finest_s_, end - from);
    return false;
  }
  double left_end = middle;
  if (touches(from, left_end, begins, samples[0], depth + 1)) {
    to = left_end;
    return true;
  }
  return touches(middle, to, samples[0], ends, depth + 1);
}

/// Looks where parabolas through both ends and the middle come near zero, and leaves in nearest_ how near.
bool EventSearch::dips(double from, double& to, const Values& begins, const Values& middle, const Values& ends) {
  const double length = to - from;
  nearest_.clear();
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const double a = 2 * (begins[i] - 2 * middle[i] + ends[i]), b = -3 * begins[i] + 4 * middle[i] - ends[i], s = -b / (2 * a);
    nearest_.push_back(std::fabs(middle[i]));
    if (!(s > 0 && s < 1)) continue;
    const double extremum = begins[i] + 0.5 * b * s;
    if (begins[i] == 0 && std::fabs(extremum) <= kParabolaRounding * std::fabs(ends[i])) continue;  // it has just left zero
    nearest_.back() = std::min(nearest_.back(), std::fabs(extremum));
    // Only an extremum that comes near zero is worth a look.
    if (extremum * begins[i] > 0 && std::fabs(extremum) > 0.1 * std::min(std::fabs(begins[i]), std::fabs(ends[i]))) continue;
    if (differs_at(from + s * length, from, to)) return true;
  }
  return false;
}

bool EventSearch::is_parabola(const Values& begins, const Values& ends, const std::array<Values, kFractions>& samples) const {
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const double middle = samples[0][i], early = samples[1][i], late = samples[2][i];
    const double off = std::max(std::fabs(early - (0.375 * begins[i] + 0.75 * middle - 0.125 * ends[i])),
                                std::fabs(late - (0.375 * ends[i] + 0.75 * middle - 0.125 * begins[i])));
    if (kParabolaTrust * off > std::min({nearest_[i], std::fabs(early), std::fabs(late)})) return false;
  }
  return true;
}

/// The time in (from, to] at which the condition changes, on the dense output; the far end of the final bracket. At `to` it differs.
double EventSearch::locate(std::size_t condition, double from, double to) {
  look_at(to);
  const double f_to = conditions_.crossing(condition), held = f_to > 0 ? -1 : 1;
  const auto function = [&](double t) {
    look_at(t);
    const double g = conditions_.clear_crossing(condition);
    return std::fabs(g) > kDenseRounding * std::fabs(f_to) ? g : held * std::numeric_limits<double>::min();  // rounding has not changed
  };
  double f_from = function(from);
  if (f_from * held < 0) f_from = -f_from;  // the last event left it on this side, and it was held: so it counts as the other
  boost::uintmax_t iterations = 100;
  const auto close = [](double a, double b) { return std::fabs(b - a) <= 4 * kEventTimeTolerance * std::max(std::fabs(a), std::fabs(b)); };
  const double f_end = f_to != 0 ? f_to : -held * std::numeric_limits<double>::min();
  const auto bracket = boost::math::tools::toms748_solve(function, from, to, f_from, f_end, close, iterations);
  return std::max({bracket.second, std::nextafter(from, to), from + kEventTimeTolerance * (to - from)});
}

/// One step of the secant method towards where the condition has just changed; false if it has arrived or leads nowhere.
bool EventSearch::correct(double& t, std::size_t condition, double end) {
  const double from = integrator_.previous_time(), h = 1e-3 * (t - from);
  conditions_.evaluate(t, integrator_.state().data());
  const double g = conditions_.crossing(condition), noise = conditions_.noise(condition);
  look_at(t - h);
  const double slope = (g - conditions_.crossing(condition)) / h;
  const double target = std::copysign(2 * noise, slope);  // just beyond what may be rounding
  const double corrected = std::clamp(t - (g - target) / slope, from, end), change = std::fabs(corrected - t);
  if (!(change > 1e-12 * (t - from)) || change > 0.5 * (t - from)) return false;  // found already; or the slope is nothing but rounding
  t = corrected;
  integrator_.retake(t);
  return true;
}

/// Ends the step at t with a state as accurate as a step's, and moves t so that the condition has just changed; false if it does not.
bool EventSearch::land(double t, std::size_t condition, double end) {
  const double from = integrator_.previous_time();
  const bool changes_for_good = differs_here(condition);
  integrator_.retake(t);
  for (int correction = 0; correction < 2; ++correction)
    if (!correct(t, condition, end)) break;
  const double last = changes_for_good ? end : std::min(end, t + kDenseOutput * (end - from));
  double unchanged = from;
  // At the very start of a run at time zero t may be next to nothing: what it is moved by must be something all the same.
  const double least = std::max({std::fabs(t), t - from, kEventTimeTolerance * (end - from)});
  for (double nudge = 2 * std::numeric_limits<double>::epsilon() * least; !differs_here(condition); nudge *= 2) {
    if (t >= last) return false;
    unchanged = t;
    t = std::min(t + nudge, last);
    integrator_.retake(t);
  }
  if (unchanged > from && t - unchanged > kNudged * (end - from)) bisect(unchanged, t, condition);
  return true;
}

/// The dense output was far off: on the solution itself the condition differs at `changed`, where the step ends, and not at `unchanged`.
void EventSearch::bisect(double unchanged, double changed, std::size_t condition) {
  while (changed - unchanged > kNudged * (changed - integrator_.previous_time())) {
    const double middle = 0.5 * (unchanged + changed);
    if (!(unchanged < middle && middle < changed)) break;
    integrator_.retake(middle);
    (differs_here(condition) ? changed : unchanged) = middle;
  }
  integrator_.retake(changed);
}

bool EventSearch::differs_here(std::size_t condition) {
  conditions_.evaluate(integrator_.time(), integrator_.state().data());
  return conditions_.differs(condition);
}

}  // namespace stribeck
