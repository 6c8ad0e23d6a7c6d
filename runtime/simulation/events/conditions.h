#pragma once
// The conditions of a program along a run: their held truths, which of them have changed, and when scheduled ones change next.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/snapshot.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {

/// Failure run.event_limit: `what` still alternates after kEventRounds rounds, because `because`.
Failure does_not_settle(const Machine& machine, double t, const std::string& what, const std::string& because,
                        const std::vector<std::string>& alternating);

/// Throws Failure run.not_finite if the crossing function of a condition is not a number. Guards of modes are exempt, as the forces that
/// they compare may be infinite.
void require_decided(const Snapshot& now, std::size_t condition, double t);

class Conditions {
 public:
  Conditions(Machine& machine, Evaluation& evaluation);

  /// Evaluates all crossing functions at (t, x); the truths follow from them.
  Snapshot evaluate(double t, const double* x);
  /// The same; nothing if the equations have no solution there.
  std::optional<Snapshot> try_to_evaluate(double t, const double* x);
  /// The conditions whose truth differs from the held one.
  const std::vector<std::size_t>& changed(const Snapshot& now);
  /// Whether any of them differs by more than rounding.
  bool any_differs(const Snapshot& now) const;

  /// Event iteration at (t, x): takes over what changed and evaluates again until nothing changes. Throws Failure run.event_limit naming
  /// what alternates. Adds the labels of the conditions that changed; false if none did. Guards of modes are left alone.
  bool settle(double t, const double* x, std::vector<std::string>& labels);
  /// Called where a loop has no solution with the held truths: changes these so that all loops have solutions at (t, x), or returns false.
  using ChoiceForLoops = std::function<bool(double t, const double* x)>;
  void set_choice_for_loops(ChoiceForLoops choice) { choose_for_loops_ = std::move(choice); }
  /// Takes scheduled conditions, table pieces and floors for time t; returns the next scheduled time after t, or infinity. Adds the labels
  /// of the conditions that changed; if there are none, of the tables and floors that did. Times of samples depend on the discrete
  /// variables with which `now` was computed.
  double schedule(const Snapshot& now, double t, std::vector<std::string>* changed = nullptr);
  /// The same between two events, as after a step: discrete variables are those with which the last event has computed the times of
  /// samples.
  double schedule_between_events(double t) { return schedule(machine_.snapshot(), t); }
  /// The same of what depends on time and parameters alone, before anything has been evaluated, as at the start or in a new program.
  double schedule_by_time(double t);
  /// "stop: x >= upper_bound"
  std::string label(std::size_t condition) const;

 private:
  double hold_scheduled(const Snapshot& now, double t, bool with_moving, std::vector<std::string>* changed);
  bool settle_by_rounds(double t, const double* x, std::vector<std::string>& labels);
  void fail_if_law_jams(std::size_t condition, double t) const;

  Machine& machine_;
  Evaluation& evaluation_;
  std::vector<std::size_t> watched_, scheduled_, changed_;
  ChoiceForLoops choose_for_loops_;
};

}  // namespace stribeck
