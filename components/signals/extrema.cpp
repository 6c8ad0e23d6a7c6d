#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The least and the greatest value of a signal so far, and when it had them.
///     low = min(u(t_0), ..., u(t_k)),  high = max(u(t_0), ..., u(t_k)),  t_k = offset + k T
/// Sampled: a peak between two samples is missed by at most |du^2/dt^2| T^2/8. Before the first sample low and high are the start value.
/// The exact extrema of a curve stand in the summary of a run.
/// Assumes a period short against the motion.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Math.SignalExtrema, samples in the same way.
void extrema(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is watched");
  const Expression low = c.output("low", "any:u", "the least value so far"), high = c.output("high", "any:u", "the greatest value so far");
  const Expression low_time = c.output("low_time", "s", "when it was least"),
                   high_time = c.output("high_time", "s", "when it was greatest");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output before the first sample");
  const Expression least = c.hidden_discrete("least", "any:u", "least sample", start);
  const Expression most = c.hidden_discrete("most", "any:u", "greatest sample", start);
  const Expression when_least = c.hidden_discrete("when_least", "s", "its time", 0);
  const Expression when_most = c.hidden_discrete("when_most", "s", "its time", 0);
  const Expression sampled = c.hidden_discrete("sampled", "1", "1 after the first sample", 0);
  const Condition lower = u < least || sampled<0.5, higher = u> most || sampled < 0.5;
  c.every("samples", period, offset,
          {{least, if_else(lower, u, least)},
           {when_least, if_else(lower, c.time(), when_least)},
           {most, if_else(higher, u, most)},
           {when_most, if_else(higher, c.time(), when_most)},
           {sampled, 1}});
  c.relation("least", low == least);
  c.relation("greatest", high == most);
  c.relation("time of the least", low_time == when_least);
  c.relation("time of the greatest", high_time == when_most);
}

}  // namespace stribeck::signals
