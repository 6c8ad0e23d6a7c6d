#pragma once
// Conditions and time tables while a run goes on: what is held, what has changed, where it changed.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "program/machine.h"
#include "simulation/loop/evaluation.h"

namespace stribeck {

/// `what` still alternates after kEventRounds rounds, because `because`.
Failure does_not_settle(const Machine& machine, double t, const std::string& what, const std::string& because,
                        const std::vector<std::string>& alternating);

/// Throws Failure run.not_finite if a condition, as last evaluated, compares what is not a number. Guards of modes compare forces that may
/// be without bound.
void require_decided(const Machine& machine, std::size_t condition, double t);

class Conditions {
 public:
  Conditions(Machine& machine, Evaluation& evaluation);

  /// Evaluates all crossing functions at (t, x); the truths follow from them.
  void evaluate(double t, const double* x);
  /// The same; false if the equations have no solution there.
  bool has_solution(double t, const double* x);
  /// Conditions whose truth, as last evaluated, differs from what is held.
  const std::vector<std::size_t>& changed();
  /// Whether any of them differs by more than rounding may make of it.
  bool any_differs() const;

  /// Event iteration at (t, x): takes over what changed and evaluates again until nothing changes. Throws Failure run.event_limit naming
  /// what alternates. Adds the labels of the conditions that changed; false if none did. Guards of modes are left alone.
  bool settle(double t, const double* x, std::vector<std::string>& labels);
  /// What is asked where loops leave no other way: it holds conditions so that they have solutions there, or returns false.
  using ChoiceForLoops = std::function<bool(double t, const double* x)>;
  void set_choice_for_loops(ChoiceForLoops choice) { choose_for_loops_ = std::move(choice); }
  /// Takes scheduled conditions, table pieces and floors for time t; returns the next scheduled time after t, or infinity.
  /// Adds the labels of the conditions that changed.
  double schedule(double t, std::vector<std::string>* changed = nullptr);
  /// "stop: x >= upper_bound"
  std::string label(std::size_t condition) const;

 private:
  bool settle_by_rounds(double t, const double* x, std::vector<std::string>& labels);
  void fail_if_law_jams(std::size_t condition, double t) const;

  Machine& machine_;
  Evaluation& evaluation_;
  std::vector<std::size_t> watched_, scheduled_, changed_;
  bool is_evaluated_ = false;
  ChoiceForLoops choose_for_loops_;
};

}  // namespace stribeck
