// The audit of a run: the balance of each component, and whom a warning names when it does not close.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.h"
#include "results/layout.h"
#include "whole_run.h"

namespace stribeck {
namespace {

/// A mass on a spring of 100 N/m and a damper that is written in JSON and says that it dissipates `dissipated`.
std::string oscillator(const std::string& dissipated, const std::string& experiment) {
  return R"({"format": "stribeck/1", "definitions": {"brake": {
      "doc": "A damper.", "parameters": {"d": {"unit": "N*s/m", "value": "2 N*s/m", "doc": "force over velocity"}},
      "ports": {"R": {"domain": "translational", "doc": "one side"}, "C": {"domain": "translational", "doc": "the other"}},
      "variables": {"v": {"unit": "m/s", "doc": "relative velocity"}, "F": {"unit": "N", "doc": "force from R to C"}},
      "equations": ["v = R.v - C.v", "R.F = F", "C.F = -F", "F = d*v"], "dissipates": ")" +
         dissipated + R"("}},
    "components": {"body": {"type": "translational.mass", "initial": {"v": 1}}, "wall": {"type": "translational.ground"},
                   "spring": {"type": "translational.spring", "parameters": {"stiffness": 100}, "initial": {"x": 0}},
                   "damper": {"type": "brake"}},
    "connections": [["body.M", "spring.R", "damper.R"], ["spring.C", "damper.C", "wall.W"]],
    "experiment": {)" +
         experiment + "}}";
}

const EnergyRow& row_of(const EnergyAudit& audit, const std::string& name) {
  const auto found =
      std::find_if(audit.components.begin(), audit.components.end(), [&](const EnergyRow& row) { return row.instance == name; });
  REQUIRE(found != audit.components.end());
  return *found;
}

std::vector<Diagnostic> warnings_of(const RunSummary& summary) {
  std::vector<Diagnostic> found;
  for (const Diagnostic& note : summary.notes)
    if (note.code == ErrorCode::run_energy_unbalanced) found.push_back(note);
  return found;
}

bool tells(const Diagnostic& diagnostic, const std::string& words) { return to_text(diagnostic).find(words) != std::string::npos; }

TEST_CASE("what leaves one component at its ports enters the others") {
  const RunSummary summary = test::run_text(oscillator("F*v", R"("stop": 10, "rtol": 1e-9, "atol": 1e-12)")).summary;
  CHECK(warnings_of(summary).empty());
  // It has come to rest: the half joule of the body's motion has gone into the damper, all of it through the ports.
  CHECK(row_of(summary.audit, "body").taken == Approx(-0.5).margin(1e-4));
  CHECK(row_of(summary.audit, "damper").taken == Approx(0.5).margin(1e-4));
  double sum = 0;
  for (const EnergyRow& row : summary.audit.components) {
    CHECK(std::fabs(row.residual) < 1e-8);
    sum += row.taken;
  }
  CHECK(std::fabs(sum) < 1e-8);
}

TEST_CASE("a component that declares less than it dissipates is named, with an instant and its powers") {
  const RunSummary summary = test::run_text(oscillator("0.5*F*v", R"("stop": 10)")).summary;
  const std::vector<Diagnostic> warnings = warnings_of(summary);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].severity == Severity::warning);
  CHECK_THAT(warnings[0].message, Catch::Contains("damper") && Catch::Contains("250 mJ got lost"));
  // At the start the body moves at 1 m/s against 2 N*s/m.
  CHECK(tells(warnings[0], "2 W in at its ports + 0 W supplied, but 0 W stored + 1 W dissipated"));
  CHECK(tells(warnings[0], "dissipates"));
  CHECK(row_of(summary.audit, "damper").residual == Approx(0.25).margin(1e-4));
  CHECK(std::fabs(row_of(summary.audit, "body").residual) < 1e-4);
  CHECK(summary.audit.relative() > 0.1);
}

