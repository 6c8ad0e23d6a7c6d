// Bond graphs obey the rules of causality, whatever the diagram; letters follow from what components declare.
#include "explain/bond_graph.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "explain/element_form.h"
#include "stages.h"

namespace stribeck {
namespace {

using test::builtin_registry;
using test::diagram_text;

/// A diagram taken as far as the sorted system; stages point at those before them.
struct Sorted {
  explicit Sorted(const std::string& file, const std::string* text = nullptr)
      : diagram(read_diagram(builtin_registry(), file, {}, text)),
        assembly(assemble(diagram)),
        flat(flatten(assembly)),
        sorted(sort_system(flat)) {}
  Sorted(const Sorted&) = delete;
  Sorted& operator=(const Sorted&) = delete;

  Diagram diagram;
  Assembly assembly;
  FlatSystem flat;
  SortedSystem sorted;
};

BondGraph graph_of(const std::string& components, const std::string& connections) {
  const std::string text = diagram_text(components, connections);
  const Sorted sorted("test.json", &text);
  return bond_graph(sorted.sorted);
}

std::size_t vertex(const BondGraph& graph, const std::string& name) {
  const auto found = std::find_if(graph.vertices.begin(), graph.vertices.end(), [&](const BondVertex& v) { return v.name == name; });
  REQUIRE(found != graph.vertices.end());
  return static_cast<std::size_t>(found - graph.vertices.begin());
}

struct Strokes {
  int here = 0, away = 0;
};

std::vector<Strokes> strokes_of(const BondGraph& graph) {
  std::vector<Strokes> strokes(graph.vertices.size());
  for (const Bond& bond : graph.bonds) {
    const auto from = static_cast<std::size_t>(bond.from), to = static_cast<std::size_t>(bond.to);
    ++(bond.stroke_at_to ? strokes[to].here : strokes[from].here);
    ++(bond.stroke_at_to ? strokes[from].away : strokes[to].away);
  }
  return strokes;
}

/// One bond gives a 1-junction its velocity (its stroke is away), one gives a 0-junction its force, a transformer turns one force into one.
void check_rules(const BondGraph& graph) {
  const std::vector<Strokes> strokes = strokes_of(graph);
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
    CAPTURE(graph.vertices[v].letters, graph.vertices[v].name);
    const auto [here, away] = strokes[v];
    if (graph.vertices[v].kind == BondVertexKind::one_junction) CHECK(away == 1);
    if (graph.vertices[v].kind == BondVertexKind::zero_junction) {
      CHECK(here == 1);
      CHECK(away == 2);
    }
    if (graph.vertices[v].letters == "TF" && here + away == 2) CHECK(here == 1);
    if (graph.vertices[v].letters == "GY") CHECK(here != 1);
    if (graph.vertices[v].letters == "Se") CHECK(here == 0);
    if (graph.vertices[v].letters == "Sf") CHECK(here == 1);
  }
}

TEST_CASE("causal strokes obey the rules of junctions in every diagram of the project") {
  const std::string root = STRIBECK_ROOT;
  int drawn = 0;
  for (const char* folder : {"start", "gallery", "verify"})
    for (const auto& entry : std::filesystem::directory_iterator(root + "/diagrams/" + folder)) {
      if (entry.path().extension() != ".json") continue;
      CAPTURE(entry.path().filename().string());
      const Sorted sorted(entry.path().string());
      const bool split = std::any_of(sorted.flat.equations.begin(), sorted.flat.equations.end(),
                                     [](const FlatEquation& e) { return e.kind == EquationKind::force_split; });
      if (split) continue;  // redundant constraints have no causality of their own: the split of least norm is imposed from outside
      check_rules(bond_graph(sorted.sorted));
      ++drawn;
    }
  CHECK(drawn >= 40);
}

TEST_CASE("a mass on a spring and a damper is the bond graph of every textbook") {
  const BondGraph graph = graph_of(
      R"("body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"},
         "damper": {"type": "translational.damper"}, "wall": {"type": "translational.ground"})",
      R"(["body.M", "spring.R", "damper.R"], ["spring.C", "damper.C", "wall.W"])");
  // The wall is left out, so that all three hang on the 1-junction of the body's velocity. The mass integrates: force on it, stroke there.
  REQUIRE(graph.vertices.size() == 4);
  CHECK(graph.vertices[vertex(graph, "body")].letters == "I");
  CHECK(graph.vertices[vertex(graph, "spring")].letters == "C");
  CHECK(graph.vertices[vertex(graph, "damper")].letters == "R");
  const std::vector<Strokes> strokes = strokes_of(graph);
  CHECK(strokes[vertex(graph, "body")].here == 1);
  CHECK(strokes[vertex(graph, "spring")].here == 0);
  CHECK(strokes[vertex(graph, "damper")].here == 0);
}

TEST_CASE("a spring between two masses hangs on a 0-junction that it gives its force") {
  const BondGraph graph =
      graph_of(R"("a": {"type": "translational.mass"}, "b": {"type": "translational.mass"}, "spring": {"type": "translational.spring"})",
               R"(["a.M", "spring.R"], ["spring.C", "b.M"])");
  const auto zero = std::find_if(graph.vertices.begin(), graph.vertices.end(),
                                 [](const BondVertex& v) { return v.kind == BondVertexKind::zero_junction; });
  REQUIRE(zero != graph.vertices.end());
  const std::size_t spring = vertex(graph, "spring");
  const auto bond = std::find_if(graph.bonds.begin(), graph.bonds.end(), [&](const Bond& b) { return b.to == static_cast<int>(spring); });
  REQUIRE(bond != graph.bonds.end());
  CHECK(bond->from == zero - graph.vertices.begin());
  CHECK_FALSE(bond->stroke_at_to);
  check_rules(graph);
}

TEST_CASE("two inertias on one gear: one integrates, the other is in derivative causality") {
  const BondGraph graph =
      graph_of(R"("in": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.gear_box"}, "out": {"type": "rotational.inertia"})",
               R"(["in.I", "gear.S"], ["gear.O", "out.I"])");
  CHECK(graph.vertices[vertex(graph, "gear")].letters == "TF");
  const std::vector<Strokes> strokes = strokes_of(graph);
  CHECK(strokes[vertex(graph, "in")].here + strokes[vertex(graph, "out")].here == 1);
  check_rules(graph);
}

TEST_CASE("letters come from declarations") {
  const std::map<std::string, std::string> expected = {
      {"translational.mass", "I"},          {"rotational.spring", "C"},         {"rotational.friction", "R"},
      {"translational.hard_stop", "RC"},    {"translational.ground", "Sf"},     {"rotational.torque_source", "Se"},
      {"rotational.velocity_source", "Sf"}, {"mechanisms.gear_box", "TF"},      {"mechanisms.wheel_and_axle", "TF"},
      {"rotational.position_source", "Sf"}, {"rotational.torque_sensor", "TF"}, {"rotational.power_sensor", "TF"}};
  for (const auto& [type, letters] : expected) {
    CAPTURE(type);
    CHECK(element_form(builtin_registry().record(type)).letters == letters);
  }
  CHECK(element_form(builtin_registry().record("rotational.motion_sensor")).forceless);
  CHECK_FALSE(element_form(builtin_registry().record("rotational.torque_sensor")).forceless);
  CHECK(element_form(builtin_registry().record("rotational.spring")).one_force);
  CHECK_FALSE(element_form(builtin_registry().record("mechanisms.gear_box")).one_force);
}

}  // namespace
}  // namespace stribeck
