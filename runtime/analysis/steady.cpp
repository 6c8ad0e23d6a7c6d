#include "analysis/steady.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/dense.h"
#include "analysis/root.h"
#include "base/diagnostic.h"
#include "base/interruption.h"
#include "base/text.h"

namespace stribeck {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows in the scales, each divided by its size; what `basis` leaves of one by rounding alone is zero.
std::vector<std::vector<double>> rows_in(const MatrixXd& basis, const std::vector<std::vector<double>>& rows,
                                         const std::vector<double>& scales) {
  constexpr double kRounding = 1e-12;
  std::vector<std::vector<double>> result;
  for (const std::vector<double>& row : rows) {
    VectorXd scaled(size_of(scales));
    for (Index i = 0; i < scaled.size(); ++i) scaled[i] = row[static_cast<std::size_t>(i)] * scales[static_cast<std::size_t>(i)];
    const double size = scaled.norm();
    if (size == 0) continue;
    VectorXd in_basis = basis.transpose() * scaled / size;
    for (double& value : in_basis)
      if (std::fabs(value) < kRounding) value = 0;
    if (in_basis.norm() > 0) result.emplace_back(in_basis.data(), in_basis.data() + in_basis.size());
  }
  return result;
}

/// Orthonormal columns beside those of `taken`.
MatrixXd beside(const MatrixXd& taken, Index n) {
  if (taken.cols() == 0) return MatrixXd::Identity(n, n);
  const MatrixXd q = taken.householderQr().householderQ();
  return q.rightCols(n - taken.cols());
}

/// What is free at a point.
struct Free {
  MatrixXd basis;   // G
  MatrixXd drifts;  // columns in the scales
  VectorXd along_parameter;
  MatrixXd resting;  // what never changes
};

Free free_of(const SteadyFlow& flow, const std::vector<double>& scales) {
  const Index n = size_of(scales);
  Free free;
  free.along_parameter = VectorXd::Zero(n);
  MatrixXd allowed = MatrixXd::Identity(n, n);
  if (!flow.held.empty()) {
    MatrixXd held(static_cast<Index>(flow.held.size()), n);
    VectorXd by(held.rows());
    for (Index r = 0; r < held.rows(); ++r) {
      const std::vector<double>& row = flow.held[static_cast<std::size_t>(r)];
      for (Index i = 0; i < n; ++i) held(r, i) = row[static_cast<std::size_t>(i)] * scales[static_cast<std::size_t>(i)];
      by[r] = flow.held_by_parameter[static_cast<std::size_t>(r)];
      if (const double size = held.row(r).norm(); size > 0) held.row(r) /= size, by[r] /= size;
    }
    const auto decomposed = held.completeOrthogonalDecomposition();
    free.along_parameter = -decomposed.solve(by);
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(held.transpose());
    allowed = MatrixXd(qr.householderQ()).rightCols(n - qr.rank());
  }
  std::vector<std::vector<double>> rows = rows_in(allowed, flow.nearby, scales);
  const MatrixXd anywhere = dense_of(invariant_directions(rows, static_cast<std::size_t>(allowed.cols())));
  free.drifts = allowed * anywhere;
  const MatrixXd moving = allowed * beside(anywhere, allowed.cols());
  // Columns of the Jacobians tell what changes at all.
  std::vector<std::vector<double>> columns;
  const std::size_t count = flow.nearby.size() / std::max<std::size_t>(1, flow.by_states.rows);
  for (std::size_t k = 0; k < count; ++k) {
    MatrixXd jacobian(n, n);
    for (Index r = 0; r < n; ++r)
      for (Index c = 0; c < n; ++c)
        jacobian(r, c) = flow.nearby[k * flow.by_states.rows + static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] *
                         scales[static_cast<std::size_t>(c)] / scales[static_cast<std::size_t>(r)];
    const MatrixXd in = jacobian * moving;
    const std::vector<double> ones(scales.size(), 1.0);
    std::vector<std::vector<double>> of_point;
    for (Index c = 0; c < in.cols(); ++c) of_point.emplace_back(in.col(c).data(), in.col(c).data() + n);
    for (std::vector<double>& column : rows_in(moving, of_point, ones)) columns.push_back(std::move(column));
  }
  const MatrixXd never = dense_of(invariant_directions(columns, static_cast<std::size_t>(moving.cols())));
  free.resting = moving * never;
  free.basis = moving * beside(never, moving.cols());
  return free;
}

/// In the scales.
struct Equations {
  Free free;
  MatrixXd jacobian;  // of G' f by w
  VectorXd residual, by_parameter;
  double moves_on = 0;  // what never changes, and yet has a rate
};

Equations equations_of(const SteadyFlow& flow, const std::vector<double>& scales) {
  const Index n = size_of(scales);
  Equations e{.free = free_of(flow, scales), .jacobian = {}, .residual = {}, .by_parameter = {}};
  MatrixXd a(n, n);
  VectorXd f(n), by(n);
  for (Index r = 0; r < n; ++r) {
    const auto row = static_cast<std::size_t>(r);
    f[r] = flow.rates[row] / scales[row], by[r] = flow.by_parameter[row] / scales[row];
    for (Index c = 0; c < n; ++c)
      a(r, c) = flow.by_states(row, static_cast<std::size_t>(c)) * scales[static_cast<std::size_t>(c)] / scales[row];
  }
  const MatrixXd& g = e.free.basis;
  e.jacobian = g.transpose() * a * g;
  e.residual = g.transpose() * f;
  e.by_parameter = g.transpose() * (by + a * e.free.along_parameter);
  if (e.free.resting.cols() > 0) e.moves_on = (e.free.resting.transpose() * f).lpNorm<Eigen::Infinity>();
  return e;
}

double determinant(const std::vector<std::complex<double>>& poles) {
  std::complex<double> all = 1;
  for (const std::complex<double>& pole : poles) all *= pole / (1 + std::abs(pole));
  return all.real();
}

std::size_t unstable(const std::vector<std::complex<double>>& poles) {
  return static_cast<std::size_t>(std::count_if(poles.begin(), poles.end(), [](const auto& pole) { return pole.real() > 0; }));
}

/// The complex pair nearest to the imaginary axis; null: all are real.
const std::complex<double>* nearest_pair(const std::vector<std::complex<double>>& poles) {
  const std::complex<double>* nearest = nullptr;
  for (const std::complex<double>& pole : poles)
    if (pole.imag() > 0 && (nearest == nullptr || std::fabs(pole.real()) < std::fabs(nearest->real()))) nearest = &pole;
  return nearest;
}

/// The complex pair whose frequency is nearest to this one; null: all are real.
const std::complex<double>* pair_at(const std::vector<std::complex<double>>& poles, double frequency_rad_s) {
  const std::complex<double>* nearest = nullptr;
  for (const std::complex<double>& pole : poles)
    if (pole.imag() > 0 && (nearest == nullptr || std::fabs(pole.imag() - frequency_rad_s) < std::fabs(nearest->imag() - frequency_rad_s)))
      nearest = &pole;
  return nearest;
}

}  // namespace

