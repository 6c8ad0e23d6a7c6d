#include "fit/statistics.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/in_double.h"

namespace stribeck {
namespace {

constexpr double kConfidence = 0.95;
/// Singular values of columns of length 1 that are smaller than that times the largest are none: derivatives are no better.
constexpr double kSingular = 1e-6;
/// A column of derivatives that changes the residuals by less than that of them, if the parameter changes by all of its size, is zero.
constexpr double kNoChange = 1e-9;
/// Of a change that the data do not tell: parameters that change by more than that of their sizes take part in it.
constexpr double kTakesPart = 0.5;

double centred_product(const std::vector<double>& values, double mean, std::size_t lag) {
  double sum = 0;
  for (std::size_t k = lag; k < values.size(); ++k) sum += (values[k] - mean) * (values[k - lag] - mean);
  return sum;
}
double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Variance of one residual as far as the estimates are concerned.
double variance_of(const RobustLoss& loss, const std::vector<double>& residuals, double freedom, double parameters) {
  double squares = 0, slopes = 0, slope_squares = 0;
  for (const double r : residuals) {
    const double psi = loss.influence(r), slope = loss.influence_slope(r);
    squares += psi * psi, slopes += slope, slope_squares += slope * slope;
  }
  const auto count = static_cast<double>(residuals.size());
  const double mean = slopes / count, spread = std::max(slope_squares / count - mean * mean, 0.0);
  if (!(mean > 0)) return std::numeric_limits<double>::infinity();
  const double k = 1 + parameters / count * spread / (mean * mean);
  return k * k * squares / freedom / (mean * mean);
}

/// The parameters that are estimated: not at a bound, and with derivatives.
class Estimates {
 public:
  Estimates(Fit& fit, const std::vector<double>& residuals, const Matrix& jacobian) : fit_(fit) {
    const double size_of_residuals = std::sqrt(std::inner_product(residuals.begin(), residuals.end(), residuals.begin(), 0.0));
    for (std::size_t p = 0; p < fit.parameters.size(); ++p) {
      if (fit.parameters[p].place != FitPlace::inside) continue;
      double squares = 0;
      for (std::size_t r = 0; r < jacobian.rows; ++r) squares += jacobian(r, p) * jacobian(r, p);
      const double length = std::sqrt(squares);
      if (!std::isfinite(length) || length * size_of(p, 1) <= kNoChange * size_of_residuals || length == 0) {
        fit.parameters[p].is_seen = false;
        fit.unseen.push_back({{{p, 1.0}}});
        continue;
      }
      those_.push_back(p), lengths_.push_back(length);
    }
    const auto count = static_cast<Eigen::Index>(those_.size());
    Eigen::MatrixXd columns(static_cast<Eigen::Index>(jacobian.rows), count);
    for (Eigen::Index c = 0; c < count; ++c)
      for (Eigen::Index r = 0; r < columns.rows(); ++r)
        columns(r, c) = jacobian(static_cast<std::size_t>(r), those_[static_cast<std::size_t>(c)]) / lengths_[static_cast<std::size_t>(c)];
    if (count > 0) svd_.compute(columns, Eigen::ComputeThinV);
  }

  std::size_t count() const { return those_.size(); }

