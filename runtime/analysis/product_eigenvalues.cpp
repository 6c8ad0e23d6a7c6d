#include "analysis/product_eigenvalues.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Takes the columns of `q` to those of `z` and their coefficients in them.
MatrixXd upper_of(const MatrixXd& z, MatrixXd& q) {
  const Eigen::HouseholderQR<MatrixXd> qr(z);
  q = qr.householderQ() * MatrixXd::Identity(z.rows(), z.cols());
  return qr.matrixQR().topRows(z.cols()).triangularView<Eigen::Upper>();
}

struct SubspaceSweep {
  MatrixXd turn;  ///< of the columns, by one period
  std::vector<MatrixXd> upper;
};

SubspaceSweep sweep_of(const std::vector<MatrixXd>& factors, const MatrixXd& basis, MatrixXd& columns) {
  SubspaceSweep done;
  const MatrixXd before = columns;
  MatrixXd q = basis * columns;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const bool is_last = k + 1 == factors.size();
    const MatrixXd z = is_last ? MatrixXd(basis.transpose() * (factors[k] * q)) : MatrixXd(factors[k] * q);
    done.upper.push_back(upper_of(z, is_last ? columns : q));
  }
  done.turn = before.transpose() * columns;
  return done;
}

}  // namespace

std::vector<std::complex<double>> product_eigenvalues(const std::vector<MatrixXd>& factors, const MatrixXd& basis) {
  constexpr int kSweeps = 200;
  constexpr double kApart = 1e-12;  // what couples columns less is rounding
  const Index n = basis.cols();
  MatrixXd columns = MatrixXd::Identity(n, n);
  SubspaceSweep last;
  for (int k = 0; k < kSweeps; ++k) {
    last = sweep_of(factors, basis, columns);
    // Only single columns and pairs are left that turn into one another.
    Index longest = 0, run = 0;
    for (Index i = 0; i + 1 < n; ++i) {
      run = last.turn.bottomLeftCorner(n - i - 1, i + 1).cwiseAbs().maxCoeff() > kApart ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    if (longest <= 1 && k > 2) break;
  }
  std::vector<std::complex<double>> values;
  for (Index first = 0; first < n;) {
    Index size = 1;
    while (first + size < n && last.turn.bottomLeftCorner(n - first - size, first + size).cwiseAbs().maxCoeff() > kApart) ++size;
    MatrixXd block = MatrixXd::Identity(size, size);
    for (const MatrixXd& upper : last.upper) block = upper.block(first, first, size, size) * block;
    block = last.turn.block(first, first, size, size) * block;
    const Eigen::VectorXcd own = Eigen::EigenSolver<MatrixXd>(block, false).eigenvalues();
    values.insert(values.end(), own.data(), own.data() + own.size());
    first += size;
  }
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  return values;
}

}  // namespace stribeck