double product_of_sums(const std::vector<std::complex<double>>& poles) {
  std::complex<double> all = 1;
  for (std::size_t i = 0; i < poles.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) all *= (poles[i] + poles[k]) / (std::abs(poles[i]) + std::abs(poles[k]) + 1e-300);
  return all.real();
}

SteadyFollower::SteadyFollower(SteadyFlowAt flow_at, std::vector<double> scales, BranchSettings settings)
    : flow_at_(std::move(flow_at)), scales_(std::move(scales)), settings_(settings), parameter_scale_(settings.most - settings.least) {}

/// `along`: the parameter is free, and the point is looked for across this direction through the guess.
std::optional<SteadyFollower::Place> SteadyFollower::solve(const OrbitPoint& guess, const std::vector<double>* along) const {
  constexpr int kRounds = 25;
  constexpr double kExact = 1e-12;  // of the scales: a last step of Newton's method
  constexpr double kLongest = 0.5;
  const Index n = size_of(scales_);
  OrbitPoint point = guess;
  try {
    SteadyFlow flow = flow_at_(point);
    bool converged = false;
    for (int round = 0; round < kRounds && !converged; ++round) {
      const Equations e = equations_of(flow, scales_);
      const Index m = e.jacobian.rows(), size = m + (along != nullptr ? 1 : 0);
      MatrixXd left = MatrixXd::Zero(size, size);
      VectorXd right = VectorXd::Zero(size);
      left.topLeftCorner(m, m) = e.jacobian;
      right.head(m) = -e.residual;
      if (along != nullptr) {
        const VectorXd t = Eigen::Map<const VectorXd>(along->data(), n + 1);
        VectorXd away(n + 1);
        for (Index i = 0; i < n; ++i)
          away[i] = (point.y[static_cast<std::size_t>(i)] - guess.y[static_cast<std::size_t>(i)]) / scales_[static_cast<std::size_t>(i)];
        away[n] = (point.parameter - guess.parameter) / parameter_scale_;
        left.block(0, m, m, 1) = e.by_parameter * parameter_scale_;
        left.block(m, 0, 1, m) = t.head(n).transpose() * e.free.basis;
        left(m, m) = t[n] + t.head(n).dot(e.free.along_parameter) * parameter_scale_;
        right[m] = -t.dot(away);
      }
      VectorXd change = size > 0 ? VectorXd(left.fullPivLu().solve(right)) : VectorXd(right);
      if (!change.allFinite()) return std::nullopt;
      const double length = size > 0 ? change.lpNorm<Eigen::Infinity>() : 0;
      if (length > kLongest) change *= kLongest / length;
      converged = length <= kExact;
      VectorXd moved = e.free.basis * change.head(m);
      if (along != nullptr) moved += e.free.along_parameter * change[m] * parameter_scale_, point.parameter += change[m] * parameter_scale_;
      for (Index i = 0; i < n; ++i) point.y[static_cast<std::size_t>(i)] += moved[i] * scales_[static_cast<std::size_t>(i)];
      flow = flow_at_(point);
    }
    const Equations e = equations_of(flow, scales_);
    constexpr double kResidual = 1e-9;
    const double fastest = std::max(1.0, e.jacobian.size() > 0 ? e.jacobian.lpNorm<Eigen::Infinity>() : 0.0);
    const double left_over = e.residual.size() > 0 ? e.residual.lpNorm<Eigen::Infinity>() : 0;
    if (!converged || left_over > kResidual * fastest || e.moves_on > kResidual) return std::nullopt;
    if (along != nullptr && e.free.resting.cols() > 0) {  // what sticks elsewhere has slipped on the way there
      VectorXd away(n);
      for (Index i = 0; i < n; ++i)
        away[i] = (point.y[static_cast<std::size_t>(i)] - guess.y[static_cast<std::size_t>(i)]) / scales_[static_cast<std::size_t>(i)];
      away -= e.free.along_parameter * (point.parameter - guess.parameter);
      if ((e.free.resting.transpose() * away).lpNorm<Eigen::Infinity>() > kResidual) return std::nullopt;
    }
    Place place{.point = {.point = point, .flow = std::move(flow), .poles = {}}, .tangent = {}};
    const Index m = e.jacobian.rows();
    if (m > 0) place.point.poles = poles_of(matrix_of(e.jacobian));
    std::stable_sort(place.point.poles.begin(), place.point.poles.end(), [](const auto& a, const auto& b) { return a.real() > b.real(); });
    // The tangent: what the equations leave open.
    MatrixXd open(m, m + 1);
    open.leftCols(m) = e.jacobian, open.col(m) = e.by_parameter * parameter_scale_;
    VectorXd null = VectorXd::Unit(m + 1, m);
    if (m > 0) null = MatrixXd(open.transpose().colPivHouseholderQr().householderQ()).col(m);
    VectorXd tangent(n + 1);
    tangent.head(n) = e.free.basis * null.head(m) + e.free.along_parameter * null[m] * parameter_scale_;
    tangent[n] = null[m];
    tangent.normalize();
    if (along != nullptr && Eigen::Map<const VectorXd>(along->data(), n + 1).dot(tangent) < 0) tangent = -tangent;
    place.tangent.assign(tangent.data(), tangent.data() + n + 1);
    return place;
  } catch (const Failure& failure) {
    if (is_interruption(failure)) throw;
    return std::nullopt;
  }
}

