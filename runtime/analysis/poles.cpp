// Poles, zeros, eigenvectors and frequency responses of linear models.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/linear_model.h"
#include "analysis/modes.h"
#include "base/constants.h"

namespace stribeck {
namespace {

using Complex = std::complex<double>;

Eigen::MatrixXd dense(const Matrix& m) {
  Eigen::MatrixXd result(m.rows, m.columns);
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.columns; ++c) result(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = m(r, c);
  return result;
}

/// Splits off eigenvalues that stand on the diagonal alone: of a variable that no other one reads, or that reads no other one.
void isolate(Eigen::MatrixXd& a, std::vector<Complex>& values) {
  for (Eigen::Index k = 0; k < a.rows();) {
    const double diagonal = std::fabs(a(k, k));
    const bool is_alone = a.row(k).cwiseAbs().sum() == diagonal || a.col(k).cwiseAbs().sum() == diagonal;
    if (!is_alone) {
      ++k;
      continue;
    }
    values.emplace_back(a(k, k));
    std::vector<Eigen::Index> others;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (i != k) others.push_back(i);
    a = Eigen::MatrixXd(a(others, others));
    k = 0;
  }
}

/// Rows and columns scaled by powers of two, which costs no digit, until their sizes are alike: eigenvectors are then the result times
/// those of the scaled matrix.
Eigen::VectorXd balance(Eigen::MatrixXd& a) {
  Eigen::VectorXd scales = Eigen::VectorXd::Ones(a.rows());
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index k = 0; k < a.rows(); ++k) {
      const double column = a.col(k).cwiseAbs().sum() - std::fabs(a(k, k)), row = a.row(k).cwiseAbs().sum() - std::fabs(a(k, k));
      if (column == 0 || row == 0) continue;
      const int power = static_cast<int>(std::lround(0.5 * std::log2(row / column)));
      if (power == 0) continue;
      const double scale = std::ldexp(1.0, power);
      if (column * scale + row / scale >= 0.95 * (column + row)) continue;
      a.col(k) *= scale, a.row(k) /= scale, scales(k) *= scale;
      changed = true;
    }
  }
  return scales;
}

std::vector<Complex> eigenvalues(Eigen::MatrixXd a) {
  std::vector<Complex> values;
  isolate(a, values);
  if (a.rows() > 0) {
    balance(a);
    const Eigen::VectorXcd found = a.eigenvalues();
    // The eigenvalues are those of a matrix that differs by so much: less is none, neither growth nor damping.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * static_cast<double>(a.rows()) * a.norm();
    for (const Complex value : found)
      values.emplace_back(std::fabs(value.real()) <= rounding ? 0 : value.real(), std::fabs(value.imag()) <= rounding ? 0 : value.imag());
  }
  std::sort(values.begin(), values.end(), [](Complex x, Complex y) {
    const double size_x = std::abs(x), size_y = std::abs(y);
    if (std::fabs(size_x - size_y) > kRoundingOfSums * std::max(size_x, size_y)) return size_x < size_y;
    return x.real() != y.real() ? x.real() < y.real() : x.imag() > y.imag();
  });
  return values;
}

/// The dynamics that stay when the input keeps the output at zero: the output's first derivative that the input reaches is made zero, and
/// what the output and the derivatives before it leave free moves by that (the zero dynamics; Isidori, Nonlinear Control Systems, ch. 4).
void find_zeros(TransferFunction& function, const Eigen::MatrixXd& a, const Eigen::VectorXd& b, const Eigen::RowVectorXd& c, double d) {
  if (d != 0) {
    function.gain = d;
    function.zeros = eigenvalues(a - b * c / d);
    return;
  }
  Eigen::MatrixXd chain(0, a.cols());
  Eigen::RowVectorXd row = c;
  for (Eigen::Index k = 0; k < a.rows(); ++k) {
    chain.conservativeResize(k + 1, Eigen::NoChange);
    chain.row(k) = row;
    const double reached = row * b, terms = row.cwiseAbs() * b.cwiseAbs();
    const Eigen::RowVectorXd next = row * a, next_terms = row.cwiseAbs() * a.cwiseAbs();
    if (std::fabs(reached) > kNothing * terms) {
      function.gain = reached;
      if (k + 1 == a.rows()) return;
      const Eigen::MatrixXd fed = a - b * next / reached;
      for (Eigen::Index i = 0; i <= k; ++i) chain.row(i).normalize();
      const Eigen::MatrixXd q = chain.transpose().householderQr().householderQ();
      const Eigen::MatrixXd free = q.rightCols(a.rows() - (k + 1));
      function.zeros = eigenvalues(free.transpose() * fed * free);
      return;
    }
    row = next;
    for (Eigen::Index i = 0; i < row.cols(); ++i)
      if (std::fabs(row(i)) <= kNothing * next_terms(i)) row(i) = 0;
  }
}

}  // namespace