TEST_CASE("one wrong component among a thousand is named") {
  // Oscillators side by side, each with a damper of its own; only the last declares less than it dissipates.
  const std::string part = oscillator("F*v", R"("stop": 10)");
  const auto between = [](const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from) + from.size();
    return text.substr(begin, text.find(to, begin) - begin);
  };
  const std::string brake = between(part, R"("definitions": {"brake": )", R"(},
    "components")");
  std::string wrong = brake;
  wrong.replace(wrong.find("F*v"), 3, "0.5*F*v");
  std::string components = R"("wall": {"type": "translational.ground"})", connections = R"(["wall.W")";
  constexpr int kOscillators = 250;  // of three components and a wall for all
  for (int i = 0; i < kOscillators; ++i) {
    const std::string n = std::to_string(i), type = i + 1 < kOscillators ? "brake" : "wrong_brake";
    components += R"(, "body)" + n + R"(": {"type": "translational.mass", "initial": {"v": 1}}, "spring)" + n +
                  R"(": {"type": "translational.spring", "parameters": {"stiffness": 100}, "initial": {"x": 0}}, "damper)" + n +
                  R"(": {"type": ")" + type + "\"}";
    connections += ", \"spring" + n + ".C\", \"damper" + n + ".C\"";
  }
  connections += "]";
  for (int i = 0; i < kOscillators; ++i) {
    const std::string n = std::to_string(i);
    connections += ", [\"body" + n + ".M\", \"spring" + n + ".R\", \"damper" + n + ".R\"]";
  }
  const RunSummary summary = test::run_text(R"({"format": "stribeck/1", "definitions": {"brake": )" + brake + R"(, "wrong_brake": )" +
                                            wrong + R"(}, "components": {)" + components + R"(}, "connections": [)" + connections +
                                            R"(], "experiment": {"stop": 10, "interval": 0.1}, "outputs": ["body0.v"]})")
                                 .summary;
  CHECK(summary.audit.components.size() == 3 * kOscillators);  // the wall exchanges nothing
  REQUIRE(warnings_of(summary).size() == 1);
  CHECK_THAT(warnings_of(summary)[0].message, Catch::Contains("damper249") && Catch::Contains("250 mJ got lost"));
}

TEST_CASE("a fault that the total does not show is told all the same") {
  // What is declared too much in one half of a swing is too little in the other.
  const RunSummary summary = test::run_text(oscillator("F*v + 0.001*F*abs(v)", R"("stop": 10)")).summary;
  REQUIRE(warnings_of(summary).size() == 1);
  CHECK_THAT(warnings_of(summary)[0].message, Catch::Contains("damper"));
}

TEST_CASE("steps that are too coarse are told from wrong declarations") {
  // 0.1 s a step for a period of 0.63 s: the method of order 1 loses what the damper does not take.
  const RunSummary summary = test::run_text(oscillator("F*v", R"("stop": 10, "solver": "implicit_euler", "step": "0.1 s")")).summary;
  const std::vector<Diagnostic> warnings = warnings_of(summary);
  REQUIRE_FALSE(warnings.empty());
  for (const Diagnostic& warning : warnings) {
    CHECK(tells(warning, "coarse"));
    CHECK_FALSE(tells(warning, "declares"));
    CHECK((tells(warning, "energy of body") || tells(warning, "energy of spring")));
  }
  CHECK(warnings_of(test::run_text(oscillator("F*v", R"("stop": 10, "solver": "dopri5")")).summary).empty());
}

TEST_CASE("impacts and resets balance component by component") {
  const RunSummary summary =
      test::run_text(test::diagram_text(
                         R"("ball": {"type": "translational.mass", "initial": {"v": -1}}, "floor": {"type": "translational.ground"},
         "stop": {"type": "translational.hard_stop", "parameters": {"model": "restitution", "restitution": 0.5, "lower_bound": "-0.1 m",
                                                                    "upper_bound": "0.1 m"}})",
                         R"(["ball.M", "stop.R"], ["stop.C", "floor.W"])", R"("experiment": {"stop": "1 s"})"))
          .summary;
  CHECK(summary.events == 2);  // 1 m/s over 0.1 m, then 0.5 m/s over 0.2 m: at 0.1 s and 0.5 s
  CHECK(warnings_of(summary).empty());
  for (const EnergyRow& row : summary.audit.components) CHECK(std::fabs(row.residual) < 1e-9);
  CHECK(row_of(summary.audit, "stop").taken == Approx(row_of(summary.audit, "stop").dissipated).margin(1e-9));
}

/// Warnings of negative dissipation.
std::vector<Diagnostic> supplying(const RunSummary& summary) {
  std::vector<Diagnostic> found;
  for (const Diagnostic& note : summary.notes)
    if (note.code == ErrorCode::component_bad_declaration) found.push_back(note);
  return found;
}

/// The oscillator with the sign of its damper's law turned: F = -d v.
std::string driven(const std::string& experiment) {
  std::string text = oscillator("F*v", experiment);
  const std::string law = "F = d*v";
  return text.replace(text.find(law), law.size(), "F = -d*v");
}

