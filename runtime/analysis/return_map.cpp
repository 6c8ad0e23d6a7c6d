#include "analysis/return_map.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "analysis/dense.h"
#include "analysis/product_eigenvalues.h"
#include "base/diagnostic.h"
#include "base/interruption.h"

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A direction that changes less than this, of the most that one does, changes nothing.
constexpr double kInvariant = 1e-9;

VectorXd scaled(const std::vector<double>& values, const std::vector<double>& scales) {
  VectorXd v(size_of(values));
  for (Index i = 0; i < v.size(); ++i) v[i] = values[static_cast<std::size_t>(i)] / scales[static_cast<std::size_t>(i)];
  return v;
}

MatrixXd scaled_jacobian(const Passage& passage, const std::vector<double>& scales) {
  MatrixXd m = dense_of(passage.by_begin);
  for (Index r = 0; r < m.rows(); ++r)
    for (Index c = 0; c < m.cols(); ++c) m(r, c) *= scales[static_cast<std::size_t>(c)] / scales[static_cast<std::size_t>(r)];
  return m;
}

MatrixXd rows_of(const std::vector<std::vector<double>>& rows, std::size_t columns, const std::vector<double>* scales) {
  MatrixXd m(static_cast<Index>(rows.size()), static_cast<Index>(columns));
  for (Index r = 0; r < m.rows(); ++r)
    for (Index c = 0; c < m.cols(); ++c)
      m(r, c) =
          rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] * (scales == nullptr ? 1 : (*scales)[static_cast<std::size_t>(c)]);
  for (Index r = 0; r < m.rows(); ++r)
    if (const double size = m.row(r).norm(); size > 0) m.row(r) /= size;
  return m;
}

/// The equations of a point and their derivatives.
struct System {
  MatrixXd jacobian;
  VectorXd residual;
  double closure = 0;
  double size = 0;  ///< of what is not as it should be
};

class Shooting {
 public:
  Shooting(const ShootingFrame& frame, const OrbitPoint& guess, const Tangent* along)
      : frame_(frame),
        guess_(guess),
        along_(along),
        n_(size_of(guess.y)),
        free_(frame.begin_rates.empty() ? 0 : 1),
        size_(n_ + free_ + (along != nullptr ? 1 : 0)),
        drifts_(dense_of(frame.drifts)),
        beside_(MatrixXd::Identity(n_, n_)) {
    if (drifts_.cols() > 0) beside_ -= drifts_ * drifts_.transpose();
  }

