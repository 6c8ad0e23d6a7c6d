#pragma once
// Evaluates the whole program repeatedly, where little changes from one evaluation to the next.
#include <optional>
#include <vector>

#include "program/dataflow.h"
#include "program/snapshot.h"

namespace stribeck {

/// Evaluates derivatives, powers and conditions. At an event they are evaluated many times at one instant, each time with other modes or
/// with a few states that have jumped: then only values that depend on these are computed again.
class Evaluation {
 public:
  explicit Evaluation(Machine& machine) : machine_(machine), now_(machine) { take_program(); }

  Snapshot at(double t, const double* x);
  /// That of the last evaluation.
  const Snapshot& now() const { return now_; }
  /// The next evaluation computes everything, because the memory of an external function has changed.
  void forget() { is_complete_ = false; }
  /// The code as a graph; null where nothing is held between events, and in plain programs. Valid until the machine's program changes.
  const Dataflow* flow();
  /// The held registers that were given new values since the list was cleared; a register may occur more than once.
  std::vector<Register>& told() { return told_; }

 private:
  void take_program();
  void everything(double t, const double* x);
  void what_changed(const std::vector<Register>& told, const double* x);
  void again(std::size_t k);

  Machine& machine_;
  const Program* program_ = nullptr;
  std::optional<Dataflow> flow_;
  std::optional<Worklist> worklist_;
  Snapshot now_;
  bool is_complete_ = false;  // now_ is that of t_, x_, of everything
  double t_ = 0;
  std::vector<double> x_, before_;
  std::vector<Register> told_;
};

}  // namespace stribeck
