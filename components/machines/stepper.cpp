#include "machines/electric_machine.h"
#include "stribeck/component.hpp"

namespace stribeck::rotational {

/// Stepper motor of two phases, whose currents are those of a commanded angle: full steps, half steps or microsteps are what S makes of it.
///     torque = -K (i_a sin(N phi) - i_b cos(N phi)) - T_d sin(4 N phi),   N = steps_per_turn/4,   K = T_h/I
///     wanted:  i_a = I cos(N S),   i_b = I sin(N S);   winding ideal: so they are;   first_order: tau di/dt = wanted - i
/// Standing, torque = T_h sin(N (S - phi)) - T_d sin(4 N phi): a load T turns the rotor back by asin(T/T_h)/N, a quarter of its pitch 2
/// pi/N at most; beyond T_h it loses steps, four or a multiple of them. About its place it swings with the frequency sqrt(N T_h/J). The
/// holding_torque T_h is that of the current I however it is shared between the phases, T_d the detent_torque without current. phi is the
/// angle of the rotor relative to the stator: connect C to ground. i is the current of either phase. Heat is that of both, R (i_a^2 +
/// i_b^2). electrical_power comes from an ideal supply; with winding ideal, that which the field takes and gives back is left out.
/// Source: textbooks of electric drives on hybrid stepper motors; the torque is the derivative of the energy of the field by the angle.
/// Assumes torques sinusoidal over the angle and in proportion to the current, iron without losses, and a supply whose voltage suffices.
void stepper(ComponentBuilder& c) {
  const bool lags = c.option<bool>("winding", {{"ideal", false}, {"first_order", true}}, "whether currents take time to follow");
  const partial::ElectricMachine machine = partial::electric_machine(c);
  const Expression S = c.input("S", "rad", "commanded angle of the rotor");
  auto steps = c.parameter("steps_per_turn", 200, "1", "full steps of a turn").above(0);
  auto holding = c.parameter("holding_torque", 0.5, "N*m", "greatest torque at the rated current").at_least(0);
  auto detent = c.parameter("detent_torque", 0, "N*m", "greatest torque without current").at_least(0);
  auto rated = c.parameter("rated_current", 1, "A", "amplitude of the phase currents").above(0);
  const Expression R = partial::winding_resistance(c, "phase_resistance", "of each phase").actual;
  const Expression phi = c.displacement(machine.rotor, machine.stator, "phi", "angle of the rotor relative to the stator");
  const Expression i_a = c.variable("i_a", "A", "current of the first phase"), i_b = c.variable("i_b", "A", "current of the second phase");
  const Expression N = steps / 4, K = holding / rated;
  const Expression wanted_a = rated * cos(N * S), wanted_b = rated * sin(N * S);
  Expression magnetic = 0, magnetizing = 0;
  if (lags) {
    auto tau = c.parameter("current_time_constant", 1e-3, "s", "first_order: of the controlled currents").above(0);
    auto L = c.parameter("phase_inductance", 1e-3, "H", "first_order: of each phase").at_least(0);
    c.relation("first phase", tau * der(i_a) == wanted_a - i_a);
    c.relation("second phase", tau * der(i_b) == wanted_b - i_b);
    magnetic = 0.5 * L * (square(i_a) + square(i_b));
    magnetizing = L / tau * (i_a * (wanted_a - i_a) + i_b * (wanted_b - i_b));
  } else {
    c.relation("first phase", i_a == wanted_a);
    c.relation("second phase", i_b == wanted_b);
  }
  const Expression of_currents = K * (i_b * cos(N * phi) - i_a * sin(N * phi));
  c.relation("torque", machine.torque == of_currents - detent * sin(4 * N * phi));
  const Expression heat = R * (square(i_a) + square(i_b));
  const Expression power = c.named("electrical_power", "W", "what the supply gives", of_currents * machine.velocity + heat + magnetizing);
  c.stores(machine.stored + magnetic + detent / (4 * N) * (1 - cos(4 * N * phi)));
  c.dissipates(heat);
  c.supplies(power);
}

}  // namespace stribeck::rotational
