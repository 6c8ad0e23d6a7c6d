#include "simulation/events/control_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stribeck {

namespace {

constexpr std::size_t kControlCount = ControlPoints::kHighestDegree + 1;
using Points = std::array<double, kControlCount>;
using Matrix = std::array<Points, kControlCount>;

/// The error of coefficients, relative to the largest: those computed from samples are sums of terms up to 25 times their size.
constexpr double kControlRounding = 256 * std::numeric_limits<double>::epsilon();

struct Extremes {
  double least, greatest;
  bool are_finite;
};

Extremes extremes_of(std::span<const double> values) {
  double least = values[0], greatest = values[0], zero = 0;
  for (const double value : values) {
    least = value < least ? value : least, greatest = value > greatest ? value : greatest;
    zero += 0 * value;  // not a number if the value is not finite
  }
  return {least, greatest, zero == 0};
}

double bernstein(int degree, int i, double s) {
  double binomial = 1;
  for (int k = 0; k < i; ++k) binomial = binomial * (degree - k) / (k + 1);
  return binomial * std::pow(s, i) * std::pow(1 - s, degree - i);
}

/// The matrix that gives coefficients from values at equal distances, inverted by the Gauss-Jordan method. No pivoting is needed, as each
/// basis polynomial is largest at its own point.
Matrix solution(int degree) {
  const auto n = static_cast<std::size_t>(degree) + 1;
  Matrix a{}, inverse{};
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column)
      a[row][column] = bernstein(degree, static_cast<int>(column), static_cast<double>(row) / degree);
    inverse[row][row] = 1;
  }
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    const double by = 1 / a[pivot][pivot];
    for (std::size_t k = 0; k < n; ++k) a[pivot][k] *= by, inverse[pivot][k] *= by;
    for (std::size_t row = 0; row < n; ++row) {
      const double share = row == pivot ? 0 : a[row][pivot];
      for (std::size_t k = 0; k < n; ++k) a[row][k] -= share * a[pivot][k], inverse[row][k] -= share * inverse[pivot][k];
    }
  }
  return inverse;
}

const Matrix& solution_of(int degree) {
  static const std::array<Matrix, ControlPoints::kHighestDegree> kMatrices{solution(1), solution(2), solution(3), solution(4), solution(5)};
  return kMatrices[static_cast<std::size_t>(degree) - 1];
}

}  // namespace

bool ControlPoints::take(Integrator& integrator, const std::vector<std::size_t>& states) {
  degree_ = integrator.interpolation_degree();
  if (degree_ < 1 || degree_ > kHighestDegree) return false;
  begin_s_ = integrator.previous_time(), end_s_ = integrator.time();
  points_[0].assign(integrator.previous_state().begin(), integrator.previous_state().end());
  points_[static_cast<std::size_t>(degree_)].assign(integrator.state().begin(), integrator.state().end());
  for (int k = 1; k < degree_; ++k)
    points_[static_cast<std::size_t>(k)].resize(points_[0].size()), samples_[static_cast<std::size_t>(k)].resize(points_[0].size());
  const EndSlopes slopes = integrator.end_slopes();
  const std::span<const double> powers = integrator.powers();
  if (!powers.empty()) {
    from_powers(powers, states);
  } else if (!slopes.begin.empty() && (degree_ == 3 || degree_ == 5)) {
    from_slopes(integrator, slopes, states);
  } else if (degree_ > 1) {
    from_samples(integrator, states);
  }
  return true;
}

/// Farouki (2012), section 3.1: the coefficient of number i is the sum of those of the powers up to i, times the share of binomials. The
/// powers run from the end back to the beginning.
void ControlPoints::from_powers(std::span<const double> powers, const std::vector<std::size_t>& states) {
  const std::size_t all = points_[0].size();
  for (int i = 1; i < degree_; ++i) {
    std::vector<double>& point = points_[static_cast<std::size_t>(degree_ - i)];
    for (const std::size_t k : states) point[k] = powers[k];
    double share = 1;  // of i choose j and degree choose j
    for (int j = 1; j <= i; ++j) {
      share *= static_cast<double>(i - j + 1) / (degree_ - j + 1);
      const double* const power = powers.data() + static_cast<std::size_t>(j) * all;
      for (const std::size_t k : states) point[k] += share * power[k];
    }
  }
}

