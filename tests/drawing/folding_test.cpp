// Subsystems and arrays as boxes: what is in them, what leads out of them.
#include "drawing/folding.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "drawing/schematic.h"
#include "stages.h"

namespace stribeck {
namespace {

struct Nested {
  Diagram diagram;
  Assembly assembly;
  explicit Nested(const std::string& file, const std::string* text = nullptr)
      : diagram(read_diagram(test::builtin_registry(), file, {}, text)), assembly(assemble(diagram)) {}
};

std::vector<std::string> names_of(const Schematic& schematic) {
  std::vector<std::string> names;
  for (const SchematicPart& part : schematic.parts)
    if (part.kind == SchematicPart::Kind::component) names.push_back(schematic.name_of(part));
  std::sort(names.begin(), names.end());
  return names;
}

/// `links` masses in a row, each tied to the next by a spring: an array of subsystems.
std::string chain(int links) {
  return R"({"format": "stribeck/1", "definitions": {"link": {
      "components": {"body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}},
      "connections": [["body.M", "spring.R"]], "ports": {"left": "spring.C", "right": "body.M"}}},
    "components": {"wall": {"type": "translational.ground"}, "end": {"type": "translational.damper"},
                   "link": {"type": "link", "count": )" +
         std::to_string(links) + R"(}},
    "connections": [["wall.W", "link[1].left", "end.C"], ["link[1:)" +
         std::to_string(links - 1) + R"(].right", "link[2:)" + std::to_string(links) + R"(].left"], ["link[)" + std::to_string(links) +
         R"(].right", "end.R"]]})";
}

TEST_CASE("a subsystem is a box that shows what it exposes") {
  const Nested train(STRIBECK_ROOT "/diagrams/verify/subsystems_train.json");
  const Schematic folded = schematic_of(train.assembly);
  CHECK(names_of(folded) == std::vector<std::string>{"last", "train"});
  REQUIRE(folded.folds.size() == 1);
  CHECK(folded.folds[0].components == 12);
  std::set<std::string> ports;
  for (const FoldPort& port : folded.folds[0].ports) ports.insert(port.name);
  CHECK(ports == std::set<std::string>{"front", "rear"});
}

TEST_CASE("levels are opened from the outside") {
  const Nested train(STRIBECK_ROOT "/diagrams/verify/subsystems_train.json");
  // Four wagons stand side by side; each is a mass and a spring.
  CHECK(names_of(schematic_of(train.assembly, {.open_levels = 1})) ==
        std::vector<std::string>{"last", "train.wagon[1]", "train.wagon[2]", "train.wagon[3]", "train.wagon[4]"});
  CHECK(names_of(schematic_of(train.assembly, {.open_levels = kAllLevels})).size() == 13);
  CHECK(names_of(schematic_of(train.assembly, {.open_levels = 7})).size() == 13);
}

TEST_CASE("a long array is one box, and only its ends lead out of it") {
  const std::string text = chain(100);
  const Nested row("test.json", &text);
  const Schematic folded = schematic_of(row.assembly);
  CHECK(names_of(folded) == std::vector<std::string>{"end", "link[1:100]"});
  REQUIRE(folded.folds.size() == 1);
  CHECK(folded.folds[0].words == "100 × link");
  CHECK(folded.folds[0].components == 200);
  REQUIRE(folded.folds[0].ports.size() == 2);
  CHECK(folded.folds[0].ports[0].name == "link[1].left");
  CHECK(folded.folds[0].ports[1].name == "link[100].right");
  CHECK(names_of(schematic_of(row.assembly, {.open_levels = 1})).size() == 101);
  CHECK(names_of(schematic_of(row.assembly, {.open_levels = 2})).size() == 201);
}

TEST_CASE("a short array stands side by side") {
  const std::string text = chain(4);
  CHECK(names_of(schematic_of(Nested("test.json", &text).assembly)).size() == 5);
}

TEST_CASE("one wire leads to a box, however many connectors meet in it") {
  const std::string text = chain(100);
  const Nested row("test.json", &text);
  const Schematic folded = schematic_of(row.assembly);
  std::set<std::pair<std::int32_t, std::int32_t>> ends;
  for (const Wire& wire : folded.wires)
    for (const WireEnd& end : {wire.from, wire.to})
      if (end.port >= 0) CHECK(ends.emplace(end.part, end.port).second);
}

TEST_CASE("arrays that are tied element by element are tied by one line that says how many it stands for") {
  const std::string text = R"({"format": "stribeck/1", "components": {"wall": {"type": "translational.ground"},
      "body": {"type": "translational.mass", "count": 9}, "spring": {"type": "translational.spring", "count": 9},
      "damper": {"type": "translational.damper", "count": 9}},
    "connections": [["body[1:9].M", "spring[1:9].R", "damper[1:9].R"], ["wall.W", "spring[1:9].C", "damper[1:9].C"]]})";
  const Nested row("test.json", &text);
  const Schematic folded = schematic_of(row.assembly);
  CHECK(names_of(folded) == std::vector<std::string>{"body[1:9]", "damper[1:9]", "spring[1:9]"});
  std::multiset<std::string> ports;
  for (const Fold& fold : folded.folds)
    for (const FoldPort& port : fold.ports) ports.insert(port.name);
  CHECK(ports == std::multiset<std::string>{"9 × C", "9 × C", "9 × M", "9 × R", "9 × R"});
  CHECK(std::count_if(folded.wires.begin(), folded.wires.end(), [](const Wire& wire) { return wire.is_last; }) <= 3);
}

TEST_CASE("values of what is folded stand below its box, as many as can be read") {
  const std::string text = chain(100);
  const Nested row("test.json", &text);
  SchematicView view;
  view.when = "t = 2 s";
  for (int i = 1; i <= 100; ++i) view.captions["link[" + std::to_string(i) + "].body"] = {"v = 1 m/s"};
  const Schematic folded = schematic_of(row.assembly, view);
  CHECK(folded.when == "t = 2 s");
  for (const SchematicPart& part : folded.parts)
    if (part.fold >= 0) {
      CHECK(part.caption.size() <= 8);
      REQUIRE_FALSE(part.caption.empty());
      CHECK(part.caption.front() == "link[1].body.v = 1 m/s");
      CHECK(part.caption.back() == "...");
    }
}

}  // namespace
}  // namespace stribeck
