#pragma once
// Records the past of delayed expressions step by step, and limits steps so that no delayed value is asked for before it is recorded.
#include <limits>
#include <vector>

#include "program/snapshot.h"
#include "simulation/loop/last_step.h"

namespace stribeck {

class Delays {
 public:
  /// The past is recorded to the tolerances of the run.
  Delays(Machine& machine, const IntegratorOptions& options) : machine_(machine), rtol_(options.rtol), atol_(options.atol) {}
  bool empty() const { return machine_.program().histories.empty(); }
  /// The run begins at t; before that each expression has its declared initial value.
  void begin(double t);
  /// The latest end of a step that begins at t.
  double horizon(double t) const { return t + shortest_; }
  /// Records the last step unless it has been recorded. True if a supposed jump or kink has turned out to be none, so that scheduled times
  /// have changed.
  bool record(const LastStep& step);
  /// After an event at t, at which every expression may have jumped.
  void jump(double t);
  /// Writes or reads its own values; the histories belong to the machine.
  void carry(Archive& archive) { archive(recorded_to_), archive(shortest_); }

 private:
  struct Part {
    double from, to;
    int halvings;
  };
  void sample(const LastStep& step, double t, std::vector<double>& values);
  void sample(const LastStep& step, const Part& part);
  bool is_fine(const LastStep& step, const Part& part);
  bool take(const Part& part);

  Machine& machine_;
  double rtol_, atol_;
  double recorded_to_ = 0, shortest_ = std::numeric_limits<double>::infinity();
  std::vector<double> x_, values_;
  std::vector<History::Samples> samples_;  // by history
  std::vector<Part> parts_;                // of the step, the next one last
};

}  // namespace stribeck
