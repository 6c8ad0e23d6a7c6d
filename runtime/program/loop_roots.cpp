// Which of its solutions a nonlinear loop is on. While modes are held it follows one by continuity in what the loop is solved from: from
// the last solution by Newton's iteration, if each of its steps is at most half as long as the one before and no unknown changes much, so
// that it cannot have passed over anything; else by stretches of the straight way from the inputs of the anchor. Where no stretch is short
// enough the solution ends, as where two of them meet and vanish (a fold: the determinant of the Jacobian passes through zero). From there
// the loop comes to another one as if what has no inertia had a vanishing one.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"
#include "program/one_solution.h"
#include "program/registers.h"

namespace stribeck {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::int32_t kLargestFollowed = kLargestDenseLoop;
/// Of the way from the anchor, which is about a step long: where no solution is found that near the one before, it has ended. So its end is
/// known to a billionth of a step. Larger: the end shows in the curves. Much smaller: two solutions that meet are as far from each other as
/// the root of the distance from there, here 2^-15, and what Newton's iteration leaves of its unknowns is rounding divided by as much.
constexpr double kShortestStretch = 0x1p-30;
/// At a kink of a law Newton's steps need not shrink, however short the stretch is: on one this short it may come by detours to a solution
/// that is near.
constexpr double kStretchOfKinks = 0x1p-20;
/// How near: as the root of that stretch, since nothing on a solution changes faster than near its end. That is also 32 times as far as
/// unknowns are known at the end: what is nearer is the same solution.
constexpr double kNear = 0x1p-10;
/// An unknown may change by so much of itself at once, or of this share of what it is at the anchor. It is how finely laws are looked
/// at: of one that rises, falls and rises again in less, the fall may be passed over. Smaller: more iterations a step.
constexpr double kMostChange = 0.3, kSmall = 1e-3;
/// On one way, before its solution counts as ended: an unknown gets from its largest value through zero to the opposite one in sixty
/// stretches of kMostChange, and may swing so a dozen times.
constexpr int kMostStretches = 1000;
/// A row between steps is as accurate as the tolerance, of which this is the loosest in use. So far beyond its end what is left of the
/// equations, as a share of their terms, says that the row means the end.
constexpr double kJustBeyond = 1e-3;

bool can_be_followed(const BlockCode& block) {
  return !block.linear && block.size <= kLargestFollowed && block.sparse < 0 && !block.is_of_positions;
}

/// As evaluated last.
MatrixXd jacobian_of(const Context& context, const BlockCode& block) {
  MatrixXd jacobian = MatrixXd::Zero(block.size, block.size);
  for (Index c = 0; c < block.size; ++c)
    for (auto k = at(block.starts[at(c)]); k < at(block.starts[at(c) + 1]); ++k)
      jacobian(block.rows[k], c) = context.value(block.matrix[k]);
  return jacobian;
}

}  // namespace

FollowedRoots::FollowedRoots(const Program& program) {
  if (std::none_of(program.blocks.begin(), program.blocks.end(), can_be_followed)) return;
  std::vector<bool> is_held(at(program.separate_count), false);
  for_held(program, [&](Register r) { is_held[at(r)] = true; });
  numbers.assign(program.blocks.size(), -1);
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockCode& block = program.blocks[b];
    if (!can_be_followed(block)) continue;
    numbers[b] = static_cast<std::int32_t>(all.size());
    FollowedRoot& root = all.emplace_back();
    root.loop = static_cast<std::int32_t>(b);
    root.inputs = loop_inputs(block);
    for (const Register r : root.inputs) root.is_held.push_back(is_held[at(r)]);
    root.values = block.unknowns;
    root.values.insert(root.values.end(), block.others.begin(), block.others.end());
    root.floors.assign(root.values.size(), kNewtonScale);
  }
}

