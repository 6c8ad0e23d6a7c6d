// Bond graphs obey the rules of causality, whatever the diagram; letters follow from what components declare.
#include "explain/bond_graph.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "diagram_files.h"
#include "explain/bond_graphs.h"
#include "explain/causality.h"
#include "explain/element_form.h"
#include "stages.h"

namespace stribeck {
namespace {

using namespace test;

TEST_CASE("causal strokes obey the rules of junctions in every diagram of the project") {
  const std::string root = STRIBECK_ROOT;
  int drawn = 0, shared = 0;
  for (const char* folder : {"start", "gallery", "verify", "sled", "benchmarks", "reference"})
    for (const auto& entry : std::filesystem::directory_iterator(root + "/diagrams/" + folder)) {
      if (!entry.path().extension().string().starts_with(".json")) continue;
      CAPTURE(entry.path().filename().string());
      const Sorted sorted(entry.path().string());
      const bool split = std::any_of(sorted.flat.equations.begin(), sorted.flat.equations.end(),
                                     [](const FlatEquation& e) { return e.kind == EquationKind::force_split; });
      shared += split ? 1 : 0;
      if (split) continue;  // redundant constraints have no causality of their own: the split of least norm is imposed from outside
      check_rules(bond_graph(sorted.sorted));
      ++drawn;
    }
  CHECK(drawn >= 390);
  CHECK(shared < 20);
}

TEST_CASE("effort and flow stand at each bond where they are asked for") {
  const std::string text = to_dot(
      graph_of(
          R"("body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})",
          R"(["body.M", "spring.R"], ["spring.C", "wall.W"])"),
      true);
  CHECK(text.find("spring.R.F<br/>&#160;") != std::string::npos);
  CHECK(
      to_dot(
          graph_of(
              R"("body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})",
              R"(["body.M", "spring.R"], ["spring.C", "wall.W"])"))
          .find("spring.R.F") == std::string::npos);
}

TEST_CASE(
    "a planetary gear whose ring is held has the modulus of the two that turn; a clutch that a signal presses is a modulated resistor") {
  const BondGraph gear = graph_of(
      R"("rotor": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 3}},
         "load": {"type": "rotational.inertia"}, "housing": {"type": "rotational.ground"})",
      R"(["rotor.I", "gear.S"], ["gear.C", "load.I"], ["gear.R", "housing.W"])");
  REQUIRE(gear.vertices[vertex(gear, "gear")].modulus);
  CHECK(*gear.vertices[vertex(gear, "gear")].modulus == Approx(0.25));
  const BondGraph clutch = graph_of(
      R"("pedal": {"type": "signals.constant", "parameters": {"value": 1}}, "a": {"type": "rotational.inertia"}, "clutch": {"type": "rotational.clutch", "parameters": {"maximum_normal_force": 1000}}, "b": {"type": "rotational.inertia"})",
      R"(["pedal.y", "clutch.S"], ["a.I", "clutch.R"], ["clutch.C", "b.I"])");
  CHECK(clutch.vertices[vertex(clutch, "clutch")].letters == "MR");
}

