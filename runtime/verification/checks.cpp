#include "verification/checks.h"

namespace stribeck {

std::int32_t WantedValues::want(ExprId expression) {
  if (expression == ExprId::none) return -1;
  const auto [found, is_new] = column_of_.try_emplace(index(expression), static_cast<std::int32_t>(expressions_.size()));
  if (is_new) expressions_.push_back(expression);
  return found->second;
}

ExprId WantedValues::known_rate(ExprId expression) {
  for (const Partial& partial : differentiator_.partials(expression, kUnknown)) {
    const std::int32_t v = flat_.variable_of(partial.symbol);
    if (v >= 0 && flat_.variable(v).derivative < 0) return ExprId::none;
  }
  return time_derivative(flat_, differentiator_, expression);
}

}  // namespace stribeck
