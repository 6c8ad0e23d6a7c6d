// Networks that run, but hardly as they were meant: what the warnings say, and when they keep quiet. And networks that float.
#include <catch2/catch.hpp>

#include "whole_run.h"

namespace stribeck {
namespace {

using test::diagram_text;
using test::run_text;

/// The warnings of a run, without place.
std::vector<std::string> warnings_of(const std::string& components, const std::string& connections) {
  std::vector<std::string> texts;
  for (const Diagnostic& note : run_text(diagram_text(components, connections)).summary.notes) {
    CHECK(describe(note.code).code == "connection.idle");
    CHECK(note.severity == Severity::warning);
    CHECK(!note.remedy.empty());
    texts.push_back(note.message + (note.because.empty() ? "" : "; " + note.because));
  }
  return texts;
}

using Texts = std::vector<std::string>;

const std::string kCart = R"("cart": {"type": "translational.mass"}, "wall": {"type": "translational.ground"}, )";

TEST_CASE("a spring with both ends on one node is noticed") {
  CHECK(warnings_of(kCart + R"("spring": {"type": "translational.spring"})", R"(["cart.M", "spring.R", "spring.C"])") ==
        Texts{"all sides of spring are connected to the same node, so it does nothing"});
  const test::WholeRun run =
      test::run_text(test::diagram_text(kCart + R"("spring": {"type": "translational.spring"})", R"(["cart.M", "spring.R", "spring.C"])"));
  REQUIRE(run.summary.notes.size() == 1);
  CHECK(run.summary.notes.front().remedy == "connect one of spring.R and spring.C to something else, or remove it");
}

TEST_CASE("a force sensor across a spring is noticed, in series it is not") {
  const std::string parts = kCart + R"("spring": {"type": "translational.spring"}, "sensor": {"type": "translational.force_sensor"})";
  CHECK(
      warnings_of(parts, R"(["cart.M", "spring.R", "sensor.R"], ["wall.W", "spring.C", "sensor.C"])") ==
      Texts{
          "spring does nothing: its sides cannot move against each other; they are held together by sensor (translational.force_sensor)"});
  CHECK(warnings_of(parts, R"(["cart.M", "sensor.R"], ["sensor.C", "spring.R"], ["wall.W", "spring.C"])").empty());
}

TEST_CASE("a damper across several rigid parts in a row is noticed") {
  CHECK(warnings_of(kCart + R"("rear": {"type": "translational.mass"}, "rod": {"type": "translational.rod"},
                                "sensor": {"type": "translational.force_sensor"}, "damper": {"type": "translational.damper"})",
                    R"(["cart.M", "rod.R", "damper.R"], ["rod.C", "sensor.R"], ["sensor.C", "rear.M", "damper.C"])") ==
        Texts{"damper does nothing: its sides cannot move against each other; they are held together by rod (translational.rod), "
              "sensor (translational.force_sensor)"});
}

TEST_CASE("a source with one side open is noticed") {
  CHECK(warnings_of(R"("drive": {"type": "rotational.velocity_source"}, "load": {"type": "rotational.inertia"})",
                    R"(["drive.R", "load.I"])") == Texts{"drive.C is connected to nothing, so drive.C.T is zero"});
}

TEST_CASE("a spring between two grounds and a motion sensor across a rod are left alone") {
  CHECK(warnings_of(kCart + R"("left": {"type": "translational.ground"}, "spring": {"type": "translational.spring"})",
                    R"(["left.W", "spring.C"], ["wall.W", "spring.R"])")
            .empty());
  CHECK(warnings_of(kCart + R"("rear": {"type": "translational.mass"}, "rod": {"type": "translational.rod"},
                                "gauge": {"type": "translational.motion_sensor"})",
                    R"(["cart.M", "rod.R", "gauge.R"], ["rod.C", "rear.M", "gauge.C"])")
            .empty());
}

TEST_CASE("warnings do not pile up") {
  std::string components = kCart, connections = R"(["cart.M")";
  for (int i = 0; i < 100; ++i) {
    const std::string name = "s" + std::to_string(i);
    components += (i > 0 ? ", \"" : "\"") + name + R"(": {"type": "translational.spring"})";
    connections += R"(, ")" + name + R"(.R", ")" + name + R"(.C")";
  }
  CHECK(warnings_of(components, connections + "]").size() == 20);
}

TEST_CASE("parts that see only relative motion float, and a gear that changes the speed ties them down") {
  const auto two_dampers = [](const std::string& ratio) {
    return diagram_text(R"("push": {"type": "rotational.torque_source"}, "one": {"type": "rotational.damper"}, "gear":
                             {"type": "mechanisms.gear_box", "parameters": {"ratio": )" +
                            ratio + R"(}}, "other": {"type": "rotational.damper"})",
                        R"(["push.R", "one.R", "gear.S"], ["gear.O", "other.R"], ["push.C", "one.C", "other.C"])");
  };
  CHECK(test::error_of([&] { run_text(two_dampers("1")); }) == "structure.singular");
  CHECK_NOTHROW(run_text(two_dampers("2")));
}

TEST_CASE("each part of the network that floats is named") {
  try {
    run_text(diagram_text(R"("a": {"type": "rotational.spring"}, "b": {"type": "rotational.damper"},
                             "c": {"type": "translational.spring"}, "d": {"type": "translational.damper"})",
                          R"(["a.R", "b.R"], ["a.C", "b.C"], ["c.R", "d.R"], ["c.C", "d.C"])"));
    FAIL("it ran");
  } catch (const Failure& failure) {
    REQUIRE(failure.diagnostics().size() == 2);
    CHECK(failure.diagnostics()[0].message == "nothing ties this part of the network down: a and b together could move along at any speed");
    CHECK(failure.diagnostics()[1].message == "nothing ties this part of the network down: c and d together could move along at any speed");
  }
}

}  // namespace
}  // namespace stribeck