TEST_CASE("velocities of three ports that are tied meet in a 0-junction, through transformers with the ratios as moduli") {
  const BondGraph gear = graph_of(
      R"("sun": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.planetary_gear", "parameters": {"ring_to_sun_ratio": 2}},
         "carrier": {"type": "rotational.inertia"}, "ring": {"type": "rotational.inertia"})",
      R"(["sun.I", "gear.S"], ["gear.C", "carrier.I"], ["gear.R", "ring.I"])");
  const auto into = [](const BondGraph& graph, const std::string& name) {  // of a 0-junction: whom power comes from, and where it goes to
    std::multiset<std::string> ways;
    const auto junction = static_cast<std::int32_t>(vertex(graph, name));
    REQUIRE(graph.vertices[static_cast<std::size_t>(junction)].letters == "0");
    for (const Bond& bond : graph.bonds) {
      if (bond.from != junction && bond.to != junction) continue;
      const BondVertex& other = graph.vertices[static_cast<std::size_t>(bond.from == junction ? bond.to : bond.from)];
      ways.insert((bond.from == junction ? "to " : "from ") +
                  (other.modulus ? other.letters + " " + modulus_text(*other.modulus) : other.name));
    }
    return ways;
  };
  CHECK(into(gear, "gear") == std::multiset<std::string>{"from sun.I.w", "from TF 2", "to TF 1/3"});  // w_S + 2 w_R = 3 w_C
  check_rules(gear);
  const BondGraph axle = graph_of(
      R"("engine": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.differential", "parameters": {"ratio": 4}},
         "left": {"type": "rotational.inertia"}, "right": {"type": "rotational.inertia"})",
      R"(["engine.I", "gear.D"], ["gear.S1", "left.I"], ["gear.S2", "right.I"])");
  CHECK(into(axle, "gear") == std::multiset<std::string>{"from TF 0.5", "to gear.S1.w", "to gear.S2.w"});
  check_rules(axle);
  const BondGraph balance = graph_of(
      R"("a": {"type": "translational.mass"}, "b": {"type": "translational.mass"}, "c": {"type": "translational.mass"},
         "bar": {"type": "mechanisms.lever", "parameters": {"ac_arm_length": "0.1 m", "bc_arm_length": "0.3 m"}})",
      R"(["a.M", "bar.A"], ["b.M", "bar.B"], ["bar.C", "c.M"])");
  CHECK(into(balance, "bar") == std::multiset<std::string>{"from a.M.v", "from TF 1/3", "to TF 0.75"});  // v_A + v_B/3 = 4/3 v_C
  check_rules(balance);
}

TEST_CASE("a belt that stretches is a spring and a damper of one velocity, between transformers with the radii") {
  const BondGraph graph = graph_of(
      R"("a": {"type": "rotational.inertia"}, "b": {"type": "rotational.inertia"},
         "belt": {"type": "mechanisms.elastic_belt", "parameters": {"radius_a": "0.1 m", "radius_b": "0.3 m", "damping": 10}})",
      R"(["a.I", "belt.A"], ["belt.B", "b.I"])");
  CHECK(bonds_of(graph) == std::multiset<std::string>{"1 a.I.w -| I a", "1 b.I.w -| I b", "1 a.I.w |- 0 belt", "0 belt -| TF b.I.w+belt",
                                                      "TF b.I.w+belt -| 1 b.I.w", "0 belt |- 1 belt", "1 belt |- C belt",
                                                      "1 belt |- R belt"});
  const auto turns =
      std::find_if(graph.vertices.begin(), graph.vertices.end(), [](const BondVertex& own) { return own.modulus.has_value(); });
  REQUIRE(turns != graph.vertices.end());
  CHECK(*turns->modulus == Approx(1 / 3.0));
  check_rules(graph);
}

TEST_CASE("a force on a spring and a damper side by side leaves the spring its state") {
  const BondGraph graph = graph_of(
      R"("pull": {"type": "translational.force_source"}, "link": {"type": "translational.spring_damper", "parameters": {"damping": 10}},
         "wall": {"type": "translational.ground"})",
      R"(["pull.R", "link.R"], ["link.C", "pull.C", "wall.W"])");
  CHECK(bonds_of(graph) == std::multiset<std::string>{"Se pull -| 1 pull.R.v", "1 pull.R.v -| R link", "1 pull.R.v |- C link"});
  check_rules(graph);
}

TEST_CASE("a modulus is written as teeth or with four digits, and a minus is one") {
  CHECK(modulus_text(2) == "2");
  CHECK(modulus_text(0.05) == "0.05");
  CHECK(modulus_text(1.0 / 3) == "1/3");
  CHECK(modulus_text(-17.0 / 43) == "\u221217/43");
  CHECK(modulus_text(-0.5) == "\u22120.5");
  CHECK(modulus_text(3.14159265358979) == "3.142");
}

