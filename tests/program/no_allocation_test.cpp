// While a run goes on nothing is allocated: not by the derivatives, not by the Jacobian, not by algebraic loops (design D5).
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "compiled.h"
#include "count_allocations.h"

namespace stribeck {
namespace {

/// Runs every section at several points; the allocations that took.
long allocations_of_a_run(test::Compiled& compiled) {
  std::vector<double> x(compiled.sorted.states.size()), rates(x.size());
  compiled.machine.derivatives(0, x.data(), rates.data());
  const long before = test::allocations();
  for (int i = 0; i < 50; ++i) {
    for (double& value : x) value = 0.3 * std::sin(i + 1.0);
    compiled.machine.derivatives(0.01 * i, x.data(), rates.data());
    for (const Section section : {Section::quadratures, Section::crossings, Section::outputs, Section::jacobian})
      compiled.machine.run(section);
    compiled.machine.hold_tables(0.01 * i);
  }
  return test::allocations() - before;
}

TEST_CASE("the count notices an allocation") {
  const long before = test::allocations();
  const auto kept = std::make_unique<std::vector<double>>(10);
  CHECK(test::allocations() - before == 2);
  CHECK(kept->size() == 10);
}

/// A drive through friction onto a massless node that a damper holds: the speed of the node follows from d v = friction(drive - v).
TEST_CASE("a nonlinear loop is solved without allocation") {
  test::Compiled compiled(test::diagram_text(
      R"("sine": {"type": "signals.sine"}, "drive": {"type": "translational.velocity_source"},
         "friction": {"type": "translational.friction"},
         "damper": {"type": "translational.damper"}, "wall": {"type": "translational.ground"}, "load": {"type": "translational.mass"},
         "spring": {"type": "translational.spring"}, "stop": {"type": "translational.hard_stop"})",
      R"(["sine.y", "drive.S"], ["drive.R", "friction.R"], ["friction.C", "damper.R"], ["load.M", "damper.C", "spring.R", "stop.R"],
         ["drive.C", "spring.C", "stop.C", "wall.W"])"));
  REQUIRE(compiled.program.blocks.size() == 1);
  CHECK_FALSE(compiled.program.blocks[0].linear);
  CHECK(allocations_of_a_run(compiled) == 0);
  // What the loop found: friction and damper carry the same force, and it is not trivially zero.
  std::vector<double> x(compiled.sorted.states.size(), 0.3), rates(x.size());
  compiled.machine.derivatives(0.1, x.data(), rates.data());
  CHECK(std::fabs(compiled.value("friction", "F")) > 1);
  CHECK(compiled.value("friction", "F") == Approx(compiled.value("damper", "F")).epsilon(1e-12));
}

/// Two dampers and a third across them around massless nodes: a linear loop of speeds.
TEST_CASE("a linear loop is solved without allocation") {
  test::Compiled compiled(test::diagram_text(
      R"("load": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"},
         "a": {"type": "translational.damper"}, "b": {"type": "translational.damper"}, "c": {"type": "translational.damper"},
         "d": {"type": "translational.damper"}, "e": {"type": "translational.damper"})",
      R"(["load.M", "spring.R", "a.R", "d.R"], ["a.C", "b.R", "e.R"], ["d.C", "c.R", "e.C"], ["b.C", "c.C", "spring.C", "wall.W"])"));
  REQUIRE(compiled.program.blocks.size() == 1);
  CHECK(compiled.program.blocks[0].linear);
  CHECK(allocations_of_a_run(compiled) == 0);
}

TEST_CASE("tables and steps are read without allocation") {
  test::Compiled compiled(test::diagram_text(
      R"("profile": {"type": "signals.profile", "parameters": {"times": [0, 0.1, 0.2], "values": [0, 1, -1]}},
         "push": {"type": "rotational.torque_source"}, "load": {"type": "rotational.inertia"}, "wall": {"type": "rotational.ground"})",
      R"(["profile.y", "push.S"], ["push.R", "load.I"], ["push.C", "wall.W"])"));
  CHECK(allocations_of_a_run(compiled) == 0);
}

}  // namespace
}  // namespace stribeck
