#include "signals/never_zero.h"
#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A function of one signal: absolute value, sign, root, square, powers of e, logarithms, and those of angles.
///     y = f(u),  f the function chosen;  angles in rad;  log is the natural logarithm, log10 the one to the base of ten
/// abs and sign have their kink and their jump exactly where u = 0; the others are smooth.
/// Assumes a signal processed at once, without noise or rounding.
/// Limits: where u leaves what the function is defined for (a root of a negative number, a reciprocal of zero, an arc sine of more than 1)
/// the run ends with an error that says so.
/// Source: definition.
void function(ComponentBuilder& c) {
  enum Which { kAbs, kSign, kSqrt, kSquare, kReciprocal, kExp, kLog, kLog10, kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh };
  const auto which = c.option<Which>("function",
                                     {{"abs", kAbs},
                                      {"sign", kSign},
                                      {"sqrt", kSqrt},
                                      {"square", kSquare},
                                      {"reciprocal", kReciprocal},
                                      {"exp", kExp},
                                      {"log", kLog},
                                      {"log10", kLog10},
                                      {"sin", kSin},
                                      {"cos", kCos},
                                      {"tan", kTan},
                                      {"asin", kAsin},
                                      {"acos", kAcos},
                                      {"atan", kAtan},
                                      {"sinh", kSinh},
                                      {"cosh", kCosh},
                                      {"tanh", kTanh}},
                                     "the function");
  constexpr double kLeast = std::numeric_limits<double>::min();
  const Expression u = c.input("u", "any", "the argument");
  const Expression y = c.output("y", "any:y", "the value");
  const auto value = [&]() -> Expression {
    switch (which) {  // held where it is still defined while the solver finds where it is not
      case kAbs:
        return if_else(u >= 0, u, -u);
      case kSign:
        return if_else(u > 0, 1, if_else(u < 0, -1, 0));
      case kSqrt:
        c.require(u >= 0, "the argument of sqrt is negative");
        return sqrt(max(u, 0));
      case kSquare:
        return square(u);
      case kReciprocal:
        partial::never_zero(c, u, "the argument of reciprocal is zero");
        return 1 / u;
      case kExp:
        return exp(u);
      case kLog:
        c.require(u > 0, "the argument of log is not positive");
        return log(max(u, kLeast));
      case kLog10:
        c.require(u > 0, "the argument of log10 is not positive");
        return log(max(u, kLeast)) / std::log(10.0);
      case kSin:
        return sin(u);
      case kCos:
        return cos(u);
      case kTan:
        partial::never_zero(c, cos(u), "the argument of tan is an odd multiple of pi/2");
        return tan(u);
      case kAsin:
        c.require(abs(u) <= 1, "the argument of asin is not between -1 and 1");
        return asin(min(max(u, -1), 1));
      case kAcos:
        c.require(abs(u) <= 1, "the argument of acos is not between -1 and 1");
        return acos(min(max(u, -1), 1));
      case kAtan:
        return atan(u);
      case kSinh:
        return sinh(u);
      case kCosh:
        return cosh(u);
      case kTanh:
        break;
    }
    return tanh(u);
  };
  c.relation("function", y == value());
}

/// The angle of a point in the plane, all the way round.
///     y = atan2(u1, u2): the angle of the point (u2, u1) from the axis of u2, from -pi to pi
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition of the arc tangent of two arguments.
void arctangent(ComponentBuilder& c) {
  const Expression u1 = c.input("u1", "any:u", "ordinate of the point");
  const Expression u2 = c.input("u2", "any:u", "abscissa of the point");
  const Expression y = c.output("y", "rad", "the angle");
  c.relation("angle", y == atan2(u1, u2));
}

/// An angle brought into one turn: it jumps by a whole turn where it leaves it.
///     y = u - 2 pi n,  n whole:  -pi <= y < pi, or with range positive 0 <= y < 2 pi
/// Each jump is an event.
/// Assumes a signal processed at once.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Math.WrapAngle, is the same.
void wrap_angle(ComponentBuilder& c) {
  const bool positive = c.option<bool>("range", {{"symmetric", false}, {"positive", true}}, "from -pi to pi, or from 0 to 2 pi");
  const Expression u = c.input("u", "rad", "any angle");
  const Expression y = c.output("y", "rad", "the same within one turn");
  const Expression turns = c.hidden_discrete("turns", "1", "whole turns", 0);
  const Expression place = u / (2 * pi) + (positive ? 0 : 0.5);
  c.when("", place < turns || place >= turns + 1, {{turns, floor(place)}});
  c.relation("angle", y == u - 2 * pi * turns);
}

/// Any expression in its inputs u1, u2, ... and the time t.
///     y = expression
/// The text knows + - * / ^, comparisons, and, or, not (&&, ||, !), `if c then a elseif d then b else f` or if(c, a, d, b, f), pi, e, the
/// diagram's parameters by name and the functions that `stribeck describe functions` lists. Values are in SI. Units of what comes in go on
/// to y as far as they are clear, as those of u1 - u2 and u1*u2 are; bare numbers, t and pure numbers fit any unit, and a formula whose
/// units do not agree, as u1 + u1*u1, is one of SI numbers.
/// Comparisons and functions that jump, such as sign, floor, round and mod, are events: the run stops exactly where they change. A branch
/// that is not taken has no say.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void expression(ComponentBuilder& c) {
  const int count = c.count("inputs", 1, 0, 100, "how many signals come in");
  std::vector<Meaning> meanings{{"t", c.time()}};
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    meanings.push_back({"u" + number, c.input("u" + number, "any", "signal " + number)});
  }
  const Expression y = c.output("y", "any:y", "the value of the expression");
  c.relation("expression", y == c.formula("expression", count > 0 ? "u1" : "t", "what is computed", meanings));
}

}  // namespace stribeck::signals
