#include "expression/parse.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "expression/derivative.h"
#include "expression/evaluate.h"
#include "expression/functions.h"
#include "expression/print.h"

using namespace stribeck;

namespace {

const std::vector<std::string> kNames = {"a", "b", "c", "load.w"};
const std::vector<double> kValues = {2, 3, 5, 7};

struct Parsed {
  bool good = false;
  TypedExpr expression;
  ParseError error;
};

Parsed parse(std::string_view text, ExprPool& pool, const std::map<std::string, std::string>& units = {}) {
  Parsed result;
  const NameResolver resolve = [&](std::string_view name) -> TypedExpr {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (kNames[i] != name) continue;
      const auto unit = units.find(kNames[i]);
      return {pool.symbol(static_cast<std::int32_t>(i), kParameter),
              unit == units.end() ? Dimension::unchecked() : parse_unit(unit->second)->dimension};
    }
    return {};
  };
  result.good = parse_expression(text, pool, resolve, result.expression, result.error);
  return result;
}

double value(std::string_view text) {
  ExprPool pool;
  const Parsed parsed = parse(text, pool);
  INFO(text << ": " << parsed.error.message);
  REQUIRE(parsed.good);
  return evaluate(pool, parsed.expression.id, [](std::int32_t i) { return kValues.at(static_cast<std::size_t>(i)); });
}

ParseError fault(std::string_view text, const std::map<std::string, std::string>& units = {}) {
  ExprPool pool;
  const Parsed parsed = parse(text, pool, units);
  INFO(text);
  CHECK_FALSE(parsed.good);
  return parsed.error;
}

std::string printed(const ExprPool& pool, ExprId id, std::size_t limit = 0) {
  return to_text(
      pool, id, [](std::int32_t i) { return kNames.at(static_cast<std::size_t>(i)); }, limit);
}

std::string reprinted(std::string_view text) {
  ExprPool pool;
  const Parsed parsed = parse(text, pool);
  INFO(text << ": " << parsed.error.message);
  REQUIRE(parsed.good);
  return printed(pool, parsed.expression.id);
}

}  // namespace

TEST_CASE("parse: operators bind as on paper") {
  CHECK(value("1 + 2*3") == 7);
  CHECK(value("(1 + 2)*3") == 9);
  CHECK(value("a - b - c") == -6);
  CHECK(value("c/b/a") == Approx(5.0 / 6).epsilon(1e-15));
  CHECK(value("-a^2") == -4);
  CHECK(value("a^b^2") == 512);
  CHECK(value("a^-1") == 0.5);
  CHECK(value("2*-a") == -4);
  CHECK(value("+a") == 2);
  CHECK(value("a < b and b < c") == 1);
  CHECK(value("a and b") == 1);  // numbers are true where they are not zero, and what is made of them is 0 or 1
  CHECK(value("a and 1") == 1);
  CHECK(value("a or 0") == 1);
  CHECK(value("0 or c") == 1);
  CHECK(value("a or a") == 1);
  CHECK(value("3 or a") == 1);
  CHECK(value("a > b or not b > c") == 1);
  CHECK(value("not a < b") == 0);
  CHECK(value("if a > b then 1 else if b > c then 2 else 3") == 3);
  CHECK(value("1 + (if a < b then 10 else 20)") == 11);
}

TEST_CASE("print: one sign stands where a sum would have two") {
  CHECK(reprinted("a - -b") == "a + b");
  CHECK(reprinted("a + -b") == "a - b");
  CHECK(reprinted("a - -2*b") == "a + 2*b");
  CHECK(reprinted("a + -2*b/c") == "a - 2*b/c");
  CHECK(reprinted("a - -(b + c)") == "a + (b + c)");
  CHECK(reprinted("a - -(-b + c)").find("- -") == std::string::npos);
  CHECK(reprinted("a - b*-2") == "a - b*-2");
  for (const char* text : {"a - -b", "a + -2*b/c", "a - -(-b + c)", "a - -(-2*b)", "a - (-b)^2", "a - -b*-c"}) {
    INFO(text << " is printed as " << reprinted(text));
    CHECK(value(reprinted(text)) == value(text));
    CHECK(reprinted(text).find(" - -") == std::string::npos);
  }
}

