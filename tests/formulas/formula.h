#pragma once
// A small interpreter of the formulas that the documents describe, which shares no line with the program: what a formula is, from its text
// alone. It is slow and knows neither events nor derivatives.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace stribeck::test {

/// What the names in a formula stand for at one instant.
struct Names {
  double time = 0, u1 = 0, u2 = 0, p = 0;
};

struct Formula {
  std::string text;
  bool is_truth = false, is_fixed = true;                      ///< fixed: of numbers and p alone
  std::function<double(const Names&, bool& is_finite)> value;  ///< is_finite becomes false where a part is beyond all bounds
};

/// Draws formulas of all documented operators.
class FormulaMaker {
 public:
  explicit FormulaMaker(std::uint32_t seed) : random_(seed) {}

  Formula number(int depth) {
    if (depth == 0) return leaf();
    switch (draw(12)) {
      case 0:
      case 1:
      case 2:
        return arithmetic(depth);
      case 3:
        return power(depth);
      case 4:
      case 5:
      case 6:
        return function(depth);
      case 7:
        return choice(depth);
      case 8:
        return pair(depth);
      case 9:
        return jump("floor", number(depth - 1));
      case 10:
        return jump("sign", number(depth - 1));
      default:
        return leaf();
    }
  }

  /// The operator of that number alone, of signals.
  static constexpr int kAlone = 34;
  Formula alone(int which) {
    const Formula u = signal(1), v = signal(2), none = constant(0), one = constant(1);
    static const std::vector<std::string> kFunctions{"sin",  "cos",  "tan", "asin", "acos", "atan", "sinh",
                                                     "cosh", "tanh", "exp", "log",  "sqrt", "abs"};
    if (which < 13) return call(kFunctions[static_cast<std::size_t>(which)], u);
    switch (which) {
      case 13:
        return jump("floor", u);
      case 14:
        return jump("sign", u);
      case 15:
        return combined("+", jump("floor", u), u);
      case 16:
        return combined("+", jump("sign", u), v);
      case 17:
        return combined("*", constant(2), jump("sign", u));
      case 18:
        return binary("atan2", u, none);
      case 19:
        return binary("atan2", negative(u), u);
      case 20:
        return combined("+", binary("atan2", negative(u), u), u);
      case 21:
        return combined("^", one, u);
      case 22:
        return combined("^", parameter(), u);
      case 23:
        return combined("*", time(), binary("atan2", u, none));
      case 24:
        return binary("min", u, v);
      case 25:
        return binary("max", u, v);
      case 26:
        return selected(compared("<", u, none), u, v);
      case 27:
        return selected(compared(">=", u, v), one, constant(3));
      case 28:
        return jump("floor", time());
      case 29:
        return jump("sign", combined("-", time(), constant(0.55)));
      case 30:
        return combined("/", u, combined("+", one, call("abs", v)));
      case 31:
        return negative(jump("sign", v));
      case 32:
        return jump("floor", jump("sign", u));
      default:
        return jump("floor", combined("*", constant(3), u));
    }
  }

