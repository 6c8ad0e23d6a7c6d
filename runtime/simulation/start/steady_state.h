#pragma once
// Rest or uniform motion nearest to the targets.
#include <optional>
#include <vector>

#include "simulation/start/force_balance.h"
#include "simulation/start/initialise.h"

namespace stribeck {

class SteadyState {
 public:
  SteadyState(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s);

  /// Moves x, which meets the targets as far as a start can, to where the rates of the states vanish. The modes of dry frictions and
  /// contacts stay as they are: whoever decides on them finds those that hold x. Throws Failure.
  void find(std::vector<double>& x);
  /// With the modes as they are held: throws Failure where something still changes.
  void require(const std::vector<double>& x);
  /// The largest acceleration, or other rate, that require() found left.
  struct Left {
    std::int32_t rate = -1;  ///< for Labels
    double value = 0;
  };
  std::optional<Left> left() const { return left_; }
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  bool newton(std::vector<double>& x);
  bool hold(std::vector<double>& x, const RestModes& modes, const Eigen::VectorXd& forces, bool with_targets);
  bool hold_within(std::vector<double>& x, const RestModes& modes, const Eigen::VectorXd& forces, bool with_targets, double margin);
  bool are_settled(const Eigen::VectorXd& rates, const Eigen::VectorXd& terms) const;
  void note_choice(const Eigen::MatrixXd& free, const RestModes& modes);
  [[noreturn]] void fail(const Eigen::VectorXd& rates, const std::vector<double>& x) const;
  [[noreturn]] void contradict(const std::vector<double>& x, const std::vector<double>& found);

  Machine& machine_;
  Conditions& conditions_;
  ModelOde& ode_;
  const InitialTargets& targets_;
  double t_;
  std::vector<bool> wanted_;  // by state: is to come to rest
  ForceBalance balance_;
  std::vector<double> begin_;
  Eigen::VectorXd terms_;  // of the rates, where x was found
  std::optional<Left> left_;
  std::vector<Diagnostic> notes_;
};

}  // namespace stribeck
