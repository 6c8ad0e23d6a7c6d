// Whether the solution of a loop at the end of a step continues the one at its beginning. Solutions at single points do not tell: one may
// end on the way and another one like it begin a little later, with unknowns that have hardly changed.
#include <algorithm>
#include <cmath>

#include "program/follow_space.h"

namespace stribeck {
namespace {

/// The most points between. The longest part is halved first, so that a stretch without solution that is longer than an eighth of the line
/// is found, and a shorter one where bounds prove most of the rest. Loops without bounds are not looked at: their external functions may
/// have a memory, and must not be called at what lies behind.
constexpr std::size_t kMostPoints = 7;
/// Solutions are known to this share of the unknowns.
constexpr double kKnown = 1e-3;

}  // namespace

void LoopSolver::look_between() {
  if (!roots().follows) return;
  for (FollowedRoot& root : roots().all) {
    const BlockCode& block = loop_of(root);
    if (!root.anchor.is_known || !root.last.is_known || root.is_left || !are_at(root.inputs, root.last.inputs)) continue;
    if (root.last.inputs == root.anchor.inputs || !has_bounds(block)) continue;
    interpreter_.begin_search();
    const double share = end_between(block, root);
    if (share < 1) {
      root.is_left = true;
      roots().is_beyond = true;
      share_on_solution_ = std::min(share_on_solution_, share);
      extend(block, root, std::vector<double>(root.last.inputs), share);
    }
    interpreter_.end_search();
  }
}

bool LoopSolver::is_off_solutions() const {
  return std::any_of(roots().all.begin(), roots().all.end(), [](const FollowedRoot& root) { return root.is_left; });
}

/// The share of the line from the anchor to the solution at hand at which the anchor's solution ends, its last values then being the
/// present ones; 1 if no end is found. Parts of the line that bounds prove to have one solution are done with; in the middle of others the
/// loop is solved, or the solution followed to there.
double LoopSolver::end_between(const BlockCode& block, FollowedRoot& root) {
  std::vector<LoopPart>& parts = space_->parts;
  std::size_t count = 1, points = kMostPoints;
  parts.resize(2 * points + 1);
  parts[0].from = 0, parts[0].to = 1;
  parts[0].begin = root.anchor.values, parts[0].end = root.last.values;
  const std::vector<double>& to = root.last.inputs;
  std::vector<double>& inputs = space_->part_end;
  for (std::size_t next = 0; next < count && points > 0; ++next) {  // each is followed by its halves
    const LoopPart& part = parts[next];
    if (is_proved(block, root, part)) continue;
    --points;
    const double middle = 0.5 * (part.from + part.to);
    inputs.resize(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) inputs[i] = root.anchor.inputs[i] + middle * (to[i] - root.anchor.inputs[i]);
    set_inputs(root, inputs);
    for (std::size_t k = 0; k < at(block.size); ++k) set(block.unknowns[k], 0.5 * (part.begin[k] + part.end[k]));
    const bool is_there = newton(block) == nullptr && is_direct_ && sign_of_determinant(block) == root.anchor.sign &&
                          is_near(root, part.begin) && is_near(root, part.end);
    if (!is_there) {
      std::vector<double>& there = space_->middle_inputs;
      there = inputs;
      if (const double share = walk(block, root, there); share < 1) {
        const std::vector<double> reached = values_of(root.values);
        set_inputs(root, to);
        set_end(block, reached);
        return share * middle;
      }
    }
    LoopPart &first = parts[count], &second = parts[count + 1];
    first.from = part.from, second.to = part.to;
    first.to = second.from = middle;
    first.begin = part.begin, second.end = part.end;
    read(root.values, first.end);
    second.begin = first.end;
    count += 2;
  }
  set_inputs(root, to);
  set_end(block, root.last.values);
  return 1;
}

/// Whether interval arithmetic can say anything of a loop.
bool LoopSolver::has_bounds(const BlockCode& block) {
  if (program_->plain) return false;
  std::unique_ptr<LoopBounds>& bounds = bounds_[number_of(block)];
  if (bounds == nullptr) bounds = std::make_unique<LoopBounds>(*program_, context_, block);
  bounds->take(context_);
  return bounds->has_bounds();
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
  if (!has_bounds(block)) return false;
  const std::size_t n = at(block.size);
  std::vector<double>& least = space_->least;
  least.clear();
  for (std::size_t k = 0; k < n; ++k)
    least.push_back(kKnown * std::max({std::fabs(part.begin[k]), std::fabs(part.end[k]), root.floors[k]}));
  space_->inverse_by_rows = space_->invert(context_, block);
  return has_one_solution_along(*bounds_[number_of(block)], {std::span(part.begin).first(n), std::span(part.end).first(n)}, root.inputs,
                                {from, to}, {space_->inverse_by_rows.data(), n * n}, least, space_->proof);
}

}  // namespace stribeck
