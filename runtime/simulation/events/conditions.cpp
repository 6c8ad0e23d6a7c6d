#include "simulation/events/conditions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/decimal.h"
#include "base/text.h"
#include "program/jammed.h"
#include "simulation/events/event_names.h"

namespace stribeck {

Failure does_not_settle(const Machine& machine, double t, const std::string& what, const std::string& because,
                        const std::vector<std::string>& alternating) {
  Diagnostic diagnostic{.code = ErrorCode::run_event_limit,
                        .message = "events do not settle at t = " + short_number(t) + " s: after " + std::to_string(kEventRounds) +
                                   " rounds " + what + " still alternate",
                        .where = {.file = machine.program().labels->file(), .pointer = {}, .instance = {}, .relation = {}},
                        .because = because,
                        .remedy = "smooth one of the laws that switch, or give it a hysteresis",
                        .details = {}};
  for (const std::string& label : alternating) diagnostic.details.emplace_back("alternates", label);
  return Failure(std::move(diagnostic));
}

void require_decided(const Snapshot& now, std::size_t condition, double t) {
  const Program& program = now.program();
  const ConditionCode& code = program.conditions[condition];
  if (code.is_guard || !std::isnan(now.crossing(condition))) return;
  throw Failure(Diagnostic{
      .code = ErrorCode::run_not_finite,
      .message = "at t = " + number_text(t) + " s what decides on \"" + program.labels->condition(code.origin) + "\" is not a number",
      .where = {.file = program.labels->file(), .pointer = {}, .instance = {}, .relation = {}},
      .because = "a formula is evaluated outside its range",
      .remedy = "look for a division by zero, or a root or power of a negative number, before that time",
      .details = {}});
}

Conditions::Conditions(Machine& machine, Evaluation& evaluation) : machine_(machine), evaluation_(evaluation) {
  const auto& conditions = machine.program().conditions;
  for (std::size_t c = 0; c < conditions.size(); ++c) (conditions[c].scheduled >= 0 ? scheduled_ : watched_).push_back(c);
}

Snapshot Conditions::evaluate(double t, const double* x) { return evaluation_.at(t, x); }

std::optional<Snapshot> Conditions::try_to_evaluate(double t, const double* x) {
  try {
    return evaluate(t, x);
  } catch (const Failure& failure) {
    const ErrorCode code = failure.diagnostics().front().code;
    if (code != ErrorCode::run_no_solution && code != ErrorCode::run_jammed) throw;
    return std::nullopt;
  }
}

const std::vector<std::size_t>& Conditions::changed(const Snapshot& now) {
  changed_.clear();
  for (const std::size_t c : watched_)
    if (now.has_changed(c)) changed_.push_back(c);
  return changed_;
}

bool Conditions::any_differs(const Snapshot& now) const {
  return std::any_of(watched_.begin(), watched_.end(), [&](std::size_t c) { return now.differs(c); });
}

bool Conditions::settle(double t, const double* x, std::vector<std::string>& labels) {
  std::vector<bool> before;
  for (const std::size_t c : watched_) before.push_back(machine_.held(c));
  std::vector<std::size_t> alternate;  // those that changed last, where they do not settle
  for (const bool has_chosen : {false, true}) {
    try {
      const bool any = settle_by_rounds(t, x, labels);
      if (!has_chosen) return any;
    } catch (const Failure& failure) {
      const ErrorCode code = failure.diagnostics().front().code;
      if (code != ErrorCode::run_no_solution && code != ErrorCode::run_event_limit) throw;
      if (code == ErrorCode::run_event_limit) alternate = changed_;
      if (!has_chosen && choose_for_loops_ && choose_for_loops_(t, x)) continue;
      if (alternate.size() == 1) fail_if_law_jams(alternate.front(), t);
      throw;
    }
  }
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    if (machine_.held(watched_[k]) == before[k]) continue;
    const std::string label = this->label(watched_[k]);
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
  }
  return true;
}

bool Conditions::settle_by_rounds(double t, const double* x, std::vector<std::string>& labels) {
  std::vector<std::size_t> reported;
  for (int round = 0; round < kEventRounds; ++round) {
    const Snapshot now = evaluate(t, x);
    changed(now);
    // A condition that has changed at this instant changes again only if it differs by more than rounding. Within rounding of its edge both
    // truths are possible, and changing it may move the unknown of a loop to the other side of the edge, for ever. Exactly on the edge its
    // relation decides.
    const auto is_settled = [&](std::size_t c) {
      return machine_.program().conditions[c].is_guard ||
             (std::find(reported.begin(), reported.end(), c) != reported.end() && now.crossing(c) != 0 && !now.differs(c));
    };
    std::erase_if(changed_, is_settled);
    if (changed_.empty()) {
      for (const std::size_t c : watched_) require_decided(now, c, t);
      for (const std::size_t c : reported) labels.push_back(label(c));
      return round > 0;
    }
    for (const std::size_t c : changed_) {
      machine_.take_over(c, now.to_be_held(c));
      if (std::find(reported.begin(), reported.end(), c) == reported.end()) reported.push_back(c);
    }
  }
  std::vector<std::string> alternating;
  for (const std::size_t c : changed_) alternating.push_back(condition_event(machine_.program(), c, true));
  throw does_not_settle(machine_, t, "conditions", "each change makes another condition change back", alternating);
}

/// The error that a condition contradicts itself with either truth, with the friction to which it belongs, if there is one.
void Conditions::fail_if_law_jams(std::size_t condition, double t) const {
  const Labels& labels = *machine_.program().labels;
  const std::int32_t component = labels.heater_of_condition(machine_.program().conditions[condition].origin);
  if (component >= 0) throw jams_by_its_sign(labels, component, t);
}

double Conditions::schedule(const Snapshot& now, double t, std::vector<std::string>* changed) {
  return hold_scheduled(now, t, true, changed);
}

double Conditions::schedule_by_time(double t) { return hold_scheduled(machine_.snapshot(), t, false, nullptr); }

double Conditions::hold_scheduled(const Snapshot& now, double t, bool with_moving, std::vector<std::string>* changed) {
  machine_.set_time(t);
  std::vector<std::size_t> tables, floors;
  const bool is_told = changed != nullptr;  // else nothing need be collected
  double next = std::min(machine_.hold_tables(t, is_told ? &tables : nullptr), machine_.hold_floors(t, is_told ? &floors : nullptr));
  for (const std::size_t c : scheduled_) {
    if (machine_.program().conditions[c].moves && !with_moving) continue;
    const bool changes = now.has_changed(c);
    machine_.hold(c, now.truth(c));
    if (changed != nullptr && changes) changed->push_back(label(c));
    const double when = now.value(machine_.program().conditions[c].scheduled);
    if (when > Machine::instant_end(t)) next = std::min(next, when);
  }
  if (is_told && changed->empty()) {
    const Program& program = machine_.program();
    for (const std::size_t k : tables) changed->push_back(program.labels->table(program.held_tables[k].table));
    for (const std::size_t k : floors) changed->push_back(program.labels->floor_of_time(program.held_floors[k].origin));
    changed->erase(std::unique(changed->begin(), changed->end()), changed->end());
  }
  return without_rounding(next);  // so that rows at an event show its time
}

std::string Conditions::label(std::size_t condition) const {
  return condition_event(machine_.program(), condition, machine_.held(condition));
}

}  // namespace stribeck
