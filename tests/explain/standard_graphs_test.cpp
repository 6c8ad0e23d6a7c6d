// Standard graphs of textbooks, bond by bond.
#include <cmath>

#include "explain/bond_graphs.h"

namespace stribeck {
namespace {

using namespace test;

// Graphs that Karnopp, Margolis and Rosenberg (2012), System Dynamics, 5th ed., construct, bond by bond: mechanics of translation and
// of fixed-axis rotation in section 4.2, derivative causality in section 5.5, the crank of a slider as a displacement-modulated transformer
// in chapter 9. Sections are cited from memory, without pages: the book was not at hand, so that the graphs are those that its rules give,
// and their agreement with its figures is not looked up. What velocities and efforts an element is given follows from the sequential
// assignment of causality there (section 3.4). Five graphs are compared bond by bond with ones that others published as programs, which
// were read: the mass, the rotor, the quarter of a car and the shaft with Example1_MassSpringDamper.jl (bonds e1 to e4),
// Example5_Motor_Control.jl (bonds edge_5 to edge_8), Example6_Nonlinear_Quarter_Car.jl (bonds e1 to e12) and Derivative_Casuality.jl in
// the folder examples of SystemBondGraphs.jl (github.com/TRACER-LULab), the hoist with examples/bg_hoisting_device_auto_causality.py of
// pyBondGraph (github.com/MrP123). What stands before a motor's gyrator there is a source of torque here, and weights that are drawn as
// sinks there are sources.
TEST_CASE("standard graphs: a mass that a force drives against a spring and a damper") {
  const BondGraph graph = graph_of(
      R"("pull": {"type": "translational.force_source"}, "body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"},
         "damper": {"type": "translational.damper"}, "wall": {"type": "translational.ground"})",
      R"(["body.M", "pull.R", "spring.R", "damper.R"], ["pull.C", "spring.C", "damper.C", "wall.W"])");
  CHECK(bonds_of(graph) ==
        std::multiset<std::string>{"Se pull -| 1 pull.R.v", "1 pull.R.v -| I body", "1 pull.R.v |- C spring", "1 pull.R.v |- R damper"});
  CHECK(graph.vertices[vertex(graph, "body")].states == std::vector<std::string>{"body.v"});
  CHECK(graph.vertices[vertex(graph, "spring")].states == std::vector<std::string>{"spring.x"});
  check_rules(graph);
}

TEST_CASE("standard graphs: the rotor of a motor in its bearing, under a load") {
  const BondGraph graph = graph_of(
      R"("motor": {"type": "rotational.torque_source"}, "load": {"type": "rotational.torque_source"}, "rotor": {"type": "rotational.inertia"},
         "bearing": {"type": "rotational.damper"}, "housing": {"type": "rotational.ground"})",
      R"(["motor.R", "rotor.I", "bearing.R", "load.R"], ["motor.C", "load.C", "bearing.C", "housing.W"])");
  CHECK(bonds_of(graph) == std::multiset<std::string>{"Se motor -| 1 motor.R.w", "1 motor.R.w -| I rotor", "1 motor.R.w |- R bearing",
                                                      "Se load -| 1 motor.R.w"});
  check_rules(graph);
}

