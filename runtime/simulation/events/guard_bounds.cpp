#include "simulation/events/guard_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/interruption.h"
#include "program/instruction_bounds.h"

namespace stribeck {

namespace {

constexpr std::size_t kLeafPoints = ControlPoints::kHighestDegree + 1;
/// A box extends beyond the range for which it was made by so many times that range, on both sides.
constexpr double kBox = 3;
constexpr int kLongestWait = 32;  // steps in which no box is tried again
/// The rounding error of the slopes of a polynomial, relative to its largest coefficient.
constexpr double kSlopeRounding = 1e-13;

Operator operator_of(const Instruction& i) { return static_cast<Operator>(i.op); }

}  // namespace

void GuardBounds::take_program(const LiveSystem& live) {
  program_ = &machine_.program();
  own_flow_.reset();
  flow_ = live.flow();
  if (flow_ == nullptr) flow_ = &own_flow_.emplace(*program_);
  worklist_.emplace(*flow_);
  const std::size_t registers = at(program_->separate_count), instructions = flow_->code().size();
  shapes_.assign(registers, Shape::fixed), motions_.assign(registers, {});
  shaped_.assign(registers, 0), leafed_.assign(registers, 0), leaf_of_.assign(registers, -1);
  needed_.assign(instructions, 0), searched_.assign(instructions, 0), found_.assign(registers, 0);
  round_ = search_ = finding_ = 0;
  is_state_.assign(registers, false);
  for (std::int32_t s = 0; s < program_->states(); ++s) is_state_[at(program_->first_state + s)] = true;
}

void GuardBounds::follow(const LiveSystem& live, const Snapshot& now) {
  conditions_.clear(), bounded_.clear(), crossings_.clear(), is_greater_.clear(), leaves_.clear(), inputs_.clear();
  states_.clear();
  region_s_ = {0, -1}, can_have_region_ = false, is_region_used_ = true;
  if (live.conditions().empty()) return;
  if (program_ != &machine_.program()) take_program(live);
  ++round_;
  for (const std::size_t c : live.conditions()) {
    const Operator relation = program_->conditions[c].relation;
    conditions_.push_back(c);
    crossings_.push_back(program_->conditions[c].crossing);
    is_greater_.push_back(relation == Operator::gt || relation == Operator::ge);
  }
  if (own_flow_) machine_.run(flow_->code());
  find_shapes(live, own_flow_ ? machine_.snapshot() : now);
  if (formulas_.size() < crossings_.size()) formulas_.resize(crossings_.size()), boxes_.resize(crossings_.size());
  for (std::size_t k = 0; k < crossings_.size(); ++k) {
    if (take_formula(crossings_[k], formulas_[k])) bounded_.push_back(k);
    boxes_[k].sides.clear(), boxes_[k].is_above = false, boxes_[k].wait = {};
  }
  points_.resize(leaves_.size() * kLeafPoints), slopes_.resize(points_.size()), hulls_.resize(leaves_.size());
  collect_polynomials(live);
}

/// Finds the shapes of all values on which the conditions depend. Those of held values and of lines are known before.
void GuardBounds::find_shapes(const LiveSystem& live, const Snapshot& now) {
  order_.clear();
  const auto take = [&](Register r) {
    if (shaped_[at(r)] == round_) return;
    shaped_[at(r)] = round_;
    const std::int32_t maker = flow_->maker(r);
    const Course::Kind kind = live.kind(r);
    const bool is_input = r == program_->time || is_state_[at(r)];
    if (kind == Course::Kind::fixed || (maker < 0 && !is_input)) {
      shapes_[at(r)] = Shape::fixed;
      motions_[at(r)] = {now.value(r), 0};
    } else if (kind == Course::Kind::line || maker < 0) {
      shapes_[at(r)] = Shape::polynomial;
    } else {
      worklist_->add(at(maker));
    }
  };
  for (const Register r : crossings_) take(r);
  worklist_->work_back([&](std::size_t k) {
    needed_[k] = round_;
    order_.push_back(k);
    flow_->for_reads(k, take);
  });
  for (auto k = order_.rbegin(); k != order_.rend(); ++k) {
    const Shape found = shape_of(*k);
    flow_->for_writes(*k, [&](Register r) {
      if (live.kind(r) <= Course::Kind::line) return;
      shaped_[at(r)] = round_;
      shapes_[at(r)] = found;
      if (found == Shape::fixed) motions_[at(r)] = {now.value(r), 0};
    });
  }
}

GuardBounds::Shape GuardBounds::shape(Register r) const { return shaped_[at(r)] == round_ ? shapes_[at(r)] : Shape::unknown; }

GuardBounds::Shape GuardBounds::worst(const Instruction& i) const {
  Shape worst = Shape::fixed;
  for_operands(i, [&](Register r) { worst = std::max(worst, shape(r)); });
  return worst;
}

GuardBounds::Shape GuardBounds::product(Register a, Register b) const {
  const Shape least = std::min(shape(a), shape(b)), most = std::max(shape(a), shape(b));
  return least == Shape::fixed ? most : std::max(most, Shape::bounded);
}

GuardBounds::Shape GuardBounds::shape_of(std::size_t k) {
  const Instruction& i = flow_->code()[k];
  if (is_plain(i)) return shape_of(i);
  Shape worst = Shape::fixed;
  flow_->for_reads(k, [&](Register r) { worst = std::max(worst, shape(r)); });
  if (worst == Shape::fixed) return worst;
  const bool is_polynomial = worst == Shape::polynomial && is(i, Opcode::solve_block) && is_polynomial_loop(program_->blocks[at(i.a)]);
  return is_polynomial ? Shape::polynomial : Shape::unknown;
}

/// With a fixed matrix the unknowns are linear combinations of the inputs, and polynomials if these are.
bool GuardBounds::is_polynomial_loop(const BlockCode& block) {
  if (!block.linear) return false;
  const auto become = [&](Register r, Shape shape) { shaped_[at(r)] = round_, shapes_[at(r)] = shape; };
  for (const Register r : block.unknowns) become(r, Shape::polynomial);
  for (const Instruction& i : block.evaluate) {
    const Shape shape = is_plain(i) ? shape_of(i) : Shape::unknown;
    if (shape > Shape::polynomial) return false;
    become(i.result, shape);
  }
  return std::all_of(block.matrix.begin(), block.matrix.end(), [&](Register r) { return shape(r) == Shape::fixed; });
}

GuardBounds::Shape GuardBounds::shape_of(const Instruction& i) const {
  const Shape most = worst(i);
  if (most == Shape::fixed) return most;
  if (is_call(operator_of(i))) return Shape::unknown;
  if (is(i, Opcode::table_search) || is(i, Opcode::table_held)) {
    const bool is_past = program_->tables[at(table_of(i.b))] == nullptr;
    const bool is_whole = is(i, Opcode::table_held) && shape(i.c) != Shape::fixed;
    return is_past || is_whole ? Shape::unknown : std::max(most, Shape::bounded);
  }
  if (is(i, Opcode::multiply_add) || is(i, Opcode::multiply_subtract) || is(i, Opcode::subtract_multiply))
    return std::max(product(i.a, i.b), shape(i.c));
  switch (operator_of(i)) {
    case Operator::add:
    case Operator::sub:
    case Operator::neg:
      return most;
    case Operator::mul:
      return product(i.a, i.b);
    case Operator::div:
      return shape(i.b) == Shape::fixed ? shape(i.a) : std::max(most, Shape::bounded);
    case Operator::select:
      if (shape(i.a) == Shape::fixed) return shape(fixed(i.a) != 0 ? i.b : i.c);
      return std::max(most, Shape::bounded);
    case Operator::uniform_random:
    case Operator::normal_random:
      return Shape::unknown;
    default:
      return std::max(most, Shape::bounded);
  }
}

std::int32_t GuardBounds::leaf(Register r) {
  if (std::exchange(leafed_[at(r)], round_) == round_) return leaf_of_[at(r)];
  leaf_of_[at(r)] = static_cast<std::int32_t>(leaves_.size());
  leaves_.push_back(r);
  return leaf_of_[at(r)];
}

/// Collects the formula of a crossing function. False, and an empty formula, if one of its values has no bounds, or if it is too long.
bool GuardBounds::take_formula(Register crossing, Formula& result) {
  result.code.clear(), result.leaves.clear();
  const auto fail = [&] {
    result.code.clear(), result.leaves.clear();
    return false;
  };
  ++search_;
  open_.assign(1, crossing);
  while (!open_.empty()) {
    const Register r = open_.back();
    open_.pop_back();
    const Shape shape = this->shape(r);
    if (shape == Shape::unknown) return fail();
    if (shape == Shape::polynomial) result.leaves.push_back(leaf(r));
    if (shape != Shape::bounded) continue;
    const std::int32_t maker = flow_->maker(r);
    if (std::exchange(searched_[at(maker)], search_) == search_) continue;
    result.code.push_back(maker);
    if (result.code.size() > kLongestFormula) return fail();
    const Instruction& i = flow_->code()[at(maker)];
    if (operator_of(i) == Operator::select && this->shape(i.a) == Shape::fixed) {
      open_.push_back(fixed(i.a) != 0 ? i.b : i.c);
    } else {
      for_operands(i, [&](Register read) { open_.push_back(read); });
    }
  }
  std::sort(result.code.begin(), result.code.end());
  std::sort(result.leaves.begin(), result.leaves.end());
  result.leaves.erase(std::unique(result.leaves.begin(), result.leaves.end()), result.leaves.end());
  return true;
}

/// Collects the instructions that compute the polynomials which formulas read, in the order of the code, and what these read.
void GuardBounds::collect_polynomials(const LiveSystem& live) {
  ++finding_;
  const auto take = [&](Register r) {
    if (shape(r) != Shape::polynomial) return;
    const std::int32_t maker = flow_->maker(r);
    if (maker >= 0 && needed_[at(maker)] == round_) return worklist_->add(at(maker));
    if (std::exchange(found_[at(r)], finding_) == finding_) return;  // states, time and lines are set without instructions
    const bool is_state = is_state_[at(r)] && live.kind(r) > Course::Kind::line;
    const auto state = std::lower_bound(live.states().begin(), live.states().end(), at(r - program_->first_state));
    inputs_.push_back({r, is_state ? state - live.states().begin() : -1, {}});
  };
  for (const Register r : leaves_) take(r);
  Code polynomials;
  worklist_->work_back([&](std::size_t k) {
    polynomials.push_back(flow_->code()[k]);
    flow_->for_reads(k, take);
  });
  std::reverse(polynomials.begin(), polynomials.end());
  can_have_region_ = !machine_.has_constraints() && std::all_of(polynomials.begin(), polynomials.end(), is_plain);
  polynomials_ = LinkedCode(std::move(polynomials));
  for (const Input& input : inputs_)
    if (input.state >= 0) states_.push_back(static_cast<std::size_t>(input.state));
  std::sort(states_.begin(), states_.end());
  // Constraints move the states wherever they are looked at: one that is read depends on all others.
  if (machine_.has_constraints()) {
    states_.resize(live.states().size());
    std::iota(states_.begin(), states_.end(), std::size_t{0});
  }
}

void GuardBounds::take(const ControlPoints& states, LiveSystem& live) {
  from_ = states.begin_s(), to_ = states.end_s(), degree_ = states.degree();
  for (int k = 0; k <= degree_; ++k) {
    live.place(states.time(k), states.of_states(k).data());
    machine_.run(polynomials_);
    const Snapshot there = machine_.snapshot();
    for (std::size_t l = 0; l < leaves_.size(); ++l) points_[l * kLeafPoints + at(k)] = there.value(leaves_[l]);
  }
  for (std::size_t l = 0; l < leaves_.size(); ++l) {
    const double* const points = &points_[l * kLeafPoints];
    for (int k = 0; k < degree_; ++k) slopes_[l * kLeafPoints + at(k)] = degree_ * (points[k + 1] - points[k]) / (to_ - from_);
    hulls_[l] = range_of({points, at(degree_) + 1}, 0, 1);
  }
}

bool GuardBounds::is_in_region(const ControlPoints& states) {
  if (!(region_s_.lo <= states.begin_s() && states.end_s() <= region_s_.hi)) return false;
  for (std::size_t i = 0; i < bounded_.size(); ++i)
    if (is_above(bounded_[i]) != region_above_[i]) return false;
  for (const Input& input : inputs_) {
    if (input.state < 0) continue;
    for (int k = 0; k <= states.degree(); ++k)
      if (!input.side.contains(states.of_states(k)[at(input.state)])) return false;
  }
  is_region_used_ = true;
  region_wait_.longest = 0;
  return true;
}

/// Each attempt has half the size of the last one that failed, or twice that of one that did not. Where even small regions fail, and where
/// none of the next steps is in the region, attempts are left out for some time.
void GuardBounds::find_region(const ControlPoints& states, LiveSystem& live) {
  constexpr double kSmallest = 2;
  constexpr int kMostLeftOut = 64;  // an attempt takes as long as the search in some steps
  if (!can_have_region_ || region_wait_.goes_on()) return;
  region_s_ = {0, -1};
  if (!std::exchange(is_region_used_, true)) return region_wait_.lengthen(kMostLeftOut);  // no step was in the last one
  if (excludes_zeros(states, live)) {
    region_s_ = {states.begin_s(), states.end_s() + region_size_ * (states.end_s() - states.begin_s())};
    region_above_.clear();
    for (const std::size_t k : bounded_) region_above_.push_back(is_above(k));
    region_size_ = std::min(2 * region_size_, kLargestRegion);
    is_region_used_ = false;
  } else if (region_size_ > kSmallest) {
    region_size_ = 0.5 * region_size_;
  } else {
    region_wait_.lengthen(kMostLeftOut);
  }
}

bool GuardBounds::excludes_zeros(const ControlPoints& states, LiveSystem& live) {
  const double begin = states.begin_s(), end = states.end_s() + region_size_ * (states.end_s() - states.begin_s());
  const std::span<const double> last = states.of_states(states.degree());
  for (Input& input : inputs_) {
    if (input.state < 0) continue;
    double least = last[at(input.state)], most = least;
    for (int k = 0; k < states.degree(); ++k) {
      const double point = states.of_states(k)[at(input.state)];
      least = std::min(least, point), most = std::max(most, point);
    }
    const double more = region_size_ * (most - least);
    input.side = {least - more, most + more};
    if (!input.side.is_finite()) return false;
  }
  live.place(begin, last.data());
  for (Input& input : inputs_)
    if (input.state < 0) input.side = machine_.held_value(input.of);
  live.place(end, last.data());
  for (Input& input : inputs_) {
    if (input.state < 0) input.side = hull(input.side, machine_.held_value(input.of));
    motions_[at(input.of)] = {input.side, 0};
  }
  live.place(states.end_s(), last.data());
  for (const Instruction& i : polynomials_) motions_[at(i.result)] = motion(i);
  ++finding_;
  for (const std::size_t k : bounded_) {
    run_formula(formulas_[k]);
    const Interval value = motions_[at(crossings_[k])].value;
    if (!((is_above(k) ? value.lo : -value.hi) >= 0)) return false;
  }
  return true;
}

bool GuardBounds::is_clear(std::size_t condition, bool is_above, double rounding) {
  const Formula& formula = formulas_[condition];
  const auto is_on_its_side = [&](Interval value) { return (is_above ? value.lo : -value.hi) >= -rounding; };
  if (formula.code.empty()) {
    // The crossing function is fixed, or itself a polynomial.
    return formula.leaves.empty() || is_on_its_side(hulls_[at(formula.leaves.front())]);
  }
  Box& box = boxes_[condition];
  const auto is_inside = [&](std::size_t i) {
    const Interval inner = hulls_[at(formula.leaves[i])], outer = box.sides[i];
    return outer.lo <= inner.lo && inner.hi <= outer.hi;
  };
  bool is_inside_all = !box.sides.empty() && box.is_above == is_above;
  for (std::size_t i = 0; i < formula.leaves.size() && is_inside_all; ++i) is_inside_all = is_inside(i);
  if (is_inside_all) return true;
  box.sides.clear();
  if (box.wait.goes_on()) return false;
  for (const std::int32_t l : formula.leaves) {
    const Interval inner = hulls_[at(l)];
    const double more = inner.is_point() ? 0 : kBox * (inner.hi - inner.lo);
    box.sides.emplace_back(inner.lo - more, inner.hi + more);
    motions_[at(leaves_[at(l)])] = {box.sides.back(), 0};
  }
  for (const std::int32_t i : formula.code) {
    const Instruction& instruction = flow_->code()[at(i)];
    motions_[at(instruction.result)] = motion(instruction);
  }
  box.is_above = is_above;
  // The box serves later steps too, with another rounding, so that no rounding is allowed here.
  const Interval value = motions_[at(crossings_[condition])].value;
  if ((is_above ? value.lo : -value.hi) >= 0) return box.wait.longest = 0, true;
  box.sides.clear();
  box.wait.lengthen(kLongestWait);
  return false;
}

Motion GuardBounds::polynomial(std::size_t leaf, double from, double to) const {
  const double length = to_ - from_, a = std::max(0.0, (from - from_) / length), b = to >= to_ ? 1 : (to - from_) / length;
  const std::span points(&points_[leaf * kLeafPoints], at(degree_) + 1);
  Motion result{a <= 0 && b >= 1 ? hulls_[leaf] : range_of(points, a, b), 0};  // of the whole step it is known
  const std::span slopes(&slopes_[leaf * kLeafPoints], at(degree_));
  result.rate = range_of(slopes, a, b);
  // The slopes are differences of coefficients that may be large.
  const double rounding = degree_ * kSlopeRounding * std::max(std::fabs(hulls_[leaf].lo), std::fabs(hulls_[leaf].hi)) / length;
  result.rate.lo -= rounding, result.rate.hi += rounding;
  return result;
}

void GuardBounds::find(double from, double to, std::span<const std::size_t> conditions) {
  ++finding_;
  const auto is_new = [this](Register r) { return std::exchange(found_[at(r)], finding_) != finding_; };
  std::int64_t instructions = 0;
  for (const std::size_t k : conditions) {
    for (const std::int32_t l : formulas_[k].leaves) {
      const Register r = leaves_[at(l)];
      if (is_new(r)) motions_[at(r)] = polynomial(at(l), from, to);
    }
    instructions += std::ssize(formulas_[k].leaves) + std::ssize(formulas_[k].code);
    run_formula(formulas_[k]);
  }
  Interruptible::spend(kCostOfBounds * instructions);
}

/// Bounds of what the formula computes from its polynomials; what has been found since finding_ was raised is not computed again.
void GuardBounds::run_formula(const Formula& formula) {
  for (const std::int32_t i : formula.code) {
    const Instruction& instruction = flow_->code()[at(i)];
    if (std::exchange(found_[at(instruction.result)], finding_) != finding_) motions_[at(instruction.result)] = motion(instruction);
  }
}

Motion GuardBounds::motion(const Instruction& i) const {
  const double piece = is(i, Opcode::table_held) ? machine_.held_value(i.c) : 0;
  return bounds_of(
      *program_, i, [&](Register r) { return motions_[at(r)]; }, piece);
}

}  // namespace stribeck
