// Sparse LU of kernels without SuiteSparse: Eigen's supernodal one.
// Li (2005), An overview of SuperLU: algorithms, implementation, and user interface, ACM TOMS 31, pp. 302-325.
#include "program/sparse_lu.h"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

namespace stribeck {

struct SparseLu::Factors {
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  /// Shows the pivots, which stand on the diagonals of the supernodes.
  struct Lu : Eigen::SparseLU<Matrix> {
    double pivot_ratio() const {
      double least = HUGE_VAL, most = 0;
      for (Eigen::Index j = 0; j < cols(); ++j)
        for (typename SCMatrix::InnerIterator entry(m_Lstore, j); entry; ++entry) {
          if (entry.index() != j) continue;
          least = std::min(least, std::fabs(entry.value())), most = std::max(most, std::fabs(entry.value()));
        }
      return most > 0 ? least / most : 0;
    }
  };

  Factors(const std::vector<int>& starts, const std::vector<int>& rows)
      : matrix(static_cast<Eigen::Index>(starts.size()) - 1, static_cast<Eigen::Index>(starts.size()) - 1), scales(starts.size() - 1) {
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t c = 0; c + 1 < starts.size(); ++c)
      for (int k = starts[c]; k < starts[c + 1]; ++k) entries.emplace_back(rows[static_cast<std::size_t>(k)], static_cast<int>(c), 1.0);
    matrix.setFromTriplets(entries.begin(), entries.end());
    lu.analyzePattern(matrix);
  }
  Matrix matrix;
  std::vector<double> scales;  ///< of the rows: their largest entries
  Lu lu;
  Eigen::VectorXd right_side;
};

SparseLu::SparseLu(std::vector<int> starts, std::vector<int> rows)  // NOLINT(performance-unnecessary-value-param): as the header has it
    : factors_(std::make_unique<Factors>(starts, rows)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::factor(const double* values) {
  Factors& f = *factors_;
  const Eigen::Index entries = f.matrix.nonZeros();
  std::fill(f.scales.begin(), f.scales.end(), 0.0);
  const auto scale_of = [&](Eigen::Index k) -> double& { return f.scales[static_cast<std::size_t>(f.matrix.innerIndexPtr()[k])]; };
  for (Eigen::Index k = 0; k < entries; ++k) {
    if (!std::isfinite(values[k])) return false;
    scale_of(k) = std::max(scale_of(k), std::fabs(values[k]));
  }
  for (const double scale : f.scales)
    if (scale == 0) return false;
  for (Eigen::Index k = 0; k < entries; ++k) f.matrix.valuePtr()[k] = values[k] / scale_of(k);
  f.lu.factorize(f.matrix);
  return f.lu.info() == Eigen::Success;
}

double SparseLu::pivot_ratio() const { return factors_->lu.pivot_ratio(); }

bool SparseLu::determinant_is_negative() const { return factors_->lu.signDeterminant() < 0; }

void SparseLu::solve(double* b, int count) const {
  Factors& f = *factors_;
  f.right_side.resize(f.matrix.rows());
  for (double* const end = b + count * f.matrix.rows(); b != end; b += f.matrix.rows()) {
    for (Eigen::Index i = 0; i < f.right_side.size(); ++i) f.right_side[i] = b[i] / f.scales[static_cast<std::size_t>(i)];
    const Eigen::VectorXd x = f.lu.solve(f.right_side);
    std::copy(x.data(), x.data() + x.size(), b);
  }
}

}  // namespace stribeck
