#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Heat that flows from a warmer body to a colder one.
///     q2 = G (theta1 - theta2),   q1 = -q2
/// Connect the temperatures of two bodies, such as those of signals.heat_capacity, and q1 and q2 back into their inputs.
/// Assumes a conductance that does not change, and nothing in between that stores heat.
/// Source: Fourier's law of conduction; Newton's law of cooling.
void heat_conductance(ComponentBuilder& c) {
  auto conductance = c.parameter("conductance", 10, "W/K", "heat per kelvin of difference").at_least(0);
  const Expression theta1 = c.input("theta1", "K", "temperature of the first body");
  const Expression theta2 = c.input("theta2", "K", "temperature of the second body");
  const Expression q1 = c.output("q1", "W", "heat into the first body"), q2 = c.output("q2", "W", "heat into the second body");
  c.relation("conduction", q2 == conductance * (theta1 - theta2));
  c.relation("nothing is lost", q1 == -q2);
}

}  // namespace stribeck::signals
