// How a nonlinear loop stays on one of its solutions. While modes are held, the solution is followed continuously as the inputs of the loop
// change. Newton's iteration from the last solution is accepted if each of its steps is at most half as long as the one before and no
// unknown changes much, so that it cannot have jumped to another solution; and if its first step leads there, or all changes are small, so
// that it has not gone to another one that is alike. Otherwise the straight line from the inputs of the anchor is followed in stretches. If
// even the shortest stretch fails, the solution has ended, as where two solutions meet and vanish (a fold: the determinant of the Jacobian
// passes through zero). From there the loop goes to another solution (loop_jump.cpp).
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "program/follow_space.h"
#include "program/loop_search.h"
#include "program/loop_solver.h"
#include "program/registers.h"

namespace stribeck {

namespace {

using Eigen::Index;

/// The shortest stretch, as a share of the line from the anchor, which is about a step long. If no solution is found that close to the last
/// one, the solution has ended; so its end is known to a billionth of a step. Larger: the error of the end is visible in curves. Much
/// smaller: near a fold two solutions are apart by the square root of the distance to it, here 2^-15, and the error of Newton's iteration
/// is rounding divided by that.
constexpr double kShortestStretch = 0x1p-30;
/// At a kink of a law Newton's steps need not become shorter, however short the stretch is. On stretches as short as this any iteration is
/// accepted that ends at a solution nearby.
constexpr double kStretchOfKinks = 0x1p-20;
/// How much an unknown may change at once, relative to itself or to the share kSmall of its value at the anchor. It is the resolution at
/// which laws are seen: if one rises, falls and rises again within less, the fall may be missed. Smaller: more iterations a step.
constexpr double kMostChange = 0.3;
/// The most stretches of one line, before the solution counts as ended. An unknown needs sixty of kMostChange from its largest value
/// through zero to the opposite one, and may do so a dozen times.
constexpr int kMostStretches = 1000;
/// A row between two steps is as accurate as the tolerance, and this is the loosest tolerance in use. If residuals are below this share of
/// their terms just beyond the end of a solution, the row shows the end.
constexpr double kJustBeyond = 1e-3;

}  // namespace

LoopSolver::LoopSolver(Context& context, Interpreter& interpreter)
    : context_(context), interpreter_(interpreter), space_(std::make_unique<FollowSpace>()) {}
LoopSolver::~LoopSolver() = default;

FollowedRoots::FollowedRoots(const Program& program) {
  if (std::none_of(program.blocks.begin(), program.blocks.end(), [](const BlockCode& block) { return block.is_followed; })) return;
  std::vector<bool> is_held(at(program.separate_count), false);
  for_held(program, [&](Register r) { is_held[at(r)] = true; });
  numbers.assign(program.blocks.size(), -1);
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const BlockCode& block = program.blocks[b];
    if (!block.is_followed) continue;
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
  forget_proofs();
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
  if (roots().follows) context_.begin_run();  // values evaluated before must not be reused
}

void LoopSolver::accept() {
  roots().tries_beyond = roots().is_beyond = false;
  for (FollowedRoot& root : roots().all) {
    if (!root.last.is_known) continue;
    root.anchor = root.last;
    set_floors(loop_of(root), root);
  }
}

/// Computes how large an unknown is by rounding alone: kNewtonScale where the terms of the equations are of size one, more where the
/// inverse of the Jacobian applied to the sizes of the terms is larger.
void LoopSolver::set_floors(const BlockCode& block, FollowedRoot& root) {
  execute(block.sizing);
  const Index n = block.size;
  Eigen::VectorXd &sizes = space_->sizes, &terms = space_->terms;
  sizes.resize(n);
  for (Index k = 0; k < n; ++k) sizes(k) = value(block.sizes[at(k)]);
  const Eigen::MatrixXd& inverse = space_->invert(context_, block);
  terms.setZero(n);
  for (Index k = 0; k < n; ++k) terms += sizes(k) * inverse.col(k).cwiseAbs();
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

/// Evaluates the loop with the last values of a solution that has ended, at the present inputs.
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

bool LoopSolver::are_at(std::span<const Register> registers, const std::vector<double>& values) const {
  return std::equal(registers.begin(), registers.end(), values.begin(), values.end(), [&](Register r, double v) { return value(r) == v; });
}

/// Stores the present solution.
void LoopSolver::note(const BlockCode& block, FollowedRoot& root) {
  read(root.inputs, root.last.inputs);
  read(root.values, root.last.values);
  root.last.sign = sign_of_determinant(block);
  root.last.is_known = true;
}

void LoopSolver::set_inputs(const FollowedRoot& root, std::span<const double> values) {
  for (std::size_t k = 0; k < values.size(); ++k) set(root.inputs[k], values[k]);
}

/// Mirrored values depend on the inputs as the values do that they mirror, so that these give the factors.
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

/// From the present factors; 0 if a pivot is zero.
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

/// Whether the unknowns have changed only a little (kMostChange).
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
    root.is_left = anchor.is_known;  // the modes have changed: the next search begins at the anchor again
    if (why == nullptr && !anchor.is_known && pseudo_inverses_[number_of(block)].empty()) note(block, root);
    return why;
  }
  if (root.end.is_known && are_at(root.inputs, root.end.inputs)) {
    set_end(block, root.end.values);
    root.is_left = true;
    return nullptr;
  }
  if (begins_anew)
    root.before = anchor.values;
  else
    read(root.values, root.before);
  const bool is_found = newton(block) == nullptr && is_direct_ && sign_of_determinant(block) == anchor.sign;
  std::vector<double>& now = space_->now;
  read(root.inputs, now);
  const bool is_on = is_found && (is_near(root, root.before) || is_led_here(block, root, now));
  if (!is_on && now == anchor.inputs) {  // where it was found, a solution does not end, though there is no slope at it, as of abs(v) = 0
    set_end(block, anchor.values);
    root.last = anchor;
    return nullptr;
  }
  const bool is_led_from_last = bend_ <= kAlongTangent && std::equal(root.last.values.begin(), root.last.values.end(), root.before.begin());
  const bool is_the_same = is_on && (is_led_from_last || is_beside_last(root) || is_in_same_tube(block, root, now) ||
                                     walk(block, root, root.last, now, true) == 1);
  const double share = is_the_same ? 1 : walk(block, root, anchor, now, true);
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

/// Sets values beyond the end of a solution, which lies at that share of the line from the anchor. They are the mirror image, in the point
/// where it ends, of the values as far before it. So they are continuous and equally steep on both sides, and an implicit method that tries
/// a step beyond the end finds stages that fulfil its equations, with a matching Jacobian. With values that stay constant beyond the end it
/// would find neither.
void LoopSolver::extend(const BlockCode& block, FollowedRoot& root, const std::vector<double>& now, double share) {
  read(root.values, root.reached);
  root.mirror.inputs.resize(now.size());
  for (std::size_t i = 0; i < now.size(); ++i)
    root.mirror.inputs[i] = root.anchor.inputs[i] + (2 * share - 1) * (now[i] - root.anchor.inputs[i]);
  walk(block, root, root.anchor, root.mirror.inputs);  // up to the end of the solution, if that comes first
  read(root.values, root.mirror.values);
  root.mirror.is_known = true;
  std::vector<double>& values = space_->mirrored;
  values.resize(at(block.size));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 2 * root.reached[k] - root.mirror.values[k];
  set_inputs(root, now);
  set_end(block, values);
}

/// Whether the present solution is nearby the last one, which lies on the solution that is followed.
bool LoopSolver::is_beside_last(const FollowedRoot& root) const {
  for (std::size_t k = 0; k < root.values.size(); ++k) {
    const double now = value(root.values[k]), last = root.last.values[k];
    if (!(std::fabs(now - last) <= kNear * std::max({std::fabs(now), std::fabs(last), root.floors[k]}))) return false;
  }
  return true;
}

/// Whether the present solution and the anchor lie in the stretch of inputs for which one solution was proved at an earlier step.
bool LoopSolver::is_in_same_tube(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now) {
  read(block.unknowns, space_->unknowns);
  const ProvedTube& tube = ahead_of(root).tube;
  return tube.has(now, space_->unknowns) && tube.has(root.anchor.inputs, {root.anchor.values.data(), at(block.size)});
}

/// Whether interval arithmetic proves the present solution to be the continuation of the anchor. This serves unknowns that pass through
/// zero, as components of a force do that turns, for which no change is small relative to themselves. Plain programs follow the line
/// instead.
bool LoopSolver::is_led_here(const BlockCode& block, const FollowedRoot& root, const std::vector<double>& now) {
  if (is_in_same_tube(block, root, now)) return true;
  return has_one_solution(block, root, {root.anchor.values, space_->unknowns}, {root.anchor.inputs, now}, {});
}

/// Follows the solution along the straight line from the anchor to the inputs `now`. Each stretch starts from the linear extrapolation of
/// the last two solutions, because a steep law may depend on the small difference of an input and an unknown that grow alike. `is_close`:
/// and no stretch ends further from there than what is nearby, so that another solution as like as that is not taken for it. Returns the
/// share of the line at which the solution ends, 1 if it does not; the unknowns are left at its last values, the inputs at `now`.
double LoopSolver::walk(const BlockCode& block, FollowedRoot& root, const LoopPoint& base, const std::vector<double>& now, bool is_close) {
  auto& [between, reached, change, guess] = space_->walk;
  between.resize(now.size());
  reached = base.values;
  change.assign(reached.size(), 0.0);
  double share = 0, stretch = 1;
  root.from_inputs.resize(now.size());
  for (int k = 0; k < kMostStretches && share < 1 && stretch >= kShortestStretch; ++k) {
    const double to = std::min(1.0, share + stretch);
    for (std::size_t i = 0; i < now.size(); ++i) between[i] = to == 1 ? now[i] : base.inputs[i] + to * (now[i] - base.inputs[i]);
    set_inputs(root, between);
    for (std::size_t i = 0; i < now.size(); ++i) root.from_inputs[i] = base.inputs[i] + share * (now[i] - base.inputs[i]);
    guess = reached;
    for (std::size_t i = 0; i < guess.size(); ++i) guess[i] += change[i] * (to - share);
    if (!continue_to(block, root, reached, guess, to - share, is_close)) {
      stretch /= 2;
      continue;
    }
    for (std::size_t i = 0; i < change.size(); ++i) change[i] = (value(root.values[i]) - reached[i]) / (to - share);
    read(root.values, reached);
    share = to;
    stretch *= 2;
  }
  set_inputs(root, now);
  if (share < 1) set_end(block, reached);
  return share;
}

bool LoopSolver::continue_to(const BlockCode& block, const FollowedRoot& root, std::span<const double> from, std::span<const double> guess,
                             double stretch, bool is_close) {
  if (is_close) {
    set_unknowns(block, from.data());
    const bool is_straight = newton_without_detours(block, root) && bend_ <= kNear;
    if (is_straight && newton(block) == nullptr && is_direct_ && sign_of_determinant(block) == root.anchor.sign && is_near(root, from))
      return true;
  }
  set_unknowns(block, guess.data());
  if (newton_without_detours(block, root) && newton(block) == nullptr && is_direct_) {
    if (sign_of_determinant(block) != root.anchor.sign) return false;
    bool is_as_guessed = true;
    for (std::size_t k = 0; k < from.size() && is_close && is_as_guessed; ++k) {
      const double size = std::max({std::fabs(from[k]), std::fabs(value(root.values[k])), root.floors[k]});
      is_as_guessed = std::fabs(value(root.values[k]) - guess[k]) <= kNear * size;
    }
    // What grows from nothing changes by more than is near however short the stretch is.
    return (is_as_guessed && is_near(root, from)) || (stretch <= kStretchOfKinks && changes_in_proportion(block, root, from));
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

/// Whether half of the stretch from `from` to the present solution makes about half of the change. That tells a continuous change from a
/// jump to another solution, where forces grow from zero and each changes by many times itself, however short the stretch is.
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

/// A few full Newton steps, each at most half as long as the one before: fails sooner than newton() if there is no solution nearby.
bool LoopSolver::newton_without_detours(const BlockCode& block, const FollowedRoot& root) {
  constexpr int kMostSteps = 6;  // errors go from kMostChange as 0.3, 0.1, 0.01, 1e-4, 1e-8
  double last = HUGE_VAL;
  bend_ = 0;
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
    if (iteration == 1) bend_ = relative;
    if (relative <= kNewtonRounding) return true;
    if (!(relative <= 0.5 * last)) return false;
    last = relative;
  }
  return true;
}

}  // namespace stribeck
