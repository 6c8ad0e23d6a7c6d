#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Proportional and integral controller of an error.
///     y = k (u + x),  dx/dt = u / T_i
/// The integral removes the error that a proportional controller leaves. See pid_controller for limits and a derivative.
/// Assumes an actuator without limits.
/// Source: definition; k (1 + 1/(T_i s)).
void pi_controller(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the error: what is wanted minus what is there");
  auto k = c.parameter("gain", 1, "any:k", "y over u").pure_by_default();
  auto T = c.parameter("integral_time", 1, "s", "after which a constant error has doubled the output").above(0);
  const Expression y = c.output("y", "any:y", "what the controller asks for");
  const Expression x = c.variable("x", "any:u", "integral of the error over the integral time");
  c.relation("integral", der(x) == u / T);
  c.relation("controller", y == k * (u + x));
}

/// Proportional, integral and derivative controller with limits; the integral does not wind up while the output stands at one.
///     v = k (w_p u_s - u_m + I + D),  y = v within the limits
///     dI/dt = (u_s - u_m + (y - v) / (k N_i)) / T_i
///     D = N_d (w_d u_s - u_m - x),  dx/dt = N_d (w_d u_s - u_m - x) / T_d
/// The derivative is filtered with T_d/N_d and, with w_d = 0, sees the measurement alone, so that a step of the set point does not kick.
/// While the output is limited the integral follows back with the time N_i T_i (back-calculation).
/// Source: Astrom, Haegglund (1995), PID Controllers: Theory, Design, and Tuning, 2nd edition, ISA, sections 3.3-3.5.
/// Assumes an actuator that does what y says at once.
void pid_controller(ComponentBuilder& c) {
  enum class Kind { pid, pi, pd, p };
  const auto kind =
      c.option<Kind>("kind", {{"pid", Kind::pid}, {"pi", Kind::pi}, {"pd", Kind::pd}, {"p", Kind::p}}, "which of the parts it has");
  const bool limited = c.option<bool>("limits", {{"none", false}, {"fixed", true}}, "whether the output has limits");
  const bool integral = kind == Kind::pid || kind == Kind::pi, derivative = kind == Kind::pid || kind == Kind::pd;
  const Expression u_s = c.input("u_s", "any:u", "set point: what is wanted");
  const Expression u_m = c.input("u_m", "any:u", "measurement: what is there");
  auto k = c.parameter("gain", 1, "any:k", "output over error").pure_by_default().above(0);
  auto w_p = c.parameter("set_point_weight", 1, "1", "of the set point in the proportional part").at_least(0);
  const Expression y = c.output("y", "any:y", "what the controller asks for");
  const Expression v = c.variable("v", "any:y", "the same without limits");
  Expression sum = w_p * u_s - u_m;
  if (integral) {
    auto T_i = c.parameter("integral_time", 0.5, "s", "after which a constant error has doubled the output").above(0);
    const Expression I = c.variable("I", "any:u", "integral part");
    sum += I;
    Expression back = 0;
    if (limited) {
      auto N_i = c.parameter("anti_windup_ratio", 0.9, "1", "time in which the integral follows a limit, over the integral time").above(0);
      back = (y - v) / (k * N_i);
    }
    c.relation("integral part", der(I) == (u_s - u_m + back) / T_i);
  }
  if (derivative) {
    auto T_d = c.parameter("derivative_time", 0.1, "s", "how far ahead the derivative looks").above(0);
    auto N_d = c.parameter("filter_ratio", 10, "1", "derivative time over the time constant of its filter").above(0);
    auto w_d = c.parameter("set_point_derivative_weight", 0, "1", "of the set point in the derivative part").at_least(0);
    const Expression x = c.variable("x", "any:u", "what the derivative sees, smoothed");
    const Expression D = c.variable("D", "any:u", "derivative part");
    const Expression seen = w_d * u_s - u_m;
    c.relation("derivative filter", der(x) == N_d * (seen - x) / T_d);
    c.relation("derivative part", D == N_d * (seen - x));
    sum += D;
  }
  c.relation("controller", v == k * sum);
  if (!limited) return c.relation("output", y == v);
  auto lower = c.parameter("lower_bound", -1, "any:y", "limits only: least output");
  auto upper = c.parameter("upper_bound", 1, "any:y", "limits only: greatest output").above(lower);
  c.relation("output", y == if_else(v >= upper, upper, if_else(v <= lower, lower, v)));
}

}  // namespace stribeck::signals
