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
  /// Does, all at once, what is to happen because a condition is true that was not when this was last called, as evaluated last: moves x,
  /// adds labels. False if there was nothing. Throws Failure run.assertion.
  bool fire(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// Why the run ends here, as planned; empty if it does not.
  const std::string& end() const { return end_; }
  /// The values, to take them along when the machine becomes another program.
  std::vector<double> values() const;
  void set_values(const std::vector<double>& values);

 private:
  const WhenDeclaration& declaration(std::size_t w) const;
  std::string name(std::size_t w) const;

  Machine& machine_;
  std::vector<bool> was_true_;
  std::string end_;
};

}  // namespace stribeck
