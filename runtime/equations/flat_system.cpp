#include "equations/flat_system.h"

#include <algorithm>

#include "base/index.h"
#include "expression/evaluate.h"

namespace stribeck {

ExprId FlatSystem::new_symbol(ExprPool& lent, SymbolKind kind, std::int32_t index, Content content) {
  symbols.push_back({kind, index});
  return lent.new_symbol(static_cast<std::int32_t>(symbols.size()) - 1, content);
}

std::int32_t FlatSystem::derivative_of(ExprPool& lent, std::int32_t v) {
  if (variable(v).derivative >= 0) return variable(v).derivative;
  const auto made = static_cast<std::int32_t>(variables.size());
  FlatVariable derivative{.kind = VariableKind::derivative, .owner = v};
  derivative.value = new_symbol(lent, SymbolKind::variable, made, kUnknown);
  variables.push_back(derivative);
  variable(v).derivative = made;
  return made;
}

namespace {

/// d/dt of what has these partial derivatives; `rate_of(v)`: the derivative of variable v, as a variable.
template <typename RateOf>
ExprId chained(ExprPool& pool, const FlatSystem& system, const std::vector<Partial>& partials, RateOf rate_of) {
  ExprId sum = pool.zero();
  for (const Partial& partial : partials) {
    const std::int32_t v = system.variable_of(partial.symbol);
    const ExprId rate = v < 0 ? pool.one() : system.variable(rate_of(v)).value;
    sum = pool.add(sum, pool.mul(partial.value, rate));
  }
  return sum;
}

}  // namespace

ExprId time_derivative(FlatSystem& system, Differentiator& differentiator, ExprId expression) {
  const std::vector<Partial> partials = differentiator.partials(expression, kUnknown | kTime);
  return chained(differentiator.pool(), system, partials, [&](std::int32_t v) { return system.derivative_of(differentiator.pool(), v); });
}

ExprId known_time_derivative(const FlatSystem& system, Differentiator& differentiator, ExprId expression) {
  const std::vector<Partial> partials = differentiator.partials(expression, kUnknown | kTime);
  const auto lacks_rate = [&](const Partial& partial) {
    const std::int32_t v = system.variable_of(partial.symbol);
    return v >= 0 && system.variable(v).derivative < 0;
  };
  if (std::any_of(partials.begin(), partials.end(), lacks_rate)) return ExprId::none;
  return chained(differentiator.pool(), system, partials, [&](std::int32_t v) { return system.variable(v).derivative; });
}

double parameter_value(const FlatSystem& flat, ExprId expression) {
  if (flat.pool->is_constant(expression)) return flat.pool->constant_value(expression);
  return evaluate(*flat.pool, expression, [&](std::int32_t s) { return flat.value_of_parameter(flat.symbols[at(s)].index); });
}

}  // namespace stribeck
