#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A dead time: gives what its input was a fixed time ago.
///     y(t) = u(t - delay_time);  start_value while t - delay_time is before the start
/// Assumes a transport that changes nothing.
/// Limits: steps are not longer than the delay, so that a very short one makes a run slow: signals.pade_delay then does, too.
/// Accuracy: exact: the run remembers its input along the solver's own curve, not at samples; jumps and kinks of the input come out as
/// jumps and kinks at their instant.
/// Source: definition; exp(-s T).
void delay(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is delayed");
  const Expression y = c.output("y", "any", "what it was");
  auto time = c.parameter("delay_time", 0.1, "s", "how long ago").above(0);
  auto start = c.parameter("start_value", 0, "any", "output until the input of the start comes out");
  c.relation("delay", y == c.delayed(u, time, start));
}

/// Gives what its input was a time ago that a signal tells, as a flow does that carries something along at a changing speed.
///     y(t) = u(t - tau);  tau = delay held between shortest_delay and longest_delay;  start_value while t - tau is before the start
/// Assumes a transport that changes nothing but the time.
/// Limits: steps are not longer than the shortest delay.
/// Accuracy: the run remembers its input along the solver's own curve. Where jumps of the input come out is left to the error control:
/// signals.delay meets them exactly.
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

/// A dead time as a rational function: all frequencies pass at their size, the phase is right up to about `order`/delay_time (rad/s).
///     y/u = p(-s T) / p(s T),  p(x) = sum over k = 0..n of (2n - k)! / (k! (n - k)!) x^k,  T = delay_time
/// n is the order, s the variable of Laplace's transform. Assumes frequencies well below order/delay_time.
/// Limits: an approximation, for linear analysis and for delays far shorter than the motion: a step comes out late and with ripples before
/// it. signals.delay is exact.
/// Source: the diagonal Pade approximant of exp(-s T), whose coefficients are those above.
void pade_delay(ComponentBuilder& c) {
  const int order = c.count("order", 2, 1, 10, "n: number of states");
  const Expression u = c.input("u", "any:u", "what is delayed");
  const Expression y = c.output("y", "any:u", "what it was, about");
  auto time = c.parameter("delay_time", 0.1, "s", "T").above(0);
  // In states that are all of the size of the signal: z_k is T^(k-1) times the derivative of order k - 1 of u / p(s T).
  std::vector<double> p{1};
  for (int k = 1; k <= order; ++k) p.push_back(p.back() * (order - k + 1) / (static_cast<double>(2 * order - k + 1) * k));
  std::vector<Expression> z;
  for (int k = 1; k <= order; ++k) z.push_back(c.hidden_variable("z" + std::to_string(k), "any:u", "state"));
  const auto n = static_cast<std::size_t>(order);
  Expression highest = u;
  for (std::size_t k = 0; k < n; ++k) highest = highest - p[k] * z[k];
  highest = highest / p[n];
  Expression sum = (order % 2 == 0 ? p[n] : -p[n]) * highest;
  for (std::size_t k = 0; k < n; ++k) sum += (k % 2 == 0 ? p[k] : -p[k]) * z[k];
  for (std::size_t k = 0; k < n; ++k) c.relation("state " + std::to_string(k + 1), time * der(z[k]) == (k + 1 < n ? z[k + 1] : highest));
  c.relation("output", y == sum);
}

}  // namespace stribeck::signals
