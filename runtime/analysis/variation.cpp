#include "analysis/variation.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"

namespace stribeck {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const Rows> view(const Matrix& m) {
  return {m.values.data(), static_cast<Eigen::Index>(m.rows), static_cast<Eigen::Index>(m.columns)};
}

const double kRoot6 = std::sqrt(6.0);
const std::array<double, 3> kNodes{(4 - kRoot6) / 10, (4 + kRoot6) / 10, 1};
const std::array<std::array<double, 3>, 3> kWeights{{{(88 - 7 * kRoot6) / 360, (296 - 169 * kRoot6) / 1800, (-2 + 3 * kRoot6) / 225},
                                                     {(296 + 169 * kRoot6) / 1800, (88 + 7 * kRoot6) / 360, (-2 - 3 * kRoot6) / 225},
                                                     {(16 - kRoot6) / 36, (16 + kRoot6) / 36, 1.0 / 9}}};

/// Systems of more equations than this are factorised as sparse, and of more than the other by Eigen, which prepares much for few.
constexpr Eigen::Index kMostDense = 150, kMostPlain = 36;

/// The same for few states, by Gauss's elimination with row pivots of the matrix beside its right sides; of the three stages only the last
/// is solved for.
void radau_of_few(Matrix& s, double h, const std::array<Variation, 3>& stages) {
  const std::size_t n = s.rows, m = s.columns, count = 3 * n, width = count + m;
  std::vector<double> rows(count * width, 0.0);
  const auto row = [&](std::size_t r) { return rows.begin() + static_cast<std::ptrdiff_t>(r * width); };
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t r = 0; r < n; ++r) {
      const auto own = row(i * n + r);
      own[static_cast<std::ptrdiff_t>(i * n + r)] = 1;
      for (std::size_t c = 0; c < m; ++c) own[static_cast<std::ptrdiff_t>(count + c)] = s(r, c);
      for (std::size_t j = 0; j < 3; ++j) {
        const double weight = h * kWeights[i][j];
        for (std::size_t c = 0; c < n; ++c) own[static_cast<std::ptrdiff_t>(j * n + c)] -= weight * stages[j].a(r, c);
        for (std::size_t c = 0; c < m; ++c) own[static_cast<std::ptrdiff_t>(count + c)] += weight * stages[j].b(r, c);
      }
    }
  const auto end = static_cast<std::ptrdiff_t>(width);
  for (std::size_t k = 0; k < count; ++k) {
    const auto column = static_cast<std::ptrdiff_t>(k);
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < count; ++r)
      if (std::fabs(row(r)[column]) > std::fabs(row(pivot)[column])) pivot = r;
    if (pivot != k) std::swap_ranges(row(k), row(k) + end, row(pivot));
    for (std::size_t r = k + 1; r < count; ++r) {
      const double factor = row(r)[column] / row(k)[column];
      if (factor == 0) continue;
      for (std::ptrdiff_t c = column + 1; c < end; ++c) row(r)[c] -= factor * row(k)[c];
    }
  }
  for (std::size_t k = count; k-- > 2 * n;)
    for (std::size_t c = 0; c < m; ++c) {
      double value = row(k)[static_cast<std::ptrdiff_t>(count + c)];
      for (std::size_t j = k + 1; j < count; ++j) value -= row(k)[static_cast<std::ptrdiff_t>(j)] * s(j - 2 * n, c);
      s(k - 2 * n, c) = value / row(k)[static_cast<std::ptrdiff_t>(k)];
    }
}

