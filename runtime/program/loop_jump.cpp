// Where a nonlinear loop goes when the solution that it has followed has ended (loop_roots.cpp): to the one that it would reach if its
// massless parts had a vanishing inertia.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "program/follow_space.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

std::vector<std::size_t> LoopSolver::jump() {
  std::vector<std::size_t> jumped;
  stop_following();
  for (FollowedRoot& root : roots().all) {
    const BlockCode& block = loop_of(root);
    if (!std::exchange(root.is_left, false)) continue;
    const std::vector<double> end = values_of(block.unknowns);
    interpreter_.begin_search();
    bool found = relax(block, root), is_complete = true;
    if (!found) {
      set_end(block, end);
      found = take_by_rule(block, root.anchor.sign, kMostWorkOnTheWay, is_complete);
    }
    if (!found) {
      set_unknowns(block, end.data());
      found = search_anew(block, end.data());
    }
    // Where the run would end, a long search is worth its time; frictions that jam are an event.
    if (!found && !is_complete && has_bounds(block) && block.reacting_frictions.empty()) {
      set_end(block, end);
      found = take_by_rule(block, root.anchor.sign, kMostWork, is_complete);
    }
    interpreter_.end_search();
    if (!found) {
      set_end(block, end);
      roots().follows = root.is_left = true;
      fail(block, kRootEnds);
    }
    const auto moves = [&](std::size_t k) {
      return std::fabs(value(block.unknowns[k]) - end[k]) > kNear * std::max(std::fabs(end[k]), kNewtonScale);
    };
    bool is_elsewhere = false;
    for (std::size_t k = 0; k < end.size(); ++k) is_elsewhere = is_elsewhere || moves(k);
    if (is_elsewhere) jumped.push_back(number_of(block));
  }
  context_.begin_run();
  return jumped;
}

/// Takes, of all solutions that such a motion could reach (root_rule.h), the nearest to the present values. `is_complete`: more work would
/// find no others.
bool LoopSolver::take_by_rule(const BlockCode& block, int sign, std::int64_t most_work, bool& is_complete) {
  if (block.places.empty() || block.size > kLargestSearched) return false;
  std::vector<PlaceFacts> places = block.place_facts;
  for (std::size_t p = 0; p < places.size(); ++p) places[p].rest = places[p].scale * value(block.places[p]);
  const Roots found = find_roots(block, most_work);
  is_complete = found.is_complete;
  if (found.roots.empty()) return false;
  set_unknowns(block, found.roots[root_taken(found.roots, places, sign)].unknowns.data());
  return newton(block) == nullptr;
}

/// Integrates J0 dy/ds = -r(y) from slightly beyond the end of the solution until y rests, where J0 is the Jacobian at the anchor. If only
/// one unknown has no inertia, this is its motion with a vanishing inertia from a stable solution; if several have none, it is one of the
/// possible motions. Implicit Euler steps are compared with two of half their length (pseudo-transient continuation: Kelley, Keyes 1998,
/// SIAM J. Numer. Anal. 35).
bool LoopSolver::relax(const BlockCode& block, const FollowedRoot& root) {
  constexpr int kMostSteps = 5000;
  constexpr double kAccuracy = 0.03;  // of a step: enough to follow the motion, as its end is solved for afterwards
  // The unit of s is the time in which a deviation decays at the anchor. Steps shorter than kShortest change values only by rounding; one
  // of kLongest is a Newton step, which would have converged.
  constexpr double kShortest = 1e-12, kLongest = 1e12;
  const Index n = block.size;
  const auto unknowns = [&] {
    VectorXd y(n);
    for (Index k = 0; k < n; ++k) y(k) = value(block.unknowns[at(k)]);
    return y;
  };
  const auto residual = [&](const VectorXd& y, VectorXd& r) {
    set_unknowns(block, y.data());
    const bool finite = evaluate_residual(block);
    r.resize(n);
    for (Index k = 0; k < n; ++k) r(k) = value(block.residual[at(k)]);
    return finite;
  };
  const auto matrix = [&] {
    MatrixXd jacobian;
    FollowSpace::take_jacobian(context_, block, jacobian);
    return jacobian;
  };
  const VectorXd end = unknowns();
  const std::vector<double> now = values_of(root.inputs);
  std::vector<double> beyond;
  for (std::size_t i = 0; i < now.size(); ++i) beyond.push_back(root.is_held[i] ? now[i] : 2 * now[i] - root.anchor.inputs[i]);
  VectorXd r;
  set_inputs(root, root.anchor.inputs);
  bool finite = residual(Eigen::Map<const VectorXd>(root.anchor.values.data(), n), r);
  const MatrixXd begin = matrix();
  set_inputs(root, beyond);
  finite = residual(end, r) && finite && begin.allFinite();
  set_inputs(root, now);
  VectorXd scale(n);
  for (Index k = 0; k < n; ++k) scale(k) = std::max({std::fabs(end(k)), std::fabs(end(k) - root.anchor.values[at(k)]), kNewtonScale});
  VectorXd kick = finite ? VectorXd(-begin.fullPivLu().solve(r)) : VectorXd::Zero(n);
  const double size = kick.cwiseQuotient(scale).lpNorm<Eigen::Infinity>();
  if (!(size > 0) || !std::isfinite(size)) return false;
  VectorXd y = end + kick * (kNear / size);
  const double turn = begin.determinant() > 0 ? 1 : -1;
  const auto euler = [&](const VectorXd& from, double h, VectorXd& to) {
    if (!residual(from, r)) return false;
    const MatrixXd slopes = matrix();
    if (!slopes.allFinite() || (begin / (2 * h) + slopes).determinant() * turn <= 0)
      return false;  // beyond the pole of the step its direction is reversed
    to = from - (begin / h + slopes).partialPivLu().solve(r);
    return to.allFinite();
  };
  double h = kNear;
  bool rests = false;
  for (int step = 0; step < kMostSteps && h > kShortest && !rests; ++step) {
    VectorXd whole, half, two;
    if (!(euler(y, h, whole) && euler(y, h / 2, half) && euler(half, h / 2, two))) {
      h /= 4;
      continue;
    }
    for (Index k = 0; k < n; ++k) scale(k) = std::max({std::fabs(y(k)), std::fabs(two(k)), kNewtonScale});
    const double error = (whole - two).cwiseQuotient(scale).lpNorm<Eigen::Infinity>();
    if (error > kAccuracy) {
      h /= 2;
      continue;
    }
    y = two;
    if (!residual(y, r)) return false;
    // The motion may pass close to an unstable solution, whose determinant has the other sign.
    rests = h > kLongest || (residual_share(block) <= kVerifiedResidual && matrix().determinant() * turn > 0);
    if (error < kAccuracy / 4) h *= 2;
  }
  set_unknowns(block, y.data());
  if (!rests || newton(block) != nullptr) return false;
  const VectorXd moved = (unknowns() - y).cwiseQuotient(scale);
  return moved.lpNorm<Eigen::Infinity>() <= kNear;
}

}  // namespace stribeck
