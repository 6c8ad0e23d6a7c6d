#pragma once
// The Stribeck curve in its shapes, with the sign of the velocity rounded in the ways that are in use.
#include "friction_family.h"

namespace stribeck::partial {

enum class RoundedSign { tanh, arctangent, root, ramp, exponential, algebraic };

/// A sign that goes over within about `reference` of rest.
inline Expression rounded_sign(RoundedSign form, const Expression& v, const Expression& reference) {
  const Expression u = v / reference;
  switch (form) {
    case RoundedSign::tanh:
      return tanh(u);
    case RoundedSign::arctangent:
      return (2 / pi) * atan(u);
    case RoundedSign::root:
      return u / sqrt(1 + u * u);
    case RoundedSign::ramp:
      return min(max(u, -1), 1);
    case RoundedSign::exponential:
      return tanh(u / 2) * (1 + exp(-abs(u)));  // its slope at rest is seen too
    case RoundedSign::algebraic:
      return u / (1 + abs(u));
  }
  return 0;
}

inline void stribeck_friction(ComponentBuilder& c, const FrictionWords& words) {
  FrictionElement element(c, words);
  const bool rational = c.option("shape", "exponential|rational", "how the level falls with speed: exp(-s^n) or 1/(1 + s^n)") == 1;
  const auto form = static_cast<RoundedSign>(
      c.option("rounding", "tanh|arctangent|root|ramp|exponential|algebraic",
               "how the sign goes over at rest, u = v/v_0: tanh(u), 2/pi atan(u), u/sqrt(1 + u^2), u cut off at -1 and 1, "
               "sign(u) (1 - exp(-|u|)), u/(1 + |u|)"));
  const Parameter coulomb = element.coulomb().at_least(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter exponent = c.parameter("exponent", 2, "1", "how steeply: 1 Tustin, 2 Gauss or Hess and Soom").between(0.5, 10);
  const Parameter rounding = element.speed("low_speed", 0.001, "over which the sign goes over").above(0);
  const Parameter viscous = element.viscous();
  const Expression v = element.velocity();
  const Expression power = pow(relative_speed(v, reference), exponent);
  const Expression falling = (stiction - coulomb) * (rational ? 1 / (1 + power) : exp(-power));
  const Expression direction = rounded_sign(form, v, rounding);
  element.law_of_parts("Stribeck curve", (coulomb + falling) * direction, {coulomb * direction, falling * direction, viscous * v});
  element.dissipates_all();
}

}  // namespace stribeck::partial
