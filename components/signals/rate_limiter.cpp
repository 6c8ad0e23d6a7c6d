#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Follows a signal no faster than two rates allow (slew rate).
///     dy/dt = (u - y) / T,  but not above rising_rate nor below falling_rate
/// T is a short time in which what is left of the way is made up; it costs a lag of T. The target of x says where y begins.
/// Assumes a time constant far below that of the signal.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Nonlinear.SlewRateLimiter, has the same law.
void rate_limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that is followed");
  auto rising = c.parameter("rising_rate", 1, "any:rate", "greatest rate, per second").above(0);
  auto falling = c.parameter("falling_rate", -1, "any:rate", "least rate, per second, negative").below(0);
  auto T = c.parameter("time_constant", 0.001, "s", "of following within the rates").above(0);
  const Expression y = c.output("y", "any:u", "the signal that follows");
  const Expression x = c.variable("x", "any:u", "the signal that follows");
  const Expression wanted = (u - x) / T;
  c.relation("rate", der(x) == if_else(wanted >= rising, rising, if_else(wanted <= falling, falling, wanted)));
  c.relation("output", y == x);
}

}  // namespace stribeck::signals
