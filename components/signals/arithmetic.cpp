#include "signals/never_zero.h"
#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A signal times a factor.
///     y = gain u
/// The factor may have a unit: "40 N*m/rad" makes a torque of an angle.
/// y has the unit of the gain times that of u; a gain that is a bare number leaves it open.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void gain(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto gain = c.parameter("gain", 1, "any:gain", "the factor").pure_by_default();
  const Expression y = c.output("y", "any:y", "the product");
  c.relation("product", y == gain * u);
}

/// A weighted sum of signals of one dimension.
///     y = gain1 u1 + gain2 u2 + ...
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void sum(ComponentBuilder& c) {
  const int count = c.option<int>("inputs", {{"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}}, "how many signals are added");
  Expression total = 0;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const Expression u = c.input("u" + number, "any:u", "summand " + number);
    auto gain = c.parameter("gain" + number, 1, "1", "factor of u" + number + "; -1 subtracts");
    total = i == 1 ? gain * u : total + gain * u;
  }
  const Expression y = c.output("y", "any:u", "the sum");
  c.relation("sum", y == total);
}

/// What is wanted minus what is there: the error that a controller works on.
///     y = u1 - u2
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void feedback(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any:u", "what is wanted");
  const Expression u2 = c.input("u2", "any:u", "what is there");
  const Expression y = c.output("y", "any:u", "the error");
  c.relation("difference", y == u1 - u2);
}

/// A product of signals.
///     y = u1 u2 ...
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void product(ComponentBuilder& c) {
  const int count = c.count("inputs", 2, 2, 100, "how many signals are multiplied");
  Expression total = 1;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    total = total * c.input("u" + number, "any", "factor " + number);
  }
  const Expression y = c.output("y", "any:y", "the product");
  c.relation("product", y == total);
}

/// A signal divided by another, which must not become zero.
///     y = u1 / u2
/// Assumes a signal processed at once, without noise or rounding.
/// Limits: where the divisor becomes zero the run ends with an error that says so.
/// Source: definition.
void division(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any", "what is divided");
  const Expression u2 = c.input("u2", "any", "what it is divided by");
  const Expression y = c.output("y", "any:y", "the quotient");
  partial::never_zero(c, u2, "the divisor is zero");
  c.relation("quotient", y == u1 / u2);
}

/// A signal raised to a fixed power.
///     y = u^exponent, or sign(u) |u|^exponent by `sign`
/// Assumes a signal processed at once, without noise or rounding.
/// Limits: without a sign of its own a negative signal needs a whole exponent: where it has not, the run ends with an error. A signal that
/// crosses zero wants an exponent of 1 at least.
/// Source: definition.
void power(ComponentBuilder& c) {
  const bool keeps =
      c.option<bool>("sign", {{"plain", false}, {"kept", true}}, "plain: u^exponent; kept: the size is raised and keeps the sign of u");
  const Expression u = c.input("u", "any", "the base");
  auto exponent = c.parameter("exponent", 2, "1", "the exponent");
  const Expression y = c.output("y", "any:y", "the power");
  if (!keeps) c.require(u >= 0 || floor(exponent) >= exponent, "a negative base has an exponent that is not whole");
  c.relation("power", y == (keeps ? if_else(u >= 0, 1, -1) * pow(abs(u), exponent) : pow(u, exponent)));
}

}  // namespace stribeck::signals