std::optional<SteadyPoint> SteadyFollower::at(const OrbitPoint& guess) const {
  std::optional<Place> place = solve(guess, nullptr);
  if (!place) return std::nullopt;
  return std::move(place->point);
}

std::optional<SteadyFollower::Place> SteadyFollower::step(const Place& from, double length) const {
  OrbitPoint guess = from.point.point;
  for (std::size_t i = 0; i < scales_.size(); ++i) guess.y[i] += length * from.tangent[i] * scales_[i];
  guess.parameter += length * from.tangent.back() * parameter_scale_;
  return solve(guess, &from.tangent);
}

/// Where the test changes its sign on the way to the end of a step.
std::optional<SteadyFollower::Place> SteadyFollower::refined(const Place& from, double length,
                                                             const std::function<double(const Place&)>& test) const {
  std::optional<Place> best;
  bool fails = false;
  find_root(length, test(from), {.rounds = 100, .narrow = 1e-13, .nearly_zero = 0}, [&](double way) -> std::optional<double> {
    std::optional<Place> place = step(from, way);
    if (!place) {
      fails = true;
      return 0;  // nobody goes on from here
    }
    best = std::move(place);
    return test(*best);
  });
  if (fails) return std::nullopt;
  return best;
}

/// Whether the pair of poles of that frequency passes the imaginary axis there, and does not lie on it along the branch, as where nothing
/// damps it.
bool SteadyFollower::passes_axis(const Place& place, double frequency_rad_s) const {
  constexpr double kStepAside = 1e-2;  // of the longest step
  constexpr double kOnAxis = 1e-10;
  const auto real_part = [&](double side) -> std::optional<double> {
    const std::optional<Place> beside = step(place, side * kStepAside * settings_.longest);
    if (!beside || beside->point.flow.modes != place.point.flow.modes) return std::nullopt;
    const std::complex<double>* nearest = pair_at(beside->point.poles, frequency_rad_s);
    return nearest == nullptr ? 0 : nearest->real();
  };
  const std::optional<double> before = real_part(-1), after = real_part(1);
  const double least = kOnAxis * frequency_rad_s;
  if (before && std::fabs(*before) <= least) return false;
  if (after && std::fabs(*after) <= least) return false;
  return !before || !after || (*before < 0) != (*after < 0);
}

