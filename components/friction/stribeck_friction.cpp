#include "friction/friction_element.h"
#include "stribeck/component.hpp"

namespace stribeck {
namespace {

enum class RoundedSign { tanh, arctangent, root, ramp, exponential, algebraic };

/// A sign that goes over within about `reference` of rest.
Expression rounded_sign(RoundedSign form, const Expression& v, const Expression& reference) {
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

}  // namespace

/// Coulomb and Stribeck friction as a curve over the velocity, in every shape in use: the sign is rounded at rest, so that it creeps.
///     {F} = W ({F}_C + ({F}_s - {F}_C) S) r({v}/{v}_0) + f {v}
///     S = exp(-(|{v}|/{v}_S)^n) or 1/(1 + (|{v}|/{v}_S)^n) by `shape`,  r the rounded sign by `rounding`
/// {F} is transmitted from R to C. W is 1, or with normal_force "signal" the normal force Fn{| times effective_radius}, and {F}_C and {F}_s
/// are coefficients of friction. Coulomb's law: {F}_s = {F}_C. Tustin: exponential, n = 1; Gaussian: n = 2; Bo and Pavelescu: n 0.5 to 2;
/// Hess and Soom: rational, n = 2; the curve {F}_s/(1 + d |{v}|) of Leine et al.: rational, n = 1, {F}_C = 0, {v}_S = 1/d. The friction of
/// joints in COMSOL: rounding "exponential". {domain}.dry_friction sticks.
/// Source: Armstrong-Helouvry, Dupont, Canudas de Wit (1994), A survey of models, analysis tools and compensation methods for the control
/// of machines with friction, Automatica 30, 1083-1138.
/// Assumes friction that depends on the velocity alone, at one temperature.
void stribeck_friction(ComponentBuilder& c, const DomainWords& in) {
  partial::FrictionElement element(c, in);
  const bool rational =
      c.option<bool>("shape", {{"exponential", false}, {"rational", true}}, "how the level falls with speed: exp(-s^n) or 1/(1 + s^n)");
  const auto form = c.option<RoundedSign>("rounding",
                                          {{"tanh", RoundedSign::tanh},
                                           {"arctangent", RoundedSign::arctangent},
                                           {"root", RoundedSign::root},
                                           {"ramp", RoundedSign::ramp},
                                           {"exponential", RoundedSign::exponential},
                                           {"algebraic", RoundedSign::algebraic}},
                                          "how the sign goes over at rest, u = v/v_0: tanh(u), 2/pi atan(u), u/sqrt(1 + u^2), u cut off "
                                          "at -1 and 1, sign(u) (1 - exp(-|u|)), u/(1 + |u|)");
  const Parameter coulomb = element.coulomb().at_least(0);
  const Parameter stiction = element.stiction(coulomb);
  const Parameter reference = element.speed("stribeck_velocity", 0.1, "speed over which the level falls").above(0);
  const Parameter exponent = c.parameter("exponent", 2, "1", "how steeply: 1 Tustin, 2 Gauss or Hess and Soom").between(0.5, 10);
  const Parameter rounding = element.speed("low_speed", 0.001, "over which the sign goes over").above(0);
  const Parameter viscous = element.viscous();
  const Expression v = element.velocity();
  const Expression power = pow(partial::relative_speed(v, reference), exponent);
  const Expression falling = (stiction - coulomb) * (rational ? 1 / (1 + power) : exp(-power));
  const Expression direction = rounded_sign(form, v, rounding);
  element.law_of_parts("Stribeck curve", (coulomb + falling) * direction, {coulomb * direction, falling * direction, viscous * v});
  element.dissipates_all();
}

}  // namespace stribeck
