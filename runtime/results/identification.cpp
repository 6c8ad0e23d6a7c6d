#include "results/identification.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <unsupported/Eigen/NonLinearOptimization>

#include "base/diagnostic.h"
#include "base/in_double.h"
#include "base/text.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kLevelOfRefutation = 1e-3;  // how often a true law is called wrong
// Residuals of a right law vary by rounding, the series of positions_of() and the end of the search: together this much of the amplitude.
constexpr double kAccuracy = 1e-11;
// A law that leaves more than this of what damping does to the motion describes something else.
constexpr double kShareLeft = 0.1;
constexpr std::size_t kRowsOfSearch = 800;  // of the first search, which begins at several places; the second one takes all rows
constexpr std::array kSharesOfViscous{0.0, 0.2, 0.4, 0.6, 0.8, 1.0};

using Member = std::function<double*(LawFit&)>;

[[noreturn]] void refuse(const std::string& message, const std::string& remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::result_no_decay;
  diagnostic.message = message;
  diagnostic.remedy = remedy;
  throw Failure(std::move(diagnostic));
}

/// What the turning points tell before anything is fitted.
struct Outline {
  std::vector<Peak> turns;
  double half_period_s = 0, amplitude = 0, rest = 0;
};

double mean_between(const Peak& a, const Peak& b, const Peak& c) { return 0.25 * (a.value + 2 * b.value + c.value); }

Outline outline_of(std::vector<Peak> turns) {
  Outline outline;
  const auto n = turns.size();
  outline.half_period_s = (turns.back().time_s - turns.front().time_s) / static_cast<double>(n - 1);
  for (std::size_t i = 0; i + 2 < n; ++i) outline.rest += mean_between(turns[i], turns[i + 1], turns[i + 2]) / static_cast<double>(n - 2);
  for (const Peak& turn : turns) outline.amplitude = std::max(outline.amplitude, std::fabs(turn.value - outline.rest));
  outline.turns = std::move(turns);
  return outline;
}

void refuse_if_too_few(const std::vector<Peak>& turns) {
  if (turns.size() >= 3) return;
  refuse("the curve turns " + counted(static_cast<std::int64_t>(turns.size()), "time") + " by more than its noise, and a decay takes three",
         "take a longer record, or one with less noise or more amplitude; of a longer one choose the vibration with --from and --to");
}

/// The first row that is free: where the body is held before its release for longer than it takes to swing back, the last one near there.
/// It does not swing before that.
std::size_t first_free_row(const MeasuredCurve& curve, const Outline& outline) {
  std::size_t greatest = 0;
  for (std::size_t i = 0; i < outline.turns.size(); ++i)
    if (std::fabs(outline.turns[i].value - outline.rest) > std::fabs(outline.turns[greatest].value - outline.rest)) greatest = i;
  if (greatest > 1) return 0;
  const double top = outline.turns[greatest].value - outline.rest;
  const double before_s = greatest + 1 < outline.turns.size() ? outline.turns[greatest + 1].time_s : curve.times_s.back();
  std::size_t row = 0;
  for (std::size_t i = 0; i < curve.times_s.size() && curve.times_s[i] < before_s; ++i)
    if ((curve.values[i] - outline.rest) * std::copysign(1.0, top) > 0.9 * std::fabs(top)) row = i;
  return curve.times_s[row] - curve.times_s.front() > 1.2 * outline.half_period_s ? row : 0;
}

/// Of each row: 1 over how many one behind the other have its very value, which a converter has rounded all by the same.
Eigen::VectorXd weights_of(const std::vector<double>& values) {
  Eigen::VectorXd weights(static_cast<Eigen::Index>(values.size()));
  for (std::size_t first = 0; first < values.size();) {
    std::size_t end = first + 1;
    while (end < values.size() && values[end] == values[first]) ++end;
    weights.segment(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(end - first))
        .setConstant(1 / static_cast<double>(end - first));
    first = end;
  }
  return weights;
}

/// The residuals of a fit and their derivatives, as Eigen's Levenberg-Marquardt asks for them.
class Problem {
 public:
  using Scalar = double;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  Problem(const MeasuredCurve& curve, const LawFit& start) : curve_(&curve), weights_(weights_of(curve.values).cwiseSqrt()), fit_(start) {
    middle_s_ = 0.5 * (curve.times_s.front() + curve.times_s.back());
  }
  int inputs() const { return static_cast<int>(fit_.uncertainty.parameters.size()); }
  int values() const { return static_cast<int>(curve_->times_s.size()); }

