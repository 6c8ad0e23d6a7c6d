// Why states are states, which stores integrate, what had to be differentiated: against small systems that one can do by hand.
#include "explain/causality.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>
#include <string>

#include "assembly/assembly.h"
#include "diagram/read.h"
#include "stages.h"

namespace stribeck {
namespace {

using test::diagram_text;

Causality facts_of(const std::string& components, const std::string& connections, const std::string& rest = "") {
  const std::string text = diagram_text(components, connections, rest);
  const Diagram diagram = read_diagram(test::builtin_registry(), "test.json", {}, &text);
  const Assembly assembly = assemble(diagram);
  ExprPool pool;
  const SortedSystem sorted = sort_system(flatten(assembly, pool), pool);
  return causality_of(sorted);
}

template <typename Fact>
const Fact& find(const std::vector<Fact>& facts, std::string Fact::*name, const std::string& wanted) {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.*name == wanted; });
  REQUIRE(found != facts.end());
  return *found;
}

TEST_CASE("two springs side by side share one displacement: the one with the target is the state") {
  const Causality facts = facts_of(
      R"("body": {"type": "translational.mass"}, "a": {"type": "translational.spring"},
         "b": {"type": "translational.spring", "initial": {"x": 0.1}}, "wall": {"type": "translational.ground"})",
      R"(["body.M", "a.R", "b.R"], ["a.C", "b.C", "wall.W"])");
  const StateFact& state = find(facts.states, &StateFact::variable, "b.x");
  CHECK(state.because == "carries the energy of a, b, initial value of b.x must hold");
  CHECK(state.instead == std::vector<std::string>{"a.x"});
  CHECK(state.preferred == "it has an initial value that must hold, and the others are sums");
  CHECK(find(facts.states, &StateFact::variable, "body.v").instead.empty());
  for (const StorageFact& store : facts.storage) CHECK(store.integral);
}

TEST_CASE("of inertias that a gear ties together the one that bears the state integrates") {
  const Causality facts = facts_of(
      R"("in": {"type": "rotational.inertia"}, "gear": {"type": "mechanisms.gear_box"},
         "out": {"type": "rotational.inertia"}, "free": {"type": "rotational.inertia"})",
      R"(["in.I", "gear.S"], ["gear.O", "out.I"])");
  REQUIRE(facts.states.size() == 2);
  const std::string bearer = facts.states[0].variable == "free.w" ? facts.states[1].variable : facts.states[0].variable;
  for (const StorageFact& store : facts.storage) CHECK(store.integral == (store.instance == "free" || store.instance + ".w" == bearer));
  // The gear's other side drives the inertia that does not integrate: velocity out there, force out at the integrating one.
  const bool in_integrates = bearer == "in.w";
  CHECK((find(facts.ports, &PortFact::port, "gear.O").side == PortSide::velocity_out) == in_integrates);
  CHECK((find(facts.ports, &PortFact::port, "gear.S").side == PortSide::velocity_out) == !in_integrates);
  const auto loop = std::find_if(facts.blocks.begin(), facts.blocks.end(), [](const BlockFact& b) { return b.equations.size() > 1; });
  REQUIRE(loop != facts.blocks.end());
  CHECK(loop->kind == BlockKind::linear_loop);
}

TEST_CASE("friction with the fixed world has fixed force-out causality at its one port, between two bodies at both") {
  for (const char* law : {"c", "v", "cv", "scvs", "lugre"}) {
    CAPTURE(law);
    const Causality facts = facts_of(
        std::string(R"("load": {"type": "signals.constant", "parameters": {"value": 9.81}}, "body": {"type": "translational.mass"},
           "plate": {"type": "translational.mass"}, "pull": {"type": "translational.force_source"}, "wall": {"type": "translational.ground"},
           "ground": {"type": "translational.ground_friction", "parameters": {"law": ")") +
            law + R"("}}, "between": {"type": "translational.body_friction", "parameters": {"law": ")" + law + R"("}})",
        R"(["load.y", "ground.Fn", "between.Fn", "pull.S"], ["body.M", "ground.p", "between.R"], ["plate.M", "between.C", "pull.R"], ["wall.W", "pull.C"])");
    for (const char* port : {"ground.p", "between.R", "between.C"}) {
      CAPTURE(port);
      CHECK(find(facts.ports, &PortFact::port, port).side == PortSide::force_out);
      CHECK(find(facts.ports, &PortFact::port, port).declared == CausalityWish::fixed_force_out);
    }
    CHECK(find(facts.ports, &PortFact::port, "body.M").declared == CausalityWish::preferred_velocity_out);
    CHECK(to_text(facts).find("sets the force     takes the velocity from its node  fixed") != std::string::npos);
    CHECK(to_json(facts).find("fixed_force_out") != std::string::npos);
  }
}

