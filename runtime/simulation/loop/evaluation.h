#pragma once
// The whole program at one time and state after another, where little changes from one to the next.
#include <optional>
#include <vector>

#include "program/dataflow.h"
#include "program/machine.h"

namespace stribeck {

/// Evaluates derivatives, powers and conditions. At an event this happens again and again at one instant, with other modes or jumps of a
/// few states: then only what follows from these is computed again.
class Evaluation {
 public:
  explicit Evaluation(Machine& machine) : machine_(machine) { take_program(); }

  void at(double t, const double* x);
  /// The next evaluation computes everything: what functions remember has changed.
  void forget() { is_complete_ = false; }
  /// The code as a graph; null where nothing is held between events, and in plain programs. Valid until the machine's program changes.
  const Dataflow* flow();
  /// What was told something new since the list was cleared, more than once if it was told so.
  std::vector<Register>& told() { return told_; }

 private:
  void take_program();
  void everything(double t, const double* x);
  void what_changed(const std::vector<Register>& told, const double* x);
  void again(std::size_t k);

  Machine& machine_;
  const Program* program_ = nullptr;
  std::optional<Dataflow> flow_;
  std::optional<Agenda> agenda_;
  bool is_complete_ = false;  // the registers are those at t_, x_ as long as the machine has run nothing else
  std::uint64_t runs_ = 0;
  double t_ = 0;
  std::vector<double> x_, before_;
  std::vector<Register> told_;
};

}  // namespace stribeck
