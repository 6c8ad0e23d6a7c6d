#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Adds up a signal over time.
///     dy/dt = k u;  with limits: dy/dt = 0 while y stands at a limit and u would push it further
/// The target of x says where y begins. A limit holds nothing back: y leaves it as soon as u turns round.
/// Assumes a continuous integration, to the tolerance of the run.
/// Source: definition.
void integrator(ComponentBuilder& c) {
  const bool limited = c.option<bool>("limits", {{"none", false}, {"fixed", true}}, "whether y stays between two limits");
  const Expression u = c.input("u", "any:u", "what is added up");
  auto k = c.parameter("gain", 1, "any:k", "factor of u").pure_by_default();
  const Expression y = c.output("y", "any:y", "the sum so far");
  const Expression x = c.variable("x", "any:y", "the sum so far");
  c.relation("output", y == x);
  if (!limited) return c.relation("integral", der(x) == k * u);
  auto lower = c.parameter("lower_bound", -1, "any:y", "limits only: y does not fall below it");
  auto upper = c.parameter("upper_bound", 1, "any:y", "limits only: y does not rise above it").above(lower);
  const Expression rate = k * u;
  c.relation("integral", der(x) == if_else((x >= upper && rate > 0) || (x <= lower && rate < 0), 0, rate));
}

/// The rate of a signal, smoothed: exact would be noise.
///     y = k (u - x) / T,  dx/dt = (u - x) / T;   transfer function k s / (1 + T s)
/// y follows k du/dt with the time constant T.
/// Assumes an input whose noise is slower than 1/T.
/// Limits: without a target of x the filter starts at x = 0, which is a jump of u from 0 at the start.
/// Source: definition; k s/(1 + T s).
void derivative(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal");
  auto k = c.parameter("gain", 1, "any:k", "factor of the rate").pure_by_default();
  auto T = c.parameter("time_constant", 0.01, "s", "of the filter; smaller follows faster and passes more noise").above(0);
  const Expression y = c.output("y", "any:y", "the rate, smoothed");
  const Expression x = c.variable("x", "any:u", "the signal, smoothed");
  c.relation("filter", der(x) == (u - x) / T);
  c.relation("rate", y == k * (u - x) / T);
}

/// Lag of the first order: follows its input with one time constant.
///     T dy/dt + y = k u
/// After a step y has gone 63 % of the way in T, 95 % in 3 T. The target of x says where y begins.
/// Assumes a linear system.
/// Source: definition; k/(1 + T s).
void first_order(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto k = c.parameter("gain", 1, "any:k", "y over u at rest").pure_by_default();
  auto T = c.parameter("time_constant", 1, "s", "time constant").above(0);
  const Expression y = c.output("y", "any:y", "the signal that follows");
  const Expression x = c.variable("x", "any:y", "the signal that follows");
  c.relation("lag", T * der(x) == k * u - x);
  c.relation("output", y == x);
}

/// Lag of the second order: follows its input as a damped mass on a spring does.
///     d2y/dt2 + 2 D w dy/dt + w^2 y = k w^2 u
/// Damping ratio D below 1 overshoots by exp(-pi D/sqrt(1 - D^2)), 1 is the fastest without overshoot. The targets of x and rate say how y
/// begins.
/// Assumes a linear system.
/// Source: definition; k w^2/(s^2 + 2 D w s + w^2).
void second_order(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto k = c.parameter("gain", 1, "any:k", "y over u at rest").pure_by_default();
  auto w = c.parameter("angular_frequency", 1, "rad/s", "of the undamped oscillation").above(0);
  auto D = c.parameter("damping_ratio", 1, "1", "damping over the critical one").at_least(0);
  const Expression y = c.output("y", "any:y", "the signal that follows");
  const Expression x = c.variable("x", "any:y", "the signal that follows");
  const Expression rate = c.variable("rate", "any:rate", "its rate");
  c.relation("rate", der(x) == rate);
  c.relation("oscillator", der(rate) == w * (w * (k * u - x) - 2 * D * rate));
  c.relation("output", y == x);
}

}  // namespace stribeck::signals
