#include "base/operators.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"

namespace stribeck {

namespace {

struct OperatorRow {
  std::string_view name;
  int arity;
};

constexpr std::array kOperators = {
    OperatorRow{"constant", 0}, OperatorRow{"symbol", 0}, OperatorRow{"der", 1}, OperatorRow{"lookup", 1}, OperatorRow{"curve", 1},
#define STRIBECK_OPERATOR(name, arity, ...) OperatorRow{#name, arity},
#include "base/operators.def"
#undef STRIBECK_OPERATOR
};

}  // namespace

int arity(Operator op) { return kOperators[static_cast<std::size_t>(op)].arity; }
std::string_view name(Operator op) { return kOperators[static_cast<std::size_t>(op)].name; }

Operator find_operator(std::string_view name) {
  const auto* row = std::find_if(kOperators.begin(), kOperators.end(), [&](const OperatorRow& r) { return r.name == name; });
  return static_cast<Operator>(row - kOperators.begin());
}

double evaluate(Operator op, double a, double b, double c) {
  (void)b, (void)c;
  switch (op) {
#define STRIBECK_OPERATOR(name, arity, value, ...) \
  case Operator::name:                             \
    return static_cast<double>(value);
#include "base/operators.def"
#undef STRIBECK_OPERATOR
    default:
      return std::nan("");
  }
}

}  // namespace stribeck
