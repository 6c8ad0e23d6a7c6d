#pragma once
// Finds the steady state, rest or uniform motion, that is nearest to the targets.
#include <limits>
#include <optional>
#include <vector>

#include "base/constants.h"
#include "simulation/run.h"
#include "simulation/start/force_balance.h"
#include "simulation/start/initialise.h"
#include "simulation/start/nearest_point.h"

namespace stribeck {

struct Relaxed;

class SteadyState {
 public:
  SteadyState(Machine& machine, Conditions& conditions, ModelOde& ode, const InitialTargets& targets, double start_s);

  /// Changes x, which meets the targets as closely as a start can, so that the derivatives of the states vanish. The modes of dry frictions
  /// and contacts in the machine stay; the decision on modes afterwards finds those that hold x. Throws Failure.
  void find(std::vector<double>& x);
  /// With the modes that are held: throws Failure if a state still changes.
  void require(const std::vector<double>& x);
  /// The derivatives that require() found left.
  const SteadyStart& left() const { return left_; }
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  class Search;
  /// Forces of elements at rest stay within their limits by this share if possible, so that rounding of large forces does not make them
  /// slip.
  static constexpr double kInside = 1e-7;
  void find_near(std::vector<double>& x);
  bool look_nearer(std::vector<double>& x, double missed);
  double missed_by_low_targets(const std::vector<double>& x);
  bool newton(std::vector<double>& x);
  void part();
  bool release_positions(const Relaxed& at);
  std::vector<bool> states_held_by(Priority least) const;
  bool hold(std::vector<double>& x, const RestModes& modes, const Eigen::VectorXd& forces, bool with_targets);
  struct Demands {
    bool targets;   ///< high ones hold
    bool nearest;   ///< to the targets, else to where it began
    double margin;  ///< elements at rest stay inside their limits by this share of them
    /// Where the first steps of Newton's method miss the low targets by more, or these do not suffice, there is no more to be had.
    double farthest = std::numeric_limits<double>::infinity();
    int iterations = kNewtonIterations;
  };
  /// The present point of the search, and its starting point.
  struct Point {
    const std::vector<double>&x, &from;
    const RestModes& modes;
    const Eigen::VectorXd& forces;
  };
  /// A steady state with these modes.
  struct Held {
    std::vector<double> x;
    RestModes modes;
    Eigen::VectorXd forces, terms;
    Eigen::MatrixXd free;        ///< NearestPoint::free
    std::vector<double> missed;  ///< distance from each wish
  };
  NearestProblem problem_at(const ForceBalance::Linear& at, const Point& point, Demands demands) const;
  static std::vector<double> missed(const NearestProblem& problem, const Eigen::VectorXd& z);
  std::optional<Held> hold_within(std::vector<double> x, const RestModes& modes, const Eigen::VectorXd& forces, Demands demands);
  void take(const Held& held);
  bool is_steady(const Held& held);
  bool are_settled(const Eigen::VectorXd& rates, const Eigen::VectorXd& terms) const;
  void note_choice(const Eigen::MatrixXd& free, const RestModes& modes);
  std::size_t fastest(const Eigen::VectorXd& rates) const;
  [[noreturn]] void fail(const Eigen::VectorXd& rates) const;
  [[noreturn]] void contradict(const std::vector<double>& found);

  Machine& machine_;
  Conditions& conditions_;
  ModelOde& ode_;
  const InitialTargets& targets_;
  double t_;
  std::vector<bool> wanted_;                // by state: is to come to rest
  std::vector<Eigen::Index> moves_evenly_;  // states that change together, so that no rate depends on it
  ForceBalance balance_;
  std::vector<double> begin_;
  Eigen::VectorXd terms_;  // of the rates, where x was found
  int points_ = 0;         // at which equations were linearised so far
  SteadyStart left_;
  std::vector<Diagnostic> notes_;
};

}  // namespace stribeck
