#include "simulation/modes/stick_slip.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/least_norm.h"
#include "base/numbers.h"
#include "simulation/modes/box_complementarity.h"
#include "simulation/modes/held_modes.h"

namespace stribeck {

namespace {

class Rounds {
 public:
  explicit Rounds(const StickSlipProblem& problem)
      : problem_(problem),
        size_(problem.constant.size()),
        modes_{.direction = problem.released.empty() ? std::vector<int>(size_, 0) : problem.released,
               .share = std::vector<int>(size_, 0),
               .shared = std::vector<bool>(size_),
               .undecided = {}},
        force_(size_, 0.0) {}

  StickSlipModes run() {
    for (std::size_t round = 0; round < 2 * size_ + kSpareRounds; ++round) {
      std::vector<int> next = modes_.direction;
      if (!let_go(next)) return std::move(modes_);
      hold_again(next);
      keep_held(problem_.held, modes_.direction, next);
      if (next == modes_.direction) return std::move(modes_);
      note_changes(next);
      modes_.direction = next;
    }
    modes_.undecided = changed_;
    return std::move(modes_);
  }

 private:
  static constexpr std::size_t kSpareRounds = 8;  // in thousands of random stacks no problem took more rounds than it had contacts

  double matrix(std::size_t row, std::size_t column) const { return problem_.matrix[column * size_ + row]; }

  /// Whether the element can hold any force; one that cannot slips in either direction.
  bool holds(std::size_t i) const { return problem_.levels[i].forwards.static_level > 0 || problem_.levels[i].backwards.static_level > 0; }

  struct Sum {
    double value, terms;  ///< terms: the sum of the magnitudes of the terms that it is the sum of
  };
  /// The acceleration of an element under the present forces.
  Sum acceleration_of(std::size_t i) const {
    Sum sum{problem_.constant[i], std::fabs(problem_.constant[i])};
    for (std::size_t j = 0; j < size_; ++j) {
      sum.value -= matrix(i, j) * force_[j];
      sum.terms += std::fabs(matrix(i, j) * force_[j]);
    }
    return sum;
  }

  /// Solves for the forces of the elements at rest, with static limits, while the others slip; those whose force reaches a limit begin to
  /// slip. False if there is no solution.
  bool let_go(std::vector<int>& next) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < size_; ++i) {
      const StickSlipLevels& levels = problem_.levels[i];
      force_[i] = modes_.direction[i] > 0 ? levels.forwards.kinetic_level : modes_.direction[i] < 0 ? -levels.backwards.kinetic_level : 0;
      if (modes_.direction[i] == 0) rest.push_back(i);
    }
    BoxSolution solution = solve(rest);
    const std::vector<std::size_t> negligible = take_negligible(rest, solution);
    if (!negligible.empty()) solution = solve(rest);
    if (!solution.solved) {
      modes_.undecided = rest;
      return false;
    }
    for (std::size_t k = 0; k < rest.size(); ++k) {
      const std::size_t i = rest[k];
      force_[i] = -solution.lambda[k];
      modes_.shared[i] = solution.shared[k];
      const int side = -static_cast<int>(solution.side[k]);
      modes_.share[i] = solution.shared[k] ? side : 0;
      if (!solution.shared[k]) next[i] = side;
      if (!holds(i) && next[i] == 0) next[i] = 1;
    }
    let_go_negligible(negligible, next);
    rest.insert(rest.end(), negligible.begin(), negligible.end());
    let_go_unheld(rest, next);
    return true;
  }

  /// Solves for the forces of the elements in `rest` under the forces of those that slip.
  BoxSolution solve(const std::vector<std::size_t>& rest) const {
    BoxProblem box;
    for (const std::size_t column : rest)
      for (const std::size_t row : rest) box.matrix.push_back(matrix(row, column));
    for (const std::size_t i : rest) {
      box.constant.push_back(acceleration_of(i).value);
      box.low.push_back(-problem_.levels[i].forwards.static_level);
      box.high.push_back(problem_.levels[i].backwards.static_level);
    }
    return solve_box(box);  // the unknown lambda of that problem is minus the force
  }