void radau(Matrix& s, double from, double to, const VariationIntegrator::At& at) {
  const double h = to - from;
  const auto n = static_cast<Eigen::Index>(s.rows), m = static_cast<Eigen::Index>(s.columns);
  std::array<Variation, 3> stages;
  for (std::size_t i = 0; i < 3; ++i) stages[i] = at(from + kNodes[i] * h);
  if (3 * n <= kMostPlain) return radau_of_few(s, h, stages);
  const Eigen::Map<const Rows> begin = view(s);
  Eigen::MatrixXd right(3 * n, m);
  for (Eigen::Index i = 0; i < 3; ++i) {
    right.middleRows(i * n, n) = begin;
    for (Eigen::Index j = 0; j < 3; ++j)
      right.middleRows(i * n, n) +=
          h * kWeights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * view(stages[static_cast<std::size_t>(j)].b);
  }
  Eigen::MatrixXd end;
  if (3 * n <= kMostDense) {
    Eigen::MatrixXd left = Eigen::MatrixXd::Identity(3 * n, 3 * n);
    for (Eigen::Index i = 0; i < 3; ++i)
      for (Eigen::Index j = 0; j < 3; ++j)
        left.block(i * n, j * n, n, n) -=
            h * kWeights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] * view(stages[static_cast<std::size_t>(j)].a);
    end = left.partialPivLu().solve(right).bottomRows(n);
  } else {
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index k = 0; k < 3 * n; ++k) entries.emplace_back(k, k, 1.0);
    for (Eigen::Index i = 0; i < 3; ++i)
      for (Eigen::Index j = 0; j < 3; ++j) {
        const auto a = view(stages[static_cast<std::size_t>(j)].a);
        const double weight = h * kWeights[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        for (Eigen::Index r = 0; r < n; ++r)
          for (Eigen::Index c = 0; c < n; ++c)
            if (a(r, c) != 0) entries.emplace_back(i * n + r, j * n + c, -weight * a(r, c));
      }
    Eigen::SparseMatrix<double> left(3 * n, 3 * n);
    left.setFromTriplets(entries.begin(), entries.end());
    Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(left);
    end = lu.solve(right).bottomRows(n);
  }
  Eigen::Map<Rows>(s.values.data(), n, m) = end;
}

}  // namespace

Slopes slopes_at(Machine& machine, double t, std::span<const double> x, std::size_t rows, std::size_t columns,
                 std::vector<double>* crossings) {
  const Program& program = machine.program();
  const std::size_t n = x.size();
  Slopes slopes{std::vector<double>(n), Matrix(n + rows, n), Matrix(n + rows, columns), std::vector<double>(rows), true};
  Machine::Values kept;
  machine.keep(kept);
  machine.derivatives(t, x.data(), slopes.rates.data());
  machine.run(Section::jacobian);
  for (std::size_t k = 0; k < program.linear.values.size(); ++k) {
    const std::size_t row = at(program.linear.rows[k]), column = at(program.linear.columns[k]);
    if (row >= n + rows) continue;
    const double value = machine.value(program.linear.values[k]);
    if (row < n) slopes.finite = slopes.finite && std::isfinite(value);
    if (column < n)
      slopes.by_states(row, column) = value;
    else if (column < n + columns)
      slopes.by_parameters(row, column - n) = value;
    else if (row >= n)
      slopes.by_time[row - n] = value;
  }
  if (crossings != nullptr) {
    machine.run(Section::crossings);
    crossings->clear();
    for (std::size_t c = 0; c < program.conditions.size(); ++c)
      crossings->push_back(program.conditions[c].crossing >= 0 ? machine.crossing(c) : 0);
  }
  machine.put_back(kept);
  return slopes;
}

void VariationIntegrator::integrate(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol) {
  if (s.rows == 0 || s.columns == 0 || !(to > from)) return;
  part(s, from, to, at, scales, rtol, 0);
}

void VariationIntegrator::part(Matrix& s, double from, double to, const At& at, const std::vector<double>& scales, double rtol, int depth) {
  constexpr int kDeepest = 10, kMostUnchecked = 4;
  constexpr double kFloor = 1e-4;
  const double middle = from + 0.5 * (to - from);
  if (depth == 0 && unchecked_ > 0) {
    --unchecked_;
    return radau(s, from, to, at);
  }
  Matrix whole = s;
  radau(whole, from, to, at);
  if (depth == kDeepest || !(from < middle && middle < to)) {
    s = whole;
    return;
  }
  Matrix halves = s;
  radau(halves, from, middle, at), radau(halves, middle, to, at);
  double worst = 0;
  for (std::size_t c = 0; c < s.columns; ++c) {
    double largest = 0;
    for (std::size_t r = 0; r < s.rows; ++r) largest = std::max(largest, std::fabs(halves(r, c)) / scales[r]);
    for (std::size_t r = 0; r < s.rows && largest > 0; ++r)
      worst = std::max(worst, std::fabs(halves(r, c) - whole(r, c)) / (rtol * (std::fabs(halves(r, c)) + kFloor * largest * scales[r])));
  }
  if (worst <= 1) {
    s = halves;
    if (depth == 0 && worst < 0.01) unchecked_ = kMostUnchecked;
    return;
  }
  unchecked_ = 0;
  part(s, from, middle, at, scales, rtol, depth + 1);
  part(s, middle, to, at, scales, rtol, depth + 1);
}

}  // namespace stribeck
