#pragma once
// The conditions of a program along a run: their held truths, which of them have changed, and when scheduled ones change next.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "program/machine.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {

/// Failure run.event_limit: `what` still alternates after kEventRounds rounds, because `because`.
Failure does_not_settle(const Machine& machine, double t, const std::string& what, const std::string& because,
                        const std::vector<std::string>& alternating);

/// Throws Failure run.not_finite if the crossing function of a condition, as evaluated last, is not a number. Guards of modes are exempt,
/// as the forces that they compare may be infinite.
void require_decided(const Machine& machine, std::size_t condition, double t);

class Conditions {
 public:
  Conditions(Machine& machine, Evaluation& evaluation);

  /// Evaluates all crossing functions at (t, x); the truths follow from them.
  void evaluate(double t, const double* x);
  /// The same; false if the equations have no solution there.
  bool has_solution(double t, const double* x);
  /// The conditions whose truth, as evaluated last, differs from the held one.
  const std::vector<std::size_t>& changed();
  /// Whether any of them differs by more than rounding.
  bool any_differs() const;

  /// Event iteration at (t, x): takes over what changed and evaluates again until nothing changes. Throws Failure run.event_limit naming
  /// what alternates. Adds the labels of the conditions that changed; false if none did. Guards of modes are left alone.
  bool settle(double t, const double* x, std::vector<std::string>& labels);
  /// Called where a loop has no solution with the held truths: changes these so that all loops have solutions at (t, x), or returns false.
  using ChoiceForLoops = std::function<bool(double t, const double* x)>;
  void set_choice_for_loops(ChoiceForLoops choice) { choose_for_loops_ = std::move(choice); }
  /// Takes scheduled conditions, table pieces and floors for time t; returns the next scheduled time after t, or infinity. Adds the labels
  /// of the conditions that changed; if there are none, of the tables and floors that did. The program's present values must have been
  /// evaluated: times of samples depend on them.
  double schedule(double t, std::vector<std::string>* changed = nullptr);
  /// The same of what depends on time and parameters alone, before anything has been evaluated, as at the start or in a new program.
  double schedule_by_time(double t);
  /// "stop: x >= upper_bound"
  std::string label(std::size_t condition) const;

 private:
  double hold_scheduled(double t, bool with_moving, std::vector<std::string>* changed);
  bool settle_by_rounds(double t, const double* x, std::vector<std::string>& labels);
  void fail_if_law_jams(std::size_t condition, double t) const;

  Machine& machine_;
  Evaluation& evaluation_;
  std::vector<std::size_t> watched_, scheduled_, changed_;
  ChoiceForLoops choose_for_loops_;
};

}  // namespace stribeck