TEST_CASE("parse: names, constants and functions") {
  CHECK(value("load.w*2") == 14);
  CHECK(value("cos(pi)") == -1);
  CHECK(value("log(e)") == 1);
  CHECK(value("atan2(1, 1)") == Approx(std::atan(1)).epsilon(1e-15));
  CHECK(value("min(b, a, c)") == 2);
  CHECK(value("max(a, b, c, 1)") == 5);
  CHECK(value(".5e1") == 5);
  CHECK(fault("select(a < b, 1, 2)").message == "there is no function \"select\"");
  CHECK(fault("uniform_random(a, 2)").kind == ParseError::Kind::unknown_name);
  for (const char* inner : {"add", "both", "lt", "opposite", "normal_random", "expm1"})
    CHECK(fault(std::string(inner) + "(a, b)").message.starts_with("there is no function"));
}

TEST_CASE("parse: a choice among several conditions, in words and as a call") {
  for (const char* text : {"if a > b then 1 elseif b > c then 2 else 3", "if a > b then 1 else if b > c then 2 else 3",
                           "if(a > b, 1, b > c, 2, 3)", "if(a > b, 1, if(b > c, 2, 3))"}) {
    CHECK(value(text) == 3);
    CHECK(reprinted(text) == "if a > b then 1 else if b > c then 2 else 3");
  }
  CHECK(value("1 + if(a < b, 10, 20)*2") == 21);
  CHECK(value("if (a > b) or (b < c) then 1 else 2") == 1);
  CHECK(value("if (max(a, b)) > 2 then 1 else 2") == 1);
  CHECK(value("if(not (a > b), 1, 2)") == 1);
  CHECK(value("if a > b then 1 elseif a > c then 2 elseif a < c then 4 else 3") == 4);
  CHECK(fault("if(a > b, 1)").message == "the last value of \"if\" is missing: the one that holds where no condition does");
  CHECK(fault("if(a > b, 1, b > c, 2)").remedy.find("value otherwise") != std::string::npos);
  CHECK(fault("if a > b then 1 elseif b > c then 2").message.find("else") != std::string::npos);
  CHECK(fault("elseif a").offset == 0);
  std::string chain = "if a > b then 1", called = "if(";
  for (int i = 0; i < 10000; ++i)
    chain += " elseif a > " + std::to_string(i + 3) + " then 2", called += "a > " + std::to_string(i + 3) + ", 2, ";
  CHECK(value(chain + " else 7") == 7);
  CHECK(value(called + "7)") == 7);
  CHECK(fault("if(a > b, load.w, c)", {{"load.w", "m"}, {"c", "s"}}).kind == ParseError::Kind::dimension);
}

TEST_CASE("parse: && || ! are and, or, not") {
  CHECK(reprinted("a < b && b < c || c < a") == "a < b and b < c or c < a");
  CHECK(reprinted("a < b and b < c or c < a") == "a < b and b < c or c < a");
  CHECK(reprinted("!(a < b)") == "not a < b");
  CHECK(value("!(a > b) && !(b > c)") == 1);
  CHECK(value("!!(a < b)") == 1);
  CHECK(fault("!a < b").remedy == "write !(a < b), or not a < b");
  CHECK(fault("!a + b").offset == 3);
  for (const char* equal : {"if a = b then 1 else 2", "if a == b then 1 else 2", "a != b", "(a == b)*c"})
    CHECK(fault(equal).remedy.find("<= or >=") != std::string::npos);
  CHECK(fault("a**2").remedy == "a power is a^b");
}

