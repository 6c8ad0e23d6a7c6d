#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A product of signals.
///     y = u1 u2 ...
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void product(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are multiplied");
  Expression total = 1;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    total = total * c.input(("u" + number).c_str(), "any", ("factor " + number).c_str());
  }
  const Expression y = c.output("y", "any:y", "the product");
  c.relation("product", y == total);
}

}  // namespace stribeck::signals