void LoopSolver::follow() {
  roots().follows = can_follow();
  roots().tries_beyond = roots().is_beyond = false;
  for (FollowedRoot& root : roots().all) {
    const BlockCode& block = loop_of(root);
    root.is_left = root.last.is_known = root.end.is_known = root.mirror.is_known = false;
    const bool is_solved = evaluate_residual(block) && residual_share(block) <= kVerifiedResidual && factor(block);
    if (is_solved && pseudo_inverses_[number_of(block)].empty()) note(block, root);
    root.anchor = root.last;
    if (root.anchor.is_known) set_floors(block, root);
  }
}

void LoopSolver::try_beyond() {
  roots().tries_beyond = true, roots().is_beyond = false, share_on_solution_ = 1;
  if (roots().follows) context_.begin_run();  // what has been evaluated before does not tell
}

void LoopSolver::accept() {
  roots().tries_beyond = roots().is_beyond = false;
  for (FollowedRoot& root : roots().all) {
    if (!root.last.is_known) continue;
    root.anchor = root.last;
    set_floors(loop_of(root), root);
  }
}

/// kNewtonScale is for terms of size one. Where those of the loop's equations are larger, so is what rounding leaves of an unknown: by what
/// the inverse of the Jacobian makes of the terms.
void LoopSolver::set_floors(const BlockCode& block, FollowedRoot& root) {
  execute(block.sizing);
  const Index n = block.size;
  VectorXd sizes(n);
  for (Index k = 0; k < n; ++k) sizes(k) = value(block.sizes[at(k)]);
  const VectorXd terms = jacobian_of(context_, block).partialPivLu().inverse().cwiseAbs() * sizes;
  for (Index k = 0; k < n; ++k) root.floors[at(k)] = kNewtonScale * (std::isfinite(terms(k)) ? std::max(1.0, terms(k)) : 1.0);
}

void LoopSolver::end() {
  for (FollowedRoot& root : roots().all) {
    if (!root.is_left) continue;
    if (std::exchange(root.mirror.is_known, false)) set_end(loop_of(root), root.reached);
    root.end = {values_of(root.inputs), values_of(root.values), 0, true};
  }
  context_.begin_run();
}

/// The last values of a solution that has ended, at the inputs at hand.
void LoopSolver::set_end(const BlockCode& block, std::span<const double> values) {
  set_unknowns(block, values.data());
  evaluate_residual(block);
}

void LoopSolver::read(std::span<const Register> registers, std::vector<double>& values) const {
  values.resize(registers.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = value(registers[k]);
}

std::vector<double> LoopSolver::values_of(std::span<const Register> registers) const {
  std::vector<double> values;
  read(registers, values);
  return values;
}

/// Keeps the solution at hand.
void LoopSolver::note(const BlockCode& block, FollowedRoot& root) {
  read(root.inputs, root.last.inputs);
  read(root.values, root.last.values);
  root.last.sign = sign_of_determinant(block);
  root.last.is_known = true;
}

void LoopSolver::set_inputs(const FollowedRoot& root, std::span<const double> values) {
  for (std::size_t k = 0; k < values.size(); ++k) set(root.inputs[k], values[k]);
}

/// The values at hand depend on the inputs as those that they mirror do.
void LoopSolver::factor_at_mirror(const BlockCode& block, const FollowedRoot& root) {
  const std::vector<double> now = values_of(root.inputs), values = values_of(block.unknowns);
  set_inputs(root, root.mirror.inputs);
  set_unknowns(block, root.mirror.values.data());
  execute(block.evaluate);
  const bool is_factored = factor(block);
  set_inputs(root, now);
  set_end(block, values);
  if (!is_factored) fail(block, kSingularLoop);
}

/// By the factors at hand; 0 if one of them is.
int LoopSolver::sign_of_determinant(const BlockCode& block) const {
  const std::size_t n = at(block.size);
  const double* const lu = storage_.data() + block.storage;
  const std::int32_t* const pivots = pivots_.data() + block.pivots;
  int sign = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = lu[k * n + k];
    sign *= pivot > 0 ? 1 : pivot < 0 ? -1 : 0;
    if (at(pivots[k]) != k) sign = -sign;
  }
  return sign;
}

