#include "diagram/expectation.h"

#include <algorithm>
#include <cmath>

namespace stribeck {
namespace {

constexpr std::int32_t kTimeSymbol = 0;

}  // namespace

std::shared_ptr<const ExactExpression> ExactExpression::compile(const std::vector<DiagramParameter>& parameters, std::string_view text,
                                                                Dimension& dimension, ParseError& error) {
  ExprPool pool;
  bool has_unit = false;
  const NameResolver resolve = [&](std::string_view name) -> TypedExpr {
    if (name == "t") return {pool.symbol(kTimeSymbol, kTime), Dimension::unchecked()};
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const DiagramParameter& p) { return p.name == name; });
    if (found == parameters.end()) return {};
    has_unit = has_unit || found->value.has_unit;
    return {pool.constant(found->value.value), found->value.dimension};
  };
  TypedExpr root;
  if (!parse_expression(text, pool, resolve, root, error)) return nullptr;
  dimension = has_unit ? root.dimension : Dimension::unchecked();

  auto result = std::make_shared<ExactExpression>();
  result->formula_ = formula_of(pool, root.id);
  return result;
}

double ExactExpression::at(double t_s) const { return formula_.value({&t_s, 1}); }

double evaluate_expectation(const Diagram& diagram, const ExpectedValue& expected, double t_s) {
  if (expected.compiled) return expected.compiled->at(t_s);
  Dimension dimension;
  ParseError error;
  const auto compiled = ExactExpression::compile(diagram.parameters, expected.expression, dimension, error);
  return compiled ? compiled->at(t_s) : std::nan("");
}

}  // namespace stribeck
