#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Remembers which of two inputs rose last (RS flip-flop).
///     y = 1 from where `set` rises through 0.5, 0 from where `reset` does
/// At the start an input that is high counts as having risen. While `reset` is high `set` has no effect.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void flip_flop(ComponentBuilder& c) {
  const Expression set = c.input("set", "1", "turns on");
  const Expression reset = c.input("reset", "1", "turns off", 0);
  const Expression y = c.output("y", "1", "1: on, 0: off");
  auto start = c.parameter("start_value", 0, "1", "at the start: 0 or 1").between(0, 1);
  const Expression on = c.hidden_discrete("on", "1", "state", start);
  c.when("is set", set > 0.5 && reset <= 0.5, {{on, 1}});
  c.when("is reset", reset > 0.5, {{on, 0}});
  c.relation("state", y == on);
}

}  // namespace stribeck::signals
