#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Gives, from one sample to the next, what its input was at the sample before: 1/z.
///     y(t) = u(offset + (k - 1) T)  for  offset + k T <= t < offset + (k + 1) T
/// In the first period y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition; 1/z.
void unit_delay(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is delayed");
  const Expression y = c.output("y", "any", "the sample before the last one");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any", "output in the first period");
  const Expression last = c.hidden_discrete("last", "any", "the last sample", start);
  const Expression before = c.hidden_discrete("before", "any", "the one before it", start);
  c.every("samples", period, offset, {{last, u}, {before, last}});
  c.relation("delay", y == before);
}

}  // namespace stribeck::signals