TEST_CASE("standard graphs: a quarter of a car on a road") {
  const BondGraph graph = graph_of(
      R"("bumps": {"type": "signals.sine", "parameters": {"amplitude": "1 m/s", "frequency": "1 Hz"}}, "road": {"type": "translational.velocity_source"},
         "tyre": {"type": "translational.spring"}, "wheel": {"type": "translational.mass"}, "spring": {"type": "translational.spring"},
         "damper": {"type": "translational.damper"}, "body": {"type": "translational.mass"}, "earth": {"type": "translational.ground"},
         "wheel_weight": {"type": "translational.force_source"}, "body_weight": {"type": "translational.force_source"})",
      R"(["bumps.y", "road.S"], ["road.C", "wheel_weight.C", "body_weight.C", "earth.W"], ["road.R", "tyre.R"],
         ["tyre.C", "wheel.M", "spring.R", "damper.R", "wheel_weight.R"], ["spring.C", "damper.C", "body.M", "body_weight.R"])");
  CHECK(bonds_of(graph) ==
        std::multiset<std::string>{"MSf road |- 1 road.R.v", "1 road.R.v |- 0 road.R.v+tyre+tyre.C.v", "0 road.R.v+tyre+tyre.C.v |- C tyre",
                                   "0 road.R.v+tyre+tyre.C.v -| 1 tyre.C.v", "1 tyre.C.v -| I wheel", "1 tyre.C.v |- 0 spring.C.v+tyre.C.v",
                                   "0 spring.C.v+tyre.C.v -| 1 spring.C.v", "1 spring.C.v -| I body",
                                   "0 spring.C.v+tyre.C.v |- 1 damper+spring", "1 damper+spring |- C spring", "1 damper+spring |- R damper",
                                   "Se wheel_weight -| 1 tyre.C.v", "Se body_weight -| 1 spring.C.v"});
  CHECK(graph.states.size() == 4);
  check_rules(graph);
}

TEST_CASE("standard graphs: a torque turns two discs on an elastic shaft in a bearing") {
  const BondGraph graph = graph_of(
      R"("motor": {"type": "rotational.torque_source"}, "rotor": {"type": "rotational.inertia"}, "shaft": {"type": "rotational.spring"},
         "load": {"type": "rotational.inertia"}, "bearing": {"type": "rotational.damper"}, "housing": {"type": "rotational.ground"})",
      R"(["motor.R", "rotor.I", "shaft.R"], ["shaft.C", "load.I", "bearing.R"], ["motor.C", "bearing.C", "housing.W"])");
  CHECK(bonds_of(graph) ==
        std::multiset<std::string>{"Se motor -| 1 motor.R.w", "1 motor.R.w -| I rotor", "1 motor.R.w |- 0 motor.R.w+shaft+shaft.C.w",
                                   "0 motor.R.w+shaft+shaft.C.w |- C shaft", "0 motor.R.w+shaft+shaft.C.w -| 1 shaft.C.w",
                                   "1 shaft.C.w -| I load", "1 shaft.C.w |- R bearing"});
  check_rules(graph);
}

TEST_CASE("standard graphs: a hoist lifts its load on an elastic rope") {
  const BondGraph graph = graph_of(
      R"("motor": {"type": "rotational.torque_source"}, "rotor": {"type": "rotational.inertia"}, "bearing": {"type": "rotational.damper"},
         "drum": {"type": "mechanisms.rack_and_pinion", "parameters": {"radius": "0.05 m"}}, "rope": {"type": "translational.spring"},
         "load": {"type": "translational.mass"}, "weight": {"type": "translational.force_source"}, "housing": {"type": "rotational.ground"},
         "earth": {"type": "translational.ground"})",
      R"(["motor.R", "rotor.I", "bearing.R", "drum.P"], ["motor.C", "bearing.C", "housing.W"], ["drum.R", "rope.R"],
         ["rope.C", "load.M", "weight.R"], ["weight.C", "earth.W"])");
  CHECK(bonds_of(graph) == std::multiset<std::string>{
                               "Se motor -| 1 motor.R.w", "1 motor.R.w -| I rotor", "1 motor.R.w |- R bearing", "1 motor.R.w |- TF drum",
                               "TF drum |- 1 drum.R.v", "1 drum.R.v |- 0 drum.R.v+rope+rope.C.v", "0 drum.R.v+rope+rope.C.v |- C rope",
                               "0 drum.R.v+rope+rope.C.v -| 1 rope.C.v", "1 rope.C.v -| I load", "Se weight -| 1 rope.C.v"});
  check_rules(graph);
}

