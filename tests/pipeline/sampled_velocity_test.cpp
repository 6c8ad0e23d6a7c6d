// Velocities that a clocked or a triggered signal gives: they jump, and what the impulses do is the source's work.
#include <catch2/catch.hpp>
#include <random>

#include "base/text.h"
#include "simulation/rows/motion_check.h"
#include "whole_run.h"

namespace stribeck {
namespace {

using test::run_text;
using test::WholeRun;

std::string body(const char* type, const char* inertia, double value, double speed, const char* letter) {
  return std::string(R"({"type": ")") + type + R"(", "parameters": {")" + inertia + "\": " + number_text(value) + R"(}, "initial": {")" +
         letter + "\": " + number_text(speed) + "}}";
}

struct Domain {
  const char *source, *body, *inertia, *port, *speed;
};

const Domain kDomains[] = {{"translational.velocity_source", "translational.mass", "mass", "M", "v"},
                           {"rotational.velocity_source", "rotational.inertia", "inertia", "I", "w"}};

/// Gives y a part that holds the signal `wave`, connected to it.
std::string holding(int which, double period) {
  const std::string clock = R"("parameters": {"period": )" + number_text(period) + "}}";
  if (which == 0) return R"("y": {"type": "signals.sampler", )" + clock;
  if (which == 1) return R"("y": {"type": "signals.unit_delay", )" + clock;
  return R"("tick": {"type": "signals.sine", "parameters": {"frequency": )" + number_text(1 / period) +
         R"(, "phase": 1}}, "y": {"type": "signals.triggered_sampler"})";
}

const Diagnostic* told(const WholeRun& run) {
  for (const Diagnostic& note : run.summary.notes)
    if (note.code == ErrorCode::run_prescribed_kink) return &note;
  return nullptr;
}

/// Two free bodies of m and n at u, between which a drive gives y: v - w = y, m v + n w = (m + n) u. Its work is m n y^2/(2 (m + n)).
TEST_CASE("a sampled velocity between two free bodies keeps their momentum, and its work is the change of their energy") {
  std::mt19937 random(5);
  const auto draw = [&](double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); };
  for (int turn = 0; turn < 60; ++turn) {
    const Domain& domain = kDomains[turn % 2];
    const int which = turn / 2 % 3;
    const double m = draw(0.1, 10), n = draw(0.1, 10), u = draw(-3, 3), period = draw(0.05, 0.3);
    const std::string one = "\"one\": " + body(domain.body, domain.inertia, m, u, domain.speed);
    const std::string other = "\"other\": " + body(domain.body, domain.inertia, n, u, domain.speed);
    const bool is_turned = turn / 6 % 2 != 0;
    std::string text;
    for (const std::string& piece : std::initializer_list<std::string>{
             R"({"format": "stribeck/1", "components": {"wave": {"type": "signals.sine", "parameters": {"amplitude": )",
             number_text(draw(0.5, 4)), R"(, "frequency": 0.4}}, )", holding(which, period), R"(, "drive": {"type": ")", domain.source,
             "\"}, ", is_turned ? other : one, ", ", is_turned ? one : other,
             R"(}, "connections": [["wave.y", "y.u"], ["y.y", "drive.S"], )", which == 2 ? R"(["tick.y", "y.trigger"], )" : "",
             R"(["drive.R", "one.)", domain.port, R"("], ["drive.C", "other.)", domain.port,
             R"("]], "experiment": {"stop": 1, "interval": 0.1}})"})
      text += piece;
    CAPTURE(text);
    RunOptions options;
    options.verify = true;
    const WholeRun run = run_text(text, options);
    CHECK(is_motion_verified(*run.summary.motion));
    const std::string speed = std::string(".") + domain.speed;
    const double y = run.last("y.y"), total = m + n;
    REQUIRE(std::fabs(y) > 0);
    // Impulses and energies are sums of a few terms of this size.
    const double rounding = 1e-12 * (total * (u * u + y * y) + 1);
    CHECK(run.last("one" + speed) == Approx(u + n / total * y).margin(rounding));
    CHECK(run.last("other" + speed) == Approx(u - m / total * y).margin(rounding));
    const EnergyAudit& audit = run.summary.audit;
    CHECK(audit.supplied == Approx(m * n / (2 * total) * y * y).margin(rounding));
    CHECK(audit.stored == Approx(audit.supplied).margin(rounding));
    CHECK(std::fabs(audit.dissipated) <= rounding);
    REQUIRE(told(run) != nullptr);
    CHECK(told(run)->message.find("drive") != std::string::npos);
  }
}

TEST_CASE("a mass whose velocity is sampled is named with the instant of its first jump") {
  const std::string parts =
      R"("wave": {"type": "signals.sine", "parameters": {"amplitude": 2, "frequency": 0.25}}, )" + holding(0, 0.25) +
      R"(, "drive": {"type": "translational.velocity_source"}, "slide": {"type": "translational.mass", "parameters": {"mass": 3}},
         "wall": {"type": "translational.ground"})";
  const WholeRun run = run_text(R"({"format": "stribeck/1", "components": {)" + parts +
                                R"(}, "connections": [["wave.y", "y.u"], ["y.y", "drive.S"], ["drive.R", "slide.M"], ["drive.C", "wall.W"]],
                                   "experiment": {"stop": 1, "interval": 0.1}})");
  REQUIRE(told(run) != nullptr);
  CHECK(told(run)->message.find("t = 0.25 s slide") != std::string::npos);
  CHECK(run.summary.audit.supplied == Approx(6).epsilon(1e-12));  // 3 kg at 2 m/s
  CHECK(run.summary.audit.dissipated == Approx(0).margin(1e-12));
}

/// A toothed clutch closes on its own accord while another signal steps a drive elsewhere: its energy is no work of that drive.
TEST_CASE("what a component assigns itself is no work of a source that is given a velocity elsewhere") {
  const std::string bonds =
      R"({"format": "stribeck/1", "components": {"wave": {"type": "signals.sine"}, "drive": {"type": "translational.velocity_source"},
        "slide": {"type": "translational.mass"}, "wall": {"type": "translational.ground"},
        "mesh": {"type": "rotational.dog_clutch"}, "turns": {"type": "rotational.inertia", "initial": {"w": 5}},
        "meshes": {"type": "signals.step", "parameters": {"start_time": 0.4}}, "frame": {"type": "rotational.ground"}},
        "connections": [["wave.y", "drive.S"], ["drive.R", "slide.M"], ["drive.C", "wall.W"], ["meshes.y", "mesh.S"],
          ["turns.I", "mesh.R"], ["mesh.C", "frame.W"]], "experiment": {"stop": 1}})";
  const WholeRun run = run_text(bonds);
  CHECK(told(run) == nullptr);
  CHECK(run.summary.event_instants >= 2);
}

}  // namespace
}  // namespace stribeck
