// Linear loops with more sticking contacts than the motion determines: the motion is unique, the distribution of the load is not, and the
// one with the least norm of forces is taken (Golub, Van Loan, section 5.5). Such loops are rare and small, so that solving them may
// allocate memory.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"
#include "program/loop_solver.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Larger loops take too long with dense matrices.
constexpr Index kLargestShared = 500;

double reciprocal(double largest) { return largest > 0 ? 1 / largest : 1; }

/// matrix * x = drive with rows and columns scaled to one, of any rank.
struct Scaled {
  MatrixXd matrix;
  VectorXd rows, columns;

  explicit Scaled(MatrixXd original) : matrix(std::move(original)), rows(matrix.rows()), columns(matrix.cols()) {
    for (Index r = 0; r < matrix.rows(); ++r) rows(r) = reciprocal(matrix.row(r).lpNorm<Eigen::Infinity>());
    matrix = (rows.asDiagonal() * matrix).eval();
    for (Index c = 0; c < matrix.cols(); ++c) columns(c) = reciprocal(matrix.col(c).lpNorm<Eigen::Infinity>());
    matrix = (matrix * columns.asDiagonal()).eval();
  }
  bool is_solved_by(const VectorXd& x, const VectorXd& drive) const {
    const VectorXd unscaled = x.cwiseQuotient(columns), scaled_drive = rows.cwiseProduct(drive);
    const double terms = (matrix.cwiseAbs() * unscaled.cwiseAbs() + scaled_drive.cwiseAbs()).maxCoeff();
    return (matrix * unscaled - scaled_drive).lpNorm<Eigen::Infinity>() <= kVerifiedResidual * terms + kNewtonFloor;
  }
};

}  // namespace

/// Finds any solution, and then, among all that differ from it by an element of the null space, the one with the least friction forces. The
/// residuals must be those at `from`, or at zero if that is empty.
bool LoopSolver::solve_shared(const BlockCode& block, std::span<const double> from) {
  const Index n = block.size;
  if (n > kLargestShared) return false;
  MatrixXd matrix = MatrixXd::Zero(n, n);
  for (Index c = 0; c < n; ++c)
    for (auto k = at(block.starts[at(c)]); k < at(block.starts[at(c) + 1]); ++k) matrix(block.rows[k], c) = value(block.matrix[k]);
  VectorXd drive(n);
  for (Index r = 0; r < n; ++r) drive(r) = -value(block.residual[at(r)]);
  if (!from.empty()) drive += matrix * Eigen::Map<const VectorXd>(from.data(), n);
  const Scaled scaled(std::move(matrix));
  const LeastNorm solver(scaled.matrix, kRoundingOfTrains);
  const MatrixXd inverse = scaled.columns.asDiagonal() * solver.pseudo_inverse() * scaled.rows.asDiagonal();
  const MatrixXd null_space = scaled.columns.asDiagonal() * solver.null_space();
  const VectorXd particular = inverse * drive;
  if (!scaled.is_solved_by(particular, drive)) return false;
  const auto forces_at = [&](const VectorXd& unknowns) {
    for (Index k = 0; k < n; ++k) set(block.unknowns[at(k)], unknowns(k));
    execute(block.evaluate);
    VectorXd forces(static_cast<Index>(block.friction_forces.size()));
    for (Index i = 0; i < forces.size(); ++i) forces(i) = value(block.friction_forces[at(i)]);
    return forces;
  };
  const VectorXd forces = forces_at(particular);
  MatrixXd answers(forces.size(), null_space.cols());
  for (Index k = 0; k < null_space.cols(); ++k) answers.col(k) = forces_at(particular + null_space.col(k)) - forces;
  const VectorXd way = LeastNorm(answers, kRoundingOfTrains).solve(-forces);
  VectorXd unknowns = particular + null_space * way;
  const VectorXd unscaled = unknowns.cwiseQuotient(scaled.columns);
  for (Index k = 0; k < n; ++k)  // accelerations of what all sticks are zero, and not what rounding leaves of that
    if (std::fabs(unscaled(k)) <= kRoundingOfSolving * unscaled.lpNorm<Eigen::Infinity>()) unknowns(k) = 0;
  forces_at(unknowns);
  pseudo_inverses_[number_of(block)].assign(inverse.data(), inverse.data() + inverse.size());
  return true;
}

/// The same for a loop that is nonlinear by what slips, as by the magnitude of the load that presses on a thread: Newton's iteration with
/// the solution of least forces of each linear loop. What sticks and shares its load is linear, as limits that depend on forces have no
/// effect there. Where the law of what slips is curved, as the load on a joint is of its two parts, the iteration goes on as long as it
/// gains.
bool LoopSolver::solve_shared_at_rest(const BlockCode& block) {
  constexpr int kRounds = 20;  // one where nothing slips, some for the signs of normal forces
  std::vector<double> from(at(block.size), 0.0);
  set_unknowns(block, from.data());
  if (!evaluate_residual(block)) return false;
  const auto largest = [&] {
    double most = 0;
    for (const Register r : block.residual) most = std::max(most, std::fabs(value(r)));
    return most;
  };
  const double drive = largest();
  double last = HUGE_VAL;
  for (int round = 0; round < kRounds; ++round) {
    if (!solve_shared(block, from)) break;
    const double left = largest();
    const bool gains = left < 0.5 * std::exchange(last, left);
    if (left <= kCrossingNoise * drive || (left <= kVerifiedResidual * drive + kNewtonFloor && !gains)) return true;
    for (std::size_t k = 0; k < from.size(); ++k) from[k] = value(block.unknowns[k]);
    if (!evaluate_residual(block)) break;
  }
  pseudo_inverses_[number_of(block)].clear();
  return false;
}

/// b = pseudo-inverse * b
void LoopSolver::multiply_shared(const BlockCode& block, double* b) const {
  const Index n = block.size;
  Eigen::Map<VectorXd> vector(b, n);
  vector = (Eigen::Map<const MatrixXd>(pseudo_inverses_[number_of(block)].data(), n, n) * vector).eval();
}

}  // namespace stribeck