TEST_CASE("functions: those that are built from others have the values of the C library") {
  struct Route {
    const char* text;
    double (*value)(double, double);
    double within;  ///< of the larger operand: what dividing and multiplying by it loses
  };
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  const Route routes[] = {
      {"ceil(a)", [](double x, double) { return std::ceil(x); }, 0},
      {"trunc(a)", [](double x, double) { return std::trunc(x); }, 0},
      {"round(a)", [](double x, double) { return std::round(x); }, 0},
      {"rem(a, b)", [](double x, double y) { return std::fmod(x, y); }, kUnit},
      {"mod(a, b)", [](double x, double y) { return std::fmod(std::fmod(x, y) + y, y); }, 2 * kUnit},
      {"div(a, b)", [](double x, double y) { return std::trunc(x / y); }, 0},
      {"hypot(a, b)", [](double x, double y) { return std::hypot(x, y); }, 2 * kUnit},
      {"clip(a, -3, b*b)", [](double x, double y) { return std::clamp(x, -3.0, y * y); }, 0},
      {"clamp(a, -3, b*b)", [](double x, double y) { return std::clamp(x, -3.0, y * y); }, 0},
      {"heaviside(a)", [](double x, double) { return 0.5 * (1 + std::copysign(1.0, x + 0.0)); }, 0},
      {"pow(abs(a), b)", [](double x, double y) { return std::pow(std::fabs(x), y); }, 0},
      {"ln(abs(a))", [](double x, double) { return std::log(std::fabs(x)); }, 0},
      {"log10(abs(a))", [](double x, double) { return std::log10(std::fabs(x)); }, 0},
      {"rad2deg(deg2rad(a))", [](double x, double) { return x; }, kUnit},
      {"deg2rad(a)", [](double x, double) { return x * std::acos(-1.0) / 180; }, kUnit},
  };
  std::mt19937 random(5);
  std::uniform_real_distribution<double> spread(-20, 20);
  for (const Route& route : routes) {
    ExprPool pool;
    const Parsed parsed = parse(route.text, pool);
    INFO(route.text << ": " << parsed.error.message);
    REQUIRE(parsed.good);
    for (int i = 0; i < 2000; ++i) {
      // Every third one is a half or a whole number, where these functions jump.
      const double x = i % 3 == 0 ? std::round(2 * spread(random)) / 2 : spread(random), y = spread(random);
      const double found = evaluate(pool, parsed.expression.id, [&](std::int32_t n) { return n == 0 ? x : y; });
      INFO(x << ", " << y);
      const double expected = route.value(x, y);  // of a logarithm infinite at 0
      CHECK((found == expected || std::fabs(found - expected) <= route.within * std::max(std::fabs(x), std::fabs(y))));
    }
  }
}

TEST_CASE("functions: to round is exact for every double") {
  ExprPool pool;
  const ExprId rounded = parse("round(a)", pool).expression.id;
  const double below_half = std::nextafter(0.5, 0.0), odd = 4503599627370497.0;  // 2^52 + 1
  for (const double x : {0.0, below_half, 0.5, std::nextafter(0.5, 1.0), 1.5, 2.5, odd, odd / 2, 2 * odd, 1e300})
    for (const double y : {x, -x}) CHECK(evaluate(pool, rounded, [&](std::int32_t) { return y; }) == std::round(y));
  CHECK(value("heaviside(0)") == 1);
  CHECK(value("log10(1000)") == 3);
}

TEST_CASE("functions: a length has the direction's cosines as derivatives, of vectors of any size and of none") {
  ExprPool pool;
  const ExprId length = parse("hypot(a, b)", pool).expression.id;
  const std::vector<Partial> partials = Differentiator(pool).partials(length, kParameter);
  const auto at = [&](ExprId e, double a, double b) { return evaluate(pool, e, [&](std::int32_t n) { return n == 0 ? a : b; }); };
  for (const double size : {1e-300, 1e-160, 1.0, 1e160, 1e300}) {
    CHECK(at(length, 3 * size, -4 * size) == Approx(5 * size).epsilon(1e-15));
    for (const Partial& partial : partials)
      CHECK(at(partial.value, 3 * size, -4 * size) == Approx(pool.node(partial.symbol).a == 0 ? 0.6 : -0.8).epsilon(1e-15));
  }
  CHECK(at(length, 0, 0) == 0);
  for (const Partial& partial : partials) CHECK(at(partial.value, 0, 0) == 0);
  for (const Partial& partial : partials) CHECK(at(partial.value, 0, -2) == (pool.node(partial.symbol).a == 0 ? 0 : -1));
  CHECK(std::isnan(at(length, std::nan(""), 0)));
  CHECK(std::isnan(at(length, 0, std::nan(""))));
}

