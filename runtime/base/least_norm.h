#pragma once
// Linear systems of any rank: the least of their solutions, in one way and with one rule for what counts as zero, wherever more constrains
// or pushes than there is to be moved.
#include <Eigen/Dense>
#include <algorithm>

namespace stribeck {

/// A matrix as an orthogonal basis of what it answers to and of what it maps to zero (Golub, Van Loan (2013), Matrix Computations, 4th ed.,
/// section 5.5). Dense, of the third order in its size.
class LeastNorm {
 public:
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;

  /// `rounding`: how far the entries are known against the largest, one of those in base/constants.h. What the matrix makes of a direction
  /// is zero if it is no larger than that: rounding of all entries together, which grows with their number.
  LeastNorm(const Matrix& matrix, double rounding) : size_(matrix.cols()), rows_(matrix.rows()) {
    if (is_empty()) return;
    decomposition_.setThreshold(rounding * static_cast<double>(std::max<Eigen::Index>(1, std::min(matrix.rows(), matrix.cols()))));
    decomposition_.compute(matrix);
  }

  /// For each column of the right side the least one of those that leave the least, in the Euclidean norm.
  Matrix solve(const Matrix& right_side) const {
    if (is_empty() || right_side.cols() == 0) return Matrix::Zero(size_, right_side.cols());
    return decomposition_.solve(right_side);
  }
  Matrix pseudo_inverse() const { return is_empty() ? Matrix(Matrix::Zero(size_, rows_)) : Matrix(decomposition_.pseudoInverse()); }
  /// An orthonormal basis of what the matrix maps to zero, one column each.
  Matrix null_space() const {
    if (is_empty()) return Matrix::Identity(size_, size_);
    const Eigen::Index rank = decomposition_.rank();
    if (rank == size_) return Matrix(size_, 0);
    // A P = Q T Z: the last rows of Z have no part in it.
    return decomposition_.colsPermutation() * decomposition_.matrixZ().adjoint().rightCols(size_ - rank);
  }

 private:
  /// Nothing to solve for, or nothing that asks for anything; Eigen's decompositions want an entry.
  bool is_empty() const { return size_ == 0 || rows_ == 0; }

  Eigen::Index size_, rows_;
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition_;
};

}  // namespace stribeck
