#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A weighted sum of signals of one dimension.
///     y = gain1 u1 + gain2 u2 + ...
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void sum(ComponentBuilder& c) {
  const int count = 2 + c.option("inputs", "2|3|4|5", "how many signals are added");
  Expression total = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input(("u" + number).c_str(), "any:u", ("summand " + number).c_str());
    auto gain = c.parameter(("gain" + number).c_str(), 1, "1", ("factor of u" + number + "; -1 subtracts").c_str());
    total = i == 1 ? gain * u : total + gain * u;
  }
  const Expression y = c.output("y", "any:u", "the sum");
  c.relation("sum", y == total);
}

}  // namespace stribeck::signals
