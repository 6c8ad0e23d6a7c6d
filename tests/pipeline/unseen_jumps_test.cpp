// A law that jumps without an event, and drives its own variable back across the jump from both sides, lets no step pass that is longer
// than the tolerance allows it to be beyond: the run is refused with the law's name where it would take hours, and warned of else.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "declared.h"
#include "whole_run.h"

namespace stribeck {
namespace {

Diagnostic refusal(Registry& registry, const std::string& part, const std::string& rest) {
  const std::string text = R"({"format": "stribeck/1", "components": {"ground": {"type": "translational.ground"},
    "mass": {"type": "translational.mass", "initial": {"v": 0.1}}, )" +
                           part + R"(, "outputs": ["mass.v"], "experiment": {"stop": 100, "interval": 1, )" + rest + "}}";
  try {
    Trajectory rows;
    run(*load(registry, "test.json", {}, &text), rows, {});
  } catch (const Failure& failure) {
    return failure.diagnostics().front();
  }
  return {};
}

TEST_CASE("a run around a jump that is no event is refused where it would not end, by every integrator") {
  Registry registry;
  add_builtin_components(registry);
  for (const std::string solver : {"auto", "dopri5", "bs23", "cvode", "arkode", "rosenbrock4"}) {
    CAPTURE(solver);
    const Diagnostic said =
        refusal(registry, R"j("sensor": {"type": "translational.motion_sensor"}, "push": {"type": "translational.force_source"},
      "law": {"type": "signals.expression", "parameters": {"inputs": 1, "expression": "-u1/abs(u1)"}}},
      "connections": [["mass.M", "sensor.R", "push.R"], ["ground.W", "sensor.C", "push.C"], ["sensor.v", "law.u1"], ["law.y", "push.S"]])j",
                R"("solver": ")" + solver + R"(")");
    CHECK(said.code == ErrorCode::run_no_progress);
    CHECK_THAT(said.message, Catch::Contains("around mass.v = ") && Catch::Contains("the rate of mass.v jumps"));
    CHECK_THAT(said.remedy, Catch::Contains("sign"));
  }
}

/// A damper by C code whose force is constant between whole multiples of 10 mm/s, and jumps there.
void stepped_damper(ComponentBuilder& c) {
  const auto [v, F, r, k] = translational::relative_motion(c);
  const Function law = c.function("law", "N", "force", {{"v", "m/s"}}, [](double at) { return std::floor(100 * at) + 0.5; });
  law.derivative(0, [](double) { return 0.0; });
  c.relation("damper", F == law(v));
}

TEST_CASE("an external function that jumps where the motion stays is told") {
  Registry registry;
  add_builtin_components(registry);
  registry.add("test.damper", test::run_declaration<stepped_damper>, "a damper", "damper.cpp");
  for (const std::string solver : {"dopri5", "cvode"}) {
    CAPTURE(solver);
    const Diagnostic said = refusal(registry, R"("damper": {"type": "test.damper"}},
      "connections": [["mass.M", "damper.R"], ["ground.W", "damper.C"]])",
                                    R"("solver": ")" + solver + R"(")");
    CHECK(said.code == ErrorCode::run_no_progress);
    CHECK_THAT(said.message, Catch::Contains("the rate of mass.v jumps"));
  }
}

}  // namespace
}  // namespace stribeck
