#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Lag of the second order: follows its input as a damped mass on a spring does.
///     d2y/dt2 + 2 D w dy/dt + w^2 y = k w^2 u
/// Damping ratio D below 1 overshoots by exp(-pi D/sqrt(1 - D^2)), 1 is the fastest without overshoot. The targets of x and rate say how y
/// begins.
/// Assumes a linear system.
/// Source: definition; k w^2/(s^2 + 2 D w s + w^2).
void second_order(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto k = c.parameter("gain", 1, "any:k", "y over u at rest");
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
