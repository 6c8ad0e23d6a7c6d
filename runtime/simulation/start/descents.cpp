#include "simulation/start/descents.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/index.h"
#include "base/least_norm.h"

namespace stribeck {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The largest damping, with which steps are negligible, and the smallest, which has no effect.
constexpr double kStuck = 1e12, kUndamped = 1e-12;

double merit(const Descent& d, const VectorXd& high, const VectorXd& low) { return 0.5 * low.squaredNorm() + d.weight * high.norm(); }

/// Damped least squares (Levenberg, Marquardt): `damping` is relative to the largest slope. `all`: the matrix of which the slopes are a
/// part, whose size tells what is rounding.
VectorXd damped(const MatrixXd& slopes, const MatrixXd& all, const VectorXd& right_side, double damping) {
  const Eigen::Index n = slopes.cols();
  const double size = all.size() > 0 ? all.cwiseAbs().maxCoeff() : 0;
  if (slopes.size() == 0 || !(slopes.cwiseAbs().maxCoeff() > kRoundingOfDifferences * size)) return VectorXd::Zero(n);
  const LeastNorm solver(slopes, kRoundingOfDifferences);
  if (damping == 0) return solver.solve(right_side);
  MatrixXd matrix(slopes.rows() + n, n);
  matrix << slopes, MatrixXd::Identity(n, n) * (std::sqrt(damping) * size);
  VectorXd extended = VectorXd::Zero(slopes.rows() + n);
  extended.head(slopes.rows()) = right_side;
  const VectorXd step = matrix.colPivHouseholderQr().solve(extended);
  // Along directions in which nothing but rounding is left of the slopes, damping would divide that by its square.
  const MatrixXd free = solver.null_space();
  return step - free * (free.transpose() * step);
}

/// Scales the rows of high targets by their slopes, as they must hold exactly, have different units, and may hardly change near a dead
/// centre.
VectorXd towards_high(const Descent& d, VectorXd misses) {
  MatrixXd slopes = d.high_slopes;
  for (Eigen::Index r = 0; r < slopes.rows(); ++r) {
    const double size = slopes.row(r).cwiseAbs().maxCoeff();
    if (size > 0) slopes.row(r) /= size, misses(r) /= size;
  }
  return damped(slopes, slopes, -misses, d.high_damping);
}

/// A step for the high targets first, then for the low ones in the directions that the high ones leave free.
VectorXd step_of(const Descent& d) {
  VectorXd step = towards_high(d, d.high);
  if (d.low.size() > 0 && d.low_damping <= kStuck) {
    MatrixXd free = MatrixXd::Identity(d.at.size(), d.at.size());
    if (d.high.size() > 0) free = LeastNorm(d.high_slopes, kRoundingOfDifferences).null_space();
    if (free.cols() > 0) step += free * damped(d.low_slopes * free, d.low_slopes, -d.low - d.low_slopes * step, d.low_damping);
  }
  return Descents::limited(*d.part, step);
}

}  // namespace

VectorXd Descents::limited(const TargetPart& part, const VectorXd& step) {
  constexpr double kLongest = 0.5;  // rad, a twelfth of a turn
  double most = 0;
  for (const std::size_t k : part.angles) most = std::max(most, std::fabs(step(row(k))));
  return most > kLongest ? VectorXd(step * (kLongest / most)) : step;
}

std::optional<Snapshot> Descents::try_to_evaluate() {
  try {
    at_.settle();
    return at_.evaluate();
  } catch (const Failure&) {  // the mechanism cannot take this position
    return std::nullopt;
  }
}

void Descents::look(std::vector<Descent>& descents) {
  begin(descents);
  find_slopes(descents);
}

void Descents::begin(std::vector<Descent>& descents) {
  evaluate_parts(
      descents, [](const Descent& d) { return d.at; },
      [](Descent& d, const std::optional<Snapshot>& now) {
        d.is_done = !now;
        if (now) take_misses(d, *now);
      });
}

void Descents::run(std::vector<Descent>& descents) {
  constexpr int kMostTrials = 300;
  for (Descent& d : descents) place(*d.part, d.at);
  begin(descents);
  const auto number = [&](const Descent& d) { return at(&d - descents.data()); };
  for (int trial = 0; trial < kMostTrials; ++trial) {
    if (std::all_of(descents.begin(), descents.end(), [](const Descent& d) { return d.is_done; })) return;
    find_slopes(descents);
    std::vector<VectorXd> steps(descents.size());
    for (std::size_t i = 0; i < descents.size(); ++i)
      if (!descents[i].is_done) steps[i] = step_of(descents[i]);
    correct(descents, steps);
    evaluate_parts(
        descents, [&](const Descent& d) { return VectorXd(d.at + steps[number(d)]); },
        [&](Descent& d, const std::optional<Snapshot>& now) { judge(d, steps[number(d)], now); });
  }
}

