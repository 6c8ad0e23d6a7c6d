#include "stribeck/component.hpp"

namespace stribeck::signals {

/// The smallest of several signals.
///     y = min(u1, u2, ...)
/// Where another signal becomes the smallest one the run stops at that instant, so that no kink is smeared.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void min(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are compared");
  Expression smallest = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input("u" + number, "any:u", "signal " + number);
    smallest = i == 1 ? u : if_else(smallest <= u, smallest, u);
  }
  const Expression y = c.output("y", "any:u", "the smallest one");
  c.relation("smallest", y == smallest);
}

/// The largest of several signals.
///     y = max(u1, u2, ...)
/// Where another signal becomes the largest one the run stops at that instant, so that no kink is smeared.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void max(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are compared");
  Expression largest = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input("u" + number, "any:u", "signal " + number);
    largest = i == 1 ? u : if_else(largest >= u, largest, u);
  }
  const Expression y = c.output("y", "any:u", "the largest one");
  c.relation("largest", y == largest);
}

/// The least and the greatest value of a signal so far, and when it had them.
///     low = min(u(t_0), ..., u(t_k)),  high = max(u(t_0), ..., u(t_k)),  t_k = offset + k T
/// Before the first sample low and high are the start value. The exact extrema of a curve stand in the summary of a run.
/// Assumes a period short against the motion.
/// Accuracy: sampled: a peak between two samples is missed by at most |d^2u/dt^2| T^2/8.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Math.SignalExtrema, samples in the same way.
void extrema(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what is watched");
  const Expression low = c.output("low", "any:u", "the least value so far"), high = c.output("high", "any:u", "the greatest value so far");
  const Expression low_time = c.output("low_time", "s", "when it was least"),
                   high_time = c.output("high_time", "s", "when it was greatest");
  auto period = c.parameter("period", 0.01, "s", "time between samples").above(0);
  auto offset = c.parameter("offset", 0, "s", "time of the first sample").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output before the first sample");
  const Expression least = c.hidden_discrete("least", "any:u", "least sample", start);
  const Expression most = c.hidden_discrete("most", "any:u", "greatest sample", start);
  const Expression when_least = c.hidden_discrete("when_least", "s", "its time", 0);
  const Expression when_most = c.hidden_discrete("when_most", "s", "its time", 0);
  const Expression sampled = c.hidden_discrete("sampled", "1", "1 after the first sample", 0);
  const Condition lower = u < least || sampled<0.5, higher = u> most || sampled < 0.5;
  c.every("samples", period, offset,
          {{least, if_else(lower, u, least)},
           {when_least, if_else(lower, c.time(), when_least)},
           {most, if_else(higher, u, most)},
           {when_most, if_else(higher, c.time(), when_most)},
           {sampled, 1}});
  c.relation("least", low == least);
  c.relation("greatest", high == most);
  c.relation("time of the least", low_time == when_least);
  c.relation("time of the greatest", high_time == when_most);
}

/// Mean, rectified mean or root mean square of a signal over each period.
///     y = 1/T integral of u;  1/T integral of |u|;  sqrt(1/T integral of u^2)
///     over the last whole period, offset + k T to offset + (k + 1) T,  k = 0, 1, ...
/// y changes where a period ends; until the first one has ended it is the start value.
/// Assumes a period that is known and does not change.
/// Source: definition of mean, rectified mean and root mean square.
void mean(ComponentBuilder& c) {
  enum class Kind { mean, rectified, rms };
  const auto kind = c.option<Kind>("kind", {{"mean", Kind::mean}, {"rectified", Kind::rectified}, {"rms", Kind::rms}},
                                   "what is taken of the signal: itself, its size, its square");
  const Expression u = c.input("u", "any:u", "what is averaged");
  const Expression y = c.output("y", "any:u", "mean of the last whole period");
  auto period = c.parameter("period", 1, "s", "T: a period of the signal, or a multiple").above(0);
  auto offset = c.parameter("offset", 0, "s", "when the first period begins").at_least(0);
  auto start = c.parameter("start_value", 0, "any:u", "output until the first period has ended");
  auto unit = c.parameter("unit", 1, "any:u", "size of the signal that counts as 1 within the integral").above(0);
  const Expression x = c.hidden_variable("x", "s", "integral since the period began");
  const Expression held = c.hidden_discrete("held", "any:u", "the last mean", start);
  const Expression share = u / unit;
  c.relation("integral", der(x) == (kind == Kind::mean        ? share
                                    : kind == Kind::rectified ? if_else(share >= 0, share, -share)
                                                              : square(share)));
  const Expression result = kind == Kind::rms ? sqrt(max(x, 0) / period) : x / period;
  c.every("periods", period, offset, {{held, if_else(c.time() >= offset + period / 2, unit * result, start)}, {x, 0}});
  c.relation("hold", y == held);
}

}  // namespace stribeck::signals
