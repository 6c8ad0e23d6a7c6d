#pragma once
// Local searches for states at which targets are met as closely as possible nearby.
#include <Eigen/Dense>
#include <limits>
#include <optional>
#include <vector>

#include "simulation/start/target_part.h"

namespace stribeck {

/// One search, begun at one starting point.
struct Descent {
  const TargetPart* part = nullptr;
  std::size_t number = 0;  ///< a number of the caller
  Eigen::VectorXd at = {}, high = {}, low = {};
  Eigen::MatrixXd high_slopes = {}, low_slopes = {};
  double merit = std::numeric_limits<double>::infinity(), weight = 1;
  double high_damping = 1e-3, low_damping = 1e-3;  ///< of the steps towards high and low targets
  bool is_new = true, is_done = false;             ///< is_new: the slopes at its present point are not known yet
};

/// Levenberg-Marquardt steps (Nocedal, Wright (2006), Numerical Optimization, 2nd ed., section 10.3) of several parts side by side, on the
/// merit function sum of low squares + weight * norm of high misses (section 15.4).
class Descents {
 public:
  explicit Descents(const StartEvaluation& at) : at_(at), machine_(at.machine), x_(at.x) {}

  void place(const TargetPart& part, const Eigen::VectorXd& values) {
    for (std::size_t k = 0; k < part.size(); ++k) x_[part.targets.free[k]] = values(row(k));
  }
  /// Evaluates conditions and outputs; nothing if the mechanism cannot be in this position.
  std::optional<Snapshot> try_to_evaluate();

  /// Puts each part where `where(descent)` says and evaluates all; where that cannot be, one after the other, the rest as it was.
  /// take(descent, values) is called with the values there; nothing where it cannot be.
  template <typename Where, typename Take>
  void evaluate_parts(std::vector<Descent>& descents, Where where, Take take) {
    const std::vector<double> before = x_;
    for (Descent& d : descents)
      if (!d.is_done) place(*d.part, where(d));
    if (const std::optional<Snapshot> now = try_to_evaluate()) {
      for (Descent& d : descents)
        if (!d.is_done) take(d, now);
      return;
    }
    for (Descent& d : descents) {
      if (d.is_done) continue;
      x_ = before;
      place(*d.part, where(d));
      take(d, try_to_evaluate());
    }
  }

  /// What is missed and how it changes where each of them is; done are those that cannot be there.
  void look(std::vector<Descent>& descents);
  void run(std::vector<Descent>& descents);
  /// No step turns an angle so far that it passes over what lies between.
  static Eigen::VectorXd limited(const TargetPart& part, const Eigen::VectorXd& step);

 private:
  static void take_misses(Descent& d, const Snapshot& now);
  void begin(std::vector<Descent>& descents);
  void correct(std::vector<Descent>& descents, std::vector<Eigen::VectorXd>& steps);
  static void judge(Descent& d, const Eigen::VectorXd& step, const std::optional<Snapshot>& now);
  void find_slopes(std::vector<Descent>& descents);

  const StartEvaluation& at_;
  const Machine& machine_;
  std::vector<double>& x_;
};

}  // namespace stribeck
