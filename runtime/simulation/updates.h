#pragma once
// Discrete variables, and what components do to them and to states at events.
#include <string>
#include <vector>

#include "program/machine.h"

namespace stribeck {

class Updates {
 public:
  /// Gives every discrete variable its start value.
  explicit Updates(Machine& machine);

  bool empty() const { return machine_.program().whens.empty(); }
  /// Whether a condition is true, as evaluated last, that was not when this was last called.
  bool any_due();
  /// Does, all at once, what is to happen because of those: moves x, adds labels. Throws Failure run.assertion.
  void fire(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// How often any was done.
  std::int64_t fired() const { return fired_; }
  /// Why the run ends here, as planned; empty if it does not.
  const std::string& end() const { return end_; }
  /// Which conditions were true. The values are among the machine's registers.
  void carry(Archive& archive) { archive(was_true_), archive(end_); }

 private:
  std::string name(std::size_t w) const;

  Machine& machine_;
  std::vector<bool> was_true_;
  std::vector<std::size_t> due_;
  std::string end_;
  std::int64_t fired_ = 0;
};

}  // namespace stribeck