  System system(const OrbitPoint& point, const Passage& passage) const {
    System s{MatrixXd::Zero(size_, size_), VectorXd::Zero(size_), 0};
    const VectorXd away = scaled(point.y, frame_.scales) - scaled(frame_.near.y, frame_.scales);
    const VectorXd missed = beside_ * (scaled(passage.end, frame_.scales) - scaled(point.y, frame_.scales));
    s.closure = missed.size() == 0 ? 0 : missed.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < point.nodes.size(); ++k)
      s.closure = std::max(s.closure,
                           (scaled(passage.parts[k].end, frame_.scales) - scaled(point.nodes[k], frame_.scales)).lpNorm<Eigen::Infinity>());
    s.residual.head(n_) = missed;
    if (!passage.carried.empty()) s.residual.head(n_) += beside_ * scaled(passage.carried, frame_.scales);
    s.jacobian.topLeftCorner(n_, n_) = beside_ * (scaled_jacobian(passage, frame_.scales) - MatrixXd::Identity(n_, n_));
    if (drifts_.cols() > 0) {
      s.residual.head(n_) += drifts_ * (drifts_.transpose() * away);
      s.jacobian.topLeftCorner(n_, n_) += drifts_ * drifts_.transpose();
    }
    const VectorXd flow = scaled(passage.end_rates, frame_.scales);
    if (free_ == 1) {
      const VectorXd across = scaled(frame_.begin_rates, frame_.scales).normalized();
      s.jacobian.block(0, n_, n_, 1) = beside_ * flow * point.period_s;
      s.residual[n_] = across.dot(away);
      s.jacobian.block(n_, 0, 1, n_) = across.transpose();
    }
    if (along_ != nullptr) {
      VectorXd by = scaled(passage.by_parameter, frame_.scales);
      if (free_ == 0) by += flow * frame_.period_by_parameter;
      s.jacobian.block(0, size_ - 1, n_, 1) = beside_ * by * frame_.parameter_scale;
      const VectorXd direction = Eigen::Map<const VectorXd>(along_->data(), size_);
      s.residual[size_ - 1] = direction.dot(unknowns(point) - unknowns(guess_));
      s.jacobian.row(size_ - 1) = direction.transpose();
    }
    s.size = s.closure;
    if (drifts_.cols() > 0) s.size = std::max(s.size, (drifts_.transpose() * away).lpNorm<Eigen::Infinity>());
    if (size_ > n_) s.size = std::max(s.size, s.residual.tail(size_ - n_).lpNorm<Eigen::Infinity>());
    return s;
  }

  OrbitPoint moved(const OrbitPoint& point, const Passage& passage, const VectorXd& by, double closed) const {
    return stribeck::moved(frame_, point, passage, {by.data(), by.data() + by.size()}, along_ != nullptr, closed);
  }

  /// Of the branch through a point: what its equations leave open.
  Tangent tangent(const System& s) const {
    VectorXd last = VectorXd::Zero(size_);
    last[size_ - 1] = 1;
    const VectorXd t = s.jacobian.fullPivLu().solve(last).normalized();
    return {t.data(), t.data() + t.size()};
  }

 private:
  VectorXd unknowns(const OrbitPoint& point) const {
    VectorXd u(size_);
    u.head(n_) = scaled(point.y, frame_.scales);
    if (free_ == 1) u[n_] = std::log(point.period_s);
    if (along_ != nullptr) u[size_ - 1] = point.parameter / frame_.parameter_scale;
    return u;
  }

  const ShootingFrame& frame_;
  const OrbitPoint guess_;
  const Tangent* along_;
  Index n_, free_, size_;
  MatrixXd drifts_, beside_;
};

}  // namespace

Shot shoot(const Passing& passing, const ShootingFrame& frame, const OrbitPoint& guess, const Tangent* along) {
  constexpr int kRounds = 30, kHalvings = 6;
  constexpr double kLongest = 0.5;  // a step of Newton's method, in the scales
  constexpr double kExact = 1e-14;  // nothing is to be gained below
  const Shooting shooting(frame, guess, along);
  const auto at = [&](const OrbitPoint& point) { return Shot{.point = point, .passage = passing(point), .tangent = {}}; };
  Shot best = at(guess);
  System system = shooting.system(best.point, best.passage);
  double size = system.size;
  for (best.rounds = 1; best.rounds <= kRounds && size > kExact && best.passage.undefined.empty(); ++best.rounds) {
    VectorXd step = system.jacobian.fullPivLu().solve(-system.residual);
    if (!step.allFinite()) break;
    double share = 1;
    if (const double length = step.lpNorm<Eigen::Infinity>(); length > kLongest) share = kLongest / length, step *= share;
    bool gained = false;
    for (int halving = 0; halving < kHalvings && !gained; ++halving, step /= 2, share /= 2) {
      Shot next;
      try {
        next = at(shooting.moved(best.point, best.passage, step, share));
      } catch (const Failure& failure) {
        if (is_interruption(failure)) throw;
        continue;
      }
      const System there = shooting.system(next.point, next.passage);
      const double left = there.size;
      if (!(left < size)) {
        if (size <= frame.tolerance) break;  // as near as rounding of the passage lets it come
        continue;
      }
      gained = left < 0.9 * size || left <= frame.tolerance;
      next.rounds = best.rounds;
      best = std::move(next), system = there, size = left;
    }
    if (!gained) break;
  }
  best.closure = system.closure;
  best.converged = size <= frame.tolerance;
  if (along != nullptr) best.tangent = shooting.tangent(system);
  return best;
}

