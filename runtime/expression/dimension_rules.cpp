// The dimension column of the operator table.

#include <array>
#include <cmath>

#include "base/format.h"
#include "expression/parse.h"

namespace stribeck {
namespace {

enum class Rule { same, pure, product, quotient, root, number, compare, logic, select, power, ratio };

constexpr std::array kRules = {
#define STRIBECK_OPERATOR(name, arity, value, da, db, dc, rule) Rule::rule,
#include "base/operators.def"
#undef STRIBECK_OPERATOR
};

const Dimension kPure{};

bool is_pure(const Dimension& dimension) { return agree(dimension, kPure); }

/// What a person calls a dimension: "a pure number" or "N*m"-like text in base units.
std::string words(const Dimension& dimension) { return is_pure(dimension) ? "a pure number" : to_text(dimension); }

std::string_view verb(Operator op) {
  switch (op) {
    case Operator::add:
      return "add";
    case Operator::sub:
      return "subtract";
    default:
      return "combine";
  }
}

bool same_dimension(Operator op, const Dimension& a, const Dimension& b, std::string& fault) {
  if (agree(a, b)) return true;
  const bool sum = op == Operator::add || op == Operator::sub;
  fault = sum ? fmt::format("cannot {} {} and {}", verb(op), words(a), words(b))
              : fmt::format("\"{}\" needs operands of one dimension, but has {} and {}", name(op), words(a), words(b));
  return false;
}

bool all_pure(Operator op, std::span<const Dimension> operands, std::string& fault) {
  for (const Dimension& operand : operands) {
    if (is_pure(operand)) continue;
    fault = fmt::format("\"{}\" needs a pure number, but has {}", name(op), words(operand));
    return false;
  }
  return true;
}

/// Of two dimensions that agree, the one that is known.
Dimension known(const Dimension& a, const Dimension& b) { return a.any ? b : a; }

bool power_dimension(const Dimension& base, const Dimension& exponent, const double* value, Dimension& result, std::string& fault) {
  if (!is_pure(exponent)) {
    fault = fmt::format("an exponent must be a pure number, but has {}", words(exponent));
    return false;
  }
  result = base;
  if (base == kPure || base.any) return true;
  if (value == nullptr) {
    fault = fmt::format("{} can only be raised to a constant power", words(base));
    return false;
  }
  const double sixths = 6 * *value;
  const bool exact = std::fabs(sixths) < 1000 && sixths == std::round(sixths);
  if (!exact) {
    fault = fmt::format("{} can only be raised to whole multiples of 1/6, not to {}: divide by a unit first", words(base), *value);
    return false;
  }
  result = power(base, static_cast<int>(sixths), 6);
  return true;
}

}  // namespace

bool result_dimension(Operator op, std::span<const Dimension> operands, const double* exponent, Dimension& result, std::string& fault) {
  const auto row = static_cast<std::size_t>(op) - static_cast<std::size_t>(Operator::add);
  const Dimension& a = operands[0];
  const Dimension& b = operands[operands.size() > 1 ? 1 : 0];
  result = kPure;
  switch (kRules.at(row)) {
    case Rule::same:
      result = known(a, b);
      return same_dimension(op, a, b, fault);
    case Rule::pure:
    case Rule::logic:
      return all_pure(op, operands, fault);
    case Rule::product:
      result = product(a, b);
      return true;
    case Rule::quotient:
      result = quotient(a, b);
      return true;
    case Rule::root:
      result = power(a, 1, 2);
      return true;
    case Rule::number:
      return true;
    case Rule::compare:
    case Rule::ratio:
      return same_dimension(op, a, b, fault);
    case Rule::select:
      result = known(b, operands[2]);
      return all_pure(op, operands.first(1), fault) && same_dimension(op, b, operands[2], fault);
    case Rule::power:
      return power_dimension(a, b, exponent, result, fault);
  }
  return false;
}

}  // namespace stribeck
