#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The rate of a signal, smoothed: exact would be noise.
///     y = k (u - x) / T,  dx/dt = (u - x) / T;   transfer function k s / (1 + T s)
/// y follows k du/dt with the time constant T. Without a target of x the filter starts at x = 0, which is a jump of u from 0 at the start.
/// Assumes an input whose noise is slower than 1/T.
/// Source: definition; k s/(1 + T s).
void derivative(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal");
  auto k = c.parameter("gain", 1, "any:k", "factor of the rate");
  auto T = c.parameter("time_constant", 0.01, "s", "of the filter; smaller follows faster and passes more noise").above(0);
  const Expression y = c.output("y", "any:y", "the rate, smoothed");
  const Expression x = c.variable("x", "any:u", "the signal, smoothed");
  c.relation("filter", der(x) == (u - x) / T);
  c.relation("rate", y == k * (u - x) / T);
}

}  // namespace stribeck::signals
