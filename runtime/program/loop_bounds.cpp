#include "program/loop_bounds.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/interruption.h"
#include "base/interval_inverse.h"
#include "program/instruction_bounds.h"
#include "program/registers.h"

namespace stribeck {

LoopBounds::LoopBounds(const Program& program, const Context& context, const BlockCode& block) : program_(program), block_(block) {
  collect();
  take(context);
}

/// Collects the instructions on which the residuals depend; those for the matrix of the loop are left out.
void LoopBounds::collect() {
  const auto number = [&](Register r) {
    const auto [found, is_new] = numbers_.try_emplace(r, static_cast<std::int32_t>(motions_.size()));
    if (is_new) motions_.emplace_back();
    return found->second;
  };
  std::vector<bool> is_needed(block_.evaluate.size(), false);
  std::unordered_map<Register, bool> wanted;
  for (const Register r : block_.residual) wanted[r] = true;
  for (std::size_t k = block_.evaluate.size(); k-- > 0;) {
    const Instruction& i = block_.evaluate[k];
    if (!is_plain(i) || !wanted[i.result]) continue;
    is_needed[k] = true;
    for_operands(i, [&](Register r) { wanted[r] = true; });
  }
  for (const Register r : block_.unknowns) unknowns_.push_back(number(r));
  for (std::size_t k = 0; k < block_.evaluate.size(); ++k) {
    if (!is_needed[k]) continue;
    Instruction i = block_.evaluate[k];
    const bool is_table = is(i, Opcode::table_search) || is(i, Opcode::table_held);
    const auto op = static_cast<Operator>(i.op);
    if (is_call(op) || op == Operator::uniform_random || op == Operator::normal_random ||
        (is_table && program_.tables[at(table_of(i.b))] == nullptr)) {
      has_bounds_ = false;
      return;
    }
    const Register piece_from = is(i, Opcode::table_held) ? i.c : -1;
    const std::int32_t table = i.b;
    for_operands(i, [&](Register& r) { r = number(r); });
    if (is_table) i.b = table;
    const std::int32_t result = number(i.result);
    steps_.push_back({i, result, piece_from, 0});
  }
  for (const Register r : block_.residual) residuals_.push_back(number(r));
  varies_.assign(motions_.size(), false);
  for (const std::int32_t k : unknowns_) varies_[at(k)] = true;
  for (const Step& step : steps_) {
    is_assigned_once_ = is_assigned_once_ && !varies_[at(step.result)];
    varies_[at(step.result)] = true;
  }
}

void LoopBounds::take(const Context& context) {
  for (const auto& [r, number] : numbers_)
    if (varies_.empty() || !varies_[at(number)]) motions_[at(number)] = {Interval(context.value(r)), Interval(0)};
  for (Step& step : steps_)
    if (step.piece_from >= 0) step.piece = context.value(step.piece_from);
}

bool LoopBounds::along(std::span<const Motion> unknowns, std::span<const Register> registers, std::span<const Motion> inputs,
                       std::vector<Motion>& residuals) {
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (const auto found = numbers_.find(registers[k]); found != numbers_.end()) motions_[at(found->second)] = inputs[k];
  for (std::size_t k = 0; k < unknowns.size(); ++k) motions_[at(unknowns_[k])] = unknowns[k];
  run_steps();
  residuals.resize(residuals_.size());
  for (std::size_t k = 0; k < residuals_.size(); ++k) residuals[k] = motions_[at(residuals_[k])];
  return part_ == Part::all;
}

bool LoopBounds::narrow(Box& box) {
  if (!is_assigned_once_) return true;
  for (const std::int32_t k : residuals_)
    if (!narrow_motion(k, 0)) return false;
  for (std::size_t k = steps_.size(); k-- > 0;) {
    ++work_;
    if (!narrow_operands_of(steps_[k])) return false;
  }
  for (std::size_t k = 0; k < box.size(); ++k)
    if (!intersect(box[k], motions_[at(unknowns_[k])].value)) return false;
  return true;
}

/// Narrows the interval of a value; a value that does not vary is only compared with it.
bool LoopBounds::narrow_motion(std::int32_t number, Interval with) {
  Interval value = motions_[at(number)].value;
  const bool is_left = intersect(value, with);
  if (is_left && varies_[at(number)]) motions_[at(number)].value = value;
  return is_left;
}

bool LoopBounds::narrow_operands_of(const Step& step) {
  const Instruction& i = step.instruction;
  const Interval result = motions_[at(step.result)].value;
  const auto of = [&](Register r) { return motions_[at(r)].value; };
  if (is(i, Opcode::table_search) || is(i, Opcode::table_held)) return true;
  const bool adds = is(i, Opcode::multiply_add), subtracts = is(i, Opcode::multiply_subtract), is_less = is(i, Opcode::subtract_multiply);
  if (adds || subtracts || is_less) {  // a * b + c, a * b - c, c - a * b
    const Interval product = i.a == i.b ? square(Motion{of(i.a), 0}).value : of(i.a) * of(i.b);
    const Interval rest = adds ? result - product : subtracts ? product - result : result + product;
    if (!narrow_motion(i.c, rest)) return false;
    return narrow_product(i, adds ? result - of(i.c) : subtracts ? result + of(i.c) : of(i.c) - result);
  }
  const auto op = static_cast<Operator>(i.op);
  if (op == Operator::mul) return narrow_product(i, result);
  const int operands = arity(op);
  if (operands == 0) return true;
  Interval a = of(i.a), b = operands > 1 ? of(i.b) : Interval(), c = operands > 2 ? of(i.c) : Interval();
  if (!narrow_operands(op, result, a, b, c)) return false;
  return narrow_motion(i.a, a) && (operands < 2 || narrow_motion(i.b, b)) && (operands < 3 || narrow_motion(i.c, c));
}

bool LoopBounds::narrow_product(const Instruction& i, Interval product) {
  Interval a = motions_[at(i.a)].value, b = motions_[at(i.b)].value, none;
  if (i.a == i.b) return narrow_root(product, a) && narrow_motion(i.a, a);
  return narrow_operands(Operator::mul, product, a, b, none) && narrow_motion(i.a, a) && narrow_motion(i.b, b);
}

LoopBounds::Part LoopBounds::residuals(const Box& box, std::vector<Interval>& bounds) {
  run(box, -1);
  bounds.resize(residuals_.size());
  for (std::size_t k = 0; k < residuals_.size(); ++k) bounds[k] = motions_[at(residuals_[k])].value;
  return part_;
}

void LoopBounds::slopes(const Box& box, std::size_t unknown, std::vector<Interval>& bounds) {
  run(box, static_cast<std::ptrdiff_t>(unknown));
  bounds.resize(residuals_.size());
  for (std::size_t k = 0; k < residuals_.size(); ++k) bounds[k] = motions_[at(residuals_[k])].rate;
}

void LoopBounds::run(const Box& box, std::ptrdiff_t varied) {
  for (std::size_t k = 0; k < unknowns_.size(); ++k)
    motions_[at(unknowns_[k])] = {box[k], Interval(static_cast<std::ptrdiff_t>(k) == varied ? 1 : 0)};
  run_steps();
}

void LoopBounds::run_steps() {
  Interruptible::spend(kCostOfBounds * std::ssize(steps_));
  part_ = Part::all;
  for (const Step& step : steps_) {
    motions_[at(step.result)] = step_bounds(step);
    ++work_;
    if (part_ == Part::none) return;
  }
}

Motion LoopBounds::step_bounds(const Step& step) {
  const Instruction& i = step.instruction;
  const auto of = [&](Register r) -> const Motion& { return motions_[at(r)]; };
  if (i.op >= static_cast<std::uint16_t>(Opcode::first_special)) return bounds_of(program_, i, of, step.piece);
  const auto op = static_cast<Operator>(i.op);
  if (op == Operator::mul || arity(op) == 0) return bounds_of(program_, i, of, step.piece);
  Motion a = of(i.a);
  const Motion b = arity(op) > 1 ? of(i.b) : Motion{}, c = arity(op) > 2 ? of(i.c) : Motion{};
  part_ = std::min(part_, within_domain(op, a, b.value));
  return part_ == Part::none ? Motion{} : motion_of(op, a, b, c);
}

/// Restricts the operand to the domain of the operator.
LoopBounds::Part LoopBounds::within_domain(Operator op, Motion& a, Interval b) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(), kTiny = std::numeric_limits<double>::min();
  Interval domain = Interval::whole();
  if (op == Operator::sqrt) domain.lo = 0;
  if (op == Operator::log || op == Operator::log10) domain.lo = kTiny;
  if (op == Operator::log1p) domain.lo = std::nextafter(-1.0, 0.0);
  if (op == Operator::asin || op == Operator::acos) domain = {-1, 1};
  if (op == Operator::pow && !(b.is_point() && std::trunc(b.lo) == b.lo)) domain.lo = b.lo < 0 ? kTiny : 0;
  if (domain.lo == -kInfinity || (domain.lo <= a.value.lo && a.value.hi <= domain.hi)) return Part::all;
  if (a.value.hi < domain.lo || a.value.lo > domain.hi) return Part::none;
  a.value = {std::max(a.value.lo, domain.lo), std::min(a.value.hi, domain.hi)};
  return Part::some;
}

}  // namespace stribeck