TEST_CASE("a mass on a position source is in derivative causality, and its constraint is differentiated twice") {
  const Causality facts = facts_of(
      R"("sine": {"type": "signals.sine"}, "drive": {"type": "translational.position_source"},
         "body": {"type": "translational.mass"}, "wall": {"type": "translational.ground"})",
      R"(["sine.y", "drive.S"], ["drive.R", "body.M"], ["wall.W", "drive.C"])");
  CHECK(facts.states.empty());
  CHECK(facts.index == 3);  // position given, velocity its derivative, force the derivative of that
  CHECK_FALSE(find(facts.storage, &StorageFact::instance, "body").integral);
  CHECK(find(facts.ports, &PortFact::port, "body.M").side == PortSide::force_out);
  CHECK(find(facts.ports, &PortFact::port, "body.M").declared == CausalityWish::preferred_velocity_out);
  CHECK(find(facts.ports, &PortFact::port, "drive.R").side == PortSide::velocity_out);
  CHECK(to_text(facts).find("takes the velocity from its node  wanted the velocity out, but") != std::string::npos);
  CHECK(find(facts.differentiated, &ConstraintFact::name, "position of drive.x").times == 2);
  REQUIRE_FALSE(facts.dummies.empty());
  for (const DummyFact& dummy : facts.dummies) CHECK(dummy.taken_by.empty());
  CHECK(to_text(facts).find("is given by time alone") != std::string::npos);
}

TEST_CASE("friction in series makes a nonlinear loop, told with its size and equations") {
  const Causality facts = facts_of(
      R"("body": {"type": "translational.mass"}, "a": {"type": "translational.friction"}, "b": {"type": "translational.friction"},
         "wall": {"type": "translational.ground"})",
      R"(["body.M", "a.R"], ["a.C", "b.R"], ["b.C", "wall.W"])");
  const auto loop = std::find_if(facts.blocks.begin(), facts.blocks.end(),
                                 [](const BlockFact& block) { return block.kind == BlockKind::nonlinear_loop; });
  REQUIRE(loop != facts.blocks.end());
  const std::string size = "nonlinear loop of " + std::to_string(loop->equations.size());
  CHECK(to_text(facts).find(size) != std::string::npos);
  CHECK(to_text(facts).find("  loops      one " + size + " equations\n") != std::string::npos);  // among the five lines at its head
  CHECK(to_json(facts).find("\"nonlinear_loop\"") != std::string::npos);
  CHECK(to_dot(facts).find(size) != std::string::npos);
}

TEST_CASE("what a friction holds at most is told by the variables of its law, not by what they consist of") {
  const std::string friction = R"({"type": "spatial.screw", "parameters": {"friction": "exact", "pitch": 0.01, "radius": 0.02}})";
  const Causality facts =
      facts_of(R"("world": {"type": "spatial.world"}, "nut": {"type": "spatial.body", "parameters": {"mass": 1}}, "joint": )" + friction,
               R"(["world.frame", "joint.a"], ["joint.b", "nut.frame"])");
  int told = 0;
  for (const BlockFact& block : facts.blocks)
    for (const EquationFact& equation : block.equations)
      for (const CaseFact& fact : equation.cases)
        if (fact.mode == "slips forwards") {
          CHECK(fact.text == "joint.F = joint.friction_coefficient*joint.N + joint.sliding_resistance");
          ++told;
        }
  CHECK(told == 1);
}

