// Some eigenvalues of a large matrix, with their vectors.
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/modes.h"
#include "base/constants.h"
#include "base/random.h"

namespace stribeck {
namespace {

using Complex = std::complex<double>;
using Sparse = Eigen::SparseMatrix<Complex>;

std::vector<Complex> complex_values(const Eigen::VectorXcd& vector) { return {vector.begin(), vector.end()}; }

Sparse shifted(const SparseMatrix& a, Complex shift, bool transposed) {
  std::vector<Eigen::Triplet<Complex>> entries;
  const auto n = static_cast<Eigen::Index>(a.rows.size());
  for (Eigen::Index r = 0; r < n; ++r) {
    for (const auto& [c, value] : a.rows[static_cast<std::size_t>(r)]) {
      const auto column = static_cast<Eigen::Index>(c);
      entries.emplace_back(transposed ? column : r, transposed ? r : column, value);
    }
    entries.emplace_back(r, r, -shift);
  }
  Sparse result(n, n);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

class ShiftInverse {
 public:
  ShiftInverse(const SparseMatrix& a, Complex shift, bool transposed = false) : matrix_(shifted(a, shift, transposed)) {
    lu_.compute(matrix_);
  }
  bool works() const { return lu_.info() == Eigen::Success; }
  Eigen::VectorXcd operator()(const Eigen::VectorXcd& x) const { return lu_.solve(x); }

 private:
  Sparse matrix_;
  Eigen::SparseLU<Sparse> lu_;
};

Eigen::VectorXcd random_vector(Eigen::Index n, double seed) {
  Eigen::VectorXcd v(n);
  for (Eigen::Index i = 0; i < n; ++i) v(i) = uniform_random(seed, static_cast<double>(i)) - 0.5;
  return v.normalized();
}

/// A basis that the inverse maps into itself, but for the last digits.
struct Invariant {
  Eigen::MatrixXcd basis;
  Eigen::VectorXcd values;   ///< of the inverse: largest first
  Eigen::MatrixXcd vectors;  ///< parallel to them, in the whole space
};

/// Twice, for what the first time leaves (Daniel, Gragg, Kaufman, Stewart (1976)).
void orthogonalise(Eigen::VectorXcd& w, const Eigen::MatrixXcd& basis, Eigen::Index columns, Eigen::VectorXcd* coefficients) {
  for (int round = 0; round < 2; ++round) {
    const Eigen::VectorXcd part = basis.leftCols(columns).adjoint() * w;
    w -= basis.leftCols(columns) * part;
    if (coefficients != nullptr) coefficients->head(columns) += part;
  }
}

/// The `count` largest eigenvalues of the inverse on what is orthogonal to `locked`, and the vectors of Arnoldi's basis that they are in.
std::optional<Eigen::MatrixXcd> largest(const ShiftInverse& inverse, Eigen::Index n, const Eigen::MatrixXcd& locked, Eigen::Index count,
                                        double seed) {
  constexpr double kConverged = 1e-13;
  const Eigen::Index most = std::min<Eigen::Index>(n - locked.cols(), 700);
  if (most <= 0) return Eigen::MatrixXcd(n, 0);
  count = std::min(count, most);
  Eigen::MatrixXcd basis(n, locked.cols() + most + 1), h = Eigen::MatrixXcd::Zero(most + 1, most);
  basis.leftCols(locked.cols()) = locked;
  Eigen::VectorXcd start = random_vector(n, seed);
  orthogonalise(start, basis, locked.cols(), nullptr);
  basis.col(locked.cols()) = start.normalized();
  Eigen::Index look = std::min(most, 2 * count + 20);
  for (Eigen::Index m = 1; m <= most; ++m) {
    Eigen::VectorXcd w = inverse(basis.col(locked.cols() + m - 1)), part = Eigen::VectorXcd::Zero(locked.cols() + m);
    const double before = w.norm();
    orthogonalise(w, basis, locked.cols() + m, &part);
    h.col(m - 1).head(m) = part.tail(m);
    const double rest = w.norm();
    const bool is_whole = rest <= 1e-15 * before || m == most;
    h(m, m - 1) = rest;
    if (!is_whole) basis.col(locked.cols() + m) = w / rest;
    if (m < look && !is_whole) continue;
    look = std::min(most, look + look / 2);
    const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> ritz(h.topLeftCorner(m, m));
    std::vector<Eigen::Index> order(static_cast<std::size_t>(m));
    for (Eigen::Index i = 0; i < m; ++i) order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.end(),
              [&](Eigen::Index x, Eigen::Index y) { return std::abs(ritz.eigenvalues()(x)) > std::abs(ritz.eigenvalues()(y)); });
    const Eigen::Index wanted = std::min(count, m);
    bool converged = true;
    for (Eigen::Index k = 0; k < wanted && !is_whole; ++k) {
      const Eigen::Index i = order[static_cast<std::size_t>(k)];
      converged = converged && rest * std::abs(ritz.eigenvectors()(m - 1, i)) <= kConverged * std::abs(ritz.eigenvalues()(i));
    }
    if (!converged) continue;
    if (m == most && most < n - locked.cols() && rest > 1e-15 * before) return std::nullopt;
    Eigen::MatrixXcd found(n, wanted);
    for (Eigen::Index k = 0; k < wanted; ++k)
      found.col(k) = basis.middleCols(locked.cols(), m) * ritz.eigenvectors().col(order[static_cast<std::size_t>(k)]);
    return found;
  }
  return std::nullopt;
}

/// The eigenvalues of the inverse on the span of `basis`, largest first, and their vectors.
Invariant resolved(const ShiftInverse& inverse, const Eigen::MatrixXcd& basis) {
  Eigen::MatrixXcd image(basis.rows(), basis.cols());
  for (Eigen::Index k = 0; k < basis.cols(); ++k) image.col(k) = inverse(basis.col(k));
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(basis.adjoint() * image);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(basis.cols()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index x, Eigen::Index y) { return std::abs(solver.eigenvalues()(x)) > std::abs(solver.eigenvalues()(y)); });
  return {basis, solver.eigenvalues()(order), basis * solver.eigenvectors()(Eigen::all, order)};
}

Eigen::MatrixXcd orthonormal(const Eigen::MatrixXcd& columns) {
  return columns.householderQr().householderQ() * Eigen::MatrixXcd::Identity(columns.rows(), columns.cols());
}

/// Eigenvalues of `a` nearest to the shift. What one search from one start misses, as the second of two equal ones, is found by further
/// searches among what is orthogonal to those that are known, until these find none that is nearer.
Invariant nearest(const SparseMatrix& a, const ShiftInverse& inverse, Eigen::Index count) {
  const auto n = static_cast<Eigen::Index>(a.rows.size());
  Invariant result{Eigen::MatrixXcd(n, 0), {}, {}};
  constexpr int kSearches = 6;
  for (int search = 0; search < kSearches; ++search) {
    const double threshold = result.values.size() >= count ? std::abs(result.values(count - 1)) : 0;
    const auto found = largest(inverse, n, result.basis, search == 0 ? count : 2, 1.0 + search);
    if (!found || found->cols() == 0) break;
    Eigen::MatrixXcd all(n, result.basis.cols() + found->cols());
    all << result.basis, *found;
    const Invariant next = resolved(inverse, orthonormal(all));
    const bool is_new = next.values.size() < count || std::abs(next.values(count - 1)) > threshold * (1 + 1e-9);
    result = next;
    if (search > 0 && !is_new) break;
  }
  return result;
}

/// How fast anything of it may swing, but for exact cancellation: products of entries that answer one another.
double fastest(const SparseMatrix& a) {
  double greatest = 0;
  for (std::size_t r = 0; r < a.rows.size(); ++r)
    for (const auto& [c, value] : a.rows[r]) {
      const auto back = a.rows[c].find(r);
      if (back != a.rows[c].end()) greatest = std::max(greatest, std::sqrt(std::fabs(value * back->second)));
    }
  return greatest > 0 ? greatest : 1;
}

}  // namespace

