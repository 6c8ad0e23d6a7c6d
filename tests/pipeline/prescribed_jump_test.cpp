// Positions that a source holds: one that jumps is refused with its place and instant, one that moves continuously runs, and its energy
// balance closes.
#include <catch2/catch.hpp>
#include <random>

#include "base/text.h"
#include "whole_run.h"

namespace stribeck {
namespace {

struct Signal {
  const char* parts;        ///< components of which `y` is the position
  const char* connections;  ///< among them, each followed by a comma
};

/// A drive that follows y moves a body of 2 kg by `link`.
std::string driven(const Signal& signal, const std::string& link, double stiffness = 100) {
  return std::string(R"({"format": "stribeck/1", "components": {)") + signal.parts +
         R"(, "drive": {"type": "translational.position_source"}, "body": {"type": "translational.mass", "parameters": {"mass": 2}},
           "spring": {"type": "translational.spring", "parameters": {"stiffness": )" +
         number_text(stiffness) +
         R"(}}, "oil": {"type": "translational.damper", "parameters": {"damping": 3}}, "wall": {"type": "translational.ground"}},
         "connections": [)" +
         signal.connections + R"(["y.y", "drive.S"], ["drive.C", "wall.W"], )" + link + R"(], "experiment": {"stop": 1, "rtol": 1e-8}})";
}

const char* const kBySpring = R"(["drive.R", "spring.R"], ["spring.C", "body.M", "oil.R"], ["oil.C", "wall.W"])";
const char* const kBesideSpring = R"(["drive.R", "spring.R", "oil.R"], ["spring.C", "wall.W"], ["oil.C", "body.M"])";
const char* const kRigid = R"(["drive.R", "body.M", "spring.R"], ["spring.C", "wall.W", "oil.R", "oil.C"])";

TEST_CASE("a prescribed position that jumps is refused where it first does") {
  const std::pair<Signal, double> jumping[] = {
      {{R"("y": {"type": "signals.step", "parameters": {"start_time": 0.3, "height": 0.1}})", ""}, 0.3},
      {{R"("wave": {"type": "signals.sine"}, "y": {"type": "signals.sampler", "parameters": {"period": 0.2}})", R"(["wave.y", "y.u"], )"},
       0.2},
      {{R"("wave": {"type": "signals.sine"}, "y": {"type": "signals.unit_delay", "parameters": {"period": 0.2}})",
        R"(["wave.y", "y.u"], )"},
       0.4},
      {{R"("jump": {"type": "signals.step", "parameters": {"start_time": 0.3}}, "y": {"type": "signals.delay", "parameters": {"delay_time": 0.2}})",
        R"(["jump.y", "y.u"], )"},
       0.5},
      {{R"("y": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "floor(2*t) + 0"}})", ""}, 0.5},
      {{R"("y": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "if t > 0.25 then t else 0.1"}})", ""}, 0.25}};
  for (const auto& [signal, time_s] : jumping)
    for (const char* link : {kBySpring, kBesideSpring, kRigid}) {
      CAPTURE(signal.parts, link);
      const std::optional<Diagnostic> fault = test::fault_of([&, &moves = signal] { test::run_text(driven(moves, link)); });
      REQUIRE(fault);
      CHECK(describe(fault->code).code == "run.prescribed_jump");
      CHECK(fault->message.find("at t = " + short_number(time_s) + " s ") == 0);
      CHECK(fault->message.find("drive.x") != std::string::npos);
    }
}

TEST_CASE("a prescribed position that moves continuously runs, whatever its kinks and events, and the energy balances") {
  const Signal smooth[] = {
      {R"("y": {"type": "signals.ramp", "parameters": {"height": 0.1, "start_time": 0.3, "duration": 0.1}})", ""},
      {R"("y": {"type": "signals.step", "parameters": {"start_time": 0.3, "height": 0}})", ""},
      {R"("wave": {"type": "signals.sine"}, "hold": {"type": "signals.sampler", "parameters": {"period": 0.05}},
          "y": {"type": "signals.first_order", "parameters": {"time_constant": 0.02}})",
       R"(["wave.y", "hold.u"], ["hold.y", "y.u"], )"},
      {R"("wave": {"type": "signals.sine"}, "hold": {"type": "signals.sampler", "parameters": {"period": 0.05}}, "y": {"type": "signals.integrator"})",
       R"(["wave.y", "hold.u"], ["hold.y", "y.u"], )"},
      {R"("y": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "abs(sin(9*t)) + 0"}})", ""},
      {R"("y": {"type": "signals.expression", "parameters": {"inputs": 0, "expression": "if t > 0.3 then (t - 0.3)^2 else 0"}})", ""}};
  std::mt19937 random(7);
  for (const Signal& signal : smooth)
    for (const char* link : {kBySpring, kBesideSpring}) {
      const double stiffness = std::uniform_real_distribution<double>(1, 1000)(random);
      CAPTURE(signal.parts, link, stiffness);
      const EnergyAudit audit = test::run_text(driven(signal, link, stiffness)).summary.audit;
      CHECK(std::fabs(audit.residual) <= 1e-6 * audit.exchanged);  // what is promised at rtol 1e-8
    }
}

}  // namespace
}  // namespace stribeck
