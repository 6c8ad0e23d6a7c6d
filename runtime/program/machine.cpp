#include "program/machine.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "base/instants.h"
#include "base/random.h"
#include "base/text.h"

namespace stribeck {

Machine::Machine(const Program& program) { become(program); }

void Machine::become(const Program& program) {
  const Program& before = program_ == nullptr ? program : *program_;
  const std::vector<double> registers = program_ == nullptr ? program.initial : registers_;
  program_ = &program;
  told_.clear();
  registers_ = program.initial;
  registers_.resize(at(program.separate_count));
  for (std::size_t f = 0; f < program.frictions.size(); ++f)
    for (std::size_t i = 0; i < kModeInputs; ++i) set(program.frictions[f].inputs[i], registers[at(before.frictions[f].inputs[i])]);
  for (std::size_t d = 0; d < program.discretes.size(); ++d) set(program.discretes[d].value, registers[at(before.discretes[d].value)]);
  storage_.assign(program.block_storage, 0.0);
  work_.assign(at(program.largest_block) * 4, 0.0);
  pivots_.assign(program.pivot_storage, 0);
  entries_.assign(program.most_entries, 0.0);
  pseudo_inverses_.assign(program.blocks.size(), {});
  roots_.clear();
  stop_following();
  for (const BlockCode& block : program.blocks) roots_.push_back(followed_root_of(program, block));
  histories_.resize(program.histories.size());
  history_of_table_.assign(program.tables.size(), -1);
  for (std::size_t h = 0; h < histories_.size(); ++h) history_of_table_[at(program.histories[h].table)] = static_cast<std::int32_t>(h);
  sparse_.clear(), first_scale_.clear(), column_scales_.clear();
  for (const BlockCode& block : program.blocks) {
    if (block.sparse < 0) continue;
    sparse_.emplace_back(block.starts, block.rows);
    first_scale_.push_back(column_scales_.size());
    column_scales_.resize(column_scales_.size() + at(block.size));
  }
}

void Machine::require_jacobian() {
  if (program_->has_jacobian || !source_of_jacobian_) return;
  const Program& before = *program_;
  const std::vector<double> registers = registers_, parameters = parameter_values_;
  become(source_of_jacobian_());
  set_parameters(parameters);
  const auto keep = [&](Register now, Register then) { set(now, registers[at(then)]); };
  keep(program_->time, before.time);
  for (std::size_t c = 0; c < before.conditions.size(); ++c) keep(program_->conditions[c].held, before.conditions[c].held);
  for (std::size_t t = 0; t < before.held_tables.size(); ++t) keep(program_->held_tables[t].piece, before.held_tables[t].piece);
  for (std::size_t f = 0; f < before.held_floors.size(); ++f) keep(program_->held_floors[f].value, before.held_floors[f].value);
  for (std::size_t f = 0; f < before.followed_floors.size(); ++f) keep(program_->followed_floors[f].value, before.followed_floors[f].value);
  for (std::size_t b = 0; b < before.blocks.size(); ++b)
    for (std::size_t k = 0; k < before.blocks[b].unknowns.size(); ++k) keep(program_->blocks[b].unknowns[k], before.blocks[b].unknowns[k]);
}

void Machine::set_parameters(std::span<const double> values) {
  parameter_values_.assign(values.begin(), values.end());
  take_parameters();
}

void Machine::take_parameters() {
  for (const auto& [r, number] : program_->parameters) set(r, parameter_values_[at(number)]);
  run(Section::parameters);
}

void Machine::set_state(const double* x) { std::copy_n(x, program_->derivatives.size(), registers_.begin() + program_->first_state); }

void Machine::derivatives(double t, const double* x, double* dxdt) {
  set_time(t);
  set_state(x);
  run(Section::dynamics);
  for (const Register r : program_->derivatives) *dxdt++ = registers_[at(r)];
}

void Machine::execute(std::span<const Instruction> code) {
  executed_ += std::ssize(code);
  double* const r = registers_.data();
  const Instruction* const end = code.data() + code.size();
  for (const Instruction* i = code.data(); i != end; ++i) {
    switch (i->op) {
#define STRIBECK_OPERATOR(name, arity, value, ...)                                                           \
  case static_cast<std::uint16_t>(Operator::name): {                                                         \
    [[maybe_unused]] const double a = r[i->a], b = arity > 1 ? r[i->b] : 0.0, c = arity > 2 ? r[i->c] : 0.0; \
    r[i->result] = static_cast<double>(value);                                                               \
    break;                                                                                                   \
  }
#include "base/operators.def"
#undef STRIBECK_OPERATOR
      case static_cast<std::uint16_t>(Opcode::multiply_add):
        r[i->result] = r[i->a] * r[i->b] + r[i->c];
        break;
      case static_cast<std::uint16_t>(Opcode::multiply_subtract):
        r[i->result] = r[i->a] * r[i->b] - r[i->c];
        break;
      case static_cast<std::uint16_t>(Opcode::subtract_multiply):
        r[i->result] = r[i->c] - r[i->a] * r[i->b];
        break;
      default:
        execute_special(*i);
    }
  }
}

void Machine::execute_special(const Instruction& i) {
  if (is_call(static_cast<Operator>(i.op))) return call_function(i);
  switch (static_cast<Opcode>(i.op)) {
    case Opcode::solve_block: {
      const BlockCode& block = program_->blocks[at(i.a)];
      return block.linear ? solve_linear(block) : solve_nonlinear(block);
    }
    case Opcode::factor_block:
      return factor_or_fail(program_->blocks[at(i.a)]);
    case Opcode::solve_tangent: {
      const TangentCode& tangent = program_->tangents[at(i.a)];
      const BlockCode& block = program_->blocks[at(tangent.block_code)];
      for (std::size_t k = 0; k < tangent.right_side.size(); ++k) work_[k] = -value(tangent.right_side[k]);
      back_substitute(block, work_.data());
      for (std::size_t k = 0; k < tangent.results.size(); ++k) set(tangent.results[k], work_[k]);
      return;
    }
    default:
      look_up(i);
  }
}

double Machine::look_back(const Instruction& i, const History& history) const {
  const double when = value(i.a);
  const bool held = static_cast<Opcode>(i.op) == Opcode::table_held;
  return history.value(held ? static_cast<std::ptrdiff_t>(value(i.c)) : history.section_of(when), when, order_of(i.b));
}

void Machine::look_up(const Instruction& i) {
  if (const std::int32_t h = history_of_table_[at(table_of(i.b))]; h >= 0) return set(i.result, look_back(i, histories_[at(h)]));
  const PointFunction& function = *program_->tables[at(table_of(i.b))];
  const double argument = value(i.a);
  const bool held = static_cast<Opcode>(i.op) == Opcode::table_held;
  const std::ptrdiff_t piece = held ? static_cast<std::ptrdiff_t>(value(i.c)) : function.piece_of(argument);
  set(i.result, function.value(piece, argument, order_of(i.b)));
}

namespace {

/// What changes with time does so many times within the rounding of one instant at most.
void require_few(int changes, double t) {
  constexpr int kMost = 1000;
  if (changes <= kMost) return;
  throw Failure(Diagnostic{.code = ErrorCode::run_no_progress,
                           .message = "at t = " + short_number(t) +
                                      " s a table or a sampler over time changes more often than doubles can "
                                      "tell instants apart",
                           .where = {},
                           .because = "a period is far too short, or the times of a table lie far too near to one another",
                           .remedy = "look at the periods and the times of tables: in what units are they given?",
                           .details = {}});
}

}  // namespace

double Machine::instant_end(double t) { return t + rounding_of_instants(t); }

double Machine::hold_tables(double t) {
  double next = std::numeric_limits<double>::infinity();
  for (const HeldTable& held : program_->held_tables) {
    const double rate = value(held.rate), offset = value(held.offset);
    const std::int32_t h = history_of_table_[at(held.table)];
    const PointFunction* const function = program_->tables[at(held.table)];  // null where there is a history
    const auto begin_of = [&](std::ptrdiff_t piece) { return h < 0 ? function->begin_of(piece) : histories_[at(h)].begin_of(piece); };
    const double argument = rate * t + offset;
    std::ptrdiff_t piece = h < 0 ? function->piece_of(argument) : histories_[at(h)].section_of(argument);
    if (rate != 0) {
      // Times of the breakpoints, compared as times so that a step that ended on one is seen as having reached it; rounding may have put
      // the estimate one too high or too low.
      const std::ptrdiff_t up = rate > 0 ? 1 : -1, edge = rate > 0 ? 0 : 1;
      const auto time_of = [&](std::ptrdiff_t number) { return (begin_of(number) - offset) / rate; };
      const double reached = instant_end(t);
      int corrections = 0;
      while (time_of(piece + edge) > reached) piece -= up, require_few(++corrections, t);
      while (time_of(piece + edge + up) <= reached) piece += up, require_few(++corrections, t);
      next = std::min(next, time_of(piece + edge + up));
    }
    tell(held.piece, static_cast<double>(piece));
  }
  return next;
}

double Machine::hold_floors(double t) {
  double next = std::numeric_limits<double>::infinity();
  for (const HeldFloor& held : program_->held_floors) {
    const double rate = value(held.rate), offset = value(held.offset);
    double whole = std::floor(rate * t + offset);
    if (rate != 0) {
      // Compared as times, as those of tables are; rounding may have put the estimate one too high or too low.
      const double up = rate > 0 ? 1 : -1, edge = rate > 0 ? 0 : 1;  // what is reached next, and the number at which the present one began
      const auto time_of = [&](double number) { return (number - offset) / rate; };
      const double reached = instant_end(t);
      int corrections = 0;
      if (time_of(whole + edge) > reached) whole -= up;
      while (time_of(whole + edge + up) <= reached) whole += up, require_few(++corrections, t);
      next = std::min(next, time_of(whole + edge + up));
    }
    tell(held.value, whole);
  }
  return next;
}

/// Whether the floor is no longer the one that is held: of the argument itself, as the difference from the next whole number may be
/// rounded.
bool Machine::is_left(const FollowedFloor& floor, Operator relation) const {
  const double now = std::floor(value(floor.argument)), held = value(floor.value);
  if (relation == Operator::lt) return now < held;
  return !(now <= held) && !(std::isnan(now) && std::isnan(held));
}

double Machine::held_now(std::size_t condition) const {
  const std::int32_t floor = program_->conditions[condition].floor;
  if (floor >= 0) return std::floor(value(program_->followed_floors[at(floor)].argument));
  return truth(condition) ? 1.0 : 0.0;
}

void Machine::take_over(std::size_t condition) {
  const ConditionCode& c = program_->conditions[condition];
  tell(c.floor < 0 ? c.held : program_->followed_floors[at(c.floor)].value, held_now(condition));
}

bool Machine::truth(std::size_t condition) const {
  const ConditionCode& c = program_->conditions[condition];
  if (c.floor >= 0) return is_left(program_->followed_floors[at(c.floor)], c.relation);
  if (c.scheduled < 0) return evaluate(c.relation, value(c.crossing), 0, 0) != 0;
  const bool after = instant_end(value(program_->time)) >= value(c.scheduled);
  return evaluate(c.relation, after ? value(c.rate) : -value(c.rate), 0, 0) != 0;
}

bool Machine::differs(std::size_t condition) const {
  const bool is_exact = program_->conditions[condition].noise < 0;
  return truth(condition) != held(condition) && (is_exact || std::fabs(crossing(condition)) > noise(condition));
}

}  // namespace stribeck
