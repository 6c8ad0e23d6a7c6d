#include "program/interpreter.h"

#include <array>
#include <cmath>
#include <span>

#include "base/index.h"
#include "base/interruption.h"
#include "base/random.h"
#include "base/text.h"

namespace stribeck {

namespace {

/// After every 2^17 instructions, which take less than a millisecond, their number is deducted from the allowance of the run, which ends
/// there if somebody has asked for that.
void charge(std::int64_t before, std::int64_t executed) {
  constexpr int kChargedAtOnce = 17;
  if (((before ^ executed) >> kChargedAtOnce) != 0) Interruptible::spend(std::int64_t{1} << kChargedAtOnce);
}

}  // namespace

void Interpreter::take(const Program& program) {
  program_ = &program;
  history_of_table_.assign(program.tables.size(), -1);
  for (std::size_t h = 0; h < program.histories.size(); ++h)
    history_of_table_[at(program.histories[h].table)] = static_cast<std::int32_t>(h);
}

const Instruction* Interpreter::run(const Instruction* const begin, const Instruction* const end) {
  double* const r = context_.values.registers.data();
  // Most instructions read the result of the one before them. A store followed by a load takes longer than a product, so the last result is
  // kept in a local variable.
  // The processor predicts the branch for it well, since the same code runs again and again.
  const auto run_code = [&] {
    Register made = -1;
    double last = 0;
    const auto operand = [&](Register which) {
      if (which == made) return last;
      return r[which];
    };
    const auto make = [&](Register result, double value) {
      made = result, last = value;
      r[result] = value;
    };
    const Instruction* i = begin;
    for (; i != end; ++i) {
      switch (i->op) {
#define STRIBECK_OPERATOR(name, arity, value, ...)                                                                             \
  case static_cast<std::uint16_t>(Operator::name): {                                                                           \
    [[maybe_unused]] const double a = operand(i->a), b = arity > 1 ? operand(i->b) : 0.0, c = arity > 2 ? operand(i->c) : 0.0; \
    make(i->result, static_cast<double>(value));                                                                               \
    break;                                                                                                                     \
  }
#include "base/operators.def"
#undef STRIBECK_OPERATOR
        case static_cast<std::uint16_t>(Opcode::multiply_add):
          make(i->result, operand(i->a) * operand(i->b) + operand(i->c));
          break;
        case static_cast<std::uint16_t>(Opcode::multiply_subtract):
          make(i->result, operand(i->a) * operand(i->b) - operand(i->c));
          break;
        case static_cast<std::uint16_t>(Opcode::subtract_multiply):
          make(i->result, operand(i->c) - operand(i->a) * operand(i->b));
          break;
        case static_cast<std::uint16_t>(Opcode::solve_block):
        case static_cast<std::uint16_t>(Opcode::factor_block):
        case static_cast<std::uint16_t>(Opcode::solve_tangent):
          return i;
        default:
          run_special(*i);
          made = -1;
      }
    }
    return i;
  };
  const Instruction* const reached = run_code();
  executed_ += reached - begin;
  charge(executed_ - (reached - begin), executed_);
  return reached;
}

void Interpreter::run_special(const Instruction& i) { is_call(static_cast<Operator>(i.op)) ? call_function(i) : look_up(i); }

double Interpreter::look_back(const Instruction& i, const History& history) const {
  const double when = context_.value(i.a);
  const bool held = static_cast<Opcode>(i.op) == Opcode::table_held;
  return history.value(held ? static_cast<std::ptrdiff_t>(context_.value(i.c)) : history.section_of(when), when, order_of(i.b));
}

void Interpreter::look_up(const Instruction& i) {
  if (const std::int32_t h = history_of(table_of(i.b)); h >= 0) return context_.set(i.result, look_back(i, context_.histories[at(h)]));
  const PointFunction& function = *program_->tables[at(table_of(i.b))];
  const double argument = context_.value(i.a);
  const bool held = static_cast<Opcode>(i.op) == Opcode::table_held;
  const std::ptrdiff_t piece = held ? static_cast<std::ptrdiff_t>(context_.value(i.c)) : function.piece_of(argument);
  context_.set(i.result, function.value(piece, argument, order_of(i.b)));
}

void Interpreter::call_function(const Instruction& i) {
  const ExternalFunction& function = *program_->functions[i.op - kFirstCall];
  std::array<double, kMostArguments> all{};
  std::size_t count = 0;
  for (const Register r : {i.a, i.b, i.c})
    if (r >= 0) all[count++] = context_.value(r);
  const std::span<const double> arguments = std::span(all).first(count);
  const CallResult result = call(function, arguments);
  context_.set(i.result, result.value);
  if (!result.failed) return;
  failed_owner_ = &function.owner;
  failed_call_ = failure_of_call(function, arguments, result);
  if (!searches_) fail_call();
}

void Interpreter::fail_call() const {
  std::string names;
  Diagnostic diagnostic{.code = ErrorCode::function_failed,
                        .message = failed_call_ + ", at t = " + short_number(context_.value(program_->time)) + " s",
                        .where = program_->labels->where_of_owner(*failed_owner_, names),
                        .because = {},
                        .remedy = "mend the function, or keep its arguments to where it has a value",
                        .details = {}};
  if (names != diagnostic.where.instance) diagnostic.details.emplace_back("components", names);
  throw Failure(std::move(diagnostic));
}

}  // namespace stribeck
