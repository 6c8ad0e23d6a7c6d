#include "expression/functions.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace stribeck {
namespace {

/// A definition is an expression: its derivatives, its bounds and its events are those of what it is built from.
/// To round, what is just below 1/2 is added: x + 1/2 itself would be rounded to the next whole number for the greatest x below 1/2 and for
/// odd numbers above 2^52. With it |x| + 1/2 reaches a whole number exactly where |x| is a half.
constexpr std::array kFunctions = std::to_array<ExpressionFunction>({
    {"sin", "x", "", "sine; angles are in rad", ""},
    {"cos", "x", "", "cosine", ""},
    {"tan", "x", "", "tangent", ""},
    {"asin", "x", "", "arc sine, -pi/2 to pi/2", ""},
    {"acos", "x", "", "arc cosine, 0 to pi", ""},
    {"atan", "x", "", "arc tangent, -pi/2 to pi/2", ""},
    {"atan2", "y, x", "", "the angle of the point (x, y), -pi to pi", ""},
    {"sinh", "x", "", "hyperbolic sine", ""},
    {"cosh", "x", "", "hyperbolic cosine", ""},
    {"tanh", "x", "", "hyperbolic tangent", ""},
    {"exp", "x", "", "e^x", ""},
    {"log", "x", "", "natural logarithm", ""},
    {"ln", "x", "log(x)", "natural logarithm", ""},
    {"log10", "x", "", "logarithm to the base of ten", ""},
    {"sqrt", "x", "", "square root", ""},
    {"pow", "x, y", "x^y", "x to the power of y", ""},
    {"hypot", "x, y", "", "length of the hypotenuse, sqrt(x^2 + y^2); its derivatives are 0 where both are 0", ""},
    {"direction_cosine", "x, y", "", "x/hypot(x, y), and 0 where both are 0", ""},
    {"abs", "x", "", "absolute value", ""},
    {"sign", "x", "", "-1, 0 or 1", ""},
    {"heaviside", "x", "if x >= 0 then 1 else 0", "0 before and 1 from x = 0 on: 1 at 0, as the sources of steps have it", ""},
    {"floor", "x", "", "the greatest whole number that is not above x", ""},
    {"ceil", "x", "-floor(-x)", "the least whole number that is not below x", ""},
    {"trunc", "x", "sign(x)*floor(abs(x))", "x without its decimals: towards 0", ""},
    {"round", "x", "sign(x)*floor(abs(x) + 0.49999999999999994)", "the nearest whole number; halves go away from 0", ""},
    {"mod", "x, y", "x - y*floor(x/y)", "what is left of x when y is taken from it: between 0 and y, with the sign of y", ""},
    {"rem", "x, y", "x - y*trunc(x/y)", "the remainder of the division, with the sign of x", ""},
    {"div", "x, y", "trunc(x/y)", "the quotient without its decimals", ""},
    {"min", "a, b, ...", "", "the least", ""},
    {"max", "a, b, ...", "", "the greatest", ""},
    {"clip", "x, low, high", "min(max(x, low), high)", "x, but not below low and not above high", "low <= high"},
    {"clamp", "x, low, high", "min(max(x, low), high)", "the same as clip", "low <= high"},
    {"deg2rad", "x", "x*(pi/180)", "the angle of x degrees, x a number without unit: what has a unit is in rad already", ""},
    {"rad2deg", "x", "x*(180/pi)", "how many degrees the angle x is: a number, no angle", ""},
});

}  // namespace

std::span<const ExpressionFunction> expression_functions() { return kFunctions; }

const ExpressionFunction* find_expression_function(std::string_view name) {
  const auto* const row = std::find_if(kFunctions.begin(), kFunctions.end(), [&](const ExpressionFunction& f) { return f.name == name; });
  return row == kFunctions.end() ? nullptr : row;
}

std::string signature(const ExpressionFunction& function) {
  return std::string(function.name) + "(" + std::string(function.operands) + ")";
}

std::vector<std::string_view> operand_names(const ExpressionFunction& function) {
  std::vector<std::string_view> names;
  for (std::string_view rest = function.operands; !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view operand = trimmed(rest.substr(0, comma));
    if (operand != "...") names.push_back(operand);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return names;
}

bool takes_any_number(const ExpressionFunction& function) { return function.operands.ends_with("..."); }

}  // namespace stribeck
