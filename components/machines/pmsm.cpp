#include "machines/electric_machine.h"

#include "stribeck/component.hpp"

namespace stribeck::rotational {

namespace {

enum class MotorControl { torque, current, voltage };

/// One axis of the motor: that of its magnets, d, or the one across them, q.
struct Axis {
  const char *voltage, *winding, *integral, *wanted;  ///< labels of relations, and the names of the controller's integral and output
  Expression u, i, L;
  Expression induced;  ///< voltage that u has to overcome beside those of R and L
  Expression wanted_i = 0, x = 0, wanted_u = 0;
};

/// A PI controller that cancels the time constant of the winding. Its integral follows what the inverter gives.
void control_current(ComponentBuilder& c, Axis& axis, const Expression& bandwidth, const Expression& R) {
  axis.x = c.hidden_variable(axis.integral, "V", "integral part of the controller");
  const Expression error = axis.wanted_i - axis.i;
  axis.wanted_u = c.hidden_variable(axis.wanted, "V", "what the controller asks for");
  c.relation(axis.wanted, axis.wanted_u == bandwidth * axis.L * error + axis.x + axis.induced);
  c.relation(axis.integral, der(axis.x) == bandwidth * R * error + R / axis.L * (axis.u - axis.wanted_u));
}

/// Share of the wanted voltages that the inverter gives.
Expression share_of_inverter(ComponentBuilder& c, const Expression& u_d, const Expression& u_q) {
  const bool limited = c.option<bool>("voltage_limit", {{"circle", true}, {"none", false}},
                                      "whether the inverter gives only so much; not with control voltage");
  if (!limited) return 1;
  auto most = c.parameter("maximum_voltage", 200, "V", "circle: amplitude of a phase that the inverter can give").above(0);
  const Expression squared = square(u_d) + square(u_q);
  return if_else(squared > square(most), most / sqrt(squared), 1);
}

}  // namespace

/// Synchronous motor with permanent magnets, in the axes of its rotor, and the controller of its currents (field-oriented control).
///     u_d = R_theta i_d + L_d di_d/dt - p w L_q i_q,   u_q = R_theta i_q + L_q di_q/dt + p w (L_d i_d + psi)
///     torque = 3/2 p (psi i_q + (L_d - L_q) i_d i_q),   R_theta = R_s (1 + alpha (theta - theta_0))
///     controllers: u = b L (i* - i) + x + what the motor induces,   dx/dt = b R_s (i* - i) + (R_s/L) (given u - wanted u)
///     control torque: i_q* = S/(3/2 p (psi + (L_d - L_q) i_d*));  current: i_q* = S;  voltage: u_q = S, u_d = Sd, without a controller
/// Amplitudes of phases: 3/2 (u_d i_d + u_q i_q) is the electrical power, whose heat is 3/2 R_theta (i_d^2 + i_q^2). R_theta is the
/// resistance at the temperature theta. u, i, L and x are those of either axis: voltage, current, inductance, and the integral part of its
/// controller. b is the current_bandwidth: while the voltage suffices currents follow as di/dt = b (i* - i), exactly if R_theta is R_s.
/// Where the controllers ask for more than maximum_voltage both voltages are taken back in proportion, and the integrals follow what is
/// given. i_d* is Sd, left open d_current: zero, or negative to weaken the field. Connect C to ground; friction of the bearings is a part
/// beside it.
/// Source: Park's transformation (amplitude-invariant); Krause, Wasynczuk, Sudhoff, Analysis of Electric Machinery, on synchronous
/// machines; the bandwidth cancels the pole of the winding (internal model control).
/// Assumes sinusoidal flux without saturation, iron without losses, an ideal inverter that acts without delay, and one temperature.
void pmsm(ComponentBuilder& c) {
  const auto control = c.option<MotorControl>(
      "control", {{"torque", MotorControl::torque}, {"current", MotorControl::current}, {"voltage", MotorControl::voltage}},
      "what S gives: wanted torque, i_q* or u_q");
  const partial::ElectricMachine machine = partial::electric_machine(c);
  const char* const unit = control == MotorControl::torque ? "N*m" : control == MotorControl::current ? "A" : "V";
  const Expression S = c.input("S", unit, "wanted torque, wanted current across the magnets, or voltage across them");
  const partial::WindingResistance R = partial::winding_resistance(c, "stator_resistance", "of a phase");
  auto L_d = c.parameter("d_inductance", 5e-3, "H", "along the magnets").above(0);
  auto L_q = c.parameter("q_inductance", 5e-3, "H", "across the magnets").above(0);
  auto psi = c.parameter("flux_linkage", 0.1, "Wb", "of the magnets with a phase, its amplitude").at_least(0);
  auto p = c.parameter("pole_pairs", 4, "1", "pairs of poles").above(0);
  const Expression i_d = c.variable("i_d", "A", "current along the magnets"), i_q = c.variable("i_q", "A", "current across the magnets");
  const Expression u_d = c.variable("u_d", "V", "voltage along the magnets"), u_q = c.variable("u_q", "V", "voltage across the magnets");
  const Expression speed = p * machine.velocity;
  Axis d{"voltage along the magnets", "winding along the magnets", "x_d", "wanted_u_d", u_d, i_d, L_d, -speed * L_q * i_q};
  Axis q{"voltage across the magnets", "winding across the magnets", "x_q", "wanted_u_q", u_q, i_q, L_q, speed * (L_d * i_d + psi)};
  if (control == MotorControl::voltage) {
    auto along = c.parameter("d_voltage", 0, "V", "u_d while Sd is left open");
    c.relation(d.voltage, u_d == c.input("Sd", "V", "voltage along the magnets", along));
    c.relation(q.voltage, u_q == S);
  } else {
    auto along = c.parameter("d_current", 0, "A", "i_d* while Sd is left open");
    auto bandwidth = c.parameter("current_bandwidth", 2000, "rad/s", "of the controlled currents").above(0);
    d.wanted_i = c.input("Sd", "A", "wanted current along the magnets", along);
    q.wanted_i = control == MotorControl::current ? S : S / (1.5 * p * (psi + (L_d - L_q) * d.wanted_i));
    for (Axis* axis : {&d, &q}) control_current(c, *axis, bandwidth, R.given);
    const Expression share = share_of_inverter(c, d.wanted_u, q.wanted_u);
    for (const Axis& axis : {d, q}) c.relation(axis.voltage, axis.u == share * axis.wanted_u);
  }
  for (const Axis& axis : {d, q}) c.relation(axis.winding, axis.u == R.actual * axis.i + axis.L * der(axis.i) + axis.induced);
  c.relation("torque", machine.torque == 1.5 * p * (psi + (L_d - L_q) * i_d) * i_q);
  const Expression power = c.named("electrical_power", "W", "what the inverter gives", 1.5 * (u_d * i_d + u_q * i_q));
  c.stores(machine.stored + 0.75 * (L_d * square(i_d) + L_q * square(i_q)));
  c.dissipates(1.5 * R.actual * (square(i_d) + square(i_q)));
  c.supplies(power);
}

}  // namespace stribeck::rotational
