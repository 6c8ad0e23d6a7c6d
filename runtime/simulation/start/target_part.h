#pragma once
// A part of the initial targets that can be solved for by itself: targets with common free states, and these states.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "simulation/start/coupled_targets.h"
#include "simulation/start/turn_grid.h"

namespace stribeck {

inline constexpr double kFiniteDifference = 1e-6;  ///< step against the state, central: errors of 1e-10 or so
inline constexpr double kMetTarget = 1e-9;         ///< a high target holds; Newton's last step is far smaller
inline constexpr double kLastStep = 1e-13;         ///< of a search, against the states

inline Eigen::Index row(std::size_t i) { return static_cast<Eigen::Index>(i); }

struct TargetPart {
  CoupledTargets targets;
  std::vector<std::size_t> angles;                ///< those of the free states that are angles, in the order of their names
  std::vector<bool> is_undetermined;              ///< of the free states
  std::vector<const InitialTarget*> high_places;  ///< high targets that do not depend on speeds
  bool is_placed = false;                         ///< the targets are met as closely as possible: only the energy is still to be minimised
  Eigen::MatrixXd high, low;                      ///< d target / d free state; low targets in nominal units
  Eigen::VectorXd at_rest;                        ///< the momenta at rest
  Eigen::MatrixXd speeds, momenta;                ///< d speed, d momentum / d free state
  Eigen::MatrixXd wide_high, wide_low;            ///< as high and low, by steps as large as the speeds are
  std::vector<std::size_t> moving;                ///< states that its speeds depend on, whether they are free or not
  double pace = 1;                                ///< the largest of these states

  std::size_t size() const { return targets.free.size(); }
};

/// How a search evaluates the machine at its states.
struct StartEvaluation {
  const Machine& machine;
  std::vector<double>& x;
  const std::function<Snapshot()>& evaluate;  ///< the outputs at x
  const std::function<void()>& settle;        ///< the conditions at x
};

/// The differences from the targets: of high targets in SI units; of low targets, which are weighed against one another, in nominal values.
inline Eigen::VectorXd high_misses(const Snapshot& now, const TargetPart& part) {
  Eigen::VectorXd r(row(part.targets.high.size()));
  for (std::size_t i = 0; i < part.targets.high.size(); ++i) r(row(i)) = value_of(*part.targets.high[i], now) - part.targets.high[i]->value;
  return r;
}
inline Eigen::VectorXd low_misses(const Snapshot& now, const TargetPart& part) {
  Eigen::VectorXd r(row(part.targets.low.size()));
  for (std::size_t i = 0; i < part.targets.low.size(); ++i) {
    const InitialTarget& target = *part.targets.low[i];
    r(row(i)) = (value_of(target, now) - target.value) / code_of(target, now.program()).nominal;
  }
  return r;
}

/// An angle has no say in a target that a whole turn of it would change by less than counts as met. Where the target does not depend on it,
/// but is a difference of terms that do, its slope is their rounding; beside the slopes of other angles, which vanish at dead centres, that
/// would count, and steps would turn it by any number of turns.
inline void leave_out_rounding(const Program& program, const TargetPart& part, Eigen::MatrixXd& high, Eigen::MatrixXd& low) {
  const auto leave_out = [&](const InitialTarget& target, double nominal, auto slopes) {
    for (const std::size_t k : part.angles)
      if (std::fabs(slopes(row(k))) * nominal * kTurn <= kMetTarget * std::max(1.0, std::fabs(target.value))) slopes(row(k)) = 0;
  };
  for (std::size_t i = 0; i < part.targets.high.size(); ++i) leave_out(*part.targets.high[i], 1, high.row(row(i)));
  for (std::size_t i = 0; i < part.targets.low.size(); ++i)
    leave_out(*part.targets.low[i], code_of(*part.targets.low[i], program).nominal, low.row(row(i)));
}

}  // namespace stribeck
