#pragma once
// Whether the states chosen before the run still serve: a constraint whose coefficients depend on position may become singular in the
// derivatives that were taken as dummies (a pendulum in x and y, where it hangs or stands sideways).
#include <vector>

#include "program/machine.h"

namespace stribeck {

class StateWatch {
 public:
  /// Nothing to watch if the choice does not depend on the motion.
  explicit StateWatch(const SortedSystem& sorted);

  bool empty() const { return expressions_.empty(); }
  /// What the program must compute after every step (ProgramRequest::watched).
  const std::vector<ExprId>& expressions() const { return expressions_; }
  /// The point of the motion, from the machine's registers; section `crossings` must have run.
  MotionPoint point(const Machine& machine) const;
  /// Whether other states would serve better by more than kSelectionQuality.
  bool is_poor(const MotionPoint& point) const;

 private:
  const SortedSystem& sorted_;
  std::vector<ExprId> expressions_;
  std::vector<std::int32_t> variables_;  // those of the first expressions; the others are coefficients
};

}  // namespace stribeck
