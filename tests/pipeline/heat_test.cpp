// What lossy components show of their own: the power that becomes heat, and the heat so far.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "whole_run.h"

namespace stribeck {
namespace {

TEST_CASE("the heat of a damper is what the body that it stops had, in every row", "[heat]") {
  for (const char* solver : {"auto", "dopri5", "cvode", "arkode", "rodas4", "rk4"}) {
    if (find_integrator(solver) == nullptr) continue;
    CAPTURE(solver);
    const std::string step = find_integrator(solver)->fixed_step ? R"(, "step": 0.01)" : "";
    const test::WholeRun run = test::run_text(test::diagram_text(
        R"("body": {"type": "translational.mass", "parameters": {"mass": 2}, "initial": {"v": 3}},
           "damper": {"type": "translational.damper", "parameters": {"damping": 4}}, "wall": {"type": "translational.ground"})",
        R"(["body.M", "damper.R"], ["damper.C", "wall.W"])",
        R"("outputs": ["damper.loss", "damper.heat"], "experiment": {"stop": 2, "interval": "1 ms", "rtol": 1e-9, "atol": 1e-12, "solver": ")" +
            std::string(solver) + '"' + step + "}"));
    REQUIRE(run.times().size() >= 2001);
    for (std::size_t row = 0; row < run.times().size(); ++row) {
      const double left = std::exp(-2 * 4 / 2.0 * run.times()[row]);  // of the energy, 9 J
      REQUIRE(std::fabs(run["damper.heat"][row] - 9 * (1 - left)) <= 3e-7);
      REQUIRE(std::fabs(run["damper.loss"][row] - 36 * left) <= 1e-6);
      if (row > 0) REQUIRE(run["damper.heat"][row] >= run["damper.heat"][row - 1]);
    }
  }
}

TEST_CASE("the heat of a contact is what its impacts take, at their instants", "[heat]") {
  constexpr double kWeight = 3 * 9.81, kRestitution = 0.6;
  const test::WholeRun run = test::run_text(test::diagram_text(
      R"("ball": {"type": "translational.mass", "parameters": {"mass": 3}, "initial": {"v": 0}},
         "weight": {"type": "translational.force_source", "parameters": {"force": )" +
          std::to_string(-kWeight) + R"(}},
         "bounce": {"type": "translational.contact", "parameters": {"restitution": 0.6}, "initial": {"x": 1}},
         "floor": {"type": "translational.ground"})",
      R"(["ball.M", "weight.R", "bounce.R"], ["floor.W", "weight.C", "bounce.C"])",
      R"("outputs": ["bounce.*"], "experiment": {"stop": 1.5, "interval": 0.01, "rtol": 1e-10, "atol": 1e-13})"));
  const std::vector<double>& t = run.times();
  double expected = 0, energy = kWeight;  // before the next impact
  std::size_t impacts = 0;
  for (std::size_t row = 0; row + 1 < t.size(); ++row) {
    CHECK(run["bounce.loss"][row] == 0);
    CHECK(run["bounce.heat"][row] == Approx(expected).epsilon(1e-8));
    if (t[row] != t[row + 1]) continue;
    expected += energy * (1 - kRestitution * kRestitution);
    energy *= kRestitution * kRestitution;
    ++impacts;
  }
  CHECK(impacts >= 2);
}

TEST_CASE("heat of a law in time is that of the instant, in rows within long steps", "[heat]") {
  // Pulled at 2 m/s against 3 + t^2 newtons: 6 t + 2/3 t^3 joules.
  const test::WholeRun run = test::run_text(
      R"diagram({"format": "stribeck/1", "definitions": {"drag": {
        "doc": "Grows with time.", "ports": {"R": {"domain": "translational", "doc": "rod"}, "C": {"domain": "translational", "doc": "case"}},
        "parameters": {"one": {"unit": "N", "value": 1, "doc": "one"}, "second": {"unit": "s", "value": 1, "doc": "one"}},
        "equations": ["R.F = one*(3 + (time/second)*(time/second))", "C.F = -R.F"], "dissipates": "R.F*(R.v - C.v)"}},
      "components": {"drag": {"type": "drag"}, "drive": {"type": "translational.velocity_source", "parameters": {"velocity": 2}},
        "wall": {"type": "translational.ground"}},
      "connections": [["drive.R", "drag.R"], ["drive.C", "drag.C", "wall.W"]],
      "outputs": ["drag.loss", "drag.heat"], "experiment": {"stop": 2, "interval": "50 ms"}})diagram");
  REQUIRE(run.times().size() >= 41);
  for (std::size_t row = 0; row < run.times().size(); ++row) {
    const double t = run.times()[row];
    CHECK(run["drag.loss"][row] == Approx(2 * (3 + t * t)).epsilon(1e-12));
    CHECK(run["drag.heat"][row] == Approx(6 * t + 2 * t * t * t / 3).epsilon(1e-9));
  }
}