  Eigen::VectorXd start() {
    Eigen::VectorXd point(inputs());
    for (int i = 0; i < inputs(); ++i) point[i] = *parameter(i) / unit(i);
    return point;
  }
  const LawFit& at(const Eigen::VectorXd& point) {
    for (int i = 0; i < inputs(); ++i) *parameter(i) = point[i] * unit(i);
    return fit_;
  }

  int operator()(const Eigen::VectorXd& point, Eigen::VectorXd& residuals) {
    at(point);
    residuals.resize(values());
    if (!(fit_.vibration.frequency_rad_s > 0) || !(std::fabs(fit_.vibration.damping_ratio) < 1)) {
      residuals.setConstant(1e9 * scale());  // outside of the model: the search takes a shorter step
      return 0;
    }
    positions_of(fit_.vibration, curve_->times_s, {residuals.data(), curve_->times_s.size()});
    for (int i = 0; i < values(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      residuals[i] += fit_.rest + fit_.drift_per_s * (curve_->times_s[row] - middle_s_) - curve_->values[row];
      residuals[i] *= weights_[i];
    }
    return 0;
  }
  int df(const Eigen::VectorXd& point, Eigen::MatrixXd& jacobian) {
    jacobian.resize(values(), inputs());
    Eigen::VectorXd ahead, behind, moved = point;
    for (int i = 0; i < inputs(); ++i) {
      const double step = 1e-5;  // of a change that matters: its square and rounding over it are both 1e-10
      moved[i] = point[i] + step;
      (*this)(moved, ahead);
      moved[i] = point[i] - step;
      (*this)(moved, behind);
      jacobian.col(i) = (ahead - behind) / (2 * step);
      moved[i] = point[i];
    }
    at(point);
    return 0;
  }

 private:
  double* parameter(int i) { return fit_.uncertainty.parameters[static_cast<std::size_t>(i)](fit_); }
  double unit(int i) const { return fit_.uncertainty.units[static_cast<std::size_t>(i)]; }
  double scale() const {
    double greatest = 0;
    for (const double value : curve_->values) greatest = std::max(greatest, std::fabs(value));
    return greatest;
  }

  const MeasuredCurve* curve_;
  Eigen::VectorXd weights_;  // roots of those of the squares
  LawFit fit_;
  double middle_s_ = 0;
};

/// `tolerance`: change of the sum of squares, and of the parameters, relative to them, at which the search ends.
LawFit searched(const MeasuredCurve& curve, const LawFit& start, double tolerance) {
  Problem problem(curve, start);
  Eigen::VectorXd point = problem.start();
  Eigen::LevenbergMarquardt<Problem> search(problem);
  search.parameters.ftol = search.parameters.xtol = tolerance;
  search.parameters.maxfev = 200;
  search.minimize(point);
  LawFit fit = problem.at(point);
  fit.sum_of_squares = search.fvec.squaredNorm();
  return fit;
}

/// What is fitted of a law, and the size of changes that matter.
void add_parameters(LawFit& fit, const Outline& outline, double duration_s, const KnownBefore& known) {
  LawFit::Uncertainty& uncertainty = fit.uncertainty;
  const double frequency = std::numbers::pi / outline.half_period_s;
  const auto add = [&](Member member, double unit) {
    uncertainty.parameters.push_back(std::move(member));
    uncertainty.units.push_back(unit);
  };
  add([](LawFit& f) { return &f.vibration.frequency_rad_s; }, frequency);
  add([](LawFit& f) { return &f.vibration.position; }, outline.amplitude);
  if (!known.starts_at_rest) add([](LawFit& f) { return &f.vibration.velocity; }, outline.amplitude * frequency);
  add([](LawFit& f) { return &f.rest; }, outline.amplitude);
  if (!known.no_drift) add([](LawFit& f) { return &f.drift_per_s; }, outline.amplitude / duration_s);
  if (has(fit.law, DampingLaw::viscous)) add([](LawFit& f) { return &f.vibration.damping_ratio; }, 1);
  if (has(fit.law, DampingLaw::coulomb)) add([](LawFit& f) { return &f.vibration.coulomb; }, outline.amplitude);
  if (fit.law == DampingLaw::quadratic) add([](LawFit& f) { return &f.vibration.quadratic; }, 1 / outline.amplitude);
}

/// Where a search begins: damping from the first and the last swing, with a share of the viscous one.
LawFit start_of(DampingLaw law, double viscous_share, const MeasuredCurve& curve, const Outline& outline, const KnownBefore& known) {
  LawFit fit;
  fit.law = law;
  const auto swing = [&](std::size_t i) { return std::fabs(outline.turns[i + 1].value - outline.turns[i].value); };
  const std::size_t last = outline.turns.size() - 2;
  const double first_swing = swing(0), last_swing = std::min(swing(last), 0.999 * first_swing), count = static_cast<double>(last);
  // A swing from X_0 to X_1 = r X_0 - d (1 + r) on the other side (r: viscous, d: Coulomb), and so on.
  const double ratio = std::pow(last_swing / first_swing, viscous_share / count);
  double sum = 0;
  for (std::size_t i = 0; i < last; ++i) sum += std::pow(ratio, static_cast<double>(i));
  FreeVibration& vibration = fit.vibration;
  const double decrement = -std::log(ratio);
  vibration.damping_ratio = decrement / std::hypot(std::numbers::pi, decrement);
  if (has(law, DampingLaw::coulomb)) vibration.coulomb = (std::pow(ratio, count) * first_swing - last_swing) / (2 * (1 + ratio) * sum);
  if (law == DampingLaw::quadratic) {  // a half swing takes 4/3 b X^2 from the amplitude X
    vibration.damping_ratio = 0;
    vibration.quadratic = 0.75 * (2 / last_swing - 2 / first_swing) / count;
  }
  const double damped = std::numbers::pi / outline.half_period_s;
  vibration.frequency_rad_s = damped / std::sqrt(1 - vibration.damping_ratio * vibration.damping_ratio);
  // The start as a cosine whose greatest value is the first turning point.
  const Peak& turn = outline.turns.front();
  const double phase = damped * (curve.times_s.front() - turn.time_s);
  vibration.position = (turn.value - outline.rest) * std::cos(phase);
  vibration.velocity = known.starts_at_rest ? 0 : -(turn.value - outline.rest) * damped * std::sin(phase);
  fit.rest = outline.rest;
  add_parameters(fit, outline, curve.times_s.back() - curve.times_s.front(), known);
  return fit;
}

MeasuredCurve thinned(const MeasuredCurve& curve, std::size_t most) {
  const std::size_t every = (curve.times_s.size() + most - 1) / most;
  MeasuredCurve few;
  for (std::size_t i = 0; i < curve.times_s.size(); i += every) {
    few.times_s.push_back(curve.times_s[i]);
    few.values.push_back(curve.values[i]);
  }
  return few;
}

bool is_better(const LawFit& a, const LawFit& b) { return a.sum_of_squares < b.sum_of_squares; }

/// With Coulomb friction the body comes to rest after a whole number of half swings, and the sum of squares has a minimum for each number.
/// n half swings become one more or one less where the friction changes by about its 2n-th part: from there the neighbours are searched, as
/// long as they are better.
LawFit best_of_neighbours(LawFit best, const MeasuredCurve& curve, const Outline& outline) {
  for (const double direction : {-1.0, 1.0}) {
    while (true) {
      LawFit start = best;
      start.vibration.coulomb *= 1 + direction / (2 * static_cast<double>(outline.turns.size()));
      LawFit found = searched(curve, start, 1e-6);
      if (!(found.sum_of_squares < best.sum_of_squares * (1 - 1e-6))) break;
      best = std::move(found);
    }
  }
  return best;
}

LawFit best_fit(DampingLaw law, const MeasuredCurve& curve, const Outline& outline, const KnownBefore& known) {
  // Few rows find the place, unless they are too few for the swings: sixteen a swing tell them apart.
  const auto swings = static_cast<std::size_t>((curve.times_s.back() - curve.times_s.front()) / outline.half_period_s) + 1;
  const MeasuredCurve few = thinned(curve, std::max(kRowsOfSearch, 16 * swings));
  std::vector<LawFit> found;
  for (const double share : kSharesOfViscous) {
    if (law != DampingLaw::both && share != (law == DampingLaw::viscous ? 1.0 : 0.0)) continue;
    found.push_back(searched(few, start_of(law, share, curve, outline, known), 1e-6));
  }
  LawFit best = *std::min_element(found.begin(), found.end(), is_better);
  if (has(law, DampingLaw::coulomb)) best = best_of_neighbours(std::move(best), few, outline);
  return searched(curve, best, 1e-13);
}

double mean_product(const Eigen::VectorXd& residuals, Eigen::Index apart) {
  const Eigen::Index n = residuals.size() - apart;
  return residuals.head(n).dot(residuals.tail(n)) / static_cast<double>(residuals.size());
}

/// By how much the variance of a mean over such residuals is greater than if they were independent.
double widening_of(const Eigen::VectorXd& residuals) {
  const double variance = mean_product(residuals, 0), n = static_cast<double>(residuals.size());
  // The correlation of n independent neighbours has the standard deviation 1/sqrt(n): 3.29 of them are passed once in a thousand.
  if (!(mean_product(residuals, 1) / variance > 3.29 / std::sqrt(n))) return 1;
  double sum = 0;
  for (Eigen::Index k = 1; k + 1 < residuals.size() / 2; k += 2) {
    const double pair = (mean_product(residuals, k) + mean_product(residuals, k + 1)) / variance;
    if (!(pair > 0)) break;
    sum += pair;
  }
  return 1 + 2 * sum;
}

void add_statistics(LawFit& fit, const MeasuredCurve& curve, double amplitude) {
  Problem problem(curve, fit);
  const Eigen::VectorXd point = problem.start();
  Eigen::VectorXd residuals;
  Eigen::MatrixXd jacobian;
  problem(point, residuals);
  problem.df(point, jacobian);
  const double n = weights_of(curve.values).sum(), fitted = static_cast<double>(point.size());
  const double floor = kAccuracy * amplitude;
  fit.residual = std::max(std::sqrt(fit.sum_of_squares / std::max(1.0, n - fitted)), floor);
  fit.widening = fit.residual > floor ? widening_of(residuals) : 1;
  if (fit.widening > 1) {
    const double noise = roughness_of({residuals.data(), static_cast<std::size_t>(residuals.size())});
    fit.systematic = std::sqrt(std::max(0.0, fit.residual * fit.residual - noise * noise));
  }
  const double freedom = std::max(1.0, n / fit.widening - fitted);
  fit.uncertainty.student = boost::math::quantile(boost::math::students_t_distribution<double, InDouble>(freedom), 0.975);
  const Eigen::MatrixXd inverse = (jacobian.transpose() * jacobian).completeOrthogonalDecomposition().pseudoInverse();
  const Eigen::MatrixXd covariance = fit.residual * fit.residual * fit.widening * inverse;
  fit.uncertainty.covariance.assign(covariance.data(), covariance.data() + covariance.size());
}

std::size_t parameters_of(const LawFit& fit) { return fit.uncertainty.parameters.size(); }

/// Whether what `fit` leaves beyond what `best` does is chance.
bool agrees_with(const LawFit& fit, const LawFit& best, double rows) {
  const double more = fit.sum_of_squares - best.sum_of_squares;
  const double steps = std::max(1.0, static_cast<double>(parameters_of(best)) - static_cast<double>(parameters_of(fit)));
  const double freedom = std::max(1.0, rows / best.widening - static_cast<double>(parameters_of(best)));
  const double ratio = more / steps / (best.residual * best.residual * best.widening);
  return !(ratio > 0) || boost::math::cdf(boost::math::complement(boost::math::fisher_f_distribution<double, InDouble>(steps, freedom),
                                                                  ratio)) > kLevelOfRefutation;
}

/// Root mean square of what damping does to the motion.
double effect_of_damping(const LawFit& fit, const MeasuredCurve& curve) {
  FreeVibration undamped = fit.vibration;
  undamped.damping_ratio = undamped.coulomb = undamped.quadratic = 0;
  std::vector<double> with(curve.times_s.size()), without(curve.times_s.size());
  positions_of(fit.vibration, curve.times_s, with);
  positions_of(undamped, curve.times_s, without);
  double sum = 0;
  for (std::size_t i = 0; i < with.size(); ++i) sum += (with[i] - without[i]) * (with[i] - without[i]);
  return std::sqrt(sum / static_cast<double>(with.size()));
}

void refuse_if_it_grows(const LawFit& fit) {
  const FreeVibration& v = fit.vibration;
  const Estimate damping = fit.estimate([](const LawFit& f) {
    return f.vibration.damping_ratio + (f.vibration.coulomb + f.vibration.quadratic * f.vibration.position * f.vibration.position) /
                                           std::max(std::fabs(f.vibration.position), std::numeric_limits<double>::min());
  });
  if (damping.high >= 0) return;
  refuse("the vibration grows: by the best law (" + std::string(name_of(fit.law)) +
             ") its damping is below zero, zeta = " + short_number(v.damping_ratio) + ", F_C/k = " + short_number(v.coulomb),
         "take a part of the record in which the body swings freely, with --from and --to");
}

}  // namespace

