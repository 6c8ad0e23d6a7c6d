#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Tells whether a signal is greater or less than another, or than a constant.
///     y = 1 while u1 > u2 (or >=, <, <= by `relation`), else 0
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void comparison(ComponentBuilder& c) {
  const int relation = c.option("relation", "greater|greater_or_equal|less|less_or_equal", "which relation of u1 to u2 gives 1");
  const Expression u1 = c.input("u1", "any:u", "the signal");
  auto threshold = c.parameter("threshold", 0, "any:u", "what it is compared with while u2 is left open");
  const Expression u2 = c.input("u2", "any:u", "what it is compared with", threshold);
  const Expression y = c.output("y", "1", "1 if it holds, 0 if not");
  const Condition holds = relation == 0 ? u1 > u2 : relation == 1 ? u1 >= u2 : relation == 2 ? u1 < u2 : u1 <= u2;
  c.relation("comparison", y == if_else(holds, 1, 0));
}

}  // namespace stribeck::signals
