#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A two-point switch (relay): on when the input rises above `switch_on`, off when it falls below `switch_off`, and in between what it was.
///     y = on_value while it is on, off_value while it is off
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void hysteresis(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:input", "what is watched");
  const Expression y = c.output("y", "any:output", "one of the two values");
  auto on = c.parameter("switch_on", 1, "any:input", "on when the input rises above this");
  auto off = c.parameter("switch_off", 0, "any:input", "off when the input falls below this").below(on);
  auto high = c.parameter("on_value", 1, "any:output", "output while it is on");
  auto low = c.parameter("off_value", 0, "any:output", "output while it is off");
  auto start = c.parameter("starts_on", 0, "1", "1: on at the start where the input is in between, 0: off").between(0, 1);
  const Expression state = c.discrete("state", "1", "1 on, 0 off", start);
  c.when("switches on", u > on, {{state, 1}});
  c.when("switches off", u < off, {{state, 0}});
  c.relation("value", y == low + state * (high - low));
}

}  // namespace stribeck::signals
