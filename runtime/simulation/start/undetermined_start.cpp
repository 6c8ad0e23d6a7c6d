#include "simulation/start/undetermined_start.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/text.h"

namespace stribeck {

namespace {

class UndeterminedStart {
 public:
  UndeterminedStart(const Snapshot& now, Machine& machine, const InitialTargets& targets, const FoundStart& found)
      : now_(now),
        program_(machine.program()),
        labels_(*program_.labels),
        targets_(targets),
        x_(found.x),
        is_held_(found.is_held),
        turned_(found.turned) {
    machine.run(Section::crossings);
    machine.run(Section::start);
  }

  std::vector<Diagnostic> run() {
    tell_positions_around_loops();
    tell_exchangeable();
    tell_turned();
    return std::move(notes_);
  }

 private:
  static bool differ(double value, double start) { return std::fabs(value - start) > kTargetAgreement * std::max(1.0, std::fabs(start)); }

  void tell(const std::string& message, Where where, const char* because) {
    notes_.push_back({.code = ErrorCode::initial_undetermined,
                      .message = "nothing determines the initial " + message,
                      .where = std::move(where),
                      .because = because,
                      .remedy = "give one of them an initial target",
                      .severity = Severity::note,
                      .details = {}});
  }
  /// Displacements around a loop, or positions from an origin, of which not all can start as declared: the first by name do.
  void tell_positions_around_loops() {
    for (const LooseLoop& loop : program_.start.loose_loops) {
      const double value = now_.value(loop.follows.value);
      if (!differ(value, loop.follows.start)) continue;
      for (const std::int32_t other : loop.others) {
        const LoosePosition& kept = program_.start.loose[at(other)];
        const double start = now_.value(kept.value);
        if (differ(start, kept.start)) continue;
        return tell("position " + labels_.variable(kept.variable) + ": it starts at " + nine_digits(start) + ", so that " +
                        labels_.variable(loop.follows.variable) + " starts at " + nine_digits(value),
                    labels_.where_of_component(loop.component),
                    "of positions that depend on one another those keep their start whose names come first");
      }
    }
  }

  /// Positions that a constraint ties, where either could be the state that starts as declared: their names decide.
  void tell_exchangeable() {
    for (const ExchangeablePosition& pair : program_.start.exchangeable) {
      const StateFacts& state = program_.state_facts[at(pair.state)];
      if (is_held_[at(pair.state)] || has_target(pair.other)) continue;
      if (x_[at(pair.state)] != state.start || !differ(now_.value(pair.other_value), pair.other_start)) continue;
      return tell("position " + labels_.variable(state.variable) + ": it starts at " + nine_digits(x_[at(pair.state)]) + ", and " +
                      labels_.variable(pair.other) + " follows from it",
                  labels_.where_of_position(state.variable), "the constraint between them leaves open which of them keeps its start");
    }
  }
  bool has_target(std::int32_t variable) const {
    return std::any_of(targets_.begin(), targets_.end(),
                       [&](const InitialTarget& t) { return t.priority != Priority::none && is_of(t, variable); });
  }
  bool has_any_target(std::int32_t variable) const {
    return std::any_of(targets_.begin(), targets_.end(), [&](const InitialTarget& t) { return is_of(t, variable); });
  }
  bool is_of(const InitialTarget& target, std::int32_t variable) const {
    const TargetCode& code = code_of(target, program_);
    return code.variable == variable || code.representative == variable;
  }

  /// Speeds that do not determine the motion: at a dead centre the speed of the slider says nothing about the crank.
  void tell_turned() {
    for (const std::size_t s : turned_) {
      const StateFacts& state = program_.state_facts[s];
      if (has_any_target(state.variable)) continue;
      return tell("value of " + labels_.variable(state.variable) + ": from " + nine_digits(state.start) +
                      " on the initial targets are not met, and it starts at " + nine_digits(x_[s]),
                  labels_.where_of_position(state.variable), "of the angles at which they are the search for it has found this one first");
    }
  }
  const Snapshot now_;
  const Program& program_;
  const Labels& labels_;
  const InitialTargets& targets_;
  const std::vector<double>& x_;
  const std::vector<bool>& is_held_;
  const std::vector<std::size_t>& turned_;
  std::vector<Diagnostic> notes_;
};

}  // namespace

std::vector<Diagnostic> undetermined_start(const Snapshot& now, Machine& machine, const InitialTargets& targets, const FoundStart& found) {
  return UndeterminedStart(now, machine, targets, found).run();
}

}  // namespace stribeck
