// Whether the solution of a loop at the end of a step continues the one at its beginning. Solutions at single points do not tell: one may
// end on the way and another one like it begin a little later, with unknowns that have hardly changed.
#include <algorithm>
#include <cmath>

#include "program/follow_space.h"

namespace stribeck {
namespace {

/// Parts of the line that are longer are halved, so that a stretch without solution that is longer is found, and a shorter one where bounds
/// prove most of the rest. Loops without bounds are not looked at: their external functions may have a memory, and must not be called at
/// what lies behind.
constexpr double kLongestPart = 1.0 / 8;
/// Shorter parts are halved only where the solution in the middle is off the mean of those at the ends by more than a solution nearby
/// (kNear): of a solution that goes on this difference shrinks to a quarter with each halving, at a kink of a law to half, next to an end
/// to 0.7; of a jump to another solution it stays. A jump is told where it has stayed in parts as short as this.
constexpr double kShortestPart = 0x1p-26;
/// The most points between, a few for each halving; where they run out the solution is followed as where a jump is told.
constexpr std::size_t kMostPoints = 127;

constexpr double kFirstAhead = 2;  // steps for which one solution is proved ahead of where a loop is; adapted from there

}  // namespace

bool LoopSolver::look_between() {
  bool has_strayed = false;
  if (!roots().follows) return has_strayed;
  for (FollowedRoot& root : roots().all) {
    const BlockCode& block = loop_of(root);
    if (!root.anchor.is_known || !root.last.is_known || root.is_left || !are_at(root.inputs, root.last.inputs)) continue;
    if (root.last.inputs == root.anchor.inputs || !has_bounds(block) || is_in_tube(root)) continue;
    interpreter_.begin_search();
    const double share = prove_ahead(block, root) ? 1 : end_between(block, root);
    if (share < 1) {
      root.is_left = true;
      roots().is_beyond = true;
      share_on_solution_ = std::min(share_on_solution_, share);
      extend(block, root, root.last.inputs, share);
    } else if (!are_at(root.values, root.last.values)) {  // another one than the anchor's had been found, which goes on
      note(block, root);
      context_.begin_run();
      has_strayed = true;
    }
    interpreter_.end_search();
  }
  return has_strayed;
}

/// Where a motion begins, so that it does not matter what was proved before.
void LoopSolver::forget_proofs() {
  space_->ahead.resize(roots().all.size());
  for (ProofAhead& ahead : space_->ahead) {
    ahead.tube.is_known = false;
    ahead.steps = kFirstAhead;
    ahead.served = ahead.pause = 0;
  }
}

/// What is proved of this loop ahead of where it is.
ProofAhead& LoopSolver::ahead_of(const FollowedRoot& root) { return space_->ahead[at(roots().numbers[at(root.loop)])]; }

/// Whether both ends of the step lie in the stretch of inputs for which one solution was proved at an earlier step.
bool LoopSolver::is_in_tube(const FollowedRoot& root) {
  ProofAhead& ahead = ahead_of(root);
  const std::size_t n = ahead.tube.reach.size();
  const auto has = [&](const LoopPoint& point) { return ahead.tube.has(point.inputs, {point.values.data(), n}); };
  if (!ahead.tube.is_known || !has(root.anchor) || !has(root.last)) return false;
  ++ahead.served;
  return true;
}

/// Tries the proof for the inputs of this step and for those of some steps more, which are taken to go on as in this one, or up to a step
/// beside. As many steps are tried as have been of use: twice as many where the last proof served to its end, half as many where there is
/// no proof.
bool LoopSolver::prove_ahead(const BlockCode& block, const FollowedRoot& root) {
  constexpr double kFewest = 0.5, kMost = 16;
  constexpr int kPause = 32;
  ProofAhead& ahead = ahead_of(root);
  if (ahead.pause > 0) return --ahead.pause, false;
  if (ahead.tube.is_known) ahead.steps = std::clamp(ahead.served >= ahead.steps ? 2 * ahead.steps : 2.0 * ahead.served, kFewest, kMost);
  ahead.tube.is_known = false;
  ahead.served = 0;
  const auto go_on = [&](const std::vector<double>& from, const std::vector<double>& to, std::vector<double>& there) {
    there.resize(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) there[k] = to[k] + ahead.steps * (to[k] - from[k]);
  };
  go_on(root.anchor.inputs, root.last.inputs, space_->ahead_inputs);
  go_on(root.anchor.values, root.last.values, space_->ahead_values);
  std::vector<double>& slack = space_->slack;
  slack.resize(root.last.inputs.size());
  for (std::size_t k = 0; k < slack.size(); ++k) slack[k] = std::fabs(root.last.inputs[k] - root.anchor.inputs[k]);
  set_end(block, root.last.values);
  const bool is_proved =
      has_one_solution(block, root, {root.anchor.values, space_->ahead_values}, {root.anchor.inputs, space_->ahead_inputs}, slack);
  if (is_proved) keep_tube(block, root, ahead.tube);
  if (is_proved) return true;
  ahead.steps /= 2;
  if (ahead.steps < kFewest) ahead.steps = kFewest, ahead.pause = kPause;
  return false;
}

/// Keeps what has just been proved.
void LoopSolver::keep_tube(const BlockCode& block, const FollowedRoot& root, ProvedTube& tube) {
  constexpr double kKnown = 1e-3;  // share of `least` to which Newton's iteration finds a solution, and far more closely
  const auto take_change = [](const std::vector<double>& from, const std::vector<double>& to, std::vector<double>& change) {
    change.resize(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) change[k] = to[k] - from[k];
  };
  tube.from = root.anchor.inputs;
  take_change(root.anchor.inputs, space_->ahead_inputs, tube.change);
  tube.slack = space_->slack;
  tube.values_from = root.anchor.values;
  take_change(root.anchor.values, space_->ahead_values, tube.values_change);
  tube.reach = space_->proof.reach;
  for (std::size_t k = 0; k < at(block.size); ++k) tube.reach[k] -= kKnown * space_->least[k];
  tube.is_known = true;
}

/// The share of the line from the anchor to the solution at hand at which the anchor's solution ends, its last values then being the
/// present ones; 1 if no end is found, the present values then being the anchor's solution at the inputs at hand. Parts of the line that
/// bounds prove to have one solution are done with; in the middle of others the loop is solved, or the solution followed to there.
double LoopSolver::end_between(const BlockCode& block, FollowedRoot& root) {
  std::vector<LoopPart>& parts = space_->parts;
  parts.resize(2 * kMostPoints + 1);
  std::size_t count = 1;
  parts[0].from = 0, parts[0].to = 1;
  parts[0].begin = root.anchor.values, parts[0].end = root.last.values;
  const std::vector<double>& to = root.last.inputs;
  std::vector<double>& inputs = space_->part_end;
  for (std::size_t next = 0; next < count; ++next) {  // each is followed by its halves
    if (count == parts.size()) return walk(block, root, root.anchor, to, true);
    const LoopPart& part = parts[next];
    if (is_proved(block, root, part)) continue;
    const double middle = 0.5 * (part.from + part.to);
    inputs.resize(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) inputs[i] = root.anchor.inputs[i] + middle * (to[i] - root.anchor.inputs[i]);
    set_inputs(root, inputs);
    for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], 0.5 * (part.begin[k] + part.end[k]));
    const bool is_there = newton(block) == nullptr && is_direct_ && sign_of_determinant(block) == root.anchor.sign &&
                          is_near(root, part.begin) && is_near(root, part.end);
    if (const double share = is_there ? 1 : walk(block, root, root.anchor, inputs); share < 1) {
      const std::vector<double> reached = values_of(root.values);
      set_inputs(root, to);
      set_end(block, reached);
      return share * middle;
    }
    LoopPart &first = parts[count], &second = parts[count + 1];
    read(root.values, first.end);
    if (part.to - part.from <= kLongestPart) {
      if (is_mean(root, part, first.end)) continue;
      if (part.to - part.from <= kShortestPart) return walk(block, root, root.anchor, to, true);
    }
    first.from = part.from, second.to = part.to;
    first.to = second.from = middle;
    first.begin = part.begin, second.end = part.end;
    second.begin = first.end;
    count += 2;
  }
  set_inputs(root, to);
  set_end(block, root.last.values);
  return 1;
}

