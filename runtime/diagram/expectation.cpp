#include "diagram/expectation.h"

#include <algorithm>
#include <cmath>

#include "expression/walk.h"

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
  Walker walker;
  const std::vector<std::int32_t>& nodes = walker.below(pool, root.id);
  const auto step_of = [&](std::int32_t node) {
    return node < 0 ? -1 : static_cast<std::int32_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  for (const std::int32_t i : nodes) {
    const Node& node = pool.node(i);
    const bool constant = node.op == Operator::constant, leaf = constant || node.op == Operator::symbol;
    result->steps_.push_back({node.op, leaf ? -1 : step_of(node.a), leaf ? -1 : step_of(node.b), leaf ? -1 : step_of(node.c),
                              constant ? pool.constant_value(static_cast<ExprId>(i)) : 0});
  }
  return result;
}

double ExactExpression::at(double t_s) const {
  std::vector<double> values;
  values.reserve(steps_.size());
  const auto value = [&](std::int32_t step) { return step < 0 ? 0 : values[static_cast<std::size_t>(step)]; };
  for (const Step& step : steps_) {
    if (step.op == Operator::constant) {
      values.push_back(step.constant);
    } else if (step.op == Operator::symbol) {
      values.push_back(t_s);
    } else {
      values.push_back(evaluate(step.op, value(step.a), value(step.b), value(step.c)));
    }
  }
  return values.back();
}

double evaluate_expectation(const Diagram& diagram, const ExpectedValue& expected, double t_s) {
  if (expected.compiled) return expected.compiled->at(t_s);
  Dimension dimension;
  ParseError error;
  const auto compiled = ExactExpression::compile(diagram.parameters, expected.expression, dimension, error);
  return compiled ? compiled->at(t_s) : std::nan("");
}

}  // namespace stribeck