TEST_CASE("no bond graph of the project shows a hyphen for a minus, or a transformer with three bonds") {
  for (const std::string& file : test::every_diagram()) {
    CAPTURE(file);
    const Sorted sorted(file);
    const BondGraph graph = bond_graph(sorted.sorted);
    std::vector<int> bonds(graph.vertices.size());
    for (const Bond& bond : graph.bonds) {
      ++bonds[static_cast<std::size_t>(bond.from)], ++bonds[static_cast<std::size_t>(bond.to)];
      CHECK_FALSE((bond.effort.starts_with("-") || bond.flow.find(" - ") != std::string::npos));
    }
    for (std::size_t v = 0; v < bonds.size(); ++v) {
      const BondVertex& own = graph.vertices[v];
      CAPTURE(own.name, own.letters);
      if (own.letters == "TF" || own.letters == "MTF" || own.letters == "GY") CHECK(bonds[v] == 2);
      if (own.modulus) CHECK(modulus_text(*own.modulus).find('-') == std::string::npos);
    }
  }
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
  const BondGraph graph = graph_of(
      R"("in": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.gear_box", "parameters": {"ratio": 4}}, "out": {"type": "rotational.inertia"})",
      R"(["in.I", "gear.S"], ["gear.O", "out.I"])");
  CHECK(graph.vertices[vertex(graph, "gear")].letters == "TF");
  REQUIRE(graph.vertices[vertex(graph, "gear")].modulus);
  CHECK(*graph.vertices[vertex(graph, "gear")].modulus == Approx(0.25));
  using Causality = BondVertex::Causality;
  const Causality in = graph.vertices[vertex(graph, "in")].causality, out = graph.vertices[vertex(graph, "out")].causality;
  CHECK(((in == Causality::integral && out == Causality::derivative) || (out == Causality::integral && in == Causality::derivative)));
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

TEST_CASE("what passes power on by tied velocities is a transformer, its losses an R; what depends on all its velocities is a field") {
  const std::map<std::string, std::string> expected = {{"mechanisms.lossy_gear", "RTF"},
                                                       {"mechanisms.worm_gear", "RTF"},
                                                       {"mechanisms.leadscrew", "RTF"},
                                                       {"mechanisms.rolling_wheel", "RTF"},
                                                       {"mechanisms.cam", "MTF"},
                                                       {"mechanisms.slider_crank", "MTF"},
                                                       {"mechanisms.variable_gear", "MTF"},
                                                       {"mechanisms.tyre", "R"},
                                                       {"mechanisms.torque_converter", "R"},
                                                       {"mechanisms.elastic_belt", "RC"},
                                                       {"mechanisms.flexible_shaft", "RCI"},
                                                       {"joints.ball", "R"},
                                                       {"rotational.karnopp_inertia", "RI"},
                                                       {"mechanisms.planetary_gear", "TF"}};
  for (const auto& [type, letters] : expected) {
    CAPTURE(type);
    CHECK(element_form(builtin_registry().record(type)).letters == letters);
  }
  for (const std::string& type : builtin_registry().types()) {
    CAPTURE(type);
    CHECK(element_form(builtin_registry().record(type)).letters.find("RGY") == std::string::npos);
  }
}

TEST_CASE("a gear with losses is a transformer with its modulus, and an R on its first port") {
  const BondGraph graph = graph_of(
      R"("drive": {"type": "rotational.velocity_source"}, "wall": {"type": "rotational.ground"}, "speed": {"type": "signals.constant", "parameters": {"value": "1 rad/s"}},
         "gear": {"type": "mechanisms.lossy_gear", "parameters": {"ratio": 2}}, "load": {"type": "rotational.inertia"})",
      R"(["speed.y", "drive.S"], ["wall.W", "drive.C"], ["drive.R", "gear.S"], ["gear.O", "load.I"])");
  CHECK(graph.vertices[vertex(graph, "gear")].letters == "TF");
  REQUIRE(graph.vertices[vertex(graph, "gear")].modulus);
  CHECK(*graph.vertices[vertex(graph, "gear")].modulus == Approx(0.5));
  CHECK(graph.vertices[vertex(graph, "gear, losses")].letters == "R");
  CHECK(graph.vertices[vertex(graph, "drive")].letters == "MSf");
  CHECK(graph.vertices[vertex(graph, "load")].causality == BondVertex::Causality::derivative);
  REQUIRE(graph.signals.size() == 1);
  CHECK(graph.vertices[static_cast<std::size_t>(graph.signals[0].from)].name == "speed");
  CHECK(graph.vertices[static_cast<std::size_t>(graph.signals[0].to)].name == "drive");
  check_rules(graph);
}