TEST_CASE("a store that an event empties gives its energy to what dissipates in the same component", "[heat]") {
  // A spring with a damper; at 1 s it is put back to rest, where it stands.
  const test::WholeRun run = test::run_text(
      R"({"format": "stribeck/1", "definitions": {"slipping": {
        "doc": "A spring that slips once.", "ports": {"R": {"domain": "translational", "doc": "rod"}},
        "parameters": {"k": {"unit": "N/m", "value": 100, "doc": "stiffness"}, "d": {"unit": "N*s/m", "value": 2, "doc": "damping"},
                       "slip": {"unit": "s", "value": 1, "doc": "when it slips"}},
        "variables": {"x": {"unit": "m", "doc": "strain"}, "F": {"unit": "N", "doc": "force"}},
        "equations": ["der(x) = R.v", "F = k*x + d*R.v", "R.F = F"],
        "when": [{"condition": "time >= slip", "set": {"x": "0"}}],
        "stores": "0.5*k*x^2", "dissipates": "d*R.v^2"}},
      "components": {"drive": {"type": "translational.velocity_source", "parameters": {"velocity": 0.1}},
                     "spring": {"type": "slipping", "initial": {"x": 0}}, "wall": {"type": "translational.ground"}},
      "connections": [["drive.R", "spring.R"], ["drive.C", "wall.W"]], "outputs": ["spring.*"],
      "experiment": {"stop": 2, "interval": 0.1}})");
  CHECK(run.at("spring.heat", 0.95) == Approx(0.02 * 0.95).epsilon(1e-9));
  CHECK(run.last("spring.heat") == Approx(0.02 * 2 + 50 * 0.1 * 0.1).epsilon(1e-9));
  const auto own = std::find_if(run.summary.audit.components.begin(), run.summary.audit.components.end(),
                                [](const EnergyRow& row) { return row.instance == "spring"; });
  REQUIRE(own != run.summary.audit.components.end());
  CHECK(run.last("spring.heat") == own->dissipated);
}

std::string with_brake(const std::string& members, const std::string& outputs) {
  return R"({"format": "stribeck/1", "definitions": {"brake": {
        "doc": "A damper.", "ports": {"R": {"domain": "translational", "doc": "rod"}},
        "parameters": {"d": {"unit": "N*s/m", "value": 2, "doc": "damping"}, "warm": {"unit": "K", "value": 7, "doc": "warmth"}},
        "equations": [)" +
         members + R"(, "dissipates": "d*R.v^2"}},
      "components": {"drive": {"type": "translational.velocity_source", "parameters": {"velocity": 0.5}},
                     "brake": {"type": "brake"}, "wall": {"type": "translational.ground"}},
      "connections": [["drive.R", "brake.R"], ["drive.C", "wall.W"]], "outputs": )" +
         outputs + R"(, "experiment": {"stop": 2, "interval": 0.1}})";
}

TEST_CASE("a component of a diagram that dissipates shows its loss and heat, unless it has these names for something else", "[heat]") {
  const test::WholeRun own = test::run_text(
      with_brake(R"("R.F = d*R.v", "warm2 = warm"], "variables": {"warm2": {"unit": "K", "doc": "warmth"}})", R"(["*.loss", "*.heat"])"));
  CHECK(own.last("brake.loss") == Approx(0.5));
  CHECK(own.last("brake.heat") == Approx(1.0));
  CHECK(own.trajectory.columns().size() == 2);
  const test::WholeRun other = test::run_text(
      with_brake(R"("R.F = d*R.v", "loss = warm"], "variables": {"loss": {"unit": "K", "doc": "warmth"}})", R"(["brake.*"])"));
  CHECK(other.last("brake.loss") == 7);
  CHECK(other.last("brake.heat") == Approx(1.0));
  CHECK(std::count_if(other.trajectory.columns().begin(), other.trajectory.columns().end(),
                      [](const OutputColumn& column) { return column.name == "brake.loss"; }) == 1);
}

TEST_CASE("what dissipates nothing has no heat", "[heat]") {
  CHECK_THROWS_WITH(test::run_text(with_brake(R"("R.F = d*R.v", "warm2 = warm"], "variables": {"warm2": {"unit": "K", "doc": "warmth"}})",
                                              R"(["drive.heat"])")),
                    Catch::Contains("has no variable"));
}

}  // namespace
}  // namespace stribeck
