#include "verification/checks.h"

namespace stribeck {

std::int32_t WantedValues::want(ExprId expression) {
  if (expression == ExprId::none) return -1;
  const auto [found, is_new] = column_of_.try_emplace(index(expression), static_cast<std::int32_t>(expressions_.size()));
  if (is_new) expressions_.push_back(expression);
  return found->second;
}

}  // namespace stribeck
