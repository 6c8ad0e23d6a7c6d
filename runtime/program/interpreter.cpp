#include "program/interpreter.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>

#include "base/index.h"
#include "base/interruption.h"
#include "base/random.h"
#include "base/text.h"
#include "program/linked_code.h"

namespace stribeck {

namespace {

/// More than there are operators and other instructions of arithmetic: what a case of the interpreter has beside each place of its
/// operands.
constexpr int kOperators = 64;
static_assert(static_cast<int>(Opcode::solve_tangent) < kOperators);

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

// NOLINTNEXTLINE(readability-function-size): a case for each operator and each place of its last result, which a table makes
const Instruction* Interpreter::run(const Instruction* const begin, const Instruction* const end) {
  double* const r = context_.values.registers.data();
  // Most instructions read the result of the one before them. A store followed by a load takes longer than a product, so the last result is
  // kept in a local variable. Code that is linked tells beforehand who reads it, so that nothing is compared here.
  const auto run_code = [&] {
    double last = 0;
    [[maybe_unused]] const auto reads_last = [r](const Instruction& of, int places, double made) {
      const auto is_it = [&](int place, Register which) {
        return (places & place) == 0 || std::bit_cast<std::uint64_t>(r[which]) == std::bit_cast<std::uint64_t>(made);
      };
      return is_it(kLastIsA, of.a) && is_it(kLastIsB, of.b) && is_it(kLastIsC, of.c);
    };
    const Instruction* i = begin;
    for (; i != end; ++i) {
      switch (i->op + kOperators * i->last) {
#define STRIBECK_CASE(operation, places, arity, value)                                      \
  case static_cast<int>(operation) + kOperators*(places): {                                 \
    assert(reads_last(*i, places, last));                                                   \
    [[maybe_unused]] const double a = (places)&kLastIsA ? last : r[i->a];                   \
    [[maybe_unused]] const double b = (arity) < 2 ? 0 : (places)&kLastIsB ? last : r[i->b]; \
    [[maybe_unused]] const double c = (arity) < 3 ? 0 : (places)&kLastIsC ? last : r[i->c]; \
    r[i->result] = last = static_cast<double>(value);                                       \
    break;                                                                                  \
  }
#define STRIBECK_CASES(operation, arity, value)               \
  STRIBECK_CASE(operation, kNotLast, arity, value)            \
  STRIBECK_CASE(operation, kLastIsA, arity, value)            \
  STRIBECK_CASE(operation, kLastIsB, arity, value)            \
  STRIBECK_CASE(operation, kLastIsA | kLastIsB, arity, value) \
  STRIBECK_CASE(operation, kLastIsC, arity, value)
#define STRIBECK_OPERATOR(name, arity, value, ...) STRIBECK_CASES(Operator::name, arity, value)
#include "base/operators.def"
#undef STRIBECK_OPERATOR
        STRIBECK_CASES(Opcode::multiply_add, 3, a * b + c)
        STRIBECK_CASES(Opcode::multiply_subtract, 3, a * b - c)
        STRIBECK_CASES(Opcode::subtract_multiply, 3, c - a * b)
#undef STRIBECK_CASES
#undef STRIBECK_CASE
        case static_cast<int>(Opcode::solve_block):
        case static_cast<int>(Opcode::factor_block):
        case static_cast<int>(Opcode::solve_tangent):
          return i;
        default:
          run_special(*i);
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
