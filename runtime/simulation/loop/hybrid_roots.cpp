// Loops with several solutions: the motion follows one of them, and an event happens where that solution ends (program/loop_roots.cpp).
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"
#include "simulation/events/event_names.h"
#include "simulation/loop/hybrid_loop.h"

namespace stribeck {

/// Whether the last step ends in an event now.
bool HybridLoop::end_step_at_event() {
  bool ends_at_change = episode_->search.end_step_at_change();
  double end = integrator_->time();
  episode_->kinks.end_step_at_kink();
  // A step that is shortened to end at a kink may have a larger error than the estimate of the longer step promised: just behind an event a
  // law that is steep near rest acts in a thin layer only, and all stages of the longer step may have lain outside of it.
  while (integrator_->is_retaken_poorly() && episode_->search.halve_step()) {
    ends_at_change = episode_->search.search_again();
    end = integrator_->time();
    episode_->kinks.end_step_at_kink();
  }
  if (end_step_where_a_root_ends()) return true;
  if (integrator_->time() < end) {
    ends_at_change = false;  // the condition changes after the end of the shortened step
    episode_->search.begin(*integrator_);
  }
  return ends_at_change;
}

/// If the solution of a loop ends in the last step, the step is shortened to end just beyond that point; false if none ends. Steps get
/// shorter on the way there, since the solution changes ever faster.
bool HybridLoop::end_step_where_a_root_ends() {
  if (!machine_.loops().can_follow()) return false;
  const double from = integrator_->previous_time(), end = integrator_->time();
  // Implicit methods need not have evaluated anything at the state that their last correction led to.
  bool has_strayed = false;
  if (!machine_.loops().is_beyond()) {
    episode_->evaluation.at(end, take_state().data());
    has_strayed = !machine_.loops().is_beyond() && machine_.loops().look_between();
  }
  if (!machine_.loops().is_beyond() && !has_strayed) {
    machine_.loops().accept();
    return false;
  }
  // Interpolation, where the method allows it, leaves out the quadratures, which are expensive near the end of a solution.
  const bool by_interpolation = integrator_->retakes_by_interpolation();
  const auto ends_before = [&](double t) {
    if (!by_interpolation) integrator_->retake(t);
    x_.resize(at(machine_.program().states()));
    last_step().searched_state(t, x_);
    machine_.loops().try_beyond();
    episode_->evaluation.at(t, x_.data());
    if (!machine_.loops().is_beyond() && machine_.loops().look_between()) episode_->evaluation.at(t, x_.data());
    return machine_.loops().is_beyond();
  };
  double on = from, beyond = end;
  if (ends_before(end)) {
    // The inputs of a loop move along nearly straight lines, so that the share of the line at which the solution ends estimates the time of
    // its end. Slightly later and slightly earlier times are tried if they lie within the bracket, and every third time its middle.
    constexpr double kALittle = 0x1p-20;  // the end of the solution is known to 2^-30 of the line
    double share = machine_.loops().share_on_solution();
    for (int round = 0; beyond - on > kEventTimeTolerance * std::max(std::fabs(from), end - from); ++round) {
      const double guess = from + (beyond - from) * share * (round % 3 == 0 ? 1 + kALittle : 1 - kALittle);
      const double middle = 0.5 * (on + beyond);
      const double probe = round % 3 < 2 && on < guess && guess < beyond ? guess : middle;
      if (!(on < probe && probe < beyond)) break;
      if (ends_before(probe)) {
        beyond = probe;
        share = machine_.loops().share_on_solution();
      } else {
        on = probe;
      }
    }
    const auto stays_beyond = [&] {
      if (by_interpolation) integrator_->retake(beyond);
      return ends_before(beyond);
    };
    // So close to the end of a solution, rounding may decide that it does not end there after all, when the same point is evaluated again.
    for (double nudge = beyond - on; !stays_beyond() && beyond < end; nudge *= 2) beyond = std::min(end, beyond + nudge);
  }
  // Halved until its error is within the tolerance. If the solution then goes on, it had ended on a wrong motion only. What interpolates a
  // step that has strayed to another solution is wrong, and is not known to be.
  for (bool is_wrong = has_strayed && by_interpolation; is_wrong || integrator_->is_retaken_poorly(); is_wrong = false) {
    const double half = from + 0.5 * (integrator_->time() - from);
    if (!(from < half && half < integrator_->time())) break;
    if (by_interpolation) integrator_->retake(half);
    ends_before(half);
  }
  const bool ends = machine_.loops().is_beyond();
  if (ends) {
    machine_.loops().end();
    before_root_ends_s_ = on;
  } else {
    machine_.loops().accept();
  }
  return ends;
}

/// The row before an event at t, where x- is x_. Where the solution of a loop ends, t lies beyond the end by rounding, and the loop's
/// equations have no solution there: the row shows the last instant before it that has one.
void HybridLoop::row_before(double t) {
  if (const auto before_s = std::exchange(before_root_ends_s_, std::nullopt)) {
    std::vector<double> x(x_.size());
    last_step().state(*before_s, x);
    machine_.loops().try_beyond();
    const Snapshot now = episode_->evaluation.at(*before_s, x.data());
    if (!machine_.loops().is_beyond()) return rows_.row_before(now, t, x.data());
  }
  rows_.row_before(episode_->evaluation.at(t, x_.data()), t, x_.data());
}

/// The remark that a loop has jumped because its solution has ended, with what would prevent it.
void HybridLoop::note_jump(std::size_t loop, double t, std::vector<std::string>& labels) {
  const Labels::Loop of = machine_.program().labels->loop(machine_.program().blocks[loop].block);
  const std::string unknowns = loop_name(machine_.program(), loop);
  labels.push_back(jump_event(machine_.program(), loop));
  const Diagnostic note{
      .code = ErrorCode::run_loop_jumps,
      .message = "the solution of the algebraic loop for " + unknowns + " that the motion follows ends at t = " + short_number(t) +
                 " s; the loop jumps to the one that it comes to from there",
      .where = of.where,
      .because = "its equations have several solutions, as nothing between its parts has a mass or gives way",
      .remedy =
          "give the nodes in the loop the small masses or inertias that they have, or elastic connections: these decide where it goes",
      .severity = Severity::note,
      .details = {}};
  const bool is_told = std::any_of(summary_.notes.begin(), summary_.notes.end(), [&](const Diagnostic& other) {
    return other.code == note.code && other.where.pointer == note.where.pointer && other.because == note.because;
  });
  if (!is_told) summary_.notes.push_back(note);
}

}  // namespace stribeck
