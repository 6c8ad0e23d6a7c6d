#include "base/formula.h"

namespace stribeck {

double Formula::value(std::span<const double> symbols) const {
  std::vector<double> values;
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
