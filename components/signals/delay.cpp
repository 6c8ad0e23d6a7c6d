#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A dead time: gives what its input was a fixed time ago.
///     y(t) = u(t - delay_time);  start_value while t - delay_time is before the start
/// Exact: the run remembers its input along the solver's own curve, not at samples; jumps and kinks of the input come out as jumps and
/// kinks at their instant. Steps are not longer than the delay, so that a very short one makes a run slow: signals.pade_delay then does,
/// too.
/// Assumes a transport that changes nothing.
/// Source: definition; exp(-s T).
void delay(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is delayed");
  const Expression y = c.output("y", "any", "what it was");
  auto time = c.parameter("delay_time", 0.1, "s", "how long ago").above(0);
  auto start = c.parameter("start_value", 0, "any", "output until the input of the start comes out");
  c.relation("delay", y == c.delayed(u, time, start));
}

}  // namespace stribeck::signals
