// How the loops of mechanisms in space are torn whose joints rub by their reactions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "base/constants.h"
#include "compiled.h"

namespace stribeck {
namespace {

/// An arm of so many joints, each of which turns about another axis than the one before.
std::string arm(int joints, const std::string& law) {
  std::string components = R"("world": {"type": "spatial.world"})", connections, node = R"("world.frame")";
  for (int k = 0; k < joints; ++k) {
    const std::string n = std::to_string(k), axis = k % 2 == 0 ? "[0, 1, 0]" : "[1, 0, 0]";
    const std::string rubs = law == "none" ? "" : R"(, "friction": ")" + law + R"(", "radius": 0.05, "friction_coefficient": 0.1)";
    components += R"(, "j)" + n + R"(": {"type": "spatial.revolute", "parameters": {"axis_direction": )" + axis + rubs + R"(}}, "b)" + n +
                  R"(": {"type": "spatial.body", "parameters": {"mass": 1, "center": [0.1, 0, 0.1]}}, "e)" + n +
                  R"(": {"type": "spatial.transform", "parameters": {"offset": [0.2, 0, 0.1]}})";
    connections += "[" + node + R"(, "j)" + n + R"(.a"], )";
    node = R"("e)" + n + R"(.b")";
    connections += R"(["j)" + n + R"(.b", "b)" + n + R"(.frame", "e)" + n + R"(.a"])" + (k + 1 < joints ? ", " : "");
  }
  return test::diagram_text(components, connections);
}

/// The one loop of the diagram.
const Block& loop_of(const SortedSystem& sorted) {
  const auto is_loop = [](const Block& block) { return block.unknowns.size() > 1; };
  REQUIRE(std::count_if(sorted.blocks.begin(), sorted.blocks.end(), is_loop) == 1);
  return *std::find_if(sorted.blocks.begin(), sorted.blocks.end(), is_loop);
}

TEST_CASE("an arm whose joints rub is torn at the accelerations of its joints") {
  for (const std::string law : {"smooth", "exact"}) {
    CAPTURE(law);
    const test::Compiled compiled(arm(6, law));
    const Block& loop = loop_of(compiled.sorted);
    CHECK_FALSE(loop.linear);
    CHECK(loop.unknowns.size() > 100);
    REQUIRE(loop.tearing_variables().size() == 6);
    for (const std::int32_t v : loop.tearing_variables()) {
      const std::vector<std::int32_t>& rates = compiled.sorted.state_derivatives;
      CHECK(std::find(rates.begin(), rates.end(), v) != rates.end());
    }
    REQUIRE(compiled.program.blocks.size() == 1);
    CHECK(compiled.program.blocks[0].size == 6);
    CHECK(compiled.program.blocks[0].sparse < 0);
    CHECK_FALSE(compiled.program.blocks[0].is_followed);
  }
}

TEST_CASE("an arm of more joints than a dense loop has unknowns is solved as one sparse loop, and so is one without friction") {
  for (const auto& [joints, law] : {std::pair(kLargestDenseLoop + 1, "smooth"), std::pair(6, "none")}) {
    CAPTURE(joints, law);
    const test::Compiled compiled(arm(joints, law));
    CHECK(loop_of(compiled.sorted).explicit_steps == 0);
    REQUIRE(compiled.program.blocks.size() == 1);
    CHECK(compiled.program.blocks[0].sparse == 0);
  }
}

TEST_CASE("a closed loop whose joints stick is torn at accelerations, and not followed") {
  const auto pin = [](const std::string& initial) {
    return R"({"type": "spatial.revolute", "parameters": {"axis_direction": [0, 1, 0], "friction": "exact", "radius": 0.01,
               "friction_coefficient": 0.1}, "initial": {"phi": )" +
           initial + "}}";
  };
  const std::string near = R"({"value": 0.3, "priority": "none"})";
  const std::string body = R"({"type": "spatial.body", "parameters": {"mass": 1, "center": [0.1, 0, 0]}})";
  const std::string link = R"({"type": "spatial.transform", "parameters": {"offset": [0.3, 0, 0]}})";
  const std::string slide = R"({"type": "spatial.prismatic", "parameters": {"axis_direction": [1, 0, 0]},
                               "initial": {"s": {"value": 0.57, "priority": "none"}}})";
  const test::Compiled compiled(test::diagram_text(
      R"("world": {"type": "spatial.world"}, "main": )" + pin("-0.3") + R"(, "crank": )" + body + R"(, "end": )" + link + R"(, "pin": )" +
          pin(R"({"value": 0.6, "priority": "none"})") + R"(, "rod": )" + body + R"(, "eye": )" + link + R"(, "wrist": )" + pin(near) +
          R"(, "guide": )" + slide + R"(, "piston": )" + body + R"(, "closure": {"type": "spatial.closure"})",
      R"(["world.frame", "main.a", "guide.a"], ["main.b", "crank.frame", "end.a"], ["end.b", "pin.a"], ["pin.b", "rod.frame", "eye.a"],
         ["eye.b", "wrist.a"], ["wrist.b", "closure.a"], ["guide.b", "piston.frame", "closure.b"])"));
  const Block& loop = loop_of(compiled.sorted);
  CHECK(loop.unknowns.size() > 60);
  CHECK(loop.tearing_variables().size() <= 10);  // four accelerations and six forces and moments of the closure
  CHECK(closes_loop(compiled.flat, loop));
  REQUIRE(compiled.program.blocks.size() == 1);
  CHECK_FALSE(compiled.program.blocks[0].is_followed);
  CHECK(compiled.program.constraints.sticking >= 0);
}

}  // namespace
}  // namespace stribeck
