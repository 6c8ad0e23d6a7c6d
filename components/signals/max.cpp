#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The largest of several signals.
///     y = max(u1, u2, ...)
/// Where another signal becomes the largest one the run stops at that instant, so that no kink is smeared.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void max(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are compared");
  Expression largest = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input(("u" + number).c_str(), "any:u", ("signal " + number).c_str());
    largest = i == 1 ? u : if_else(largest >= u, largest, u);
  }
  const Expression y = c.output("y", "any:u", "the largest one");
  c.relation("largest", y == largest);
}

}  // namespace stribeck::signals