/// Whether the unknowns at hand have changed by little.
bool LoopSolver::is_near(const FollowedRoot& root, std::span<const double> before) const {
  for (std::size_t k = 0; k < before.size(); ++k) {
    const double size = std::max({std::fabs(before[k]), kSmall * std::fabs(root.anchor.values[k]), root.floors[k]});
    if (!(std::fabs(value(root.values[k]) - before[k]) <= kMostChange * size)) return false;
  }
  return true;
}

const char* LoopSolver::follow(const BlockCode& block, FollowedRoot& root) {
  const LoopPoint& anchor = root.anchor;
  const auto is_as_held = [&] {
    for (std::size_t k = 0; k < root.inputs.size(); ++k)
      if (root.is_held[k] && value(root.inputs[k]) != anchor.inputs[k]) return false;
    return true;
  };
  const bool begins_anew = anchor.is_known && std::exchange(root.is_left, false);
  root.mirror.is_known = false;
  if (begins_anew) set_unknowns(block, anchor.values.data());
  if (!anchor.is_known || !is_as_held()) {
    const char* const why = search_all(block);
    root.is_left = anchor.is_known;  // beyond where modes are held: the next search begins anew
    if (why == nullptr && !anchor.is_known && pseudo_inverses_[number_of(block)].empty()) note(block, root);
    return why;
  }
  if (root.end.is_known && values_of(root.inputs) == root.end.inputs) {
    set_end(block, root.end.values);
    root.is_left = true;
    return nullptr;
  }
  if (begins_anew)
    root.before = anchor.values;
  else
    read(root.values, root.before);
  const bool is_found = newton(block) == nullptr && is_direct_ && sign_of_determinant(block) == anchor.sign;
  const std::vector<double> now = values_of(root.inputs);
  const bool is_on = is_found && (is_near(root, root.before) || is_led_here(block, root, now));
  const double share = is_on ? 1 : walk(block, root, now);
  if (share == 1) {
    note(block, root);
    return nullptr;
  }
  root.is_left = true;
  roots().is_beyond = roots().tries_beyond;
  if (!roots().tries_beyond) return residual_share(block) <= kJustBeyond ? nullptr : search_all(block);
  share_on_solution_ = std::min(share_on_solution_, std::max(share, kShortestStretch));
  extend(block, root, now, share);
  return nullptr;
}

/// Beyond the end of a solution, at that share of the way from the anchor: the values go on as the mirror image, in the point where it
/// ends, of those as far before it. So they are continuous, are as steep beyond the end as before, and draw a state that is held near the
/// end neither back nor on: of a step that is tried, an implicit method then has stages that its equations fulfil, and a Jacobian that is
/// theirs. With values that stay as they are at the end it has neither.
void LoopSolver::extend(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now, double share) {
  root.reached = values_of(root.values);
  root.mirror.inputs.resize(now.size());
  for (std::size_t i = 0; i < now.size(); ++i)
    root.mirror.inputs[i] = root.anchor.inputs[i] + (2 * share - 1) * (now[i] - root.anchor.inputs[i]);
  walk(block, root, root.mirror.inputs);  // as far as it goes
  read(root.values, root.mirror.values);
  root.mirror.is_known = true;
  std::vector<double> values(at(block.size));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 2 * root.reached[k] - root.mirror.values[k];
  set_inputs(root, now);
  set_end(block, values);
}

/// Whether the solution at hand is proved to be the one that the anchor leads to. So unknowns may pass through zero, as components of a
/// force do that turns, of which no step is small against themselves. Plain programs go the whole way instead.
bool LoopSolver::is_led_here(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now) {
  if (program_->plain) return false;
  std::unique_ptr<LoopBounds>& bounds = bounds_[number_of(block)];
  if (bounds == nullptr)
    bounds = std::make_unique<LoopBounds>(*program_, context_, block);
  else
    bounds->take(context_);
  if (!bounds->has_bounds()) return false;
  const std::size_t n = at(block.size);
  const std::vector<double> unknowns = values_of(block.unknowns);
  std::vector<double> least;
  for (std::size_t k = 0; k < n; ++k) {
    const double size = std::max({std::fabs(unknowns[k]), std::fabs(root.anchor.values[k]), root.floors[k]});
    least.push_back(kSmall * size);
  }
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> inverse =
      jacobian_of(context_, block).partialPivLu().inverse();
  return has_one_solution_along(*bounds, {std::span(root.anchor.values).first(n), unknowns}, root.inputs, {root.anchor.inputs, now},
                                {inverse.data(), n * n}, least);
}

