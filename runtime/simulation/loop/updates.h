#pragma once
// Discrete variables, and what components do to them and to states at events.
//
// At one instant, when its conditions have settled:
//   values given from outside are set first;
//   then all assignments that signals have triggered are done at once, computed from the values before;
//   then sampled assignments (Clocking), level by level, each computed from the results of the levels before it. Discrete variables that an
//   assignment names itself have their values from before the instant, which are stored when it begins.
// After each of these the conditions settle again, and assignments triggered by that come before the next level.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "program/snapshot.h"

namespace stribeck {

/// A value that a discrete variable gets from outside.
struct GivenValue {
  std::int32_t discrete = -1;   ///< into Program::discretes
  std::int32_t component = -1;  ///< the component that it belongs to
  double value = 0;
  void carry(Archive& archive) { archive(discrete, component, value); }
};

class Updates {
 public:
  /// Gives every discrete variable its start value.
  explicit Updates(Machine& machine);

  /// Forgets what it has seen and done since; the discrete variables stay.
  void begin_again();
  bool empty() const { return machine_.program().whens.empty(); }
  /// At the next event these discrete variables, and the parameters unless the list is empty, get these values before anything else
  /// happens.
  void give(std::span<const GivenValue> values, std::span<const double> parameters);
  bool gives_parameters() const { return !given_parameters_.empty(); }
  /// Whether a condition has become true since the last call.
  bool any_due(const Snapshot& now);
  /// Whether a further level of sampled assignments is to be done next; there are at most as many in a row as samplers.
  bool is_further_level() const { return triggered_.empty() && !sampling_.empty(); }
  /// Does the next assignments, whose values follow from those of `now`: changes x, adds labels. Throws Failure run.assertion.
  void fire(const Snapshot& now, double t, std::vector<double>& x, std::vector<std::string>& labels);
  /// The components whose discrete variables and states were assigned.
  const std::vector<std::int32_t>& assigned() const { return assigned_; }
  /// The number of assignments done so far.
  std::int64_t fired() const { return fired_; }
  /// Why the run ends here, as planned; empty if it does not.
  const std::string& end() const { return end_; }
  /// Writes or reads which conditions were true. The discrete variables are registers of the machine.
  void carry(Archive& archive) { archive(was_true_), archive(end_); }

 private:
  std::string name(std::size_t w) const;
  void take_given();
  void begin_instant();
  int next_level() const;
  void assign(const Snapshot& now, const std::vector<std::size_t>& whens, int level, std::vector<double>& x);
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