/// What changes between two places in the same modes. False: the step is too long to tell.
bool SteadyFollower::note_marks(const Place& from, const Place& to, double length, std::vector<SteadyPoint>& points) const {
  const auto passes = [](double a, double b) { return (a < 0) != (b < 0); };
  const std::size_t before = unstable(from.point.poles), after = unstable(to.point.poles);
  if (std::max(before, after) - std::min(before, after) > 2 && length > 1e-4 * settings_.longest) return false;
  std::vector<SteadyPoint> found;
  const auto note = [&](const std::optional<Place>& place, BranchMark mark, const std::string& what) {
    if (!place) return false;
    found.push_back(place->point);
    found.back().mark = mark, found.back().what = what;
    return true;
  };
  const bool turns = passes(from.tangent.back(), to.tangent.back());
  if (turns && !note(refined(from, length, [](const Place& p) { return p.tangent.back(); }), BranchMark::fold, "the parameter turns back"))
    return false;
  const auto by_determinant = [](const Place& p) { return determinant(p.point.poles); };
  if (!turns && passes(by_determinant(from), by_determinant(to)) &&
      !note(refined(from, length, by_determinant), BranchMark::branch_point, "a pole passes 0"))
    return false;
  // The pair that passes is the first of those that are unstable at one end alone; beside others that lie on the axis the product of the
  // sums is zero everywhere. Beside a real pole that passes 0 it is the product that tells.
  const std::size_t fewer = std::min(before, after);
  const auto by_pair = [fewer](const Place& p) {
    constexpr double kAbove = 1e-15;  // what lies on the axis is below
    return fewer < p.point.poles.size() ? p.point.poles[fewer].real() - kAbove * std::abs(p.point.poles[fewer]) : -1.0;
  };
  const auto by_sums = [](const Place& p) { return product_of_sums(p.point.poles); };
  const bool by_count = std::max(before, after) - fewer == 2;
  if (by_count || passes(by_sums(from), by_sums(to))) {
    const std::optional<Place> place = by_count ? refined(from, length, by_pair) : refined(from, length, by_sums);
    if (!place) return false;
    constexpr double kOnAxis = 1e-6;  // else two real poles are of opposite sign, which changes nothing
    // Where it is unstable the pair is known from others that lie on the axis.
    const std::vector<std::complex<double>>& unstable_poles = (before > after ? from : to).point.poles;
    const std::complex<double>* pair =
        by_count ? pair_at(place->point.poles, std::fabs(unstable_poles[fewer].imag())) : nearest_pair(place->point.poles);
    if (pair != nullptr && std::fabs(pair->real()) <= kOnAxis * std::fabs(pair->imag()) && passes_axis(*place, std::fabs(pair->imag()))) {
      note(place, BranchMark::hopf,
           "a pair of poles passes the imaginary axis at " + short_number(std::fabs(pair->imag())) + " rad/s: orbits branch off");
      found.back().frequency_rad_s = std::fabs(pair->imag());
      constexpr double kRounding = 1e-12;  // of the search for the place where it is zero
      for (std::complex<double>& pole : found.back().poles)
        if (std::fabs(pole.real()) <= kRounding * std::fabs(pole.imag())) pole.real(0);
    }
  }
  const auto way = [&](const SteadyPoint& p) {
    double sum = (p.point.parameter - from.point.point.parameter) / parameter_scale_ * from.tangent.back();
    for (std::size_t i = 0; i < scales_.size(); ++i) sum += (p.point.y[i] - from.point.point.y[i]) / scales_[i] * from.tangent[i];
    return sum;
  };
  std::stable_sort(found.begin(), found.end(), [&](const SteadyPoint& a, const SteadyPoint& b) { return way(a) < way(b); });
  points.insert(points.end(), found.begin(), found.end());
  return true;
}

