#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>

#include "diagram/read.h"
#include "drawing/schematic.h"
#include "stages.h"

namespace stribeck {
namespace {

/// Masses in a row, each on a spring to the next, and a controller that pulls the first by the speed of the last.
std::string train(int masses) {
  std::string components = R"("wall": {"type": "translational.ground"}, "probe": {"type": "translational.motion_sensor"},
                              "gain": {"type": "signals.gain", "parameters": {"gain": -1}}, "pull": {"type": "translational.force_source"})";
  std::string connections = R"(["probe.v", "gain.u"], ["gain.y", "pull.S"], ["pull.C", "probe.C", "wall.W"])";
  for (int i = 0; i < masses; ++i) {
    const std::string n = std::to_string(i);
    components += R"(, "mass_)" + n + R"(": {"type": "translational.mass", "initial": {"v": 0}})";
    components += R"(, "spring_)" + n + R"(": {"type": "translational.spring", "parameters": {"stiffness": 10}})";
    connections += R"(, ["mass_)" + n + R"(.M", "spring_)" + n + R"(.R")" +
                   (i > 0 ? R"(, "spring_)" + std::to_string(i - 1) + R"(.C")" : "") + (i == 0 ? R"(, "pull.R")" : "") + "]";
  }
  connections += R"(, ["spring_)" + std::to_string(masses - 1) + R"(.C", "probe.R"])";
  return R"({"format": "stribeck/1", "components": {)" + components + R"(}, "connections": [)" + connections +
         R"(], "experiment": {"stop": 1}})";
}

Schematic wrapped(const Assembly& assembly) {
  Schematic schematic = schematic_of(assembly);
  place_parts(schematic);
  route_wires(schematic);
  wrap_rows(schematic);
  return schematic;
}

TEST_CASE("schematic: what is wider than a screen is cut into rows whose ends are numbered") {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) {
    WARN("no Graphviz here (Debian: apt-get install graphviz)");
    return;
  }
  const std::string text = train(60);
  const Diagram diagram = read_diagram(test::builtin_registry(), "train.json", {}, &text);
  const Assembly assembly = assemble(diagram);
  const Schematic schematic = wrapped(assembly);
  CHECK(schematic.width <= 1400);
  CHECK(schematic.height < 3000);
  for (const SchematicPart& part : schematic.parts) {
    CHECK(part.x - part.extent.width / 2 > 0);
    CHECK(part.x + part.extent.width / 2 < schematic.width);
    CHECK(part.y - part.extent.height / 2 > 0);
    CHECK(part.y + part.extent.height / 2 < schematic.height);
  }
  // Parts of one rank stay in one row; rows follow one another.
  std::map<std::int32_t, double> x_of_rank;
  int rows = 1;
  for (const SchematicPart& part : schematic.parts) x_of_rank.try_emplace(part.rank, part.x);
  for (auto rank = std::next(x_of_rank.begin()); rank != x_of_rank.end(); ++rank) rows += rank->second < std::prev(rank)->second ? 1 : 0;
  CHECK(rows >= 3);
  // Each number stands once at the right and once at the left; the chain and the controller's wire are cut at the end of each row.
  std::map<std::int32_t, int> right, left;
  for (const WireCut& cut : schematic.cuts) ++(cut.right ? right : left)[cut.number];
  CHECK(right == left);
  for (const auto& [number, count] : right) CHECK(count == 1);
  CHECK(right.size() == 2 * static_cast<std::size_t>(rows - 1));
  for (const Wire& wire : schematic.wires)
    for (std::size_t k = 1; k < wire.points.size(); ++k)
      CHECK((wire.points[k].x == wire.points[k - 1].x || std::fabs(wire.points[k].y - wire.points[k - 1].y) < 1e-9));
}

TEST_CASE("schematic: what fits a screen stays in one row") {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) return;
  const std::string text = train(4);
  const Diagram diagram = read_diagram(test::builtin_registry(), "train.json", {}, &text);
  const Assembly assembly = assemble(diagram);
  CHECK(wrapped(assembly).cuts.empty());
}

}  // namespace
}  // namespace stribeck
