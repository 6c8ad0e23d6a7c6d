#include "base/least_norm.h"

#include <Eigen/Dense>
#include <algorithm>

namespace stribeck {

struct LeastNorm::Decomposition {
  Eigen::CompleteOrthogonalDecomposition<Matrix> of;
};

LeastNorm::LeastNorm(const Matrix& matrix, double rounding)
    : size_(matrix.cols()), rows_(matrix.rows()), decomposition_(is_empty() ? nullptr : std::make_unique<Decomposition>()) {
  if (!decomposition_) return;
  decomposition_->of.setThreshold(rounding * static_cast<double>(std::max<Eigen::Index>(1, std::min(matrix.rows(), matrix.cols()))));
  decomposition_->of.compute(matrix);
}

LeastNorm::LeastNorm(LeastNorm&&) noexcept = default;
LeastNorm& LeastNorm::operator=(LeastNorm&&) noexcept = default;
LeastNorm::~LeastNorm() = default;

LeastNorm::Matrix LeastNorm::solve(const Matrix& right_side) const {
  if (is_empty() || right_side.cols() == 0) return Matrix::Zero(size_, right_side.cols());
  return decomposition_->of.solve(right_side);
}

LeastNorm::Matrix LeastNorm::pseudo_inverse() const {
  if (is_empty()) return Matrix::Zero(size_, rows_);
  return decomposition_->of.pseudoInverse();
}

LeastNorm::Matrix LeastNorm::null_space() const {
  if (is_empty()) return Matrix::Identity(size_, size_);
  const Eigen::Index rank = decomposition_->of.rank();
  if (rank == size_) return Matrix(size_, 0);
  // A P = Q T Z: the last rows of Z have no part in it.
  return decomposition_->of.colsPermutation() * decomposition_->of.matrixZ().adjoint().rightCols(size_ - rank);
}

}  // namespace stribeck
