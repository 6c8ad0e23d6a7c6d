#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Proportional and integral controller of an error.
///     y = k (u + x),  dx/dt = u / T_i
/// The integral removes the error that a proportional controller leaves. See pid_controller for limits and a derivative.
/// Assumes an actuator without limits.
/// Source: definition; k (1 + 1/(T_i s)).
void pi_controller(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the error: what is wanted minus what is there");
  auto k = c.parameter("gain", 1, "any:k", "y over u");
  auto T = c.parameter("integral_time", 1, "s", "after which a constant error has doubled the output").above(0);
  const Expression y = c.output("y", "any:y", "what the controller asks for");
  const Expression x = c.variable("x", "any:u", "integral of the error over the integral time");
  c.relation("integral", der(x) == u / T);
  c.relation("controller", y == k * (u + x));
}

}  // namespace stribeck::signals
