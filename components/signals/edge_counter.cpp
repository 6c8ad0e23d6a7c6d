#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Counts how often its input rises through the threshold; a second one, if connected, sets the count back to zero where it rises through
/// 0.5. An input that is above the threshold at the start counts there.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void edge_counter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is watched");
  const Expression reset = c.input("reset", "1", "sets the count back", 0);
  const Expression y = c.output("y", "1", "rising edges so far");
  auto threshold = c.parameter("threshold", 0.5, "any", "an edge is where the input rises through this");
  const Expression count = c.hidden_discrete("count", "1", "rising edges so far", 0);
  c.when("rises", u > threshold, {{count, count + 1}});
  c.when("is reset", reset > 0.5, {{count, 0}});
  c.relation("count", y == count);
}

}  // namespace stribeck::signals