/// A cubic is known by values and slopes at both ends, and two more values make a polynomial of degree five of it.
void ControlPoints::from_slopes(Integrator& integrator, const EndSlopes& slopes, const std::vector<std::size_t>& states) {
  const double share = (end_s_ - begin_s_) / degree_;
  const auto n = static_cast<std::size_t>(degree_);
  const double *const first = points_[0].data(), *const last = points_[n].data();
  double *const second = points_[1].data(), *const last_but_one = points_[n - 1].data();
  for (const std::size_t i : states) {
    second[i] = first[i] + share * slopes.begin[i];
    last_but_one[i] = last[i] - share * slopes.end[i];
  }
  if (degree_ == 3) return;
  for (const int k : {1, 2})
    integrator.interpolate_some(begin_s_ + (end_s_ - begin_s_) * k / 3, states, samples_[static_cast<std::size_t>(k)]);
  const double *const early = samples_[1].data(), *const late = samples_[2].data();
  double *const third = points_[2].data(), *const fourth = points_[3].data();
  for (const std::size_t i : states) {
    // What the other coefficients leave for the two in the middle, multiplied by 3^5, at a third and at two thirds of the step.
    const double a = 243 * early[i] - (32 * first[i] + 80 * second[i] + 10 * last_but_one[i] + last[i]);
    const double b = 243 * late[i] - (first[i] + 10 * second[i] + 80 * last_but_one[i] + 32 * last[i]);
    third[i] = (2 * a - b) / 120;
    fourth[i] = (2 * b - a) / 120;
  }
}

void ControlPoints::from_samples(Integrator& integrator, const std::vector<std::size_t>& states) {
  const Matrix& matrix = solution_of(degree_);
  const auto n = static_cast<std::size_t>(degree_);
  samples_[0] = points_[0], samples_[n] = points_[n];
  for (std::size_t k = 1; k < n; ++k) integrator.interpolate_some(time(static_cast<int>(k)), states, samples_[k]);
  for (std::size_t k = 1; k < n; ++k)
    for (const std::size_t i : states) {
      points_[k][i] = 0;
      for (std::size_t j = 0; j <= n; ++j) points_[k][i] += matrix[k][j] * samples_[j][i];
    }
}

Interval range_of(std::span<const double> coefficients, double a, double b) {
  const Extremes whole = extremes_of(coefficients);
  if (!whole.are_finite) {  // an infinite value throughout, as of a limit that does not exist; otherwise unknown
    const bool is_all = std::all_of(coefficients.begin(), coefficients.end(), [&](double other) { return other == coefficients[0]; });
    return is_all ? Interval(coefficients[0]) : Interval::whole();
  }
  const double rounding = kControlRounding * std::max(std::fabs(whole.least), std::fabs(whole.greatest));
  if (a <= 0 && b >= 1) return {whole.least - rounding, whole.greatest + rounding};
  const std::size_t n = coefficients.size();
  Points p{};
  std::copy(coefficients.begin(), coefficients.end(), p.begin());
  if (b < 1)
    for (std::size_t last = n; last-- > 1;)  // the coefficients of the part before b
      for (std::size_t i = n; i-- > n - last;) p[i] = (1 - b) * p[i - 1] + b * p[i];
  if (a > 0) {
    const double s = a / b;
    for (std::size_t last = n; last-- > 1;)  // and of its part behind a
      for (std::size_t i = 0; i < last; ++i) p[i] = (1 - s) * p[i] + s * p[i + 1];
  }
  const Extremes part = extremes_of(std::span(p).first(n));
  return {part.least - rounding, part.greatest + rounding};
}

}  // namespace stribeck
