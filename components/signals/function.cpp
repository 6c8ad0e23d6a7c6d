#include "stribeck/component.hpp"

namespace stribeck::signals {

/// A function of one signal: absolute value, sign, root, square, powers of e, logarithms, and those of angles.
///     y = f(u);  angles in rad;  log is the natural logarithm, log10 the one to the base of ten
/// abs and sign have their kink and their jump exactly where u = 0; the others are smooth.
void function(ComponentBuilder& c) {
  enum Choice { kAbs, kSign, kSqrt, kSquare, kReciprocal, kExp, kLog, kLog10, kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh };
  const int choice =
      c.option("function", "abs|sign|sqrt|square|reciprocal|exp|log|log10|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh", "the function");
  const Expression u = c.input("u", "any", "the argument");
  const Expression y = c.output("y", "any:y", "the value");
  const auto value = [&]() -> Expression {
    switch (choice) {
      case kAbs:
        return if_else(u >= 0, u, -u);
      case kSign:
        return if_else(u > 0, 1, if_else(u < 0, -1, 0));
      case kSqrt:
        return sqrt(u);
      case kSquare:
        return square(u);
      case kReciprocal:
        return 1 / u;
      case kExp:
        return exp(u);
      case kLog:
        return log(u);
      case kLog10:
        return log(u) / std::log(10.0);
      case kSin:
        return sin(u);
      case kCos:
        return cos(u);
      case kTan:
        return tan(u);
      case kAsin:
        return asin(u);
      case kAcos:
        return acos(u);
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
