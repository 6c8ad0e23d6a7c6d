#include "stribeck/component.hpp"

namespace stribeck::signals {

/// An analog-to-digital converter: samples, rounds to steps, and stays within its range. A digital-to-analog converter does the same.
///     y(t) = lower_bound + q floor((u(offset + k T) - lower_bound)/q + 1/2),  q = (upper_bound - lower_bound)/2^bits
/// The codes reach from lower_bound to upper_bound - q; what lies beyond gives the nearest. Before the first sample y is zero.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of a uniform quantizer.
void adc(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:u", "the last sample, rounded");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto upper = c.parameter("upper_bound", 10, "any:u", "end of the range");
  auto lower = c.parameter("lower_bound", -10, "any:u", "beginning of the range").below(upper);
  auto bits = c.parameter("bits", 12, "1", "resolution").between(1, 52);
  const Expression held = c.hidden_discrete("held", "any:u", "the last sample", 0);
  const Expression q = (upper - lower) / pow(2, bits);
  const Expression code = floor((min(max(u, lower), upper - q) - lower) / q + 0.5);
  c.every("samples", period, offset, {{held, lower + q * code}});
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
