#pragma once
// What a law is just beyond where a condition changes, before that has been found.
#include <cstddef>
#include <utility>
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// While it lives, conditions hold what is true at one point rather than what is held along the step. A step tries points beyond the event
/// that will end it, and the branch that is held need not have a value there: sqrt(-x) while x < 0 is held. What the law is beyond is then
/// as good for the step, which the event cuts off. Guards of modes are left alone.
class BeyondGuards {
 public:
  /// `x`: the whole state.
  BeyondGuards(Machine& machine, double t, const double* x);
  ~BeyondGuards();
  BeyondGuards(const BeyondGuards&) = delete;
  BeyondGuards& operator=(const BeyondGuards&) = delete;
  /// Whether any condition differs there.
  bool any() const { return !held_.empty(); }

 private:
  void evaluate();

  Machine& machine_;
  std::vector<std::pair<Register, double>> held_;  ///< as it was
};

}  // namespace stribeck