TEST_CASE("a spring and a damper side by side are a C and an R of one velocity; bristles are a field") {
  const auto graph_with = [](const std::string& between) {
    return graph_of(R"("a": {"type": "translational.mass"}, "b": {"type": "translational.mass"}, "link": )" + between,
                    R"(["a.M", "link.R"], ["link.C", "b.M"])");
  };
  const auto count = [](const BondGraph& graph, const std::string& letters) {
    return std::count_if(graph.vertices.begin(), graph.vertices.end(),
                         [&](const BondVertex& own) { return own.name == "link" && own.letters == letters; });
  };
  const BondGraph parallel = graph_with(R"({"type": "translational.spring_damper"})");
  CHECK(count(parallel, "C") == 1);
  CHECK(count(parallel, "R") == 1);
  check_rules(parallel);
  const BondGraph bristles = graph_with(R"({"type": "translational.lugre_friction"})");
  CHECK(count(bristles, "RC") == 1);
  check_rules(bristles);
}

TEST_CASE("a sensor is told the velocities that it measures, and takes no power") {
  const BondGraph graph =
      graph_of(R"("body": {"type": "translational.mass"}, "sensor": {"type": "translational.absolute_motion_sensor"},
                  "factor": {"type": "signals.gain", "parameters": {"gain": 1}}, "push": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"})",
               R"(["body.M", "sensor.R", "push.R"], ["push.C", "wall.W"], ["sensor.v", "factor.u"], ["factor.y", "push.S"])");
  CHECK(graph.vertices[vertex(graph, "sensor")].kind == BondVertexKind::signal);
  CHECK(graph.vertices[vertex(graph, "push")].letters == "MSe");
  CHECK(graph.signals.size() == 3);  // velocity to sensor, sensor to gain, gain to source
  CHECK(std::find(graph.states.begin(), graph.states.end(), "body.v") != graph.states.end());
  check_rules(graph);
}

TEST_CASE("what stores energy has the same causality in the bond graph and in what explain tells, in every diagram of the project") {
  int compared = 0, derivative = 0;
  for (const std::string& file : test::every_diagram()) {
    CAPTURE(file);
    const Sorted sorted(file);
    std::map<std::string, bool> integral;  // by component: all of its elements
    for (const BondVertex& vertex : bond_graph(sorted.sorted).vertices) {
      if (vertex.causality == BondVertex::Causality::none) continue;
      bool& all = integral.try_emplace(vertex.name, true).first->second;
      all = all && vertex.causality == BondVertex::Causality::integral;
    }
    const Causality facts = causality_of(sorted.sorted);
    for (const StorageFact& fact : facts.storage) {
      const auto drawn = integral.find(fact.instance);
      if (drawn == integral.end()) continue;  // in a part with losses of several ports, in a motor, or still
      CAPTURE(fact.instance);
      CHECK(fact.integral == drawn->second);
      ++compared;
      derivative += fact.integral ? 0 : 1;
    }
  }
  CHECK(compared > 700);
  CHECK(derivative > 50);
}

TEST_CASE("of four inertias that gears tie together one integrates, whichever variable holds the state") {
  const Sorted sorted(STRIBECK_ROOT "/diagrams/gallery/gear_shift.jsonc");
  const Causality facts = causality_of(sorted.sorted);
  std::set<std::string> integral;
  for (const StorageFact& fact : facts.storage)
    if (fact.integral) integral.insert(fact.instance);
  CHECK(integral.contains("engine"));
  // The car's speed is known as that of the axle, of which it is a multiple. It carries energy, and is a better state than a clutch's slip.
  CHECK(std::any_of(facts.states.begin(), facts.states.end(), [](const StateFact& state) {
    return state.variable == "axle.O.w" && state.preferred == "it belongs to a component that stores energy";
  }));
  CHECK(integral.size() == facts.states.size());  // second.w, the slip of a clutch, is the second
}

}  // namespace
}  // namespace stribeck