  /// `variance` of one residual, `student` the quantile of the interval.
  void conclude(double variance, double student) {
    if (those_.empty()) return;
    const Eigen::VectorXd& singular = svd_.singularValues();
    const Eigen::Index count = singular.size();
    const bool is_singular = singular(count - 1) <= kSingular * singular(0);
    fit_.condition = is_singular ? std::numeric_limits<double>::infinity() : singular(0) / singular(count - 1);
    // Of directions that are not seen at all nothing can be said, nor of the parameters in them.
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(count, count);
    std::vector<bool> is_free(static_cast<std::size_t>(count), false);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Eigen::VectorXd direction = svd_.matrixV().col(k);
      if (singular(k) > kSingular * singular(0)) {
        covariance += direction * direction.transpose() / (singular(k) * singular(k));
        continue;
      }
      for (Eigen::Index i = 0; i < count; ++i)
        if (std::fabs(direction(i)) > 1e-3) is_free[static_cast<std::size_t>(i)] = true;
    }
    covariance *= variance;
    for (Eigen::Index i = 0; i < count; ++i) take(i, is_free[static_cast<std::size_t>(i)], std::sqrt(covariance(i, i)), student);
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = 0; j < count; ++j)
        if (!is_free[static_cast<std::size_t>(i)] && !is_free[static_cast<std::size_t>(j)])
          fit_.correlations(those_[static_cast<std::size_t>(i)], those_[static_cast<std::size_t>(j)]) =
              i == j ? 1 : std::clamp(covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j)), -1.0, 1.0);
    find_unseen(std::sqrt(variance) * student);
  }

 private:
  double size_of(std::size_t p, double otherwise) const {
    const double size = std::max(std::fabs(fit_.parameters[p].value), fit_.plan.parameters[p].size);
    return size > 0 ? size : otherwise;
  }

  void take(Eigen::Index i, bool is_free, double scaled_error, double student) {
    const std::size_t p = those_[static_cast<std::size_t>(i)];
    FoundParameter& found = fit_.parameters[p];
    found.is_seen = !is_free;
    if (is_free || !std::isfinite(scaled_error)) return;
    found.error = scaled_error / lengths_[static_cast<std::size_t>(i)];
    found.low = found.value - student * *found.error, found.high = found.value + student * *found.error;
    found.is_seen = student * *found.error <= size_of(p, HUGE_VAL);
  }

  /// Changes of parameters, in their sizes, that the residuals' noise hides although they are larger than these.
  void find_unseen(double noise) {
    const auto count = static_cast<Eigen::Index>(those_.size());
    Eigen::VectorXd sizes(count);
    for (Eigen::Index i = 0; i < count; ++i) sizes(i) = size_of(those_[static_cast<std::size_t>(i)], 0);
    Eigen::MatrixXd scaled = svd_.singularValues().asDiagonal() * svd_.matrixV().transpose();
    for (Eigen::Index i = 0; i < count; ++i) scaled.col(i) *= lengths_[static_cast<std::size_t>(i)] * sizes(i);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeThinV);
    for (Eigen::Index k = 0; k < count; ++k) {
      const double reach = noise / std::max(svd.singularValues()(k), std::numeric_limits<double>::min());
      const Eigen::VectorXd direction = svd.matrixV().col(k);
      UnseenChange change;
      bool is_large = false;
      for (Eigen::Index i = 0; i < count; ++i) {
        if (sizes(i) == 0 || reach * std::fabs(direction(i)) < kTakesPart) continue;
        const std::size_t p = those_[static_cast<std::size_t>(i)];
        is_large = is_large || reach * std::fabs(direction(i)) > 1;
        change.changes.emplace_back(p, direction(i) * sizes(i));
      }
      if (is_large) fit_.unseen.push_back(std::move(change));
    }
  }

  Fit& fit_;
  std::vector<std::size_t> those_;
  std::vector<double> lengths_;  ///< of their columns
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
};

}  // namespace

double neighbours_correlation(const std::vector<double>& residuals) {
  const double mean = mean_of(residuals), squares = centred_product(residuals, mean, 0);
  return squares > 0 ? centred_product(residuals, mean, 1) / squares : 0;
}

double whiteness_of(const std::vector<double>& residuals) {
  const double mean = mean_of(residuals), squares = centred_product(residuals, mean, 0);
  const auto count = static_cast<double>(residuals.size());
  const std::size_t lags = std::min<std::size_t>(10, residuals.size() / 5);
  if (squares == 0) return 1;
  double q = 0;
  for (std::size_t lag = 1; lag <= lags; ++lag) {
    const double r = centred_product(residuals, mean, lag) / squares;
    q += r * r / (count - static_cast<double>(lag));
  }
  return boost::math::cdf(
      boost::math::complement(boost::math::chi_squared_distribution<double, InDouble>(static_cast<double>(lags)), count * (count + 2) * q));
}

double chance_of_squares(double sum, std::int64_t freedom) {
  const boost::math::chi_squared_distribution<double, InDouble> distribution(static_cast<double>(freedom));
  return 2 * std::min(boost::math::cdf(distribution, sum), boost::math::cdf(boost::math::complement(distribution, sum)));
}

void judge(Fit& fit, const std::vector<double>& residuals, const Matrix& jacobian) {
  fit.rows = residuals.size();
  fit.sum_of_squares = std::inner_product(residuals.begin(), residuals.end(), residuals.begin(), 0.0);
  fit.correlations = Matrix(fit.parameters.size(), fit.parameters.size());
  Estimates estimates(fit, residuals, jacobian);
  fit.freedom = static_cast<std::int64_t>(residuals.size()) - static_cast<std::int64_t>(estimates.count());
  if (fit.freedom <= 0) return;
  const auto freedom = static_cast<double>(fit.freedom);
  fit.deviation = std::sqrt(fit.sum_of_squares / freedom);
  const double student = boost::math::quantile(boost::math::students_t_distribution<double, InDouble>(freedom), 0.5 * (1 + kConfidence));
  const double variance = variance_of(fit.plan.loss, residuals, freedom, static_cast<double>(estimates.count()));
  estimates.conclude(variance, student);
}

}  // namespace stribeck
