#pragma once
// Linear systems of any rank: the least of their solutions, in one way and with one rule for what counts as zero, wherever more constrains
// or pushes than there is to be moved.
#include <Eigen/Core>
#include <memory>

namespace stribeck {

/// A matrix as an orthogonal basis of what it answers to and of what it maps to zero (Golub, Van Loan (2013), Matrix Computations, 4th ed.,
/// section 5.5). Dense, of the third order in its size.
class LeastNorm {
 public:
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;

  /// `rounding`: how far the entries are known against the largest, one of those in base/constants.h. What the matrix makes of a direction
  /// is zero if it is no larger than that: rounding of all entries together, which grows with their number.
  LeastNorm(const Matrix& matrix, double rounding);
  LeastNorm(const LeastNorm&) = delete;
  LeastNorm& operator=(const LeastNorm&) = delete;
  LeastNorm(LeastNorm&&) noexcept;
  LeastNorm& operator=(LeastNorm&&) noexcept;
  ~LeastNorm();

  /// For each column of the right side the least one of those that leave the least, in the Euclidean norm.
  Matrix solve(const Matrix& right_side) const;
  Matrix pseudo_inverse() const;
  /// An orthonormal basis of what the matrix maps to zero, one column each.
  Matrix null_space() const;

 private:
  /// Nothing to solve for, or nothing that asks for anything; Eigen's decompositions want an entry.
  bool is_empty() const { return size_ == 0 || rows_ == 0; }

  struct Decomposition;  // of Eigen: its templates are compiled in one source alone, since they take half a minute in each
  Eigen::Index size_, rows_;
  std::unique_ptr<Decomposition> decomposition_;
};

}  // namespace stribeck