  /// Removes from `rest` the elements whose limits are negligible against the forces at hand, as rounding would decide whether their forces
  /// reach them; returns them.
  std::vector<std::size_t> take_negligible(std::vector<std::size_t>& rest, const BoxSolution& solution) const {
    const double largest = largest_of(solution.lambda);
    std::vector<std::size_t> negligible;
    for (const std::size_t i : rest) {
      const double level = std::max(problem_.levels[i].forwards.static_level, problem_.levels[i].backwards.static_level);
      // A limit within the rounding of the other forces, as that of a clutch which just begins to close, counts as reached.
      if (level > 0 && level <= kRoundingOfSums * largest) negligible.push_back(i);
    }
    std::erase_if(rest, [&](std::size_t i) { return std::find(negligible.begin(), negligible.end(), i) != negligible.end(); });
    return negligible;
  }

  /// Such an element transmits its limit: it stays at rest if the others hold it, otherwise it slips.
  void let_go_negligible(const std::vector<std::size_t>& negligible, std::vector<int>& next) {
    for (const std::size_t i : negligible) {
      const Sum acceleration = acceleration_of(i);
      const int way = acceleration.value < 0 ? -1 : 1;
      modes_.shared[i] = std::fabs(acceleration.value) <= kHeldByOthers * acceleration.terms;
      modes_.share[i] = modes_.shared[i] ? way : 0;
      if (!modes_.shared[i]) next[i] = way;
    }
  }

  /// An element at its limit stays at rest only if elements that stick hold it. If all elements of a coupled set are at their limits, none
  /// can hold the others, and all begin to slip.
  void let_go_unheld(const std::vector<std::size_t>& rest, std::vector<int>& next) {
    std::vector<std::size_t> stuck, sharing;
    for (const std::size_t i : rest)
      if (next[i] == 0) (modes_.share[i] == 0 ? stuck : sharing).push_back(i);
    if (sharing.empty()) return;
    const auto part = [&](const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
      Eigen::MatrixXd m(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
      for (Eigen::Index r = 0; r < m.rows(); ++r)
        for (Eigen::Index c = 0; c < m.cols(); ++c)
          m(r, c) = matrix(rows[static_cast<std::size_t>(r)], columns[static_cast<std::size_t>(c)]);
      return m;
    };
    // How the acceleration of each still depends on its own force while the sticking elements stay at rest.
    Eigen::MatrixXd answer = part(sharing, sharing);
    const Eigen::VectorXd alone = answer.diagonal();
    if (!stuck.empty()) answer -= part(sharing, stuck) * LeastNorm(part(stuck, stuck), kRoundingOfAnswers).solve(part(stuck, sharing));
    for (std::size_t k = 0; k < sharing.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      if (answer(row, row) <= kHeldByOthers * alone(row)) continue;
      next[sharing[k]] = modes_.share[sharing[k]];
      modes_.share[sharing[k]] = 0;
      modes_.shared[sharing[k]] = false;
    }
  }

  void hold_again(std::vector<int>& next) const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (modes_.direction[i] == 0) continue;
      const Sum acceleration = acceleration_of(i);
      if (modes_.direction[i] * acceleration.value < -kRoundingOfSums * acceleration.terms) next[i] = holds(i) ? 0 : -modes_.direction[i];
    }
  }

  void note_changes(const std::vector<int>& next) {
    changed_.clear();
    for (std::size_t i = 0; i < size_; ++i)
      if (next[i] != modes_.direction[i]) changed_.push_back(i);
  }

  const StickSlipProblem& problem_;
  std::size_t size_;
  StickSlipModes modes_;
  std::vector<double> force_;
  std::vector<std::size_t> changed_;
};

}  // namespace

StickSlipModes solve_stick_slip(const StickSlipProblem& problem) { return Rounds(problem).run(); }

}  // namespace stribeck