/// Along the straight way from the anchor to a goal, each time from where the line through the last two solutions leads: where an input and
/// an unknown grow alike, what a steep law is about is the small difference of the two. Returns the share of the way at which its solution
/// ends, 1 if it does not; with the last one that it has, at the goal.
double LoopSolver::walk(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now) {
  std::vector<double> between(now.size()), reached = root.anchor.values, change(reached.size()), guess;
  double share = 0, stretch = 1;
  root.from_inputs.resize(now.size());
  for (int k = 0; k < kMostStretches && share < 1 && stretch >= kShortestStretch; ++k) {
    const double to = std::min(1.0, share + stretch);
    for (std::size_t i = 0; i < now.size(); ++i)
      between[i] = to == 1 ? now[i] : root.anchor.inputs[i] + to * (now[i] - root.anchor.inputs[i]);
    set_inputs(root, between);
    for (std::size_t i = 0; i < now.size(); ++i) root.from_inputs[i] = root.anchor.inputs[i] + share * (now[i] - root.anchor.inputs[i]);
    guess = reached;
    for (std::size_t i = 0; i < guess.size(); ++i) guess[i] += change[i] * (to - share);
    if (!continue_to(block, root, reached, guess, to - share)) {
      stretch /= 2;
      continue;
    }
    for (std::size_t i = 0; i < change.size(); ++i) change[i] = (value(root.values[i]) - reached[i]) / (to - share);
    reached = values_of(root.values);
    share = to;
    stretch *= 2;
  }
  set_inputs(root, now);
  if (share < 1) set_end(block, reached);
  return share;
}

bool LoopSolver::continue_to(const BlockCode& block, const FollowedRoot& root, std::span<const double> from, std::span<const double> guess,
                             double stretch) {
  set_unknowns(block, guess.data());
  if (newton_without_detours(block, root) && newton(block) == nullptr && is_direct_) {
    if (sign_of_determinant(block) != root.anchor.sign) return false;
    return is_near(root, from);
  }
  if (stretch > kStretchOfKinks) return false;
  set_unknowns(block, from.data());
  if (newton(block) != nullptr || sign_of_determinant(block) != root.anchor.sign) return false;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double size = std::max({std::fabs(from[k]), std::fabs(from[k] - root.anchor.values[k]), root.floors[k]});
    if (std::fabs(value(root.values[k]) - from[k]) > kNear * size) return changes_in_proportion(block, root, from);
  }
  return true;
}

/// Whether half of the stretch from `from` to the solution at hand makes half of the change: so it is where the forces of a loop grow from
/// nothing, each by many times what it was, however short the stretch is. Two solutions that are apart make all of the change or none.
bool LoopSolver::changes_in_proportion(const BlockCode& block, const FollowedRoot& root, std::span<const double> from) {
  const std::vector<double> there = values_of(root.values), inputs = values_of(root.inputs), unknowns = values_of(block.unknowns);
  std::vector<double> halfway = inputs;
  for (std::size_t i = 0; i < halfway.size(); ++i) halfway[i] = 0.5 * (root.from_inputs[i] + inputs[i]);
  set_inputs(root, halfway);
  set_unknowns(block, from.data());
  bool is_half = newton(block) == nullptr && sign_of_determinant(block) == root.anchor.sign;
  for (std::size_t k = 0; k < from.size() && is_half; ++k) {
    const double change = there[k] - from[k];
    is_half = std::fabs(value(root.values[k]) - from[k] - 0.5 * change) <= 0.5 * kMostChange * std::fabs(change) + kNewtonFloor;
  }
  set_inputs(root, inputs);
  set_unknowns(block, unknowns.data());
  return newton(block) == nullptr && is_half;
}