bool has(DampingLaw law, DampingLaw part) { return law == part || (law == DampingLaw::both && part != DampingLaw::quadratic); }

std::string_view name_of(DampingLaw law) {
  switch (law) {
    case DampingLaw::viscous:
      return "viscous";
    case DampingLaw::coulomb:
      return "Coulomb";
    case DampingLaw::both:
      return "viscous and Coulomb";
    case DampingLaw::quadratic:
      return "quadratic";
  }
  return "";
}

Estimate LawFit::estimate(const std::function<double(const LawFit&)>& quantity, bool is_positive) const {
  const std::size_t n = uncertainty.parameters.size();
  std::vector<double> gradient(n);
  LawFit moved = *this;
  for (std::size_t i = 0; i < n; ++i) {
    double& parameter = *uncertainty.parameters[i](moved);
    const double here = parameter, step = 1e-6 * uncertainty.units[i];
    parameter = here + step;
    gradient[i] = quantity(moved);
    parameter = here - step;
    gradient[i] = (gradient[i] - quantity(moved)) / 2e-6;
    parameter = here;
  }
  double variance = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) variance += gradient[i] * uncertainty.covariance[i * n + j] * gradient[j];
  const double value = quantity(*this), half = uncertainty.student * std::sqrt(std::max(0.0, variance));
  Estimate estimate{value, value - half, value + half};
  if (is_positive) {
    estimate.low = std::max(0.0, estimate.low);
    estimate.value = std::max(0.0, value);
    if (estimate.high < 0) estimate.high = half;  // below zero by chance: zero is then as likely as what is this far above it
  }
  return estimate;
}

