#pragma once
// The least step that fulfils redundant linear constraints, and independent rows of a projection.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/constants.h"

namespace stribeck {

/// The shortest vector x that fulfils `rank` independent rows of a x = b, chosen by QR factors with column pivoting; fewer rows if the
/// remaining pivots are no larger than rounding. Golub, Van Loan (2013), Matrix Computations, 4th ed., section 5.5.
inline Eigen::VectorXd least_step(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, std::size_t rank) {
  if (a.size() == 0) return Eigen::VectorXd::Zero(a.cols());
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a);
  Eigen::Index size = std::min({static_cast<Eigen::Index>(rank), a.rows(), a.cols()});
  const double largest = std::fabs(qr.matrixQR()(0, 0));
  while (size > 0 && !(std::fabs(qr.matrixQR()(size - 1, size - 1)) > kRoundingOfTrains * largest)) --size;
  if (size == 0) return Eigen::VectorXd::Zero(a.cols());
  const Eigen::VectorXd wanted = (qr.householderQ().adjoint() * b).head(size);
  const Eigen::MatrixXd upper = qr.matrixQR().topRows(size).triangularView<Eigen::Upper>();
  const Eigen::HouseholderQR<Eigen::MatrixXd> other(upper.transpose());
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  x.head(size) = other.matrixQR().topRows(size).triangularView<Eigen::Upper>().transpose().solve(wanted);
  x.applyOnTheLeft(other.householderQ());
  return qr.colsPermutation() * x;
}

/// A maximal set of independent rows of the projection onto the orthonormal columns of `basis`, each divided by its diagonal entry; the
/// other rows are zero. The rows are chosen by Cholesky factors with pivoting (Golub, Van Loan, section 4.2.8). Entries within rounding of
/// a whole number are rounded to it, so that what is zero in theory, where axes lie along those of the world, is exactly zero.
inline Eigen::MatrixXd telling_rows(const Eigen::MatrixXd& basis) {
  constexpr double kRounding = 1e-14;
  Eigen::MatrixXd projection = basis * basis.transpose();
  for (double& share : projection.reshaped())
    if (const double whole = std::round(share); std::fabs(share - whole) < kRounding) share = whole;
  Eigen::MatrixXd left = projection, rows = Eigen::MatrixXd::Zero(projection.rows(), projection.cols());
  for (long long count = std::llround(projection.trace()); count > 0; --count) {
    Eigen::Index pivot = 0;
    left.diagonal().maxCoeff(&pivot);
    rows.row(pivot) = projection.row(pivot) / projection(pivot, pivot);
    const Eigen::VectorXd column = left.col(pivot);
    left -= column * column.transpose() / column(pivot);
    left.row(pivot).setZero(), left.col(pivot).setZero();
  }
  return rows;
}

}  // namespace stribeck
