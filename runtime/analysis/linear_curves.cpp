#include "analysis/linear_curves.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

namespace stribeck {
namespace {

using Complex = std::complex<double>;

Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> mapped(const Matrix& m) {
  return {m.values.data(), static_cast<Eigen::Index>(m.rows), static_cast<Eigen::Index>(m.columns)};
}

/// c (s - A)^-1 b + d for many s: A is made a Hessenberg matrix once, with which each s takes n^2 operations instead of n^3 (Laub (1981),
/// IEEE Transactions on Automatic Control 26, pp. 407-408).
class HessenbergResponse {
 public:
  HessenbergResponse(const LinearModel& model, std::size_t output, std::size_t input) : d_(model.d(output, input)) {
    if (model.states.empty()) return;
    const Eigen::HessenbergDecomposition<Eigen::MatrixXd> hessenberg(mapped(model.a));
    const Eigen::MatrixXd q = hessenberg.matrixQ();
    h_ = hessenberg.matrixH();
    b_ = q.transpose() * mapped(model.b).col(static_cast<Eigen::Index>(input));
    c_ = mapped(model.c).row(static_cast<Eigen::Index>(output)) * q;
  }

  Complex at(Complex s) const {
    const Eigen::Index n = h_.rows();
    if (n == 0) return d_;
    Eigen::MatrixXcd left = -h_.cast<Complex>();
    left.diagonal().array() += s;
    Eigen::VectorXcd x = b_.cast<Complex>();
    for (Eigen::Index k = 0; k + 1 < n; ++k) {  // elimination with the larger of the two rows that have this column
      if (std::abs(left(k + 1, k)) > std::abs(left(k, k)))
        left.row(k).tail(n - k).swap(left.row(k + 1).tail(n - k)), std::swap(x(k), x(k + 1));
      if (left(k, k) == Complex(0)) continue;
      const Complex factor = left(k + 1, k) / left(k, k);
      left.row(k + 1).tail(n - k) -= factor * left.row(k).tail(n - k);
      x(k + 1) -= factor * x(k);
    }
    left.triangularView<Eigen::Upper>().solveInPlace(x);
    return (c_ * x).value() + d_;
  }

 private:
  double d_;
  Eigen::MatrixXd h_;
  Eigen::VectorXd b_;
  Eigen::RowVectorXd c_;
};

double degrees(Complex value) { return std::arg(value) * 180 / std::numbers::pi; }

}  // namespace

FrequencyCurve frequency_curve(const LinearModel& model, std::size_t output, std::size_t input, double from_rad_s, double to_rad_s) {
  constexpr int kPoints = 300, kDeepest = 24;
  constexpr double kTurn = 6;  // degrees from one point to the next
  const HessenbergResponse response(model, output, input);
  FrequencyCurve curve;
  const auto add = [&](double w, Complex value) { curve.frequencies_rad_s.push_back(w), curve.values.push_back(value); };
  const auto turn = [](Complex a, Complex b) { return a == Complex(0) || b == Complex(0) ? 0 : std::fabs(degrees(b / a)); };
  struct Piece {
    double from, to;
    Complex at_from, at_to;
    int depth;
  };
  double last = from_rad_s;
  Complex at_last = response.at({0, last});
  add(last, at_last);
  for (int k = 1; k <= kPoints; ++k) {
    const double w = from_rad_s * std::pow(to_rad_s / from_rad_s, static_cast<double>(k) / kPoints);
    const Complex value = response.at({0, w});
    // Halved until the response turns by little; the halves that are still to be looked at, the lowest last.
    std::vector<Piece> pieces{{last, w, at_last, value, 0}};
    while (!pieces.empty()) {
      const Piece piece = pieces.back();
      pieces.pop_back();
      if (piece.depth == kDeepest || turn(piece.at_from, piece.at_to) <= kTurn) {
        add(piece.to, piece.at_to);
        continue;
      }
      const double middle = std::sqrt(piece.from * piece.to);
      const Complex at_middle = response.at({0, middle});
      pieces.push_back({middle, piece.to, at_middle, piece.at_to, piece.depth + 1});
      pieces.push_back({piece.from, middle, piece.at_from, at_middle, piece.depth + 1});
    }
    last = w, at_last = value;
  }
  // A half turn at one place is that of a root on the axis: at a pole the response is larger there than around it.
  double phase = degrees(curve.values.front());
  curve.phases_deg.push_back(phase);
  for (std::size_t k = 1; k < curve.values.size(); ++k) {
    const Complex a = curve.values[k - 1], b = curve.values[k];
    double change = a == Complex(0) || b == Complex(0) ? 0 : degrees(b / a);
    if (std::fabs(change) > 90) {
      const double outside =
          std::max(k >= 2 ? std::abs(curve.values[k - 2]) : 0.0, k + 1 < curve.values.size() ? std::abs(curve.values[k + 1]) : 0.0);
      const bool is_pole = std::max(std::abs(a), std::abs(b)) > outside;
      if (is_pole != (change < 0)) change += is_pole ? -360 : 360;
    }
    curve.phases_deg.push_back(phase += change);
  }
  return curve;
}

std::pair<double, double> frequency_range(const std::vector<Complex>& roots) {
  double low = HUGE_VAL, high = 0;
  for (const Complex root : roots)
    if (std::abs(root) > 0) low = std::min(low, std::abs(root)), high = std::max(high, std::abs(root));
  if (high == 0) return {0.1, 10};
  return {std::pow(10, std::floor(std::log10(low / 3))), std::pow(10, std::ceil(std::log10(high * 3)))};
}

Matrix linear_step(const LinearModel& model, std::size_t input, double amount, const std::vector<double>& times_s) {
  const auto n = static_cast<Eigen::Index>(model.states.size());
  const auto i = static_cast<Eigen::Index>(input);
  Matrix rows(times_s.size(), model.outputs.size());
  // The input is one state more, which does not change: its matrix exponential over one interval takes all to the next.
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + 1, n + 1);
  if (n > 0) a.topLeftCorner(n, n) = mapped(model.a), a.topRightCorner(n, 1) = mapped(model.b).col(i);
  const double interval = times_s.size() > 1 ? times_s[1] - times_s[0] : 0;
  const Eigen::MatrixXd over = (a * interval).exp();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(n + 1);
  x(n) = amount;
  for (std::size_t k = 0; k < times_s.size(); ++k) {
    for (std::size_t o = 0; o < model.outputs.size(); ++o) {
      double y = model.d(o, input) * amount;
      if (n > 0) y += (mapped(model.c).row(static_cast<Eigen::Index>(o)) * x.head(n)).value();
      rows(k, o) = y;
    }
    x = over * x;
  }
  return rows;
}

double settling_span_s(const std::vector<Complex>& poles) {
  double slowest = HUGE_VAL, growing = 0;
  for (const Complex pole : poles) {
    if (pole.real() > 0) growing = std::max(growing, pole.real());
    if (pole.real() < 0) slowest = std::min(slowest, -pole.real());
  }
  if (growing > 0) return 3 / growing;
  return std::isfinite(slowest) ? 5 / slowest : 1;
}

}  // namespace stribeck