/// Whether the solution in the middle of a part is about the mean of those at its ends.
bool LoopSolver::is_mean(const FollowedRoot& root, const LoopPart& part, const std::vector<double>& middle) const {
  for (std::size_t k = 0; k < middle.size(); ++k) {
    const double size = std::max({std::fabs(part.begin[k]), std::fabs(part.end[k]), root.floors[k]});
    if (!(std::fabs(middle[k] - 0.5 * (part.begin[k] + part.end[k])) <= kNear * size)) return false;
  }
  return true;
}

/// Whether interval arithmetic can say anything of a loop.
bool LoopSolver::has_bounds(const BlockCode& block) {
  if (program_->plain) return false;
  std::unique_ptr<LoopBounds>& bounds = bounds_[number_of(block)];
  if (bounds == nullptr) bounds = std::make_unique<LoopBounds>(*program_, context_, block);
  return bounds->has_bounds();
}

/// Whether interval arithmetic proves that the solution at the end of a line, where the loop was evaluated last, continues the one at its
/// beginning. Values behind the unknowns are not read.
bool LoopSolver::has_one_solution(const BlockCode& block, const FollowedRoot& root, const StraightLine& values, const StraightLine& inputs,
                                  std::span<const double> slack) {
  if (!has_bounds(block)) return false;
  LoopBounds& bounds = *bounds_[number_of(block)];
  bounds.take(context_);
  const std::size_t n = at(block.size);
  std::vector<double>& least = space_->least;
  least.clear();
  for (std::size_t k = 0; k < n; ++k)
    least.push_back(kSmall * std::max({std::fabs(values.from[k]), std::fabs(values.to[k]), root.floors[k]}));
  space_->inverse_by_rows = space_->invert(context_, block);
  return has_one_solution_along(bounds, {values.from.first(n), values.to.first(n)}, root.inputs, inputs, slack,
                                {space_->inverse_by_rows.data(), n * n}, least, space_->proof);
}

/// Whether interval arithmetic proves that the solution at the end of a part continues the one at its beginning.
bool LoopSolver::is_proved(const BlockCode& block, const FollowedRoot& root, const LoopPart& part) {
  std::vector<double>&from = space_->part_begin, &to = space_->part_end;
  from.resize(root.inputs.size()), to.resize(root.inputs.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double change = root.last.inputs[i] - root.anchor.inputs[i];
    from[i] = root.anchor.inputs[i] + part.from * change;
    to[i] = part.to == 1 ? root.last.inputs[i] : root.anchor.inputs[i] + part.to * change;
  }
  set_inputs(root, to);
  set_end(block, part.end);
  return has_one_solution(block, root, {part.begin, part.end}, {from, to}, {});
}

}  // namespace stribeck
