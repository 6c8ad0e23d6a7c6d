#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A body that grows warm by the heat that comes in, and gives some of it to its surroundings.
///     C dtheta/dt = q1 + q2 + ... - G (theta - ambient),   theta = theta_s + x
/// The inputs take the loss of a component, or any power: a connection names it as it names an output, ["brake.loss", "disc.q1"]. theta may
/// go back to an input temperature, or through a table into the input fade of a friction. x is the rise above start_temperature: its target
/// says where it begins. Between two bodies stands signals.heat_conductance.
/// Assumes one temperature of the whole body, and a heat capacity and a conductance that do not change with it.
/// Source: the first law of thermodynamics; Newton's law of cooling.
void heat_capacity(ComponentBuilder& c) {
  const int count = c.count("inputs", 1, 1, 100, "number of inputs");
  auto capacity = c.parameter("heat_capacity", 500, "J/K", "heat that warms it by one kelvin").above(0);
  auto conductance = c.parameter("conductance", 0, "W/K", "heat that it gives to its surroundings, per kelvin").at_least(0);
  auto start = c.parameter("start_temperature", 293.15, "K", "temperature of x = 0");
  auto around = c.parameter("ambient_temperature", 293.15, "K", "of the surroundings while ambient is left open");
  Expression heat = 0;
  for (int i = 1; i <= count; ++i) heat += c.input("q" + std::to_string(i), "W", "heat that comes in", 0);
  const Expression ambient = c.input("ambient", "K", "temperature of the surroundings", around);
  const Expression theta = c.output("theta", "K", "its temperature");
  const Expression x = c.variable("x", "K", "rise above start_temperature");
  c.relation("balance of heat", capacity * der(x) == heat - conductance * (start + x - ambient));
  c.relation("temperature", theta == start + x);
}

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