std::vector<Complex> poles_of(const Matrix& a) { return eigenvalues(dense(a)); }

std::vector<EigenPair> eigen_pairs(const Matrix& matrix) {
  const auto n = static_cast<Eigen::Index>(matrix.rows);
  if (n == 0) return {};
  Eigen::MatrixXd a = dense(matrix);
  const Eigen::VectorXd scales = balance(a);
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a);
  const Eigen::MatrixXcd right = scales.asDiagonal() * solver.eigenvectors();
  std::vector<Complex> exact = poles_of(matrix);  // which knows those that are exact
  std::vector<EigenPair> pairs;
  const Eigen::MatrixXcd inverse = solver.eigenvectors().fullPivLu().inverse();
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto nearest = std::min_element(exact.begin(), exact.end(), [&](Complex x, Complex y) {
      return std::abs(x - solver.eigenvalues()(k)) < std::abs(y - solver.eigenvalues()(k));
    });
    const Complex value = *nearest;
    exact.erase(nearest);
    if (value.imag() < 0) continue;
    EigenPair pair{value, {right.col(k).begin(), right.col(k).end()}, {}};
    const Eigen::VectorXcd left = inverse.row(k).transpose().cwiseQuotient(scales.cast<Complex>());
    if (left.allFinite() && inverse.row(k).norm() * kDefective < 1) pair.left.assign(left.begin(), left.end());
    pairs.push_back(std::move(pair));
  }
  sort_by_size(pairs);
  return pairs;
}

void sort_by_size(std::vector<EigenPair>& pairs) {
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const EigenPair& x, const EigenPair& y) { return std::abs(x.value) < std::abs(y.value); });
}

TransferFunction transfer_function(const LinearModel& model, std::size_t output, std::size_t input) {
  if (model.states.empty()) {  // nothing moves: the output answers at once, or not at all
    const double at_once = model.d(output, input);
    return {.zeros = {}, .gain = at_once, .steady = at_once};
  }
  const Eigen::MatrixXd a = dense(model.a);
  const Eigen::VectorXd b = dense(model.b).col(static_cast<Eigen::Index>(input));
  const Eigen::RowVectorXd c = dense(model.c).row(static_cast<Eigen::Index>(output));
  const double d = model.d(output, input);
  TransferFunction function;
  find_zeros(function, a, b, c, d);
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(a);
  if (lu.isInvertible()) function.steady = d - (c * lu.solve(b)).value();
  return function;
}

std::vector<Complex> response(const LinearModel& model, std::size_t output, std::size_t input,
                              const std::vector<double>& frequencies_rad_s) {
  if (model.states.empty()) return std::vector<Complex>(frequencies_rad_s.size(), model.d(output, input));
  const Eigen::MatrixXcd a = dense(model.a).cast<Complex>(), b = dense(model.b).cast<Complex>(), c = dense(model.c).cast<Complex>();
  std::vector<Complex> values;
  for (const double w : frequencies_rad_s) {
    const Eigen::MatrixXcd shifted = Complex(0, w) * Eigen::MatrixXcd::Identity(a.rows(), a.cols()) - a;
    Complex value = model.d(output, input);
    value += (c.row(static_cast<Eigen::Index>(output)) * shifted.partialPivLu().solve(b.col(static_cast<Eigen::Index>(input)))).value();
    values.push_back(value);
  }
  return values;
}

}  // namespace stribeck
