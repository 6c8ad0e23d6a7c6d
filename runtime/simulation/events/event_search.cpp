// The search for events in a step, on the dense output, in these steps:
//
//   if conditions differ from their held truths at the end of the step: to = the first time at which one of them differs
//   search for conditions that change and change back before `to`. A condition with bounds (guard_bounds.h) is done if these exclude it;
//     otherwise the interval is halved, down to kFinestWindow of the run. A condition without bounds is evaluated in the middle, at the
//     extrema of the parabola through three points, and in halves where the curve is no parabola. If one is found, determine `to` again
//   repeat the step so that it ends at `to`, corrected on the true solution. If the condition does not change there but has changed at the
//     end of the step, bisect the rest of the step, each time by a step of the integrator, and search before the change that is found. If
//     it has not changed at the end either, search without it
//
// A condition differs only if it is further from zero than rounding: what has just left zero is not found to cross it again.
#include "simulation/events/event_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "program/jammed.h"
#include "simulation/events/conditions.h"

namespace stribeck {

namespace {
/// A step is at most so many times longer than the last interval that was a parabola, so that bisection reaches intervals of that length
/// well before it reaches its limit.
constexpr double kReach = 64;

/// Values of the dense output smaller than this share of the values at the ends of the interval have no reliable sign.
constexpr double kDenseRounding = 1e-12;
constexpr int kMostCorrections = 8;  // of the time of an event: an accurate dense output needs one or two
constexpr int kMostRounds = 200;     // of the search in one bracket: pure bisection takes a third
/// If an event moves by more than this share of the step, it is located again.
constexpr double kNudged = 1e-12;
/// The dense output may be off by so much of the step in when it says that a condition changes, where it does not at the end of the step.
constexpr double kDenseOutput = 1e-3;
}  // namespace

EventSearch::EventSearch(Machine& machine, LiveSystem& live, bool is_thorough, double resolution_s, double span_s)
    : machine_(machine),
      live_(live),
      bounds_(machine),
      rounding_of_(machine.program().conditions.size(), -1),
      is_thorough_(is_thorough),
      finest_window_s_(kFinestWindow * span_s),
      waits_(machine.program().conditions.size()),
      finest_reach_s_(kFinestReach * resolution_s),
      resolved_s_(resolution_s) {
  for (const FrictionCode& friction : machine.program().frictions)
    if (!friction.creeps) rounding_of_[friction.guard] = friction.input(ModeInput::noise);
}

void EventSearch::begin(Integrator& integrator) {
  integrator_ = &integrator;
  if (live_.conditions().empty()) return;
  watch(integrator_->time(), integrator_->state());
  remember(after_);
  bounds_.follow(live_, *now_);
  unbounded_.clear();
  for (std::size_t k = 0; k < after_.size(); ++k)
    if (!std::binary_search(bounds_.bounded().begin(), bounds_.bounded().end(), k)) unbounded_.push_back(k);
}

double EventSearch::reach_s() const {
  if (!is_thorough_ || unbounded_.empty()) return std::numeric_limits<double>::infinity();
  return integrator_->time() + kReach * std::max(resolved_s_, finest_reach_s_);
}

bool EventSearch::end_step_at_change() {
  before_.swap(after_);
  return search_again();
}

bool EventSearch::search_again() {
  if (live_.conditions().empty()) return false;
  bool ends_at_change = search_where_forces_are();
  while (integrator_->is_retaken_poorly()) {
    if (!halve_step()) break;
    ends_at_change = search_where_forces_are();
  }
  return ends_at_change;
}

/// A step may end behind an instant from which on frictions jam, so that there are no forces at its end. It is halved; a later step then
/// begins close before that instant, from which no step leads on.
bool EventSearch::search_where_forces_are() {
  while (true) {
    try {
      return search_step();
    } catch (const Jammed&) {
      if (!halve_step()) throw;
    }
  }
}

bool EventSearch::halve_step() {
  const double from = integrator_->previous_time(), half = from + 0.5 * (integrator_->time() - from);
  if (!(from < half && half < integrator_->time())) return false;
  integrator_->retake(half);
  return true;
}

/// Searches the last step, whatever its length; before_ has the values at its beginning.
bool EventSearch::search_step() {
  double end = integrator_->time();
  disproved_.clear();
  while (true) {
    double to = end;
    const std::optional<std::size_t> which = first_change(to);
    if (!which) {
      require_decided();
      return false;
    }
    const bool changes_for_good = differs_here(*which);
    const double last = std::min(end, to + kDenseOutput * (end - integrator_->previous_time()));
    if (land(to, *which, last)) return true;
    if (changes_for_good) {
      // The dense output says little of it, as where the step is too long for something stiff: it changes between `last` and `end`.
      const Bracket bracket = bisect({last, end}, *which);
      disproved_.push_back({*which, bracket.unchanged});
      end = bracket.changed;
    } else {
      disproved_.push_back({*which, std::numeric_limits<double>::infinity()});
      integrator_->retake(end);
    }
  }
}

/// If no event ends the step, all crossing functions must be numbers at its end.
void EventSearch::require_decided() {
  if (std::none_of(after_.begin(), after_.end(), [](double value) { return std::isnan(value); })) return;
  watch(integrator_->time(), integrator_->state());
  for (const std::size_t c : live_.conditions()) stribeck::require_decided(*now_, c, integrator_->time());
}

/// The first condition that changes before `to`, the end of the step; `to` becomes the time of the change.
std::optional<std::size_t> EventSearch::first_change(double& to) {
  const double from = integrator_->previous_time(), shortest = 4 * kEventTimeTolerance * (to - from);
  if (is_excluded()) {
    after_.clear();
    return std::nullopt;
  }
  if (before_.empty()) {
    watch(from, integrator_->previous_state());
    remember(before_);
  }
  watch(to, integrator_->state());
  remember(after_);
  ends_ = after_;
  are_bounds_taken_ = false;
  finest_s_ = std::numeric_limits<double>::infinity();
  scales_.assign(after_.size(), 0.0);  // at the end of the step the values are the solution's
  find_changed(to);
  std::optional<std::size_t> which;
  while (true) {
    if (changed_.empty()) {
      set_scales(before_, ends_);
      if (!(to - from > shortest && (swings(from, to) || touches(from, to, before_, ends_, 0)))) break;
      remember(ends_);
    }
    shrink(from, to);
    which = changed_.front();
    changed_.clear();
  }
  if (std::isfinite(finest_s_)) resolved_s_ = finest_s_;
  return which;
}

/// Finds the conditions that differ, watched last at t, by more than the error of the dense output.
void EventSearch::find_changed(double t) {
  changed_.clear();
  const std::vector<std::size_t>& watched = live_.conditions();
  for (std::size_t k = 0; k < watched.size(); ++k) {
    const std::size_t c = watched[k];
    const bool differs = now_->differs(c) && std::fabs(now_->crossing(c)) > kDenseRounding * scales_[k];
    const auto disproves = [&](const Disproof& disproof) { return disproof.condition == c && t <= disproof.until; };
    if (differs && std::none_of(disproved_.begin(), disproved_.end(), disproves)) changed_.push_back(c);
  }
}

/// Conditions differ at `to`: makes `to` the first time at which any of them differs. All are searched at once, since each evaluation gives
/// the values of all. For the condition that crosses first it tries the secant, then a secant of twice the length from the nearer end, so
/// that both ends of the bracket close in, and the middle where that is slow; after Alefeld, Potra, Shi (1995), Algorithm 748, ACM Trans.
/// Math. Softw. 21, 327-344.
void EventSearch::shrink(double from, double& to) {
  enum class Try { secant, double_secant, middle };
  low_ = before_, high_ = ends_;
  bool is_found = false;  // `from` has moved
  double at_secant = to - from;
  Try next = Try::secant;
  const auto is_close = [&] { return to - from <= 4 * kEventTimeTolerance * std::max(std::fabs(from), std::fabs(to)); };
  for (int round = 0; round < kMostRounds && !is_close(); ++round) {
    const double nearest = 2 * kEventTimeTolerance * std::max(std::fabs(from), std::fabs(to)), middle = 0.5 * (from + to);
    if (next == Try::secant) at_secant = to - from;
    double t = next == Try::middle ? middle : estimate(from, to, is_found, next == Try::double_secant ? 2 : 1);
    t = std::clamp(t, std::min(from + nearest, middle), std::max(to - nearest, middle));
    if (!(from < t && t < to)) break;
    known_ = changed_;
    set_scales(low_, high_);
    look_at(t);
    find_changed(t);
    if (changed_.empty()) {
      changed_ = known_;
      from = t;
      remember(low_);
      is_found = true;
    } else {
      to = t;
      remember(ends_);
      high_ = ends_;
    }
    const bool is_slow = to - from > 0.25 * at_secant;
    next = next == Try::secant ? Try::double_secant : next == Try::double_secant && is_slow ? Try::middle : Try::secant;
  }
}

void EventSearch::set_scales(const Values& begins, const Values& ends) {
  for (std::size_t i = 0; i < scales_.size(); ++i) scales_[i] = std::max(std::fabs(begins[i]), std::fabs(ends[i]));
}

/// The time at which the straight line through the values at both ends crosses zero, for the first of the conditions that differ at `to`;
/// `length` times as far from the nearer end. A value of zero at `from` that the search has found is a crossing itself; the zero with which
/// a step begins does not tell where the function returns to zero.
double EventSearch::estimate(double from, double to, bool is_found, double length) const {
  const std::vector<std::size_t>& watched = live_.conditions();
  double first = to;
  for (const std::size_t c : changed_) {
    const auto k = static_cast<std::size_t>(std::lower_bound(watched.begin(), watched.end(), c) - watched.begin());
    const double share = low_[k] * high_[k] < 0 ? low_[k] / (low_[k] - high_[k]) : is_found ? 0 : 0.5;
    const double crossing = share < 0.5 ? from + length * share * (to - from) : to - length * (1 - share) * (to - from);
    first = std::min(first, crossing);
  }
  return first;
}

void EventSearch::watch(double t, std::span<const double> x) { now_ = live_.watch(t, x.data()); }

void EventSearch::take_noises() {
  noises_.clear();
  for (const std::size_t c : live_.conditions()) noises_.push_back(now_->noise(c));
}

/// Evaluates the conditions at a time inside the last step.
void EventSearch::look_at(double t) {
  scratch_.resize(integrator_->state().size());
  integrator_->interpolate(t, scratch_);
  watch(t, scratch_);
}

/// Stores the crossing functions; values within rounding of zero are stored as zero.
void EventSearch::remember(Values& values) const {
  values.clear();
  for (const std::size_t c : live_.conditions()) values.push_back(now_->clear_crossing(c));
}

/// Whether the step lies in the region in which bounds exclude every change. The conditions need not be evaluated then.
bool EventSearch::is_excluded() {
  const auto waits = [this](std::size_t k) { return waits_[live_.conditions()[k]].steps > 0; };
  if (!bounds_.is_current()) bounds_.follow(live_, machine_.snapshot());
  has_controls_ = !bounds_.bounded().empty() && controls_.take(*integrator_, bounds_.states());
  is_in_region_ =
      has_controls_ && bounds_.is_in_region(controls_) && std::none_of(bounds_.bounded().begin(), bounds_.bounded().end(), waits);
  return is_in_region_ && unbounded_.empty();
}

/// Searches, by bounds, for a condition that changes and changes back within an interval. If there is one, `to` becomes a time at which it
/// differs, and the conditions are evaluated there. Conditions whose bounds do not decide are put into sampled_.
bool EventSearch::swings(double from, double& to) {
  sampled_ = unbounded_;
  if (!has_controls_) {
    sampled_.insert(sampled_.end(), bounds_.bounded().begin(), bounds_.bounded().end());
    return false;
  }
  if (is_in_region_) return false;
  take_noises();
  if (!std::exchange(are_bounds_taken_, true)) bounds_.take(controls_, live_);
  open_.clear();
  for (const std::size_t k : bounds_.bounded())
    if (waits_[live_.conditions()[k]].goes_on()) {
      sampled_.push_back(k);
    } else if (!bounds_.is_clear(k, bounds_.is_above(k), rounding(k, before_[k], ends_[k], 0))) {
      open_.push_back(k);
    }
  if (open_.empty() && sampled_.size() == unbounded_.size()) bounds_.find_region(controls_, live_);
  pieces_ = kMostPieces;
  boundless_.assign(before_.size(), {});
  searched_to_ = to;
  const bool does_swing = !open_.empty() && swings_within(from, to, before_, ends_, open_, 0);
  set_scales(before_, ends_);
  std::sort(sampled_.begin(), sampled_.end());
  sampled_.erase(std::unique(sampled_.begin(), sampled_.end()), sampled_.end());
  return does_swing;
}

/// Values beyond zero up to this do not count as a change. For a polynomial the rounding of the dense output is a share of the larger value
/// at the ends of the interval. Other formulas may be far larger at an end, as next to a pole, than where they cross zero: for them the end
/// values do not count in a long interval, and the smaller one counts in a short interval.
double EventSearch::rounding(std::size_t k, double begins, double ends, int depth) const {
  const double a = std::fabs(begins), b = std::fabs(ends);
  const double scale = bounds_.is_polynomial(k) ? std::max(a, b) : depth < kShort ? 0 : std::min(a, b);
  return noises_[k] + kDenseRounding * scale;
}

bool EventSearch::swings_within(double from, double& to, const Values& begins, const Values& ends, const std::vector<std::size_t>& open,
                                int depth) {
  bounds_.find(from, to, open);
  if (at(depth) == halves_.size()) halves_.emplace_back();
  Half& half = halves_[at(depth)];
  half.open.clear();
  for (const std::size_t k : open)
    if (boundless_[k].windows < kMostBoundless && !stays(k, from, to, begins[k], ends[k], depth)) half.open.push_back(k);
  if (to - from <= finest_window_s_) {
    count_boundless(from, to, half.open);
    return false;
  }
  if (half.open.empty()) return false;
  if (pieces_-- <= 0) {  // bounds take too long
    for (const std::size_t k : half.open) leave_to_samples(k, pieces_ == -1);
    return false;
  }
  const double middle = 0.5 * (from + to);
  if (!(from < middle && middle < to)) return false;
  set_scales(begins, ends);
  if (differs_at(middle, from, to)) return true;
  remember(half.middle);
  take_noises();
  double left_end = middle;
  if (swings_within(from, left_end, begins, half.middle, half.open, depth + 1)) {
    to = left_end;
    return true;
  }
  return swings_within(middle, to, half.middle, ends, half.open, depth + 1);
}

/// A quotient of two small values may have no bound in any window, however short: after some windows in a row bisection is given up.
void EventSearch::count_boundless(double from, double to, const std::vector<std::size_t>& open) {
  for (const std::size_t k : open) {
    if (bounds_.of(k).value.is_finite()) continue;
    Boundless& boundless = boundless_[k];
    boundless = {to, boundless.until == from ? boundless.windows + 1 : 1};
    if (boundless.windows == kMostBoundless) leave_to_samples(k, true);
  }
}

/// The condition is searched by samples in this step; if it is the cause (`is_cause`) that bounds took too long, also in the next steps.
void EventSearch::leave_to_samples(std::size_t k, bool is_cause) {
  sampled_.push_back(k);
  if (is_cause) waits_[live_.conditions()[k]].lengthen(kLongestWait);
}

/// Whether a condition stays the same in an interval, or changes at its end only, as the search has found before. It follows from the
/// bounds of the crossing function, or from its values at both ends and the bounds of its slope between them.
bool EventSearch::stays(std::size_t k, double from, double to, double begins, double ends, int depth) {
  const std::size_t c = live_.conditions()[k];
  const auto disproves = [&](const Disproof& disproof) { return disproof.condition == c && to <= disproof.until; };
  if (std::any_of(disproved_.begin(), disproved_.end(), disproves)) return true;
  const bool is_above = bounds_.is_above(k);
  const double side = is_above ? 1 : -1, rounding = this->rounding(k, begins, ends, depth), a = side * begins, b = side * ends;
  // A value beyond zero at an end inside the step was taken for rounding of larger values; these are not in this interval any more.
  if ((from > integrator_->previous_time() && a < -rounding) || (to < searched_to_ && b < -rounding)) return false;
  const auto [value, rate] = bounds_.of(k);
  if ((is_above ? value.lo : -value.hi) >= -rounding) return true;
  const double fall = is_above ? rate.lo : -rate.hi, rise = is_above ? rate.hi : -rate.lo;  // towards zero and away from it
  if (value.is_finite() && (fall >= 0 || rise <= 0)) return true;                           // its extremes are at the ends
  if (!std::isfinite(fall) || !std::isfinite(rise)) return false;                           // across a pole or a jump
  // The function lies above the steepest falling line from its beginning and the steepest rising line to its end; they meet at `after`.
  const double after = (a - b + rise * (to - from)) / (rise - fall);
  return a + fall * after >= -rounding;
}

/// Evaluates the conditions at a time inside the interval; if one differs, `to` becomes that time.
bool EventSearch::differs_at(double t, double from, double& to) {
  if (!(from < t && t < to)) return false;  // it has been rounded onto an end, where nothing new can be found
  look_at(t);
  find_changed(t);
  if (changed_.empty()) return false;
  to = t;
  return true;
}

/// One step of the secant method towards the time at which the condition has just changed; false if it has arrived or leads out of the
/// step.
bool EventSearch::correct(double& t, std::size_t condition, double last) {
  const double from = integrator_->previous_time(), h = 1e-3 * (t - from);
  watch(t, integrator_->state());
  const double g = now_->crossing(condition), noise = now_->noise(condition);
  look_at(t - h);
  const double slope = (g - now_->crossing(condition)) / h;
  const double target = std::copysign(2 * noise, slope);  // just beyond what may be rounding
  const double corrected = t - (g - target) / slope, change = std::fabs(corrected - t);
  if (!(change > kNudged * (t - from))) return false;  // found already
  // If it leads out of the step, the slope is only rounding, or that of a jump.
  if (!(from < corrected && corrected < last) || change > 0.5 * (t - from)) return false;
  t = corrected;
  integrator_->retake(t);
  return true;
}

/// Ends the step at t with a state as accurate as a step's, and moves t so that the condition has just changed; false if it does not up to
/// `last`.
bool EventSearch::land(double t, std::size_t condition, double last) {
  const double from = integrator_->previous_time();
  integrator_->retake(t);
  for (int correction = 0; correction < kMostCorrections; ++correction)
    if (!correct(t, condition, last)) break;
  double unchanged = from;
  // At the start of a run at time zero t may be nearly zero; the nudge must change it nevertheless.
  const double least = std::max({std::fabs(t), t - from, kEventTimeTolerance * (last - from)});
  double nudge = std::max(2 * std::numeric_limits<double>::epsilon() * least, std::numeric_limits<double>::denorm_min());
  for (; !has_changed(condition); nudge *= 2) {
    if (t >= last) return false;
    unchanged = t;
    t = std::min(t + nudge, last);
    integrator_->retake(t);
  }
  if (unchanged > from && t - unchanged > kNudged * (last - from)) bisect({unchanged, t}, condition);
  return true;
}

/// Used where the dense output was inaccurate: on the solution itself the condition differs at the end of the bracket and not at its
/// beginning. Bisects the bracket by steps to its middle, and ends the step at its end.
EventSearch::Bracket EventSearch::bisect(Bracket bracket, std::size_t condition) {
  while (bracket.changed - bracket.unchanged > kNudged * (bracket.changed - integrator_->previous_time())) {
    const double middle = 0.5 * (bracket.unchanged + bracket.changed);
    if (!(bracket.unchanged < middle && middle < bracket.changed)) break;
    integrator_->retake(middle);
    (has_changed(condition) ? bracket.changed : bracket.unchanged) = middle;
  }
  integrator_->retake(bracket.changed);
  return bracket;
}

bool EventSearch::differs_here(std::size_t condition) {
  watch(integrator_->time(), integrator_->state());
  return now_->differs(condition);
}

/// By the whole program, too, whose rounding the event will see.
bool EventSearch::has_changed(std::size_t condition) {
  if (!differs_here(condition)) return false;
  return live_.watch_all(integrator_->time(), integrator_->state()).differs(condition);
}

}  // namespace stribeck
