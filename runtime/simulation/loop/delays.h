#pragma once
// Writes what delayed expressions were, step by step, and says how far a step may go before it asks for what is not yet known.
#include <limits>
#include <vector>

#include "program/machine.h"
#include "simulation/loop/last_step.h"

namespace stribeck {

class Delays {
 public:
  /// What is remembered is as exact as the run is to be.
  Delays(Machine& machine, const IntegratorOptions& options) : machine_(machine), rtol_(options.rtol), atol_(options.atol) {}
  bool empty() const { return machine_.program().histories.empty(); }
  /// The run begins at t: until then everything was its value before the start.
  void begin(double t);
  /// How far a step that begins at t may go.
  double horizon(double t) const { return t + shortest_; }
  /// Takes the last step if it has not been taken. True if what was thought a jump or kink is none: times that were foreseen have changed.
  bool record(const LastStep& step);
  /// After an event at t: everything may have jumped.
  void jump(double t);
  /// Beside the histories, which the machine has.
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
