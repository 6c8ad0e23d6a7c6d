#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Samples its input where a trigger rises, and holds the value until it rises again.
///     y = u at the last instant at which `trigger` rose through the threshold
/// A trigger that is high at the start samples there; until the first sample y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition.
void triggered_sampler(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression trigger = c.input("trigger", "any:trigger", "when");
  const Expression y = c.output("y", "any:u", "the last sample");
  auto threshold = c.parameter("threshold", 0.5, "any:trigger", "samples are taken where the trigger rises through this");
  auto start = c.parameter("start_value", 0, "any:u", "output until the first sample");
  const Expression held = c.hidden_discrete("held", "any:u", "the last sample", start);
  c.when("samples", trigger > threshold, {{held, u}});
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