TEST_CASE("standard graphs: a torque at the end of an elastic shaft leaves it no state") {
  const BondGraph graph = graph_of(
      R"("wave": {"type": "signals.sine", "parameters": {"amplitude": "1 N*m", "frequency": "1 Hz"}}, "motor": {"type": "rotational.torque_source"},
         "shaft": {"type": "rotational.spring"}, "load": {"type": "rotational.inertia"}, "bearing": {"type": "rotational.damper"},
         "housing": {"type": "rotational.ground"})",
      R"(["wave.y", "motor.S"], ["motor.R", "shaft.R"], ["shaft.C", "load.I", "bearing.R"], ["motor.C", "bearing.C", "housing.W"])");
  CHECK(bonds_of(graph) == std::multiset<std::string>{"MSe motor -| 1 motor.R.w", "1 motor.R.w -| 0 motor.R.w+shaft+shaft.C.w",
                                                      "0 motor.R.w+shaft+shaft.C.w -| C shaft",
                                                      "0 motor.R.w+shaft+shaft.C.w -| 1 shaft.C.w", "1 shaft.C.w -| I load",
                                                      "1 shaft.C.w |- R bearing"});
  CHECK(graph.vertices[vertex(graph, "shaft")].causality == BondVertex::Causality::derivative);
  check_rules(graph);
}

TEST_CASE("standard graphs: a pinion drives a rack against a spring, and one of the two inertias is in derivative causality") {
  const BondGraph graph = graph_of(
      R"("motor": {"type": "rotational.torque_source"}, "wheel": {"type": "rotational.inertia"}, "pinion": {"type": "mechanisms.rack_and_pinion",
         "parameters": {"radius": "0.1 m"}}, "rack": {"type": "translational.mass"}, "spring": {"type": "translational.spring"},
         "housing": {"type": "rotational.ground"}, "wall": {"type": "translational.ground"})",
      R"(["motor.R", "wheel.I", "pinion.P"], ["pinion.R", "rack.M", "spring.R"], ["motor.C", "housing.W"], ["spring.C", "wall.W"])");
  CHECK(graph.vertices[vertex(graph, "pinion")].letters == "TF");
  REQUIRE(graph.vertices[vertex(graph, "pinion")].modulus);
  CHECK(std::fabs(*graph.vertices[vertex(graph, "pinion")].modulus) == Approx(0.1));
  const bool wheel_leads = graph.vertices[vertex(graph, "wheel")].causality == BondVertex::Causality::integral;
  const bool rack_leads = graph.vertices[vertex(graph, "rack")].causality == BondVertex::Causality::integral;
  CHECK(wheel_leads != rack_leads);
  const std::string wheel = wheel_leads ? "-|" : "|-", rack = rack_leads ? "-|" : "|-", pinion = wheel_leads ? "|-" : "-|";
  CHECK(bonds_of(graph) == std::multiset<std::string>{"Se motor -| 1 motor.R.w", "1 motor.R.w " + wheel + " I wheel",
                                                      "1 motor.R.w " + pinion + " TF pinion", "TF pinion " + pinion + " 1 pinion.R.v",
                                                      "1 pinion.R.v " + rack + " I rack", "1 pinion.R.v |- C spring"});
  check_rules(graph);
}

TEST_CASE("standard graphs: a crank moves a slider through a transformer whose modulus its angle decides") {
  const BondGraph graph = graph_of(
      R"("motor": {"type": "rotational.torque_source"}, "wheel": {"type": "rotational.inertia"}, "crank": {"type": "mechanisms.slider_crank"},
         "slider": {"type": "translational.mass"}, "guide": {"type": "translational.damper"}, "housing": {"type": "rotational.ground"},
         "wall": {"type": "translational.ground"})",
      R"(["motor.R", "wheel.I", "crank.C"], ["crank.S", "slider.M", "guide.R"], ["motor.C", "housing.W"], ["guide.C", "wall.W"])");
  CHECK(graph.vertices[vertex(graph, "crank")].letters == "MTF");
  CHECK(bonds_of(graph) == std::multiset<std::string>{"Se motor -| 1 motor.R.w", "1 motor.R.w -| I wheel", "1 motor.R.w |- MTF crank",
                                                      "MTF crank |- 1 crank.S.v", "1 crank.S.v |- I slider", "1 crank.S.v |- R guide"});
  CHECK(graph.vertices[vertex(graph, "slider")].causality == BondVertex::Causality::derivative);
  check_rules(graph);
}

}  // namespace
}  // namespace stribeck