Passage passage_of(std::vector<Passage> parts, const OrbitPoint& point, bool is_forced) {
  const double share = 1.0 / static_cast<double>(parts.size());
  MatrixXd by_begin = dense_of(parts.front().by_begin);
  const auto vector_of = [](const std::vector<double>& values) {
    return VectorXd(Eigen::Map<const VectorXd>(values.data(), size_of(values)));
  };
  const auto values_of = [](const VectorXd& v) { return std::vector<double>(v.data(), v.data() + v.size()); };
  VectorXd by_period = share * vector_of(parts.front().end_rates), by_parameter = vector_of(parts.front().by_parameter);
  VectorXd gap = VectorXd::Zero(by_period.size());
  Passage whole{.end = parts.back().end,
                .begin_rates = parts.front().begin_rates,
                .end_rates = {},
                .by_begin = {},
                .by_parameter = {},
                .sequence = {},
                .undefined = {}};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Passage& part = parts[k];
    whole.sequence.insert(whole.sequence.end(), part.sequence.begin(), part.sequence.end());
    if (whole.undefined.empty()) whole.undefined = part.undefined;
    if (k == 0) continue;
    gap += vector_of(parts[k - 1].end) - vector_of(point.nodes[k - 1]);
    const MatrixXd a = dense_of(part.by_begin);
    const double before = share * static_cast<double>(k);
    by_begin = a * by_begin;
    by_period = a * by_period + share * vector_of(part.end_rates);
    // With the period it begins later, too: as from a place further back. Where nothing depends on time both come to the same.
    if (is_forced) by_period += before * (vector_of(part.end_rates) - a * vector_of(part.begin_rates));
    gap = a * gap;
    if (by_parameter.size() > 0) by_parameter = a * by_parameter + vector_of(part.by_parameter);
  }
  whole.by_begin = matrix_of(by_begin);
  whole.end_rates = values_of(by_period), whole.by_parameter = values_of(by_parameter), whole.carried = values_of(gap);
  whole.parts = std::move(parts);
  return whole;
}

OrbitPoint moved(const ShootingFrame& frame, const OrbitPoint& point, const Passage& passage, const std::vector<double>& by,
                 bool by_parameter, double closed) {
  OrbitPoint to = point;
  const std::size_t n = point.y.size();
  const bool is_free = !frame.begin_rates.empty();
  for (std::size_t i = 0; i < n; ++i) to.y[i] += by[i] * frame.scales[i];
  if (by_parameter) to.parameter += by.back() * frame.parameter_scale;
  if (is_free)
    to.period_s *= std::exp(by[n]);
  else
    to.period_s += frame.period_by_parameter * (to.parameter - point.parameter);
  const double longer = (to.period_s - point.period_s) / static_cast<double>(point.nodes.size() + 1), more = to.parameter - point.parameter;
  VectorXd change(static_cast<Index>(n));
  for (std::size_t i = 0; i < n; ++i) change[static_cast<Index>(i)] = by[i] * frame.scales[i];
  for (std::size_t k = 0; k < point.nodes.size(); ++k) {
    const Passage& part = passage.parts[k];
    const double later = is_free ? 0 : longer * static_cast<double>(k);  // it begins, where what drives the motion counts the time
    for (std::size_t i = 0; i < n; ++i) change[static_cast<Index>(i)] -= part.begin_rates[i] * later;
    change = dense_of(part.by_begin) * change;
    for (std::size_t i = 0; i < n; ++i) {
      double& one = change[static_cast<Index>(i)];
      one += part.end_rates[i] * (longer + later) + closed * (part.end[i] - point.nodes[k][i]);
      if (!part.by_parameter.empty()) one += part.by_parameter[i] * more;
      to.nodes[k][i] += one;
    }
  }
  return to;
}

Tangent tangent_at(const ShootingFrame& frame, const OrbitPoint& point, const Passage& passage, const Tangent& across) {
  const Shooting shooting(frame, point, &across);
  return shooting.tangent(shooting.system(point, passage));
}

