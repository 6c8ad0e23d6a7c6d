// Sensitivities as a C++ program asks for them.
#include <catch2/catch.hpp>
#include <string>

#include "pipeline.h"
#include "stages.h"

namespace stribeck {
namespace {

/// A block that an impulse of motion sends off, and that friction brings to rest: F/m slows it down, so v0^2 m/(2 F) far after v0 m/F.
const std::string kBlock = R"({ "format": "stribeck/1", "parameters": { "push": "0.4 N" }, "components": {
    "block": { "type": "translational.mass", "parameters": { "mass": "2 kg" }, "initial": { "v": "3 m/s" } },
    "guide": { "type": "translational.dry_friction", "parameters": { "coulomb_force": "4 N", "static_force": "5 N" } },
    "drive": { "type": "translational.force_source" },
    "wanted": { "type": "signals.constant", "parameters": { "value": "=push" } },
    "bed": { "type": "translational.ground" } },
  "connections": [["block.M", "guide.R", "drive.R"], ["guide.C", "drive.C", "bed.W"], ["wanted.y", "drive.S"]],
  "experiment": { "stop": "3 s", "rtol": 1e-10 }, "outputs": ["block.M.position"] })";

Sensitivities asked(const std::string& text, const std::vector<std::string>& by, const std::vector<double>& times_s = {}) {
  const ModelPtr model = load(test::builtin_registry(), "test.json", {}, &text);
  return sensitivities(*model, test::builtin_registry(), "test.json", {by, times_s}, {}, &text);
}

TEST_CASE("derivatives of where a block comes to rest, and when") {
  const Sensitivities found = asked(kBlock, {"block.mass", "guide.coulomb_force", "block.initial.v", "push"}, {0.5, 2});
  const double m = 2, f = 4 - 0.4, v = 3;
  CHECK(found.undefined.empty());
  CHECK(found.notes.list().empty());
  CHECK(found.outputs[0].value == Approx(m * v * v / (2 * f)).epsilon(1e-9));
  const std::vector<double> way{v * v / (2 * f), -m * v * v / (2 * f * f), m * v / f, m * v * v / (2 * f * f)};
  const std::vector<double> time{v / f, -m * v / (f * f), m / f, m * v / (f * f)};
  REQUIRE(found.events.size() == 1);
  CHECK(found.events[0].time_s == Approx(m * v / f).epsilon(1e-9));
  REQUIRE(found.rows.size() == 2);
  for (std::size_t p = 0; p < way.size(); ++p) {
    CAPTURE(found.parameters[p].name);
    CHECK(found.by(0, p) == Approx(way[p]).epsilon(1e-7));
    CHECK(found.events[0].by[p] == Approx(time[p]).epsilon(1e-7));
    CHECK(found.rows[1](0, p) == Approx(way[p]).epsilon(1e-7));  // at rest
  }
  CHECK(found.rows[0](0, 0) == Approx(f * 0.25 / (2 * m * m)).epsilon(1e-7));  // x = v t - F t^2/(2 m)
}

TEST_CASE("a value with a unit of its own is followed as any other is") {
  std::string text = kBlock;
  text.replace(text.find("\"=push\""), 7, "\"0.4 N\"");
  const Sensitivities found = asked(text, {"wanted.value"});
  CHECK(found.notes.list().empty());  // no differences of runs
  CHECK(found.parameters[0].unit == "kg*m/s^2");
  CHECK(found.by(0, 0) == Approx(2 * 3 * 3 / (2 * 3.6 * 3.6)).epsilon(1e-7));
}

}  // namespace
}  // namespace stribeck
