// External functions: units, derivatives, and what is refused.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "declared.h"
#include "expression/derivative.h"
#include "expression/evaluate.h"
#include "expression/print.h"
#include "stribeck/component.hpp"

using namespace stribeck;

namespace {

using test::message_of;
using test::record;

double product(double a, double b) { return a * b; }

/// In rpm and bar: what an expression hands over and takes back is SI.
void pump(ComponentBuilder& c) {
  const Expression w = c.input("w", "rad/s", "speed"), p = c.input("p", "Pa", "pressure");
  const Function map = c.function("map", "kN*m", "torque", {{"speed", "rpm"}, {"pressure", "bar"}}, product);
  map.derivative(0, [](double, double pressure) { return pressure; });
  map.derivative(1, [](double speed, double) { return speed; });
  c.relation("law", c.output("T", "N*m", "torque") == map(w, p));
}

void underived(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "argument");
  const Function f = c.function("f", "1", "a function", {{"x", "1"}}, [](double x) { return x; });
  c.relation("law", c.output("y", "1", "value") == f(u));
}
void of_a_parameter(ComponentBuilder& c) {
  const Function f = c.function("f", "1", "a function", {{"x", "1"}}, [](double x) { return 2 * x; });
  c.relation("law", c.output("y", "1", "value") == f(c.parameter("p", 3, "1", "a number")));
}
void of_another_dimension(ComponentBuilder& c) {
  const Expression u = c.input("u", "m", "argument");
  const Function f = c.function("f", "1", "a function", {{"x", "kg"}}, [](double x) { return x; });
  f.derivative(0, [](double) { return 1.0; });
  c.relation("law", c.output("y", "1", "value") == f(u));
}
void of_too_many(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "argument");
  const Function f = c.function("f", "1", "a function", {{"x", "1"}}, [](double x) { return x; });
  c.relation("law", c.output("y", "1", "value") == f(u, u));
}
void named_otherwise(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "argument");
  const Function f = c.function("f", "1", "a function", {{"x", "1"}}, product);
  c.relation("law", c.output("y", "1", "value") == f(u));
}
void derived_twice(ComponentBuilder& c) {
  const Expression u = c.input("u", "1", "argument");
  const Function f = c.function("f", "1", "a function", {{"x", "1"}}, [](double x) { return x; });
  f.derivative(0, [](double) { return 1.0; });
  f.derivative(0, [](double) { return 1.0; });
  c.relation("law", c.output("y", "1", "value") == f(u));
}

ExternalFunction plain(ExternalFunction::Value value) {
  ExternalFunction function;
  function.name = "f";
  function.owner = "test.part";
  function.arguments[0] = "x";
  function.value = value;
  return function;
}

}  // namespace

TEST_CASE("an external function has units of its own, and so have its derivatives") {
  const auto made = record<pump>();
  const auto value_of = [&](std::int32_t symbol) {
    const std::string name = symbol_name(*made, symbol);
    return name == "w" ? 2 * M_PI : name == "p" ? 3e5 : 0.0;  // 60 rpm, 3 bar
  };
  const ExprId law = made->relations[0].right;
  CHECK(evaluate(made->pool, law, value_of) == Approx(60 * 3 * 1000).epsilon(1e-12));
  Differentiator differentiator(made->pool);
  const std::vector<Partial> partials = differentiator.partials(law);
  REQUIRE(partials.size() == 2);
  CHECK(evaluate(made->pool, partials[0].value, value_of) == Approx(60 * 3 * 1000 / (2 * M_PI)).epsilon(1e-12));
  CHECK(evaluate(made->pool, partials[1].value, value_of) == Approx(60 * 3 * 1000 / 3e5).epsilon(1e-12));
}

TEST_CASE("a derivative that its author does not give is missed when it is needed") {
  const auto made = record<pump>();
  Differentiator differentiator(made->pool);
  const ExprId slope = differentiator.partials(made->relations[0].right)[0].value;
  try {
    differentiator.partials(slope);
    FAIL("no error");
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics()[0].code == ErrorCode::function_no_derivative);
    CHECK(failure.diagnostics()[0].message ==
          "the equations need the derivative of \"d map/d speed\" by its argument \"speed\", which the component type test.part does "
          "not give");
  }
}

TEST_CASE("a function of parameters alone needs no derivative, and is no constant to be folded") {
  const auto made = record<of_a_parameter>();
  CHECK(to_text(made->pool, made->relations[0].right, [&](std::int32_t s) { return symbol_name(*made, s); }) == "f(p)");
}

TEST_CASE("wrong declarations and calls of external functions") {
  CHECK(message_of<underived>() ==
        "the component test.part: the function \"f\" has no derivative by its argument \"x\", which changes during a run");
  CHECK(message_of<of_another_dimension>() ==
        "the component test.part: the argument \"x\" of the function \"f\" has the dimension m, not kg, in  u");
  CHECK(message_of<of_too_many>() == "the component test.part: the function \"f\" is called with 2 arguments, but has 1");
  CHECK(message_of<named_otherwise>() == "the component test.part: an external function takes another number of arguments than are named");
  CHECK(message_of<derived_twice>() == "the component test.part: the function \"f\" is given two derivatives by \"x\"");
}

TEST_CASE("a call without value says why; an argument that is no number is not the function's fault") {
  const ExternalFunction root = plain([](void*, const double* x, const char**) { return std::sqrt(*x); });
  const double minus = -1, nothing = std::numeric_limits<double>::quiet_NaN(), four = 4;
  CHECK(call(root, {&four, 1}).value == 2);
  CHECK_FALSE(call(root, {&nothing, 1}).failed);
  const CallResult failed = call(root, {&minus, 1});
  REQUIRE(failed.failed);
  CHECK(std::isnan(failed.value));
  const ExternalFunction map = plain([](void*, const double*, const char** why) {
    *why = "the map ends";
    return 1.0;
  });
  CHECK(failure_of_call(map, {&four, 1}, call(map, {&four, 1})) ==
        "the function \"f\" of the component type test.part has no value at x = 4: the map ends");
}
