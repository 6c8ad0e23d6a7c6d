#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The smallest of several signals.
///     y = min(u1, u2, ...)
/// Where another signal becomes the smallest one the run stops at that instant, so that no kink is smeared.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void min(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are compared");
  Expression smallest = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input(("u" + number).c_str(), "any:u", ("signal " + number).c_str());
    smallest = i == 1 ? u : if_else(smallest <= u, smallest, u);
  }
  const Expression y = c.output("y", "any:u", "the smallest one");
  c.relation("smallest", y == smallest);
}

}  // namespace stribeck::signals