TEST_CASE("a law with the wrong sign is named, with what it supplied") {
  // v'' = 2 v' - 100 x from v = 1, x = 0: v = e^t (cos(w t) + sin(w t)/w), w^2 = 99; all energy beyond the first half joule is supplied.
  const RunSummary summary = test::run_text(driven(R"("stop": 1, "rtol": 1e-9, "atol": 1e-12)")).summary;
  const double w = std::sqrt(99.0), v = std::exp(1) * (std::cos(w) + std::sin(w) / w), x = std::exp(1) * std::sin(w) / w;
  const double supplied = 0.5 * v * v + 50 * x * x - 0.5;
  const std::vector<Diagnostic> warnings = supplying(summary);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].severity == Severity::warning);
  CHECK_THAT(warnings[0].message, Catch::Contains("damper supplied") && Catch::Contains("by t = 1 s"));
  CHECK(warnings[0].where.instance == "damper (brake)");
  CHECK(row_of(summary.audit, "damper").dissipated == Approx(-supplied).epsilon(1e-6));
  CHECK_THAT(warnings[0].message, Catch::Contains("supplied " + with_prefix(supplied, "J")));
  CHECK(warnings_of(summary).empty());  // its energy balances
}

TEST_CASE("what supplies at first is named though it dissipates more later") {
  // F = -d v while v > 0.9 m/s, at the start only, then F = d v.
  std::string text = oscillator("F*v", R"("stop": 10, "rtol": 1e-9, "atol": 1e-12)");
  const std::string law = "F = d*v";
  text.replace(text.find(law), law.size(), "F = if v > 0.9*v_0 then -d*v else d*v");
  const std::string parameters = R"("parameters": {"d")";
  text.replace(text.find(parameters), parameters.size(), R"("parameters": {"v_0": {"unit": "m/s", "value": "1 m/s", "doc": "speed"}, "d")");
  const RunSummary summary = test::run_text(text).summary;
  REQUIRE(supplying(summary).size() == 1);
  CHECK(row_of(summary.audit, "damper").dissipated > 0.4);
}

TEST_CASE("what dissipates is not named, whatever its place") {
  CHECK(supplying(test::run_text(oscillator("F*v", R"("stop": 10)")).summary).empty());
  CHECK(supplying(test::run_text(oscillator("F*v", R"("stop": 10, "solver": "cvode")")).summary).empty());
}

/// Ruina's law falls without bound with the logarithm of the speed: with these shares it is below zero from 2 m/s on.
TEST_CASE("friction of rocks does not push where its logarithms are below zero") {
  const test::WholeRun run = test::run_text(
      test::diagram_text(R"("rock": {"type": "translational.rate_and_state_friction", "parameters": {"evolving_share": 6.35}},
                            "body": {"type": "translational.mass", "initial": {"v": -2}}, "wall": {"type": "translational.ground"})",
                         R"(["rock.R", "body.M"], ["rock.C", "wall.W"])"));
  CHECK(supplying(run.summary).empty());
  CHECK(row_of(run.summary.audit, "rock").dissipated >= 0);
  for (const double v : run["body.v"]) CHECK(std::fabs(v) <= 2 * (1 + 1e-12));  // but for the rounding of a sum
}

/// A heavy flywheel that turns beside a light oscillator whose energy is nothing beside its own.
TEST_CASE("a component that loses energy is named though others exchange far more") {
  // Backward Euler damps the oscillator: of its half joule nearly all is lost, of the flywheel's 1 kJ nothing.
  std::string text = oscillator("F*v", R"("stop": 10, "solver": "implicit_euler", "step": "10 ms")");
  const std::string wall = R"("wall":)";
  text.replace(text.find(wall), wall.size(),
               R"("flywheel": {"type": "rotational.inertia", "parameters": {"inertia": 2000}, "initial": {"w": 1}},
                  "bearing": {"type": "rotational.ground"}, "rub": {"type": "rotational.damper", "parameters": {"damping": 200}}, "wall":)");
  const std::string body = R"(["body.M")";
  text.replace(text.find(body), body.size(), R"(["flywheel.I", "rub.R"], ["rub.C", "bearing.W"], ["body.M")");
  std::vector<std::string> named;
  for (const Diagnostic& warning : warnings_of(test::run_text(text).summary)) named.push_back(warning.where.instance);
  CHECK(std::find(named.begin(), named.end(), "body (translational.mass)") != named.end());
}

}  // namespace
}  // namespace stribeck
