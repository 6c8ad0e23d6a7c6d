#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A sampled PID controller, as one is programmed: position form, backward differences, with limits and clamping.
///     e_k = u(k T),  P = K e_k,  I_k = I_(k-1) + K T/T_i e_k,  D_k = (T_d D_(k-1) + K T_d N (e_k - e_(k-1))) / (T_d + N T)
///     y = min(max(P + I_k + D_k, lower_bound), upper_bound), held until the next sample; where it is limited I_k stays what it was
/// An integral time of zero turns the I part off.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: Euler's backward difference of the continuous PID with filtered derivative, as in Astrom, Haegglund (1995), PID Controllers, 2nd
/// edition, ISA (cited from memory).
void discrete_pid(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:input", "control error");
  const Expression y = c.output("y", "1", "actuating signal");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto gain = c.parameter("gain", 1, "1", "proportional gain, per SI unit of the error");
  auto integral = c.parameter("integral_time", 1, "s", "T_i; 0: no I part").at_least(0);
  auto derivative = c.parameter("derivative_time", 0, "s", "T_d; 0: no D part").at_least(0);
  auto filter = c.parameter("derivative_filter", 10, "1", "N: the D part is filtered with the time constant T_d/N").above(0);
  auto highest = c.parameter("upper_bound", 1e6, "1", "upper limit of the output");
  auto lowest = c.parameter("lower_bound", -1e6, "1", "lower limit of the output").below(highest);
  auto scale = c.parameter("error_unit", 1, "any:input", "error that counts as 1").above(0);
  const Expression sum = c.discrete("I", "1", "integral part", 0);
  const Expression slope = c.discrete("D", "1", "derivative part", 0);
  const Expression last = c.hidden_discrete("last", "1", "error at the last sample", 0);
  const Expression out = c.hidden_discrete("out", "1", "output since the last sample", 0);
  const Expression error = u / scale;
  const Expression added = if_else(integral > 0, gain * period / integral * error, 0);
  const Expression next_slope = (derivative * slope + gain * derivative * filter * (error - last)) / (derivative + filter * period);
  const Expression wanted = gain * error + sum + added + next_slope;
  const Expression limited = min(max(wanted, lowest), highest);
  const Expression next_sum = if_else(wanted > highest, sum, if_else(wanted < lowest, sum, sum + added));
  c.every("samples", period, 0, {{last, error}, {sum, next_sum}, {slope, next_slope}, {out, limited}});
  c.relation("hold", y == out);
}

}  // namespace stribeck::signals