/// Somewhere in this step other things begin to stick or to slip: the place right behind, if the motion goes on steadily there.
std::optional<SteadyFollower::Place> SteadyFollower::pass_change_of_modes(const Place& from, double length,
                                                                          std::vector<SteadyPoint>& points) const {
  constexpr int kRounds = 40;
  constexpr double kGap = 1e-6;
  Place before = from;
  std::optional<Place> behind;
  double low = 0, high = length;
  for (int round = 0; round < kRounds; ++round) {
    const double middle = 0.5 * (low + high);
    std::optional<Place> place = step(from, middle);
    if (place && place->point.flow.modes == from.point.flow.modes) {
      low = middle, before = std::move(*place);
    } else {
      high = middle;
      if (place) behind = std::move(place);
    }
  }
  if (low == 0) return std::nullopt;
  double gap = 0;
  for (std::size_t i = 0; i < scales_.size() && behind; ++i)
    gap = std::max(gap, std::fabs(before.point.point.y[i] - behind->point.point.y[i]) / scales_[i]);
  if (!behind || gap > kGap) return std::nullopt;
  points.push_back(before.point);
  points.back().mark = BranchMark::sequence;
  points.back().what = joined(before.point.flow.sequence, "; ") + " becomes " + joined(behind->point.flow.sequence, "; ");
  return behind;
}