std::vector<EigenPair> eigen_pairs(const SparseMatrix& a, std::size_t count, double near_rad_s) {
  const auto n = static_cast<Eigen::Index>(a.rows.size());
  const double scale = fastest(a);
  const Eigen::Index wanted = std::min<Eigen::Index>(n, static_cast<Eigen::Index>(2 * count));
  // A little beside what may be an eigenvalue. From zero the first look only tells how far away the slowest one is that is not zero.
  Complex shift(1e-6 * scale, near_rad_s);
  if (near_rad_s == 0) {
    const ShiftInverse first(a, shift);
    if (!first.works()) return {};
    const Invariant slow = nearest(a, first, std::min<Eigen::Index>(n, 8));
    double least = HUGE_VAL;
    for (const Complex value : slow.values) {
      const double size = std::abs(shift + 1.0 / value);
      if (size > 1e-9 * scale) least = std::min(least, size);
    }
    if (std::isfinite(least)) shift = 0.4987 * least;
  }
  const ShiftInverse inverse(a, shift);
  if (!inverse.works()) return {};
  const Invariant found = nearest(a, inverse, wanted);
  std::vector<EigenPair> pairs;
  for (Eigen::Index k = 0; k < found.values.size() && pairs.size() < count; ++k) {
    Complex value = shift + 1.0 / found.values(k);
    // What rounding makes of the size of the slowest motions, and of the real part of what is not damped.
    if (std::abs(value) <= 1e-9 * std::abs(shift)) value = 0;
    if (std::fabs(value.real()) <= 1e-10 * std::abs(value.imag())) value.real(0);
    if (std::fabs(value.imag()) <= 1e-10 * std::abs(value.real())) value.imag(0);
    if (value.imag() < 0) continue;
    EigenPair pair{value, complex_values(found.vectors.col(k)), {}};
    const ShiftInverse adjoint(a, value + Complex(1e-7, 1e-7) * std::max(std::abs(value), std::abs(shift)), true);
    if (adjoint.works()) {
      Eigen::VectorXcd left = random_vector(n, 7);
      for (int round = 0; round < 3; ++round) left = adjoint(left).normalized();
      const Complex product = (left.transpose() * found.vectors.col(k)).value();
      if (std::abs(product) > kDefective * found.vectors.col(k).norm()) pair.left = complex_values(left / product);
    }
    pairs.push_back(std::move(pair));
  }
  sort_by_size(pairs);
  return pairs;
}

}  // namespace stribeck
