// What a run says of external functions whose derivatives are not those of their values.
#include <catch2/catch.hpp>
#include <string>

#include "declared.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// A spring by a function, k x^3 with k = 100 N/m^3, whose derivative is `factor` times what it should be.
template <int factor>
void cubic_spring(ComponentBuilder& c) {
  const auto [v, F, r, k] = translational::relative_motion(c);
  const Expression x = c.displacement(r, k, "x", "length");
  const Function law = c.function("law", "N", "force", {{"x", "m"}}, [](double at) { return 100 * at * at * at; });
  law.derivative(0, [](double at) { return factor * 300 * at * at; });
  c.relation("spring", F == law(x));
  c.stores(25 * c.parameter("unit", 1, "N/m^3", "one newton per cubic metre") * square(square(x)));
}

template <int factor>
std::vector<Diagnostic> warnings(const std::string& solver) {
  Registry registry;
  add_builtin_components(registry);
  registry.add("test.spring", test::run_declaration<cubic_spring<factor>>, "a spring", "spring.cpp");
  const std::string text = R"({"format": "stribeck/1", "components": {
      "body": {"type": "translational.mass"}, "wall": {"type": "translational.ground"},
      "bent": {"type": "test.spring", "initial": {"x": 1}}, "other": {"type": "test.spring", "initial": {"x": 1}}},
    "connections": [["body.M", "bent.R", "other.R"], ["bent.C", "other.C", "wall.W"]],
    "experiment": {"stop": 1, "solver": ")" +
                           solver + R"("}})";
  const ModelPtr model = load(registry, "test.json", {}, &text);
  Trajectory rows;
  const RunSummary summary = run(*model, rows, {});
  std::vector<Diagnostic> found;
  for (const Diagnostic& note : summary.notes)
    if (note.code == ErrorCode::function_no_derivative) found.push_back(note);
  return found;
}

TEST_CASE("a derivative that is not that of its function is named once, with both numbers") {
  for (const char* solver : {"auto", "dopri5"}) {
    const std::vector<Diagnostic> found = warnings<1000000>(solver);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::warning);
    CHECK_THAT(found[0].message, Catch::Contains("by x") && Catch::Contains("\"law\" of test.spring") && Catch::Contains("3e+08") &&
                                     Catch::Contains("changes by 300"));
    REQUIRE(found[0].details.size() == 1);
    CHECK(found[0].details[0].second == "bent (test.spring), other (test.spring)");
  }
  CHECK(warnings<1>("cvode").empty());
}

}  // namespace
}  // namespace stribeck
