#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Samples its input every period and goes on from the last sample at the slope of the last two.
///     y(t) = u_k + (u_k - u_(k-1)) (t - t_k)/T,  t_k = offset + k T <= t < t_(k+1)
/// In the first period it holds; before the first sample y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of extrapolation through two samples.
void first_order_hold(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:u", "the line through the last two samples");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output before the first sample");
  const Expression last = c.hidden_discrete("last", "any:u", "the last sample", start);
  const Expression step = c.hidden_discrete("step", "any:u", "from the sample before to the last one", 0);
  const Expression since = c.hidden_discrete("since", "s", "time of the last sample", offset);
  const Expression begun = c.hidden_discrete("begun", "1", "1 once there is a sample", 0);
  c.every("samples", period, offset, {{last, u}, {step, begun * (u - last)}, {since, c.time()}, {begun, 1}});
  c.relation("line", y == last + step * (c.time() - since) / period);
}

}  // namespace stribeck::signals