TEST_CASE("every block is told after those that it needs") {
  const Causality facts = facts_of(
      R"("body": {"type": "translational.mass"}, "spring": {"type": "translational.spring"}, "wall": {"type": "translational.ground"})",
      R"(["body.M", "spring.R"], ["spring.C", "wall.W"])");
  for (std::size_t b = 0; b < facts.blocks.size(); ++b)
    for (const std::int32_t needed : facts.blocks[b].needs) CHECK(static_cast<std::size_t>(needed) < b);
  std::vector<std::string> integrated;
  for (const BlockFact& block : facts.blocks) integrated.insert(integrated.end(), block.integrated.begin(), block.integrated.end());
  std::sort(integrated.begin(), integrated.end());
  CHECK(integrated == std::vector<std::string>{"body.v", "spring.x"});
}

TEST_CASE("curves, contacts and what keeps its value are told by names that the diagram and its types have") {
  const Causality facts = facts_of(
      R"("drive": {"type": "translational.force_source"},
         "wish": {"type": "signals.time_table", "parameters": {"times": [0, 1], "values": ["0 N", "1 N"]}},
         "ball": {"type": "translational.mass"}, "floor": {"type": "translational.contact"}, "ground": {"type": "translational.ground"},
         "rub": {"type": "translational.bristle_friction", "parameters": {"bristles": 2}})",
      R"(["drive.R", "ball.M", "floor.R", "rub.R"], ["drive.C", "floor.C", "rub.C", "ground.W"], ["wish.y", "drive.S"])");
  std::set<std::string> texts;
  for (const BlockFact& block : facts.blocks)
    for (const EquationFact& equation : block.equations) texts.insert(equation.text);
  for (const char* text : {"= wish.values(time)", "floor.mode = floor.touches", "rub.b1 keeps its value between events"}) {
    CAPTURE(text);
    CHECK(std::any_of(texts.begin(), texts.end(), [&](const std::string& own) { return own.find(text) != std::string::npos; }));
  }
  for (const std::string& own : texts) {
    CAPTURE(own);
    CHECK(own.find("table") == std::string::npos);
    const std::size_t is = own.find(" = ");
    CHECK((is == std::string::npos || own.substr(0, is) != own.substr(is + 3)));
  }
}

TEST_CASE("parts of a wall of an equation have names, each told where it is used first") {
  const Causality facts = facts_of(
      R"("world": {"type": "spatial.world"}, "slope": {"type": "spatial.transform", "parameters": {"axis": [1, 2, 2], "angle": 0.3}},
         "hinge": {"type": "spatial.revolute", "parameters": {"axis_direction": [2, 1, 2]}},
         "bob": {"type": "spatial.body", "parameters": {"mass": 1, "center": [0.1, 0, 0]}})",
      R"(["world.frame", "slope.a"], ["slope.b", "hinge.a"], ["hinge.b", "bob.frame"])");
  constexpr std::size_t kLine = 300;  // characters with the name of the equation and how much is cut
  std::set<std::string> told;
  std::size_t named = 0;
  const auto names_in = [](const std::string& text) {  // h1, h2 ...: names of the diagram have a dot behind their first word
    std::set<std::string> names;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != 'h' || std::isdigit(static_cast<unsigned char>(text[i + 1])) == 0) continue;
      if (i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_' || text[i - 1] == '.')) continue;
      names.insert(text.substr(i, text.find_first_not_of("0123456789", i + 1) - i));
    }
    return names;
  };
  for (const BlockFact& block : facts.blocks)
    for (const EquationFact& equation : block.equations) {
      if (equation.shown.empty()) continue;
      ++named;
      CHECK(equation.shown.size() < equation.text.size());
      for (const std::string& part : equation.where) {
        const std::string name = part.substr(0, part.find(" = "));
        CHECK(told.insert(name).second);
        for (const std::string& inner : names_in(part)) CHECK((inner == name || told.contains(inner)));
      }
      for (const std::string& name : names_in(equation.shown)) CHECK(told.contains(name));
    }
  CHECK(named > 9);
  for (const CausalitySection& section : sections_of(facts))
    for (const CausalitySection::Line& line : section.lines) CHECK(line.text.size() < kLine);
}

}  // namespace
}  // namespace stribeck
