#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Gives what its input was a time ago that a signal tells, as a flow does that carries something along at a changing speed.
///     y(t) = u(t - tau);  tau = delay held between shortest_delay and longest_delay;  start_value while t - tau is before the start
/// The run remembers its input along the solver's own curve. Steps are not longer than the shortest delay. Where jumps of the input come
/// out is left to the error control: signals.delay meets them exactly.
/// Assumes a transport that changes nothing but the time.
/// Source: definition of a transport delay.
void variable_delay(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is delayed");
  const Expression tau = c.input("delay", "s", "how long ago");
  const Expression y = c.output("y", "any", "what it was");
  auto longest = c.parameter("longest_delay", 1, "s", "the most that is remembered");
  auto shortest = c.parameter("shortest_delay", 0.01, "s", "the least delay").above(0).at_most(longest);
  auto start = c.parameter("start_value", 0, "any", "output until the input of the start comes out");
  c.relation("delay", y == c.delayed(u, tau, shortest, longest, start));
}

}  // namespace stribeck::signals
