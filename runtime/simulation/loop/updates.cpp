#include "simulation/loop/updates.h"

#include <cmath>
#include <utility>

#include "base/format.h"
#include "simulation/events/event_names.h"

namespace stribeck {

Updates::Updates(Machine& machine) : machine_(machine), was_true_(machine.program().whens.size(), false) {
  for (const DiscreteCode& discrete : machine.program().discretes) machine.tell(discrete.value, machine.held_value(discrete.start));
}

void Updates::begin_again() {
  was_true_.assign(was_true_.size(), false);
  triggered_.clear(), clocked_.clear(), sampling_.clear(), assigned_.clear();
  level_ = -1;
  end_.clear();
  fired_ = 0;
}

bool Updates::any_due(const Snapshot& now) {
  const std::vector<WhenCode>& whens = machine_.program().whens;
  for (std::size_t w = 0; w < whens.size(); ++w) {
    const bool is_true = now.value(whens[w].condition) != 0;
    if (is_true && !was_true_[w]) (whens[w].is_clocked ? clocked_ : triggered_).push_back(w);
    was_true_[w] = is_true;
  }
  return !given_.empty() || !given_parameters_.empty() || !triggered_.empty() || !clocked_.empty() || !sampling_.empty();
}

void Updates::give(std::span<const GivenValue> values, std::span<const double> parameters) {
  given_.assign(values.begin(), values.end());
  given_parameters_.assign(parameters.begin(), parameters.end());
}

void Updates::take_given() {
  assigned_.clear();
  for (const GivenValue& given : given_) {
    machine_.tell(machine_.program().discretes[static_cast<std::size_t>(given.discrete)].value, given.value);
    assigned_.push_back(given.component);
  }
  given_.clear();
  if (!given_parameters_.empty()) machine_.set_parameters(given_parameters_);
  given_parameters_.clear();
}

void Updates::fire(const Snapshot& now, double t, std::vector<double>& x, std::vector<std::string>& labels) {
  ++fired_;
  if (!given_.empty() || !given_parameters_.empty()) return take_given();
  if (!triggered_.empty()) {
    assign(now, triggered_, 0, x);
    for (const std::size_t w : std::exchange(triggered_, {})) tell(t, w, labels);
    return;
  }
  if (sampling_.empty()) {
    begin_instant();
    for (const std::size_t w : sampling_) tell(t, w, labels);
  }
  level_ = next_level();
  assign(now, sampling_, level_, x);
  if (next_level() < 0) sampling_.clear();
}

void Updates::begin_instant() {
  sampling_ = std::exchange(clocked_, {});
  level_ = -1;
  for (const DiscreteCode& discrete : machine_.program().discretes)
    if (discrete.before >= 0) machine_.set(discrete.before, machine_.held_value(discrete.value));
}

/// The lowest above the one that was done last; -1: there is none.
int Updates::next_level() const {
  int next = -1;
  for (const std::size_t w : sampling_)
    for (const WhenCode::Assignment& assignment : machine_.program().whens[w].assignments)
      if (assignment.level > level_ && (next < 0 || assignment.level < next)) next = assignment.level;
  return next;
}

/// Assigns new values. All are computed before the first is assigned, because they are functions of the values before the event.
void Updates::assign(const Snapshot& now, const std::vector<std::size_t>& due, int level, std::vector<double>& x) {
  const std::vector<WhenCode>& whens = machine_.program().whens;
  machine_.run(Section::updates);
  std::vector<std::pair<Register, double>> values;
  assigned_.clear();
  for (const std::size_t w : due) {
    assigned_.push_back(whens[w].component);
    for (const WhenCode::Assignment& assignment : whens[w].assignments)
      if (assignment.level == level) values.emplace_back(assignment.target, now.value(assignment.value));
  }
  for (const auto& [target, value] : values) {
    if (const std::int32_t state = machine_.program().state_of(target); state >= 0)
      x[static_cast<std::size_t>(state)] = value;
    else
      machine_.tell(target, value);
  }
}

/// Notes the message of an event, and whether it ends the run.
void Updates::tell(double t, std::size_t w, std::vector<std::string>& labels) {
  const WhenCode& code = machine_.program().whens[w];
  const Labels::When declared = machine_.program().labels->when(w);
  if (code.end == EndOfRun::fail)
    throw Failure(Diagnostic{.code = ErrorCode::run_assertion,
                             .message = "at t = " + fmt::format("{:.6g}", t) + " s " + name(w) + ": " + declared.sentence,
                             .where = machine_.program().labels->where_of_component(code.component),
                             .because = "the component requires it",
                             .remedy = "look at its inputs just before that time",
                             .details = {}});
  if (code.end == EndOfRun::terminate && end_.empty()) end_ = name(w) + ": " + declared.sentence;
  if (std::string event = when_event(machine_.program(), w); !event.empty()) labels.push_back(std::move(event));
}

std::string Updates::name(std::size_t w) const { return machine_.program().labels->component(machine_.program().whens[w].component); }

}  // namespace stribeck
