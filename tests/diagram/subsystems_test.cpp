// Subsystems: what stands in the diagram after they have been replaced by what they are made of.
#include <string>

#include "reading_helpers.h"

using namespace stribeck;
using namespace stribeck::fake;

namespace {

const std::string kCell = R"("definitions": {
  "cell": {
    "doc": "A mass and its spring.",
    "parameters": { "mass": { "unit": "kg", "above": 0, "doc": "of it" }, "stiffness": { "value": "100 N/m", "doc": "of the spring" } },
    "components": {
      "body": { "type": "fake.mass", "parameters": { "mass": "=mass" } },
      "spring": { "type": "fake.spring", "parameters": { "stiffness": "=stiffness" } }
    },
    "connections": [["body.M", "spring.R"]],
    "ports": { "left": "spring.C", "right": "body.M" }
  },
  "line": {
    "doc": "Cells in a row.",
    "parameters": { "n": 2 },
    "components": { "cell": { "type": "cell", "count": "=n", "parameters": { "mass": "=index" } } },
    "connections": [["cell[1:n-1].right", "cell[2:n].left"]],
    "ports": { "begin": "cell[1].left", "end": "cell[n].right" }
  }
})";

std::vector<std::string> names(const Diagram& diagram) {
  std::vector<std::string> result;
  for (const Instance& instance : diagram.instances) result.push_back(instance.name);
  return result;
}

/// "line.cell[1].body.M line.cell[1].spring.R" of each connection.
std::vector<std::string> connections(const Diagram& diagram) {
  std::vector<std::string> result;
  for (const Connection& connection : diagram.connections) {
    std::string& text = result.emplace_back();
    for (const ConnectorRef& member : connection.members) {
      const Instance& instance = diagram.instances[static_cast<std::size_t>(member.instance)];
      text +=
          (text.empty() ? "" : " ") + instance.name + "." + instance.record->connectors[static_cast<std::size_t>(member.connector)].name;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("subsystems: instances have whole paths, parameters go down, exposed ports are the connectors inside") {
  const Diagram d =
      read(diagram(R"("line": { "type": "line", "parameters": { "n": "=k" } }, "wall": { "type": "fake.ground" })",
                   R"("parameters": { "k": 3 }, "connections": [["wall.W", "line.begin"]], "outputs": ["line.end.v"], )" + kCell));
  CHECK(names(d) == Lines{"line.cell[1].body", "line.cell[1].spring", "line.cell[2].body", "line.cell[2].spring", "line.cell[3].body",
                          "line.cell[3].spring", "wall"});
  CHECK(d.instances[4].parameters == std::vector<double>{3});  // mass = index
  CHECK(d.instances[5].parameters == std::vector<double>{100});
  CHECK(connections(d) == Lines{"line.cell[1].body.M line.cell[1].spring.R", "line.cell[2].body.M line.cell[2].spring.R",
                                "line.cell[3].body.M line.cell[3].spring.R", "line.cell[1].body.M line.cell[2].spring.C",
                                "line.cell[2].body.M line.cell[3].spring.C", "wall.W line.cell[1].spring.C"});
  REQUIRE(d.outputs.size() == 1);
  CHECK(d.outputs[0].text == "line.cell[3].body.M.v");
  REQUIRE(d.subsystems.size() == 4);
  CHECK(d.subsystems[2].name == "line.cell[2]");
  CHECK(d.subsystems[2].parent == 0);
  CHECK(part_of(d, d.instances[2].subsystem).starts_with(", part of line at test.json:2:"));
}

TEST_CASE("subsystems: the command line reaches what stands inside") {
  ReadOptions options;
  options.overrides = {{"line.n", "1"}, {"line.cell[1].mass", "7 kg"}, {"line.cell[1].spring.stiffness", "5"}};
  const Diagram d = read(diagram(R"("line": { "type": "line" })", kCell), options);
  REQUIRE(names(d) == Lines{"line.cell[1].body", "line.cell[1].spring"});
  CHECK(d.instances[0].parameters == std::vector<double>{7});
  CHECK(d.instances[1].parameters == std::vector<double>{5});
  options.overrides = {{"line.cell[3].mass", "1"}};
  CHECK(errors(diagram(R"("line": { "type": "line" })", kCell), options) == Lines{"diagram.unknown_instance 0:0"});
}

TEST_CASE("subsystems: grids are joined element by element, single connectors to each") {
  const Diagram d = read(diagram(R"("m": { "type": "fake.mass", "count": [2, 2], "parameters": { "mass": "=10*index_1 + index_2" } },
                                    "s": { "type": "fake.spring", "count": [2, 1], "parameters": { "stiffness": 1 } },
                                    "w": { "type": "fake.ground" }, "none": { "type": "fake.ground", "count": 0 })",
                                 R"("connections": [["m[*][1:1].M", "s[*][*].R"], ["w.W", "s[2:1][1].C"], ["m[1:2][2].M", "w.W"]])"));
  CHECK(names(d) == Lines{"m[1][1]", "m[1][2]", "m[2][1]", "m[2][2]", "s[1][1]", "s[2][1]", "w"});
  CHECK(d.instances[2].parameters == std::vector<double>{21});
  CHECK(connections(d) == Lines{"m[1][1].M s[1][1].R", "m[2][1].M s[2][1].R", "m[1][2].M w.W", "m[2][2].M w.W"});
}

TEST_CASE("subsystems: a mistake inside is said once, with both places") {
  const std::string text = diagram(R"("a": { "type": "line", "parameters": { "n": 50 } }, "b": { "type": "line" })",
                                   R"("definitions": { "line": { "doc": "", "parameters": { "n": 2 }, "components": {
                                      "m": { "type": "fake.mass", "count": "=n", "parameters": { "mass": "-1 kg" } } } } })");
  const Diagnostic d = failure(text);
  CHECK(d.where.instance == "a.m[1] (fake.mass), part of a at test.json:2:16");
  CHECK(d.where.pointer == "/definitions/line/components/m/parameters/mass");
  CHECK(d.where.line == 4);
}

TEST_CASE("subsystems: nesting has a limit, which is said") {
  std::string definitions = R"("definitions": { "d0": { "components": { "m": { "type": "fake.ground" } } })";
  for (int k = 1; k <= 90; ++k)
    definitions += ", \"d" + std::to_string(k) + "\": { \"components\": { \"s\": { \"type\": \"d" + std::to_string(k - 1) + "\" } } }";
  const Diagram deep = read(diagram(R"("top": { "type": "d90" })", definitions + "}"));
  REQUIRE(deep.instances.size() == 1);
  CHECK(deep.instances[0].name.size() == 3 + 90 * 2 + 2);
  definitions = R"("definitions": { "d0": { "components": { "m": { "type": "fake.ground" } } })";
  for (int k = 1; k <= 101; ++k)
    definitions += ", \"d" + std::to_string(k) + "\": { \"components\": { \"s\": { \"type\": \"d" + std::to_string(k - 1) + "\" } } }";
  CHECK(errors(diagram(R"("top": { "type": "d101" })", definitions + "}")).at(0).starts_with("diagram.too_large"));
}
