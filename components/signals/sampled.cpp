#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Samples its input every period and holds the value until the next sample (zero-order hold).
///     y(t) = u(offset + k T)  for  offset + k T <= t < offset + (k + 1) T,  k = 0, 1, ...
/// Before the first sample y is the start value; a run that begins later than the offset samples where it begins.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of a zero-order hold.
void sampler(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is sampled");
  const Expression y = c.output("y", "any", "the last sample");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any", "output before the first sample");
  const Expression held = c.hidden_discrete("held", "any", "the last sample", start);
  c.every("samples", period, offset, {{held, u}});
  c.relation("hold", y == held);
}

/// Samples its input where a trigger rises, and holds the value until it rises again.
///     y = u at the last instant at which `trigger` rose through the threshold
/// A trigger that is high at the start samples there; until the first sample y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition.
void triggered_sampler(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression trigger = c.input("trigger", "any:trigger", "when");
  const Expression y = c.output("y", "any:u", "the last sample");
  auto threshold = c.parameter("threshold", 0.5, "any:trigger", "samples are taken where the trigger rises through this");
  auto start = c.parameter("start_value", 0, "any:u", "output until the first sample");
  const Expression held = c.hidden_discrete("held", "any:u", "the last sample", start);
  c.when("samples", trigger > threshold, {{held, u}});
  c.relation("hold", y == held);
}

/// Gives, from one sample to the next, what its input was at the sample before: 1/z.
///     y(t) = u(offset + (k - 1) T)  for  offset + k T <= t < offset + (k + 1) T,  k = 0, 1, ...
/// In the first period y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition; 1/z.
void unit_delay(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what is delayed");
  const Expression y = c.output("y", "any", "the sample before the last one");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any", "output in the first period");
  const Expression last = c.hidden_discrete("last", "any", "the last sample", start);
  const Expression before = c.hidden_discrete("before", "any", "the one before it", start);
  c.every("samples", period, offset, {{last, u}, {before, last}});
  c.relation("delay", y == before);
}

/// Samples its input every period and goes on from the last sample at the slope of the last two.
///     y(t) = u_k + (u_k - u_(k-1)) (t - t_k)/T,  u_k = u(t_k),  t_k = offset + k T <= t < t_(k+1)
/// In the first period it holds; before the first sample y is the start value.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of extrapolation through two samples.
void first_order_hold(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:u", "the line through the last two samples");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output before the first sample");
  const Expression last = c.hidden_discrete("last", "any:u", "the last sample", start);
  const Expression step = c.hidden_discrete("step", "any:u", "from the sample before to the last one", 0);
  const Expression since = c.hidden_discrete("since", "s", "time of the last sample", offset);
  const Expression begun = c.hidden_discrete("begun", "1", "1 once there is a sample", 0);
  c.every("samples", period, offset, {{last, u}, {step, begun * (u - last)}, {since, c.time()}, {begun, 1}});
  c.relation("line", y == last + step * (c.time() - since) / period);
}

/// An analog-to-digital converter: samples, rounds to steps, and stays within its range. A digital-to-analog converter does the same.
///     y(t) = lower_bound + q floor((u(offset + k T) - lower_bound)/q + 1/2),  q = (upper_bound - lower_bound)/2^bits,  k = 0, 1, ...
/// The codes reach from lower_bound to upper_bound - q; what lies beyond gives the nearest. Before the first sample y is zero.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of a uniform quantizer.
void adc(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:u", "the last sample, rounded");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto upper = c.parameter("upper_bound", 10, "any:u", "end of the range");
  auto lower = c.parameter("lower_bound", -10, "any:u", "beginning of the range").below(upper);
  auto bits = c.parameter("bits", 12, "1", "resolution").between(1, 52);
  const Expression held = c.hidden_discrete("held", "any:u", "the last sample", 0);
  const Expression q = (upper - lower) / pow(2, bits);
  const Expression code = floor((min(max(u, lower), upper - q) - lower) / q + 0.5);
  c.every("samples", period, offset, {{held, lower + q * code}});
  c.relation("hold", y == held);
}

/// A sampled PID controller, as one is programmed: position form, backward differences, with limits and clamping.
///     e_k = u(k T),  P = K e_k,  I_k = I_(k-1) + K T/T_i e_k,  D_k = (T_d D_(k-1) + K T_d N (e_k - e_(k-1))) / (T_d + N T)
///     y = min(max(P + I_k + D_k, lower_bound), upper_bound), held until the next sample; where it is limited I_k stays what it was
/// K is the gain, N the filter_ratio. An integral time of zero turns the I part off.
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

/// A sampled transfer function of any order.
///     y / u = (b_0 z^m + ... + b_m) / (a_0 z^n + ... + a_n),  m <= n, at samples k T; held until the next
/// z is the shift to the next sample, m and n are the orders, b_0 to b_m and a_0 to a_n the coefficients, listed from the highest power
/// down. At each sample x_0 = (u - a_1 x_1 - ... - a_n x_n) / a_0 and y = b_0 x_k + ... + b_m x_n with k = n - m; then each x moves on by
/// one. They are zero at the start.
/// Assumes a processor that takes no time for its computation, unless a delay follows it.
/// Source: definition of the z transfer function, in the direct form II.
void discrete_transfer_function(ComponentBuilder& c) {
  const List denominator =
      c.list("denominator", "any:coefficient", "a_0 to a_n, from the highest power of z down; the first is not zero", {1, -0.5});
  const int order = c.length(denominator, 1, 100) - 1;
  const List numerator = c.list("numerator", "any:coefficient",
                                "b_0 to b_m, from the highest power of z down; not more of them than of the denominator", {0.5});
  const int terms = c.length(numerator, 1, order + 1);
  const Expression u = c.input("u", "any:u", "what is sampled");
  const Expression y = c.output("y", "any:y", "the last value");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  const auto a = [&](int power) { return c.entry(denominator, order - power); };
  const auto b = [&](int power) -> Expression { return power < terms ? c.entry(numerator, terms - 1 - power) : Expression(0); };
  const Expression first = a(order);  // either sign, but not zero
  Parameter(first.recording(), first.id_in(first.recording())).above(if_else(first < 0, -std::numeric_limits<double>::infinity(), 0));
  const Expression held = c.hidden_discrete("held", "any:y", "the last value", 0);
  Expression newest = u;
  std::vector<Expression> x;
  for (int i = 1; i <= order; ++i) {
    x.push_back(c.discrete("x" + std::to_string(i), "any", "state", 0));
    newest = newest - a(order - i) * x.back();
  }
  newest = newest / a(order);
  Expression sum = b(order) * newest;
  std::vector<Assignment> assignments;
  for (int i = 1; i <= order; ++i) {
    const auto k = static_cast<std::size_t>(i);
    sum += b(order - i) * x[k - 1];
    assignments.push_back({x[k - 1], i == 1 ? newest : x[k - 2]});
  }
  assignments.push_back({held, sum});
  c.every("samples", period, offset, assignments);
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
