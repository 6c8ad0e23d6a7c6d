#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A Butterworth filter: lets pass what is slower (low pass) or faster (high pass) than its cut-off, as evenly as can be.
///     |y/u| = 1/sqrt(1 + (f/f_c)^(2n)), f_c/f for a high pass:  3 dB less at the cut-off f_c, 20 n dB less per decade beyond it
/// Sections of second order in series, one of first order if n is odd. Their states begin at zero.
/// Butterworth (1930), On the theory of filter amplifiers, Experimental Wireless 7, pp. 536-541.
void filter(ComponentBuilder& c) {
  const bool is_high = c.option("pass", "low|high", "which frequencies pass") == 1;
  const int order = c.count("order", 2, 1, 20, "n: number of states");
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression y = c.output("y", "any:u", "what passes");
  auto frequency = c.parameter("cutoff_frequency", 1, "Hz", "f_c: where 0.707 of the size passes").above(0);
  const Expression T = 1 / (2 * pi * frequency);
  Expression stage = u;
  for (int k = 0; k < order / 2; ++k) {
    const std::string number = std::to_string(k + 1);
    const double damping = 2 * std::sin(pi * (2 * k + 1) / (2.0 * order));  // poles at even angles on a circle
    const Expression a = c.hidden_variable(("a" + number).c_str(), "any:u", "section's state");
    const Expression b = c.hidden_variable(("b" + number).c_str(), "any:u", "its rate, times 1/(2 pi f_c)");
    const Expression bend = stage - damping * b - a;
    c.relation(("section " + number).c_str(), T * der(a) == b);
    c.relation(("rate of section " + number).c_str(), T * der(b) == bend);
    stage = is_high ? bend : a;
  }
  if (order % 2 == 1) {
    const Expression a = c.hidden_variable("a", "any:u", "state of the section of first order");
    c.relation("section of first order", T * der(a) == stage - a);
    stage = is_high ? stage - a : a;
  }
  c.relation("output", y == stage);
}

}  // namespace stribeck::signals
