#include "../filter_sections.h"

namespace stribeck::signals {

/// A filter: lets pass what is slower (low pass) or faster (high pass) than its cut-off.
///     butterworth:       |y/u| = 1/sqrt(1 + (f/f_c)^(2n)), as evenly as can be
///     critical_damping:  y/u = 1/(1 + s/w)^n, w = 2 pi f_c/sqrt(2^(1/n) - 1): no overshoot
///     bessel:            y/u = t_n(0)/t_n(s/w), t_n = (2n - 1) t_(n-1) + s^2 t_(n-2): the most even delay, hardly any overshoot
///     high:              the same with f_c/f for f/f_c
/// 0.707 of the size passes at the cut-off f_c (3 dB less), 20 n dB less per decade far beyond it. Sections of second order in series,
/// one of first order if n is odd. Their states begin at zero.
/// Assumes a linear filter of lumped elements.
/// Source: Butterworth (1930), On the theory of filter amplifiers, Experimental Wireless 7, pp. 536-541; Thomson (1949), Delay networks
/// having maximally flat frequency characteristics, Proc. IEE 96, pp. 487-490 (from memory).
void filter(ComponentBuilder& c) {
  const bool is_high = c.option("pass", "low|high", "which frequencies pass") == 1;
  const int kind = c.option("kind", "butterworth|critical_damping|bessel", "how it goes over from what passes to what does not");
  const int order = c.count("order", 2, 1, 20, "n: number of states");
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression y = c.output("y", "any:u", "what passes");
  auto frequency = c.parameter("cutoff_frequency", 1, "Hz", "f_c: where 0.707 of the size passes").above(0);
  const partial::FilterSections sections = kind == 0   ? partial::butterworth_sections(order)
                                           : kind == 1 ? partial::critical_sections(order)
                                                       : partial::bessel_sections(order);
  const Expression T = 1 / (2 * pi * frequency);
  const auto time_of = [&](double speed) { return speed == 1 ? T : T * (is_high ? speed : 1 / speed); };
  Expression stage = u;
  for (std::size_t k = 0; k < sections.pairs.size(); ++k) {
    const std::string number = std::to_string(k + 1);
    const auto& [damping, speed] = sections.pairs[k];
    const Expression a = c.hidden_variable(("a" + number).c_str(), "any:u", "section's state");
    const Expression b = c.hidden_variable(("b" + number).c_str(), "any:u", "its rate, times the section's time");
    const Expression bend = stage - damping * b - a;
    c.relation(("section " + number).c_str(), time_of(speed) * der(a) == b);
    c.relation(("rate of section " + number).c_str(), time_of(speed) * der(b) == bend);
    stage = is_high ? bend : a;
  }
  if (order % 2 == 1) {
    const Expression a = c.hidden_variable("a", "any:u", "state of the section of first order");
    c.relation("section of first order", time_of(sections.single_speed) * der(a) == stage - a);
    stage = is_high ? stage - a : a;
  }
  c.relation("output", y == stage);
}

}  // namespace stribeck::signals
