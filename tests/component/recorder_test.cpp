// Recording: what a declaration becomes, and the sentence for each way it can be wrong.
#include <catch2/catch.hpp>

#include <type_traits>
#include <utility>

#include "base/diagnostic.h"
#include "component/derived_variables.h"
#include "component/registry.h"
#include "declared.h"
#include "stribeck/component.hpp"

using namespace stribeck;

namespace {

using test::run_declaration;

template <void (*declare)(ComponentBuilder&)>
std::string fault_of() {
  try {
    record_component("test.part", run_declaration<declare>, "a part", "part.cpp", {});
  } catch (const Failure& failure) {
    CHECK(failure.diagnostics()[0].code == ErrorCode::component_bad_declaration);  // component.bad_declaration
    CHECK(failure.diagnostics()[0].where.file == "part.cpp");
    return failure.diagnostics()[0].message;
  }
  return "";
}

void good(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto d = c.parameter("damping", 3, "N*s/mm", "force per speed").at_least(0);
  c.relation("law", f == d * v);
  c.dissipates(f * v);
}
void unlike_units(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto d = c.parameter("damping", 3, "N/m", "force per length");
  c.relation("law", f == d * v);
}
void one_relation_short(ComponentBuilder& c) { translational::relative_motion(c); }
void unused_parameter(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  c.parameter("damping", 3, "N*s/m", "force per speed");
  c.relation("law", f == 0);
}
void name_twice(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto d = c.parameter("v", 3, "N*s/m", "force per speed");
  c.relation("law", f == d * v);
}
void undocumented(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto d = c.parameter("damping", 3, "N*s/m", "");
  c.relation("law", f == d * v);
}
void no_such_unit(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto d = c.parameter("damping", 3, "N*parsnip", "force per speed");
  c.relation("law", f == d * v);
}
void wrong_energy(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  c.relation("law", f == 0);
  c.stores(f * v);
}
void sum_of_unlike(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  c.relation("law", f == f + v);
}
void requested_in_another_unit(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  c.relation("law", f == 0);
  c.on_request("power", "N", "power transmitted", f * v);
}
void requested_twice(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  c.relation("law", f == 0);
  c.position_on_request(r, "v", "position of R");
}
void requests(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto lever = c.parameter("lever", 1, "m", "of the moment");
  c.relation("law", f == 0);
  c.on_request("moment", "N*m", "moment of the force", f * lever);
  c.position_on_request(r, "x", "position of R");
}
void sine_of_length(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto x = c.displacement(r, k, "x", "position");
  auto one_newton = c.parameter("force", 1, "N", "its height");
  c.relation("law", f == one_newton * sin(x));
}

}  // namespace

// A C++ `if` or `while` on a symbolic value must not compile.
static_assert(!std::is_constructible_v<bool, Expression>);
static_assert(!std::is_constructible_v<bool, Equation>);
static_assert(!std::is_constructible_v<bool, Condition>);
static_assert(!std::is_constructible_v<bool, decltype(std::declval<Expression>() == std::declval<Expression>())>);

/// The negative of a product is there before the product itself.
void negative_first(ComponentBuilder& c) {
  auto [v, f, r, k] = translational::relative_motion(c);
  auto a = c.parameter("a", 1, "m", "length"), b = c.parameter("b", 1, "m", "length"), d = c.parameter("d", 1, "N/m^2", "force per area");
  const Expression negative = (-a) * b, product = a * b;
  c.relation("law", f == d * (product + a * a - negative));
}

TEST_CASE("what a simplification leaves inside an expression has the dimension that it is used with") {
  CHECK(fault_of<negative_first>().empty());
}

TEST_CASE("a declaration becomes a record: defaults in SI, limits, energy") {
  const auto record = record_component("test.part", run_declaration<good>, "a part", "part.cpp", {});
  REQUIRE(record->parameters.size() == 1);
  CHECK(record->parameters[0].fallback == Approx(3000));  // 3 N*s/mm
  CHECK(record->parameters[0].limits.size() == 1);
  CHECK(record->connectors.size() == 2);
  CHECK(record->relations.size() == 4);
  CHECK(record->dissipated != ExprId::none);
  CHECK(symbol_name(*record, record->pool[record->connectors[0].through].a) == "R.F");
}

TEST_CASE("what is there on request is no variable until it is asked for, and needs no relation") {
  const auto record = record_component("test.part", run_declaration<requests>, "a part", "part.cpp", {});
  CHECK(record->find_variable("moment") < 0);
  CHECK(record->displacements.empty());
  const ComponentRecord with_moment = with_requested(*record, record->find_request("moment"));
  CHECK(with_moment.find_variable("moment") == static_cast<int>(record->variables.size()));
  CHECK(with_moment.relations.size() == record->relations.size() + 1);
  CHECK(with_moment.displacements.empty());
  const ComponentRecord whole = with_all_requested(*record);
  REQUIRE(whole.displacements.size() == 1);
  CHECK(whole.displacements[0].on_request);
  CHECK(whole.find_variable("x") == whole.displacements[0].variable);
}

TEST_CASE("each faulty declaration gets its sentence") {
  using Catch::Contains;
  CHECK_THAT(fault_of<requested_in_another_unit>(), Contains("\"power\" has the dimension"));
  CHECK_THAT(fault_of<requested_twice>(), Contains("the name \"v\" is declared twice"));
  CHECK_THAT(fault_of<unlike_units>(), Contains("the relation \"law\" equates") && Contains("damping"));
  CHECK_THAT(fault_of<one_relation_short>(), Contains("it has 3 relations but needs 4"));
  CHECK_THAT(fault_of<unused_parameter>(), Contains("the parameter \"damping\" is used nowhere"));
  CHECK_THAT(fault_of<name_twice>(), Contains("the name \"v\" is declared twice"));
  CHECK_THAT(fault_of<undocumented>(), Contains("\"damping\" has no description"));
  CHECK_THAT(fault_of<no_such_unit>(), Contains("N*parsnip"));
  CHECK_THAT(fault_of<wrong_energy>(), Contains("what it stores has the dimension"));
  CHECK_THAT(fault_of<sum_of_unlike>(), Contains("in add of"));
  CHECK_THAT(fault_of<sine_of_length>(), Contains("in sin of"));
}