 private:
  int draw(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  static Formula named(std::string text, bool is_fixed, double Names::*name) {
    return {std::move(text), false, is_fixed, [name](const Names& names, bool&) { return names.*name; }};
  }
  static Formula signal(int which) { return which == 1 ? named("u1", false, &Names::u1) : named("u2", false, &Names::u2); }
  static Formula time() { return named("t", false, &Names::time); }
  static Formula parameter() { return named("p", true, &Names::p); }
  static Formula constant(double x) {
    const std::string text = std::to_string(x);
    return {x < 0 ? "(" + text + ")" : text, false, true, [x = std::stod(text)](const Names&, bool&) { return x; }};
  }
  Formula leaf() {
    switch (draw(6)) {
      case 0:
      case 1:
        return signal(1);
      case 2:
        return signal(2);
      case 3:
        return time();
      case 4:
        return parameter();
      default:
        return constant(std::round(100 * std::uniform_real_distribution<double>(-2, 2)(random_)) / 100);
    }
  }

  static Formula made(std::string text, std::vector<Formula> operands, const std::function<double(const std::vector<double>&)>& rule) {
    const bool is_fixed = std::all_of(operands.begin(), operands.end(), [](const Formula& f) { return f.is_fixed; });
    return {std::move(text), false, is_fixed, [operands, rule](const Names& names, bool& is_finite) {
              std::vector<double> values;
              for (const Formula& operand : operands) values.push_back(operand.value(names, is_finite));
              const double result = rule(values);
              is_finite = is_finite && std::fabs(result) < 1e6;
              return result;
            }};
  }
  static Formula negative(const Formula& a) {
    return made("(-" + a.text + ")", {a}, [](const auto& x) { return -x[0]; });
  }
  static Formula combined(const std::string& sign, const Formula& a, const Formula& b) {
    return made("(" + a.text + sign + b.text + ")", {a, b}, [sign](const auto& x) {
      return sign == "+"   ? x[0] + x[1]
             : sign == "-" ? x[0] - x[1]
             : sign == "*" ? x[0] * x[1]
             : sign == "/" ? x[0] / x[1]
                           : std::pow(x[0], x[1]);
    });
  }
  static Formula binary(const std::string& name, const Formula& a, const Formula& b) {
    return made(name + "(" + a.text + ", " + b.text + ")", {a, b}, [name](const auto& x) {
      return name == "atan2" ? std::atan2(x[0], x[1]) : name == "min" ? std::min(x[0], x[1]) : std::max(x[0], x[1]);
    });
  }
  static Formula call(const std::string& name, const Formula& a) {
    return made(name + "(" + a.text + ")", {a}, [name](const auto& operands) {
      const double x = operands[0];
      return name == "sin"    ? std::sin(x)
             : name == "cos"  ? std::cos(x)
             : name == "tan"  ? std::tan(x)
             : name == "asin" ? std::asin(x)
             : name == "acos" ? std::acos(x)
             : name == "atan" ? std::atan(x)
             : name == "sinh" ? std::sinh(x)
             : name == "cosh" ? std::cosh(x)
             : name == "tanh" ? std::tanh(x)
             : name == "exp"  ? std::exp(x)
             : name == "log"  ? std::log(x)
             : name == "sqrt" ? std::sqrt(x)
                              : std::fabs(x);
    });
  }
  static Formula jump(const std::string& name, const Formula& a) {
    Formula result = a;
    result.text = name + "(" + a.text + ")";
    result.value = [name, inner = a.value](const Names& names, bool& is_finite) {
      const double x = inner(names, is_finite);
      return name == "floor" ? std::floor(x) : x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
    };
    return result;
  }
  static Formula compared(const std::string& sign, const Formula& a, const Formula& b) {
    Formula result = made("(" + a.text + " " + sign + " " + b.text + ")", {a, b}, [](const auto& x) { return x[0] - x[1]; });
    result.is_truth = true;
    result.value = [sign, difference = result.value](const Names& names, bool& is_finite) -> double {
      const double x = difference(names, is_finite);
      return static_cast<double>(sign == "<" ? x < 0 : sign == "<=" ? x <= 0 : sign == ">" ? x > 0 : x >= 0);
    };
    return result;
  }
  /// Only the branch that is taken has a say, also where the other one has no value.
  static Formula selected(const Formula& c, const Formula& a, const Formula& b) {
    return {"(if " + c.text + " then " + a.text + " else " + b.text + ")", false, a.is_fixed && b.is_fixed && c.is_fixed,
            [c, a, b](const Names& names, bool& is_finite) {
              const bool steps = (a.text + b.text).find("floor") != std::string::npos;
              if (steps) a.value(names, is_finite), b.value(names, is_finite);  // its steps are followed in either branch
              return c.value(names, is_finite) != 0 ? a.value(names, is_finite) : b.value(names, is_finite);
            }};
  }

  Formula arithmetic(int depth) {
    static const std::vector<std::string> kSigns{"+", "-", "*", "/"};
    const int which = draw(5);
    const Formula a = number(depth - 1);
    if (which == 4) return negative(a);
    const Formula b = number(depth - 1);
    return combined(kSigns[static_cast<std::size_t>(which)], a, b);
  }
  Formula power(int depth) {
    static const std::vector<double> kExponents{2, 3, 0.5, -1, 1.5};
    const Formula a = number(depth - 1);
    if (draw(3) == 0) return combined("^", call("abs", a), number(depth - 1));
    return combined("^", call("abs", a), constant(kExponents[static_cast<std::size_t>(draw(5))]));
  }
  Formula function(int depth) {
    static const std::vector<std::string> kNames{"sin", "cos",  "atan", "tanh", "exp",  "log", "sqrt",
                                                 "abs", "asin", "tan",  "sinh", "cosh", "acos"};
    return call(kNames[static_cast<std::size_t>(draw(13))], number(depth - 1));
  }
  Formula pair(int depth) {
    static const std::vector<std::string> kNames{"atan2", "min", "max"};
    const Formula a = number(depth - 1);
    return binary(kNames[static_cast<std::size_t>(draw(3))], a, number(depth - 1));
  }
  /// Of a comparison, or of a number, which is true where it is not zero.
  Formula truth(int depth) {
    static const std::vector<std::string> kSigns{"<", "<=", ">", ">="};
    const int which = draw(9);
    if (which == 8) return depth == 0 ? parameter() : number(depth - 1);
    if (which < 5 || depth == 0) {
      const Formula a = number(std::max(depth - 1, 0));
      return compared(kSigns[static_cast<std::size_t>(draw(4))], a, number(std::max(depth - 1, 0)));
    }
    const Formula a = truth(depth - 1);
    if (which == 5) return joined("(not " + a.text + ")", a, a, [](bool x, bool) { return !x; });
    const Formula b = truth(depth - 1);
    return which == 6 ? joined("(" + a.text + " and " + b.text + ")", a, b, [](bool x, bool y) { return x && y; })
                      : joined("(" + a.text + " or " + b.text + ")", a, b, [](bool x, bool y) { return x || y; });
  }
  static Formula joined(std::string text, const Formula& a, const Formula& b, const std::function<bool(bool, bool)>& rule) {
    return {std::move(text), true, a.is_fixed && b.is_fixed, [a, b, rule](const Names& names, bool& is_finite) -> double {
              const bool x = a.value(names, is_finite) != 0, y = b.value(names, is_finite) != 0;
              return static_cast<double>(rule(x, y));
            }};
  }
  Formula choice(int depth) {
    const Formula c = truth(depth - 1), a = number(depth - 1);
    return selected(c, a, number(depth - 1));
  }

  std::mt19937 random_;
};

}  // namespace stribeck::test
