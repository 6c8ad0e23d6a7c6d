#include "../defined.h"

namespace stribeck::signals {

/// A function of one signal: absolute value, sign, root, square, powers of e, logarithms, and those of angles.
///     y = f(u);  angles in rad;  log is the natural logarithm, log10 the one to the base of ten
/// abs and sign have their kink and their jump exactly where u = 0; the others are smooth. Where u leaves what the function is defined for
/// (a root of a negative number, a reciprocal of zero, an arc sine of more than 1) the run ends with an error that says so.
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void function(ComponentBuilder& c) {
  enum Choice { kAbs, kSign, kSqrt, kSquare, kReciprocal, kExp, kLog, kLog10, kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh };
  const int choice =
      c.option("function", "abs|sign|sqrt|square|reciprocal|exp|log|log10|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh", "the function");
  constexpr double kLeast = std::numeric_limits<double>::min();
  const Expression u = c.input("u", "any", "the argument");
  const Expression y = c.output("y", "any:y", "the value");
  const auto value = [&]() -> Expression {
    switch (choice) {  // held where it is still defined while the solver finds where it is not
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
      default:
        return tanh(u);
    }
  };
  c.relation("function", y == value());
}

}  // namespace stribeck::signals
