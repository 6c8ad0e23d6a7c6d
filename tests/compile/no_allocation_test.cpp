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

/// Four massless nodes, each joined to each other one, to a load and to the wall by dampers: a linear loop of speeds that is torn at
/// several.
TEST_CASE("a linear loop is solved without allocation") {
  std::string components =
      R"("load": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})";
  std::string nodes[6] = {R"("load.M", "spring.R")", R"("wall.W", "spring.C")"};
  const auto connect = [&](std::size_t i, std::size_t j) {
    const std::string name = "d" + std::to_string(i) + std::to_string(j);
    components += R"(, ")" + name + R"(": {"type": "translational.damper"})";
    nodes[i] += (nodes[i].empty() ? "" : ", ") + ('"' + name + R"(.R")");
    nodes[j] += (nodes[j].empty() ? "" : ", ") + ('"' + name + R"(.C")");
  };
  for (std::size_t i = 0; i < std::size(nodes); ++i)
    for (std::size_t j = std::max<std::size_t>(i + 1, 2); j < std::size(nodes); ++j) connect(i, j);
  std::string connections;
  for (const std::string& node : nodes) connections += (connections.empty() ? "[" : ", [") + node + "]";
  test::Compiled compiled(test::diagram_text(components, connections));
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
