#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Tells for how long its input has been above 0.5, and zero while it is not.
///     y = t - (time of the last rise)
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void timer(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "runs while this is above 0.5");
  const Expression y = c.output("y", "s", "time since the input rose");
  const Expression since = c.hidden_discrete("since", "s", "time of the last rise", 0);
  const Condition runs = u > 0.5;
  c.when("starts", runs, {{since, c.time()}});
  c.relation("elapsed time", y == if_else(runs, c.time() - since, 0));
}

}  // namespace stribeck::signals