TEST_CASE("functions: derivatives are those of finite differences, except at the jumps") {
  for (const char* text : {"ceil(a)*b", "round(a)*b", "trunc(a)*b", "mod(a, b)", "rem(a, b)", "hypot(a, b)", "direction_cosine(a, b)",
                           "clip(a, -3, b)", "heaviside(a)*b", "deg2rad(a)*b", "rad2deg(a)*b", "pow(b, a)", "ln(b)*a", "log10(b)*a",
                           "div(a, b)*b", "if(a < -1, a*a, a < 1, b*a, b*b)"}) {
    ExprPool pool;
    const Parsed parsed = parse(text, pool);
    REQUIRE(parsed.good);
    const std::vector<Partial> partials = Differentiator(pool).partials(parsed.expression.id, kParameter);
    std::mt19937 random(9);
    std::uniform_real_distribution<double> first(-8, 8), second(0.5, 4);
    for (int i = 0; i < 200; ++i) {
      const double at[] = {first(random), second(random)};
      const auto f = [&](double dx, double dy) {
        return evaluate(pool, parsed.expression.id, [&](std::int32_t n) { return n == 0 ? at[0] + dx : at[1] + dy; });
      };
      constexpr double kStep = 1e-5;
      for (int n = 0; n < 2; ++n) {
        const double ahead = n == 0 ? f(kStep, 0) : f(0, kStep), behind = n == 0 ? f(-kStep, 0) : f(0, -kStep);
        if (std::fabs(ahead - behind) > 0.1) continue;  // a jump lies between
        double exact = 0;
        for (const Partial& partial : partials)
          if (pool.node(partial.symbol).a == n) exact = evaluate(pool, partial.value, [&](std::int32_t s) { return at[s]; });
        INFO(text << " at " << at[0] << ", " << at[1] << " by operand " << n);
        // Central differences err by a third derivative times the step squared; kinks of clip add less than one slope at them.
        CHECK((ahead - behind) / (2 * kStep) == Approx(exact).margin(1e-4).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("functions: each row of the table can be called, and says what it is") {
  for (const ExpressionFunction& function : expression_functions()) {
    std::string call = std::string(function.name) + "(";
    for (std::size_t i = 0; i < operand_names(function).size(); ++i) call += (i > 0 ? ", " : "") + kNames.at(i);
    ExprPool pool;
    INFO(call);
    CHECK(parse(call + ")", pool).good);
    CHECK_FALSE(function.doc.empty());
    CHECK((!function.definition.empty() || find_operator(function.name) != Operator::count_));
    CHECK(fault(std::string(function.name) + "()").kind == ParseError::Kind::syntax);
  }
}

TEST_CASE("functions: faults name the function that was called") {
  CHECK(fault("mod(a)").message == "mod takes 2 operands, but has 1");
  CHECK(fault("clip(a, 2, 1)").message == "clip(x, low, high) needs low <= high");
  CHECK(fault("1 + mod(a, b)", {{"a", "kg"}, {"b", "m"}}).message ==
        "mod(x, y) = x - y*floor(x/y): \"floor\" needs a pure number, but has kg/m");
  CHECK(fault("1 + mod(a, b)", {{"a", "kg"}, {"b", "m"}}).offset == 4);
  CHECK(fault("round(a)", {{"a", "kg"}}).kind == ParseError::Kind::dimension);
  CHECK(fault("floor(a)", {{"a", "kg"}}).kind == ParseError::Kind::dimension);
  CHECK(fault("hypot(a, b)", {{"a", "kg"}, {"b", "m"}}).kind == ParseError::Kind::dimension);
  CHECK(fault("clip(a, 1, 2)", {{"a", "kg"}}).kind == ParseError::Kind::dimension);
}

TEST_CASE("parse: the resolver may override a constant") {
  ExprPool pool;
  TypedExpr result;
  ParseError error;
  const NameResolver resolve = [&](std::string_view) { return TypedExpr{pool.constant(42), {}}; };
  REQUIRE(parse_expression("e", pool, resolve, result, error));
  CHECK(pool.constant_value(result.id) == 42);
}

TEST_CASE("parse: faults say what and where") {
  CHECK(fault("").message == "the expression is empty");
  CHECK(fault("a +").offset == 3);
  CHECK(fault("a + * b").offset == 4);
  CHECK(fault("(a + b").message == "\")\" is expected to close the parenthesis at character 1, but there is the end of the expression");
  CHECK(fault("a)").message == "a closing parenthesis has no opening one");
  CHECK(fault("3 rpm").message == "an operator is missing before \"rpm\"");
  CHECK(fault("a < b < c").message == "comparisons cannot be chained");
  CHECK(fault("a == b").remedy != "");
  CHECK(fault("a ? b : c").remedy == "write if c then a else b, or if(c, a, b)");
  CHECK(fault("~a").remedy == "write not or !");
  CHECK(fault("if a < b then 1").message.find("else") != std::string::npos);
  CHECK(fault("sin(a, b)").message == "sin takes 1 operand, but has 2");
  CHECK(fault("1e999").message.find("too large") != std::string::npos);
  CHECK(fault("a # b").offset == 2);
}

TEST_CASE("parse: unknown names are told apart from syntax") {
  const ParseError unknown = fault("a + speed*2");
  CHECK(unknown.kind == ParseError::Kind::unknown_name);
  CHECK(unknown.name == "speed");
  CHECK(unknown.offset == 4);
  const ParseError function = fault("tanhh(a)");
  CHECK(function.kind == ParseError::Kind::unknown_name);
  CHECK(function.remedy.starts_with("did you mean \"tanh\"? there are sin, cos, "));
  CHECK(fault("frobnicate(a)").remedy.starts_with("there are sin, cos, "));
  CHECK(fault("frobnicate(a)").remedy.ends_with(", deg2rad, rad2deg"));
  CHECK(fault("constant(a)").kind == ParseError::Kind::unknown_name);
}

TEST_CASE("parse: dimensions are carried and checked") {
  const std::map<std::string, std::string> units = {{"a", "kg"}, {"b", "m"}, {"c", "s"}};
  const auto dimension = [&](std::string_view text) {
    ExprPool pool;
    const Parsed parsed = parse(text, pool, units);
    INFO(text << ": " << parsed.error.message);
    REQUIRE(parsed.good);
    return to_text(parsed.expression.dimension);
  };
  CHECK(dimension("a*b/c^2") == "kg*m/s^2");
  CHECK(dimension("sqrt(b^2 + b*b)") == "m");
  CHECK(dimension("b^0.5") == "m^(1/2)");
  CHECK(dimension("sin(b/b)") == "1");
  CHECK(dimension("max(0, a)") == "kg");
  CHECK(dimension("if a > 0 then b else 2*b") == "m");
  CHECK(dimension("sign(a)") == "1");
  CHECK(fault("a + b", units).message == "cannot add kg and m");
  CHECK(fault("a + b", units).offset == 2);
  CHECK(fault("a + 1", units).message == "cannot add kg and a pure number");
  CHECK(fault("exp(a)", units).message == "\"exp\" needs a pure number, but has kg");
  CHECK(fault("a < b", units).kind == ParseError::Kind::dimension);
  CHECK(dimension("mod(a, 2*a)") == "kg");
  CHECK(dimension("clip(b, 0, 3*b)") == "m");
  CHECK(dimension("hypot(b, 2*b)") == "m");
  CHECK(dimension("if(a > 0, b, a < 0, 2*b, 0)") == "m");
  CHECK(fault("b^sign(a)", units).message == "m can only be raised to a constant power");
  CHECK(fault("2^a", units).message == "an exponent must be a pure number, but has kg");
  CHECK(fault("b^2.1", units).message == "m can only be raised to whole multiples of 1/6, not to 2.1: divide by a unit first");
  CHECK(dimension("(b/b)^2.1") == "1");
}

TEST_CASE("parse: hostile text is refused without harm") {
  CHECK(fault(std::string(100000, '(')).message.find("nested") != std::string::npos);
  CHECK(fault(std::string(100000, '-')).message.find("nested") != std::string::npos);
  std::string powers = "a", ifs;
  for (int i = 0; i < 10000; ++i) powers += "^a";
  for (int i = 0; i < 10000; ++i) ifs += "if ";
  CHECK(fault(powers).message.find("nested") != std::string::npos);
  CHECK(fault(ifs).message.find("nested") != std::string::npos);
  std::mt19937 random(3);
  const std::vector<std::string> words = {"a",   "b",     "1",      "(",    ")",     "+",   "-", "*",    "^", "<",
                                          "if ", "then ", " else ", "not ", " and ", "sin", ",", "\xff", "."};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto length = random() % 10; length > 0; --length) text += words[random() % words.size()];
    ExprPool pool;
    const Parsed parsed = parse(text, pool);
    CHECK((parsed.good || !parsed.error.message.empty()));
    CHECK((parsed.good || parsed.error.offset <= text.size()));
  }
}

TEST_CASE("parse: a long sum needs no stack") {
  ExprPool pool;
  std::string text = "a";
  for (int i = 0; i < 200000; ++i) text += " + b*" + std::to_string(i);
  const Parsed parsed = parse(text, pool);
  REQUIRE(parsed.good);
  const double sum = evaluate(pool, parsed.expression.id, [](std::int32_t i) { return kValues.at(static_cast<std::size_t>(i)); });
  CHECK(sum == 2 + 3 * (199999.0 * 200000 / 2));
  CHECK(printed(pool, parsed.expression.id).size() > 1000000);
}

TEST_CASE("print: as few parentheses as precedence allows") {
  for (const char* text : {"a*b + c", "(a + b)*c", "a - (b - c)", "a/(b*c)", "a^b^c", "(a^b)^c", "-a^b", "(-a)^b", "a^-b", "sin(a)*b",
                           "if a < b then a else b", "(if a < b then a else b)*c", "not a < b", "a < b and b < c or c < a",
                           "a < b and (b < c or c < a)", "atan2(a, b)", "0.1*a", "max(a, b, c)", "min(a, min(b, c), max(a, b))"}) {
    CHECK(reprinted(text) == text);
  }
}

TEST_CASE("print: however many operands max has, they are read back") {
  std::string text = "a";
  for (int i = 0; i < 1000; ++i) text += ", b*" + std::to_string(i);
  CHECK(reprinted(reprinted("max(" + text + ")")) == reprinted("max(" + text + ")"));
  CHECK(reprinted("max(" + text + ")").find("max", 3) == std::string::npos);
}

TEST_CASE("print: numbers read back exactly") {
  ExprPool pool;
  for (const double number : {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.125})
    CHECK(std::strtod(printed(pool, pool.constant(number)).c_str(), nullptr) == number);
  CHECK(printed(pool, pool.apply(Operator::derivative, pool.symbol(0, kUnknown))) == "der(a)");
}

TEST_CASE("print: the limit cuts what sharing would make endless") {
  ExprPool pool;
  ExprId x = pool.symbol(0, kParameter);
  for (int i = 0; i < 200; ++i) x = pool.apply(Operator::pow, x, pool.add(x, pool.symbol(1, kParameter)));
  CHECK(printed(pool, x, 100).size() == 103);
}

TEST_CASE("print: shares of pi are products, and what the reader turns round is written turned") {
  ExprPool pool;
  const ExprId a = pool.symbol(0, kParameter), b = pool.symbol(1, kParameter), two = pool.constant(-2);
  const ExprId quarter = pool.constant(-std::numbers::pi / 4);
  CHECK(printed(pool, pool.apply(Operator::pow, a, quarter)) == "a^(-pi/4)");
  CHECK(printed(pool, pool.apply(Operator::mul, b, pool.apply(Operator::sub, pool.apply(Operator::neg, a), two))) == "b*(2 - a)");
  CHECK(printed(pool, pool.apply(Operator::neg, pool.apply(Operator::add, a, two))) == "2 - a");
}

TEST_CASE("print and parse: random expressions come back as the same node, or as a sum with one sign for two") {
  std::mt19937 random(11);
  int same = 0, others = 0;
  const auto at_point = [](const ExprPool& pool, ExprId id) {
    return evaluate(pool, id, [](std::int32_t i) { return kValues.at(static_cast<std::size_t>(i)); });
  };
  for (int round = 0; round < 20000; ++round) {
    ExprPool pool;
    std::vector<ExprId> made;
    for (int i = 0; i < 4; ++i) made.push_back(pool.symbol(i, kParameter));
    made.push_back(pool.constant(-2));
    made.push_back(pool.constant(0.1));
    for (int i = 0; i < 12; ++i) {
      const auto op = static_cast<Operator>(static_cast<unsigned>(Operator::add) +
                                            random() % (static_cast<unsigned>(Operator::count_) - static_cast<unsigned>(Operator::add)));
      // For components in C++ alone: printed in their pages, but not called by formulas.
      if (op == Operator::expm1 || op == Operator::log1p || op == Operator::uniform_random || op == Operator::normal_random) continue;
      std::array<ExprId, 3> operands{};  // drawn one after the other: compilers take arguments in an order of their own
      for (ExprId& operand : operands) operand = made[random() % made.size()];
      made.push_back(pool.apply(op, operands[0], operands[1], operands[2]));
    }
    const std::string text = printed(pool, made.back());
    const Parsed parsed = parse(text, pool);
    INFO(text << ": " << parsed.error.message);
    if (text.find("inf") != std::string::npos || text.find("nan") != std::string::npos) continue;
    REQUIRE(parsed.good);
    (parsed.expression.id == made.back() ? same : others) += 1;
    if (parsed.expression.id == made.back()) continue;
    CHECK(printed(pool, parsed.expression.id) == text);
    const double before = at_point(pool, made.back()), after = at_point(pool, parsed.expression.id);
    CHECK((before == after || (std::isnan(before) && std::isnan(after))));  // x - -y and x + y are the same to the last bit
  }
  CHECK(others < same / 20);
}
