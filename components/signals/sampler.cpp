#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Samples its input every period and holds the value until the next sample (zero-order hold).
///     y(t) = u(offset + k T)  for  offset + k T <= t < offset + (k + 1) T
/// Before the first sample y is the start value; a run that begins later than the offset samples where it begins.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of a zero-order hold.
void sampler(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is sampled");
  const Expression y = c.output("y", "any", "the last sample");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any", "output before the first sample");
  const Expression held = c.hidden_discrete("held", "any", "the last sample", start);
  c.every("samples", period, offset, {{held, u}});
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
