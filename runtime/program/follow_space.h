#pragma once
// Work areas of LoopSolver where it follows a solution, kept so that following allocates nothing once they have grown.
#include <Eigen/Dense>
#include <vector>

#include "base/index.h"
#include "program/context.h"
#include "program/loop_solver.h"
#include "program/one_solution.h"

namespace stribeck {

/// A change of an unknown is judged against this share of its value at the anchor at least; a solution is known to this share of itself.
inline constexpr double kSmall = 1e-3;

/// What counts as nearby, relative to an unknown: the square root of the longest stretch on which any iteration is accepted that ends there
/// (2^-20), since a solution changes fastest near its end, and there with the square root. Unknowns are known to a 32nd of it at the end,
/// so that a solution within it is the same one.
inline constexpr double kNear = 0x1p-10;

/// How far the first step of Newton's iteration may end from a solution, relative to the unknown, that counts as the continuation of the
/// one where it began: the tangent leads on along a solution, and past another one that this one does not lead to. Where a solution ends,
/// the other one is further away than that, or the step is looked at more closely at its end (LoopSolver::look_between()).
inline constexpr double kAlongTangent = 0x1p-7;

/// A part of the line from an anchor to other inputs, in shares of that line, with the solutions at both ends.
struct LoopPart {
  double from = 0, to = 1;
  std::vector<double> begin, end;
};

/// What is proved of a loop ahead of where it is, and how far ahead a proof is tried.
struct ProofAhead {
  ProvedTube tube;
  double steps = 0;  ///< how many steps more, of the length of the last one
  int served = 0;    ///< steps that ended in the tube
  int pause = 0;     ///< steps until a proof is tried again
};

struct LoopSolver::FollowSpace {
  using Matrix = Eigen::MatrixXd;

  /// The Jacobian of the loop as evaluated last.
  static void take_jacobian(const Context& context, const BlockCode& block, Matrix& jacobian) {
    jacobian.setZero(block.size, block.size);
    for (Eigen::Index c = 0; c < block.size; ++c)
      for (auto k = at(block.starts[at(c)]); k < at(block.starts[at(c) + 1]); ++k)
        jacobian(block.rows[k], c) = context.value(block.matrix[k]);
  }
  /// Its inverse.
  const Matrix& invert(const Context& context, const BlockCode& block) {
    take_jacobian(context, block, jacobian);
    factors.compute(jacobian);
    const Matrix& lu = factors.matrixLU();
    const Eigen::Index n = lu.rows();
    inverse.setZero(n, n);
    for (Eigen::Index c = 0; c < n; ++c) {  // Eigen's own inverse() allocates
      auto column = inverse.col(c);
      column(factors.permutationP().indices()(c)) = 1;
      for (Eigen::Index k = 0; k < n; ++k) column.tail(n - k - 1) -= column(k) * lu.col(k).tail(n - k - 1);
      for (Eigen::Index k = n; k-- > 0;) {
        column(k) /= lu(k, k);
        column.head(k) -= column(k) * lu.col(k).head(k);
      }
    }
    return inverse;
  }

  Matrix jacobian, inverse;
  Eigen::PartialPivLU<Matrix> factors;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> inverse_by_rows;
  Eigen::VectorXd sizes, terms;
  std::vector<double> now, unknowns, least;  // inputs and unknowns at hand, and how accurately the latter are known
  std::vector<double> mirrored;              // unknowns beyond the end of a solution
  struct Walk {
    std::vector<double> between, reached, change, guess;
  };
  Walk walk;
  std::vector<LoopPart> parts;               // that have been looked at, or are still to be
  std::vector<double> part_begin, part_end;  // inputs
  std::vector<double> ahead_inputs, ahead_values, slack;
  std::vector<ProofAhead> ahead;  // by number among the followed roots
  ProofSpace proof;
};

}  // namespace stribeck
