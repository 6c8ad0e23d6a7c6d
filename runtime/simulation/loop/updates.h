#pragma once
// Discrete variables, and what components do to them and to states at events.
//
// At one instant, when its conditions have settled:
//   what is given from outside comes first;
//   what signals have triggered is done then, all at once, from what was before;
//   then what is clocked (Clocking): level by level, each from what the levels before it have made of the instant. Discrete variables that
//   it names itself are those before the instant: x- is remembered when it begins.
// After each of these the conditions settle again, and what that triggers comes before the next level.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "program/machine.h"

namespace stribeck {

/// A value that a discrete variable gets from outside.
struct GivenValue {
  std::int32_t discrete = -1;   ///< into Program::discretes
  std::int32_t component = -1;  ///< whose it is
  double value = 0;
  void carry(Archive& archive) { archive(discrete, component, value); }
};

class Updates {
 public:
  /// Gives every discrete variable its start value.
  explicit Updates(Machine& machine);

  bool empty() const { return machine_.program().whens.empty(); }
  /// At the next event these discrete variables get other values before anything else happens, and the parameters, if there are any, too.
  void give(std::span<const GivenValue> values, std::span<const double> parameters);
  bool gives_parameters() const { return !given_parameters_.empty(); }
  /// Whether a condition is true, as evaluated last, that was not when this was last called.
  bool any_due();
  /// Whether what is to happen next is a further level of what is clocked: of these there are no more than samplers in a row.
  bool is_further_level() const { return triggered_.empty() && !sampling_.empty(); }
  /// Does what is to happen next because of those: moves x, adds labels. Throws Failure run.assertion.
  void fire(double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// Whose discrete variables and states that assigned.
  const std::vector<std::int32_t>& assigned() const { return assigned_; }
  /// How often any was done.
  std::int64_t fired() const { return fired_; }
  /// Why the run ends here, as planned; empty if it does not.
  const std::string& end() const { return end_; }
  /// Which conditions were true. The values are among the machine's registers.
  void carry(Archive& archive) { archive(was_true_), archive(end_); }

 private:
  std::string name(std::size_t w) const;
  void take_given();
  void begin_instant();
  int next_level() const;
  void assign(const std::vector<std::size_t>& whens, int level, std::vector<double>& x);
  void tell(double t, std::size_t w, std::vector<std::string>& labels);

  Machine& machine_;
  std::vector<bool> was_true_;
  std::vector<std::size_t> triggered_, clocked_;  ///< due
  std::vector<std::size_t> sampling_;             ///< clocked ones that have begun
  int level_ = -1;                                ///< of those, done last
  std::vector<GivenValue> given_;                 ///< from outside, due
  std::vector<double> given_parameters_;          ///< the same; empty: they stay
  std::vector<std::int32_t> assigned_;            ///< instances
  std::string end_;
  std::int64_t fired_ = 0;
};

}  // namespace stribeck