Multipliers multipliers_of(const Passage& passage, const ShootingFrame& frame, std::size_t zeros) {
  const MatrixXd m = scaled_jacobian(passage, frame.scales);
  const Index n = m.rows();
  const bool free = !frame.begin_rates.empty();
  const auto drifts = static_cast<Index>(frame.drifts.columns), known = drifts + (free ? 1 : 0);
  MatrixXd invariant(n, known);
  if (drifts > 0) invariant.leftCols(drifts) = dense_of(frame.drifts);
  if (free) invariant.col(drifts) = scaled(passage.begin_rates, frame.scales).normalized();
  const MatrixXd q = known > 0 ? MatrixXd(invariant.householderQr().householderQ()) : MatrixXd(MatrixXd::Identity(n, n));
  const MatrixXd beside = q.rightCols(n - known);
  Multipliers result;
  if (free) result.of_flow = q.col(drifts).dot(m * q.col(drifts));
  if (n == known) return result;
  if (passage.parts.empty()) {
    result.values = poles_of(matrix_of(beside.transpose() * m * beside));
    std::reverse(result.values.begin(), result.values.end());
  } else {  // of sizes too far apart for one matrix
    std::vector<MatrixXd> factors;
    for (const Passage& part : passage.parts) factors.push_back(scaled_jacobian(part, frame.scales));
    result.values = product_eigenvalues(factors, beside);
  }
  for (std::size_t k = 0; k + 1 < result.values.size(); ++k)  // of pairs still the one with the positive imaginary part first
    if (result.values[k].imag() < 0 && result.values[k + 1] == std::conj(result.values[k]))
      std::swap(result.values[k], result.values[k + 1]), ++k;
  // What sticks takes as many directions out of the matrix itself, to rounding: as many multipliers are zero, whatever comes out for them.
  // The flow is known to the accuracy of the orbit alone, and what is left of it there is large near a corner, where the matrix is.
  constexpr double kZero = 1e-5;     // what a double zero of a matrix of rounding 1e-10 may be found as
  constexpr double kMissing = 1e-6;  // of the largest singular value: events that are repeated are as exact
  const Eigen::VectorXd sizes = Eigen::JacobiSVD<MatrixXd>(m).singularValues();
  const auto missing = static_cast<std::size_t>((sizes.array() <= kMissing * sizes[0]).count());
  for (std::size_t k = 0; k < std::min(zeros, result.values.size()); ++k) {
    std::complex<double>& value = result.values[result.values.size() - 1 - k];
    if (k < missing || std::abs(value) < kZero) value = 0;
  }
  return result;
}

Matrix invariant_directions(const std::vector<std::vector<double>>& rows, std::size_t columns) {
  const auto n = static_cast<Index>(columns);
  MatrixXd r(n, n);  // of the rows so far
  r.setZero();
  constexpr std::size_t kAtOnce = 200;
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    const std::vector<std::vector<double>> some(rows.begin() + static_cast<std::ptrdiff_t>(first),
                                                rows.begin() + static_cast<std::ptrdiff_t>(std::min(first + kAtOnce, rows.size())));
    MatrixXd all(n + static_cast<Index>(some.size()), n);
    all << r, rows_of(some, columns, nullptr);
    r = all.householderQr().matrixQR().topRows(n).triangularView<Eigen::Upper>();
  }
  const Eigen::JacobiSVD<MatrixXd> svd(r, Eigen::ComputeFullV);
  Index rank = 0;
  while (rank < n && svd.singularValues()[rank] > kInvariant * std::max(svd.singularValues()[0], 1e-300)) ++rank;
  return matrix_of(svd.matrixV().rightCols(n - rank));
}

Matrix projector_beside(const std::vector<std::vector<double>>& rows, const std::vector<double>& scales) {
  const auto n = size_of(scales);
  MatrixXd p = MatrixXd::Identity(n, n);
  if (!rows.empty()) {
    const MatrixXd c = rows_of(rows, scales.size(), &scales);
    p -= c.transpose() * c.transpose().completeOrthogonalDecomposition().solve(MatrixXd::Identity(n, n));
  }
  for (Index r = 0; r < n; ++r)
    for (Index k = 0; k < n; ++k) p(r, k) *= scales[static_cast<std::size_t>(r)] / scales[static_cast<std::size_t>(k)];
  return matrix_of(p);
}

std::size_t rank_of(const std::vector<std::vector<double>>& rows, const std::vector<double>& scales) {
  if (rows.empty()) return 0;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(rows_of(rows, scales.size(), &scales));
  qr.setThreshold(kInvariant);
  return static_cast<std::size_t>(qr.rank());
}

}  // namespace stribeck