void Descents::take_misses(Descent& d, const Snapshot& now) {
  d.high = high_misses(now, *d.part);
  d.low = low_misses(now, *d.part);
  d.merit = merit(d, d.high, d.low);
}

/// Repeats the part of the step for the high targets from its end: where these are curved, steps along them would otherwise get ever
/// shorter.
void Descents::correct(std::vector<Descent>& descents, std::vector<VectorXd>& steps) {
  const auto step = [&](const Descent& d) -> VectorXd& { return steps[at(&d - descents.data())]; };
  std::vector<Descent*> left;
  for (Descent& d : descents)
    if (!d.is_done && (d.high.size() == 0 || d.low.size() == 0)) d.is_done = true, left.push_back(&d);
  if (std::any_of(descents.begin(), descents.end(), [](const Descent& d) { return !d.is_done; }))
    evaluate_parts(
        descents, [&](const Descent& d) { return VectorXd(d.at + step(d)); },
        [&](const Descent& d, const std::optional<Snapshot>& now) {
          if (now) step(d) += towards_high(d, high_misses(*now, *d.part));
        });
  for (Descent* d : left) d->is_done = false;
}

void Descents::judge(Descent& d, const VectorXd& step, const std::optional<Snapshot>& now) {
  const double scale = std::max(1.0, d.at.lpNorm<Eigen::Infinity>());
  const bool is_last = step.size() == 0 || step.lpNorm<Eigen::Infinity>() <= kLastStep * scale;
  const bool is_there = now.has_value();
  const VectorXd high = is_there ? high_misses(*now, *d.part) : d.high;
  const VectorXd low = is_there ? low_misses(*now, *d.part) : d.low;
  const bool is_better = d.low_damping > kStuck ? high.norm() < d.high.norm() : merit(d, high, low) <= d.merit;
  if (is_there && is_better) {
    d.at += step;
    d.high = high, d.low = low, d.merit = merit(d, high, low);
    for (double* const damping : {&d.high_damping, &d.low_damping})
      if (*damping <= kStuck) *damping = *damping < kUndamped ? 0 : 0.1 * *damping;
    d.is_new = true;
  } else {
    // If the step brings high targets nearer, the part of it for the low targets is too long.
    const bool is_nearer = is_there && high.norm() < d.high.norm();
    const auto raise = [](double& damping) { damping = std::max(1e-9, 7 * damping); };
    if (!is_nearer || d.low.size() == 0) raise(d.high_damping);
    raise(d.low_damping);
  }
  // The search ends when no step brings low targets nearer; high targets are iterated until they are met.
  d.is_done = is_last || d.high_damping > kStuck || (d.low_damping > kStuck && d.high.size() == 0);
}

void Descents::find_slopes(std::vector<Descent>& descents) {
  std::vector<Descent> wanted;  // each copy remembers its point
  std::vector<Descent*> of;
  std::size_t most = 0;
  for (Descent& d : descents) {
    if (d.is_done || !d.is_new) continue;
    wanted.push_back({.part = d.part, .number = d.number, .at = d.at});
    of.push_back(&d);
    d.high_slopes.setZero(d.high.size(), d.at.size());
    d.low_slopes.setZero(d.low.size(), d.at.size());
    most = std::max(most, static_cast<std::size_t>(d.at.size()));
  }
  for (std::size_t k = 0; k < most; ++k)
    for (const double sign : {1.0, -1.0}) {
      for (Descent& w : wanted) w.is_done = k >= static_cast<std::size_t>(w.at.size());
      const auto width = [&](const Descent& w) { return kFiniteDifference * std::max(1.0, std::fabs(w.at(row(k)))); };
      evaluate_parts(
          wanted,
          [&](const Descent& w) {
            VectorXd beside = w.at;
            beside(row(k)) += sign * width(w);
            return beside;
          },
          [&](const Descent& w, const std::optional<Snapshot>& now) {
            Descent& d = *of[at(&w - wanted.data())];
            // Next to a position that the mechanism cannot take, the slope counts as zero.
            d.high_slopes.col(row(k)) += (now ? high_misses(*now, *w.part) : d.high) * sign / (2 * width(w));
            d.low_slopes.col(row(k)) += (now ? low_misses(*now, *w.part) : d.low) * sign / (2 * width(w));
          });
    }
  constexpr double kLargestWeight = 1e9;
  for (Descent* d : of) {
    d->is_new = false;
    leave_out_rounding(machine_.program(), *d->part, d->high_slopes, d->low_slopes);
    // Larger than any gain of the low targets from missing a high one. It may only grow, so that merits can be compared.
    if (d->high.size() == 0) continue;
    const VectorXd gain = LeastNorm(d->high_slopes.transpose(), kRoundingOfDifferences).solve(d->low_slopes.transpose() * d->low);
    const double wanted_weight = std::min(kLargestWeight, 10 * gain.norm());
    if (wanted_weight > d->weight) d->weight = wanted_weight, d->merit = merit(*d, d->high, d->low);
  }
}

}  // namespace stribeck