std::vector<SteadyPoint> SteadyFollower::follow(const SteadyPoint& from, bool upwards) const {
  constexpr double kShortest = 1e-7, kFirst = 0.2, kGrowth = 1.5;
  std::vector<SteadyPoint> points;
  std::vector<double> along(scales_.size() + 1, 0.0);
  along.back() = upwards ? 1 : -1;
  std::optional<Place> first = solve(from.point, &along);
  if (!first) return points;
  Place place = std::move(*first);
  double length = kFirst * settings_.longest;
  while (points.size() < settings_.most_points) {
    std::optional<Place> next = step(place, length);
    const bool same = next && next->point.flow.modes == place.point.flow.modes;
    if (!same || !note_marks(place, *next, length, points)) {
      if (length > kShortest * settings_.longest) {
        length /= 2;
        continue;
      }
      next = pass_change_of_modes(place, 4 * length, points);
      if (!next) {
        points.push_back(place.point);
        points.back().mark = BranchMark::lost, points.back().what = "no steady motion is found further on";
        return points;
      }
      place = std::move(*next);
      length = kFirst * settings_.longest;
      continue;
    }
    const double p = next->point.point.parameter;
    if (p < settings_.least || p > settings_.most) {
      const double end = p < settings_.least ? settings_.least : settings_.most;
      while (!points.empty() && (points.back().point.parameter < settings_.least || points.back().point.parameter > settings_.most))
        points.pop_back();  // marked beyond the end
      if (const std::optional<Place> last =
              refined(place, length, [&](const Place& q) { return (q.point.point.parameter - end) / parameter_scale_; }))
        points.push_back(last->point);
      return points;
    }
    points.push_back(next->point);
    place = std::move(*next);
    length = std::min(length * kGrowth, settings_.longest);
  }
  end_early(points.back().mark, points.back().what);
  return points;
}

SteadySwing SteadyFollower::swing(const SteadyPoint& point) const {
  const Equations e = equations_of(point.flow, scales_);
  const Eigen::EigenSolver<MatrixXd> solver(e.jacobian);
  Index best = -1;
  for (Index k = 0; k < solver.eigenvalues().size(); ++k) {
    const std::complex<double> pole = solver.eigenvalues()[k];
    const auto away = [&](std::complex<double> one) {
      return point.frequency_rad_s > 0 ? std::fabs(one.imag() - point.frequency_rad_s) : std::fabs(one.real());
    };
    if (pole.imag() > 0 && (best < 0 || away(pole) < away(solver.eigenvalues()[best]))) best = k;
  }
  SteadySwing swing;
  if (best < 0) return swing;
  swing.frequency_rad_s = solver.eigenvalues()[best].imag();
  Eigen::VectorXcd v = e.free.basis.cast<std::complex<double>>() * solver.eigenvectors().col(best);
  // Turned by the phase that makes both parts orthogonal: then v'v (without conjugation) is real and positive.
  const std::complex<double> square = v.transpose() * v;
  v *= std::exp(std::complex<double>(0, -0.5 * std::arg(square)));
  const VectorXd real = v.real(), imaginary = v.imag();
  swing.real.assign(real.data(), real.data() + real.size());
  swing.imaginary.assign(imaginary.data(), imaginary.data() + imaginary.size());
  return swing;
}

Matrix SteadyFollower::drifts(const SteadyPoint& point) const { return matrix_of(free_of(point.flow, scales_).drifts); }

}  // namespace stribeck
