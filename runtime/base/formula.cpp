#include "base/formula.h"

#include <algorithm>

namespace stribeck {

bool Formula::is_sound(std::size_t symbols) const {
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const Step& step = steps_[k];
    if (step.op == Operator::constant) continue;
    if (step.op == Operator::symbol) {
      if (step.a < 0 || static_cast<std::size_t>(step.a) >= symbols) return false;
      continue;
    }
    if (step.op <= Operator::curve || step.op >= Operator::count_) return false;
    for (const std::int32_t operand : {step.a, step.b, step.c})
      if (operand >= static_cast<std::int32_t>(k)) return false;
  }
  return !steps_.empty();
}

double Formula::value(std::span<const double> symbols) const {
  std::vector<double> values;
  return value(symbols, values);
}

double Formula::value(std::span<const double> symbols, std::vector<double>& values) const {
  values.clear();
  values.reserve(steps_.size());
  const auto value = [&](std::int32_t step) { return step < 0 ? 0 : values[static_cast<std::size_t>(step)]; };
  for (const Step& step : steps_) {
    if (step.op == Operator::constant)
      values.push_back(step.constant);
    else if (step.op == Operator::symbol)
      values.push_back(symbols[static_cast<std::size_t>(step.a)]);
    else
      values.push_back(evaluate(step.op, value(step.a), value(step.b), value(step.c)));
  }
  return values.back();
}

}  // namespace stribeck
