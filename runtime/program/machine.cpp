#include "program/snapshot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/index.h"
#include "base/instants.h"
#include "base/random.h"
#include "base/text.h"

namespace stribeck {

Machine::Machine(const Program& program) {
  context_.begin(program);
  take(program);
}

void Machine::take(const Program& program) {
  program_ = &program;
  interpreter_.take(program);
  loops_.take(program);
  constraints_.take(program);
}

void Machine::become(const Program& program) {
  context_.go_over(*program_, program);
  take(program);
  take_parameters();
}

void Machine::begin_again(const Program& program) {
  context_.begin_again(*program_, program);
  take(program);
  take_parameters();
}

void Machine::require_jacobian() {
  if (!program_->has_jacobian && source_of_jacobian_) become(source_of_jacobian_());
}

void Machine::set_parameters(std::span<const double> values) {
  context_.parameters.assign(values.begin(), values.end());
  take_parameters();
}

void Machine::take_parameters() {
  for (const auto& [r, number] : program_->parameters) set(r, context_.parameters[at(number)]);
  context_.begin_run();  // values evaluated before must not be reused
  run(Section::parameters);
}

void Machine::project(double t, std::span<double> x) {
  if (!has_constraints()) return;
  context_.begin_run();  // values evaluated before belong to other states
  set_time(t);
  set_state(x.data());
  for (std::size_t s = 0; s < x.size(); ++s) x[s] = held_value(program_->first_state + static_cast<Register>(s));
}

void Machine::require_closed(double t, std::span<const double> x) {
  if (!has_constraints()) return;
  context_.begin_run();
  set_time(t);
  for (std::size_t s = 0; s < x.size(); ++s) set(program_->first_state + static_cast<Register>(s), x[s]);
  constraints_.require_closed();
}

void Machine::derivatives(double t, const double* x, double* dxdt, double* dqdt) {
  set_time(t);
  set_state(x);
  run(Section::dynamics);
  snapshot().read(program_->derivatives, dxdt);
  if (dqdt == nullptr) return;
  run(Section::quadratures);
  snapshot().read(program_->quadratures, dqdt);
}

void Machine::execute(std::span<const Instruction> code) {
  const Instruction* const end = code.data() + code.size();
  for (const Instruction* i = code.data(); (i = interpreter_.run(i, end)) != end; ++i, ++executed_) loops_.work(*i);
}

void Machine::restore(Context context) {
  const std::uint64_t all_runs = std::max(context_.all_runs, context.all_runs);
  context_ = std::move(context);
  context_.all_runs = all_runs;
  context_.begin_run();
  loops_.factor_constant();
}

void Machine::carry(Archive& archive) {
  if (!archive.reading()) return context_.carry(archive);
  Context read;
  read.begin(*program_);
  read.carry(archive);
  const auto is_there = [&](const ParameterCode& parameter) { return at(parameter.number) < read.parameters.size(); };
  if (read.values.registers.size() != at(program_->separate_count) || read.histories.size() != program_->histories.size() ||
      !std::all_of(program_->parameters.begin(), program_->parameters.end(), is_there))
    Archive::refuse();
  restore(std::move(read));
}

namespace {

/// The most pieces that a function of time can pass within the rounding of one instant.
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

double Machine::hold_tables(double t, std::vector<std::size_t>* changed) {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < program_->held_tables.size(); ++k) {
    const HeldTable& held = program_->held_tables[k];
    const double rate = held_value(held.rate), offset = held_value(held.offset);
    const std::int32_t h = interpreter_.history_of(held.table);
    const PointFunction* const function = program_->tables[at(held.table)];  // null where there is a history
    const auto begin_of = [&](std::ptrdiff_t piece) {
      return h < 0 ? function->begin_of(piece) : context_.histories[at(h)].begin_of(piece);
    };
    const double argument = rate * t + offset;
    std::ptrdiff_t piece = h < 0 ? function->piece_of(argument) : context_.histories[at(h)].section_of(argument);
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
    if (changed != nullptr && held_value(held.piece) != static_cast<double>(piece)) changed->push_back(k);
    tell(held.piece, static_cast<double>(piece));
  }
  return next;
}

double Machine::hold_floors(double t, std::vector<std::size_t>* changed) {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < program_->held_floors.size(); ++k) {
    const HeldFloor& held = program_->held_floors[k];
    const double rate = held_value(held.rate), offset = held_value(held.offset);
    double whole = std::floor(rate * t + offset);
    if (rate != 0) {
      // Compared as times, as those of tables are; rounding may have put the estimate one too high or too low.
      // The direction of the next whole number, and the offset of the one at which the present value began.
      const double up = rate > 0 ? 1 : -1, edge = rate > 0 ? 0 : 1;
      const auto time_of = [&](double number) { return (number - offset) / rate; };
      const double reached = instant_end(t);
      int corrections = 0;
      if (time_of(whole + edge) > reached) whole -= up;
      while (time_of(whole + edge + up) <= reached) whole += up, require_few(++corrections, t);
      next = std::min(next, time_of(whole + edge + up));
    }
    if (changed != nullptr && held_value(held.value) != whole) changed->push_back(k);
    tell(held.value, whole);
  }
  return next;
}

}  // namespace stribeck
