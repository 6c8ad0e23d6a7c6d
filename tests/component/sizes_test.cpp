// What decides what is declared: sizes, lengths of lists, formulas; and the tables that come of lists.
#include <catch2/catch.hpp>

#include "declared.h"
#include "stribeck/component.hpp"

using namespace stribeck;

namespace {

using test::message_of;
using test::record;

void polynomial(ComponentBuilder& c) {
  const List list = c.list("coefficients", "1", "from the highest power down", {2, 3});
  const int count = c.length(list, 1, 5);
  const Expression u = c.input("u", "1", "the argument");
  Expression sum = 0;
  for (int i = 0; i < count; ++i) sum = sum * u + c.entry(list, i);
  c.relation("value", c.output("y", "1", "the value") == sum);
}
void chain(ComponentBuilder& c) {
  const int count = c.count("links", 2, 1, 9, "how many");
  const Expression u = c.input("u", "m", "what comes in");
  Expression before = u;
  for (int i = 1; i <= count; ++i) before = c.named(("x" + std::to_string(i)).c_str(), "m", "a link", 2 * before);
  c.relation("end", c.output("y", "m", "what comes out") == before);
}
void block(ComponentBuilder& c) {
  const Expression u = c.input("u", "any", "what comes in");
  c.relation("formula", c.output("y", "any", "the value") == c.formula("text", "2*u + t", "what is computed", {{"u", u}, {"t", c.time()}}));
}
void curve(ComponentBuilder& c) {
  const List x = c.ascending_list("x", "m", "abscissae", {0, 1, 2}), y = c.list("y", "N", "ordinates", {0, 1, 4});
  const Expression u = c.input("u", "m", "the argument");
  c.relation("force", c.output("F", "N", "force") == c.interpolate(x, y, u, {.method = "akima"}));
  c.relation("slope", c.output("k", "N/m", "its slope") == c.interpolate(x, y, u, {.method = "akima", .order = 1}));
  c.relation("energy", c.output("E", "J", "its integral") == c.interpolate(x, y, u, {.method = "akima", .order = -1}));
}
void entry_without_length(ComponentBuilder& c) {
  const List list = c.list("values", "1", "values", {1});
  c.relation("value", c.output("y", "1", "the value") == c.entry(list, 0));
}
void bad_formula(ComponentBuilder& c) {
  c.relation("value", c.output("y", "1", "the value") == c.formula("text", "2*(", "what is computed", {}));
}
void no_such_method(ComponentBuilder& c) {
  const List x = c.ascending_list("x", "1", "abscissae", {0, 1}), y = c.list("y", "1", "ordinates", {0, 1});
  c.relation("value", c.output("F", "1", "the value") == c.interpolate(x, y, c.input("u", "1", "argument"), {.method = "spline"}));
}

}  // namespace

TEST_CASE("a component has as many parts as the diagram's lists and numbers say") {
  CHECK(record<chain>()->variables.size() == 2);
  const auto longer = record<chain>({{}, {7}});
  CHECK(longer->variables.size() == 7);
  REQUIRE(longer->sizes.size() == 1);
  CHECK(longer->sizes[0].chosen == 7);
  CHECK(longer->sizes[0].high == 9);

  const auto usual = record<polynomial>(), cubic = record<polynomial>({{}, {4}});
  CHECK(usual->parameters.size() == 2);  // as many entries as the default has
  REQUIRE(cubic->parameters.size() == 4);
  CHECK(cubic->parameters[3].name == "coefficients[4]");
  CHECK(cubic->parameters[3].list == 0);
  CHECK(cubic->parameters[3].entry == 3);
}

TEST_CASE("a formula is recorded as its text says") {
  const auto usual = record<block>(), other = record<block>({{}, {}, {{"sin(u)", {}}}});
  CHECK(usual->formulas[0].written.text == "2*u + t");
  CHECK(usual->formulas[0].names == std::vector<std::string>{"u", "t"});
  CHECK(usual->pool[usual->relations[0].right].op == Operator::add);
  CHECK(other->pool[other->relations[0].right].op == Operator::sin);
  // A parameter of the diagram is one of the component's, which no diagram names.
  const auto scaled = record<block>({{}, {}, {{"k*u", {"k"}}}});
  CHECK(scaled->pool[scaled->relations[0].right].op == Operator::mul);
  REQUIRE(scaled->parameters.size() == usual->parameters.size() + 1);
  CHECK(scaled->parameters.back().formula == 0);
  CHECK(!scaled->parameters.back().is_named());
}

TEST_CASE("several derivatives of one function are one table, and have their units") {
  const auto found = record<curve>();  // units are checked while it is recorded
  REQUIRE(found->tables.size() == 1);
  CHECK(found->tables[0].method == TableMethod::akima);
}

TEST_CASE("what cannot be recorded is said") {
  CHECK(message_of<entry_without_length>().find("whose length was not asked for") != std::string::npos);
  CHECK(message_of<bad_formula>().find("the formula \"2*(\"") != std::string::npos);
  CHECK(message_of<no_such_method>().find("a table cannot be \"spline\"") != std::string::npos);
}