/// A few whole steps, each at most half as long as the one before: fails sooner than newton() where there is nothing near.
bool LoopSolver::newton_without_detours(const BlockCode& block, const FollowedRoot& root) {
  constexpr int kMostSteps = 6;  // from a solution as near as kMostChange: errors of 0.3, 0.1, 0.01, 1e-4, 1e-8
  double last = HUGE_VAL;
  for (int iteration = 0; iteration < kMostSteps; ++iteration) {
    if (!evaluate_residual(block) || !factor(block)) return false;
    double* const step = work_.data();
    newton_correction(block, step);
    double relative = 0;
    for (std::size_t k = 0; k < at(block.size); ++k) {
      const double unknown = value(block.unknowns[k]);
      relative = std::max(relative, std::fabs(step[k]) / std::max(std::fabs(unknown), root.floors[k]));
      set(block.unknowns[k], unknown + step[k]);
    }
    if (relative <= kNewtonRounding) return true;
    if (!(relative <= 0.5 * last)) return false;
    last = relative;
  }
  return true;
}

std::vector<std::size_t> LoopSolver::jump() {
  std::vector<std::size_t> jumped;
  stop_following();
  for (FollowedRoot& root : roots().all) {
    const BlockCode& block = loop_of(root);
    if (!std::exchange(root.is_left, false)) continue;
    const std::vector<double> end = values_of(block.unknowns);
    interpreter_.begin_search();
    bool found = relax(block, root);
    if (!found) {
      set_end(block, end);
      found = take_by_rule(block, root.anchor.sign);
    }
    if (!found) {
      set_unknowns(block, end.data());
      found = search_anew(block, end.data());
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

/// Of all solutions that such a motion could come to the nearest to the values at hand.
bool LoopSolver::take_by_rule(const BlockCode& block, int sign) {
  if (block.places.empty() || block.size > kLargestSearched) return false;
  std::vector<PlaceFacts> places = block.place_facts;
  for (std::size_t p = 0; p < places.size(); ++p) places[p].rest = places[p].scale * value(block.places[p]);
  const Roots found = find_roots(block, kMostWorkOnTheWay);
  if (found.roots.empty()) return false;
  set_unknowns(block, found.roots[root_taken(found.roots, places, sign)].unknowns.data());
  return newton(block) == nullptr;
}

/// Follows J0 dy/ds = -r(y) from a little beyond where the solution ends to where it comes to rest, J0 being the Jacobian at the anchor:
/// where one unknown alone has no inertia this is its motion with a vanishing one, from a solution that was stable; where several have
/// none, one of those that are possible. By implicit Euler steps, each compared with two of half its length (pseudo-transient continuation:
/// Kelley, Keyes 1998, SIAM J. Numer. Anal. 35).
bool LoopSolver::relax(const BlockCode& block, const FollowedRoot& root) {
  constexpr int kMostSteps = 5000;
  constexpr double kAccuracy = 0.1 * kMostChange;  // of a step: enough to stay with the motion, whose end is then solved for
  // s counts in times in which what is off at the anchor dies away. A shorter step moves nothing by more than rounding, a longer one is
  // Newton's, which would have arrived.
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
  const auto matrix = [&] { return jacobian_of(context_, block); };
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
    if (!slopes.allFinite() || (begin / (2 * h) + slopes).determinant() * turn <= 0) return false;  // beyond its pole it goes backwards
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
    // On the way it may pass close by an unstable solution, whose determinant has the other sign.
    rests = h > kLongest || (residual_share(block) <= kVerifiedResidual && matrix().determinant() * turn > 0);
    if (error < kAccuracy / 4) h *= 2;
  }
  set_unknowns(block, y.data());
  if (!rests || newton(block) != nullptr) return false;
  const VectorXd moved = (unknowns() - y).cwiseQuotient(scale);
  return moved.lpNorm<Eigen::Infinity>() <= kNear;
}

}  // namespace stribeck