Identification identify_damping(const MeasuredCurve& curve, const KnownBefore& known) {
  std::vector<Peak> turns = turning_points(curve);
  refuse_if_too_few(turns);
  MeasuredCurve free = curve;
  if (!known.starts_at_rest) {
    const auto first = static_cast<std::ptrdiff_t>(first_free_row(curve, outline_of(turns)));
    free = {{curve.times_s.begin() + first, curve.times_s.end()}, {curve.values.begin() + first, curve.values.end()}};
    if (first > 0) turns = turning_points(free);
    refuse_if_too_few(turns);
  }
  const Outline outline = outline_of(std::move(turns));
  Identification found;
  found.rows = free.times_s.size();
  found.first_s = free.times_s.front();
  found.last_s = free.times_s.back();
  found.half_swings = static_cast<int>(outline.turns.size()) - 1;
  const std::size_t most = parameters_of(start_of(DampingLaw::both, 1, free, outline, known));
  if (found.rows < most + 3)
    refuse(
        "the curve has " + counted(static_cast<std::int64_t>(found.rows), "row") + ", and " + std::to_string(most) + " numbers are sought",
        "record it in shorter intervals");
  for (const DampingLaw law : kDampingLaws) found.laws.push_back(best_fit(law, free, outline, known));
  for (LawFit& fit : found.laws) add_statistics(fit, free, outline.amplitude);
  const LawFit best = *std::min_element(found.laws.begin(), found.laws.end(), is_better);
  for (LawFit& fit : found.laws) fit.agrees = agrees_with(fit, best, weights_of(free.values).sum());
  bool any = false;
  for (std::size_t i = 0; i < found.laws.size(); ++i) {
    const LawFit& fit = found.laws[i];
    const auto rank = [](const LawFit& f) { return std::pair(parameters_of(f), f.sum_of_squares); };
    if (!fit.agrees || (any && rank(fit) >= rank(found.best()))) continue;
    found.chosen = i;
    any = true;
  }
  refuse_if_it_grows(found.best());
  const double effect = effect_of_damping(found.best(), free);
  if (found.best().systematic > kShareLeft * effect)
    refuse("no law of damping describes the curve: the best (" + std::string(name_of(found.best().law)) + ") leaves " +
               short_number(found.best().systematic) + ", where all that damping does to the motion is " + short_number(effect) +
               " (root mean squares)",
           "take a part in which one body swings freely, with --from and --to; several frequencies, a stiffness that is not constant "
           "and shocks are not in these laws (stribeck spectrum shows the frequencies)");
  return found;
}

}  // namespace stribeck
