// What stages hand on keeps the invariants that they promise; and what breaks one is noticed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "assembly/verify.h"
#include "breaks.h"
#include "compiled.h"
#include "diagram/verify.h"
#include "diagram_files.h"
#include "equations/verify.h"
#include "files.h"
#include "program/verify.h"
#include "structure/verify.h"

namespace stribeck {
namespace {

TEST_CASE("what stages make of every diagram keeps its invariants") {
  std::size_t looked_at = 0;
  for (const std::string& file : test::diagrams_in({"start", "gallery", "verify"})) {
    CAPTURE(file);
    const Diagram diagram = read_diagram(test::builtin_registry(), file);
    CHECK(broken_invariant(diagram).empty());
    const Assembly assembly = assemble(diagram);
    CHECK(broken_invariant(assembly).empty());
    ExprPool pool;
    FlatSystem flat = flatten(assembly, pool);
    CHECK(broken_invariant(flat).empty());
    const SortedSystem sorted = sort_system(std::move(flat), pool);
    CHECK(broken_invariant(*sorted.flat).empty());
    CHECK(broken_invariant(sorted).empty());
    if (!sorted.without_carrier.empty() || !sorted.of_given_motion.empty()) continue;
    const Program program = compile(sorted, pool, ProgramRequest());
    CHECK(broken_invariant(program).empty());
    ++looked_at;
  }
  CHECK(looked_at > 300);
}

TEST_CASE("each broken invariant of a diagram is noticed") {
  test::Compiled compiled(much());
  check_noticed<Diagram>(
      compiled.diagram,
      {{"no type", "without type", [](Diagram& d) { d.instances.front().record = nullptr; }},
       {"one name", "two instances of one name", [](Diagram& d) { d.instances.front().name = d.instances.back().name; }},
       {"a value is missing", "other values", [](Diagram& d) { d.instances.front().parameters.pop_back(); }},
       {"no number", "no number", [](Diagram& d) { d.instances.front().parameters.front() = std::nan(""); }},
       {"a dimension is missing", "other dimensions", [](Diagram& d) { d.instances.front().generic_dimensions.clear(); }},
       {"one list more", "other lists", [](Diagram& d) { d.instances.front().lists.emplace_back(); }},
       {"a target on nothing", "a target on no variable",
        [](Diagram& d) { d.instances.front().targets.push_back({.variable = 99, .position = {}}); }},
       {"the same target twice", "two targets", [](Diagram& d) { d.instances.front().targets.assign(2, Target{.position = {}}); }},
       {"a unit of nothing", "a unit of no parameter", [](Diagram& d) { d.instances.front().written_units.push_back(99); }},
       {"in no subsystem", "a subsystem that is not there", [](Diagram& d) { d.instances.front().subsystem = 0; }},
       {"no such connector", "a connector that is not there", [](Diagram& d) { d.connections.front().members.front().connector = 99; }},
       {"an empty connection", "a connection of nothing", [](Diagram& d) { d.connections.front().members.clear(); }},
       {"a span of nothing", "without span", [](Diagram& d) { d.experiment.stop_s = d.experiment.start_s; }},
       {"no tolerance", "no run can keep", [](Diagram& d) { d.experiment.rtol = 0; }},
       {"a label too many", "other labels", [](Diagram& d) { d.plots.emplace_back().labels = {"v"}; }},
       {"an expression that nobody read", "was not read", [](Diagram& d) { d.expect.at.emplace_back().expression = "t"; }},
       {"another file", "a file that was not read", [](Diagram& d) { d.instances.front().position.file = 99; }}});
}

TEST_CASE("each broken invariant of an assembly is noticed") {
  test::Compiled compiled(test::diagram_text(
      R"("mass": {"type": "translational.mass"}, "a": {"type": "translational.spring"}, "b": {"type": "translational.spring"},
         "wall": {"type": "translational.ground"}, "force": {"type": "translational.force_source"},
         "size": {"type": "signals.constant", "parameters": {"value": "1 N"}})",
      R"(["mass.M", "a.R", "b.R", "force.R"], ["a.C", "b.C", "wall.W", "force.C"], ["size.y", "force.S"])"));
  const auto tree = [](Assembly& a) -> DisplacementRequest& {
    return *std::find_if(a.requests.begin(), a.requests.end(),
                         [](const DisplacementRequest& request) { return request.role == DisplacementRequest::Role::tree; });
  };
  const auto chord = [](Assembly& a) -> DisplacementRequest& {
    return *std::find_if(a.requests.begin(), a.requests.end(),
                         [](const DisplacementRequest& request) { return request.role == DisplacementRequest::Role::chord; });
  };
  const auto signal = [](Assembly& a) -> NetworkNode& {
    return *std::find_if(a.nodes.begin(), a.nodes.end(), [](const NetworkNode& node) { return node.domain < 0; });
  };
  Assembly& whole = compiled.assembly;
  REQUIRE(std::any_of(whole.requests.begin(), whole.requests.end(),
                      [](const DisplacementRequest& request) { return request.role == DisplacementRequest::Role::chord; }));
  check_noticed<Assembly>(
      whole, {{"a connector too many", "other connectors", [](Assembly& a) { a.first_connector.back() += 1; }},
              {"another's connector", "a connector of another instance", [](Assembly& a) { a.owner.front() = a.owner.back(); }},
              {"a connector of two nodes", "in two nodes", [](Assembly& a) { a.nodes.push_back(a.nodes.front()); }},
              {"a node that does not know it", "its node does not know",
               [](Assembly& a) { a.node_of[static_cast<std::size_t>(a.nodes[0].members[0])] = 1; }},
              {"another domain", "a node of another kind", [](Assembly& a) { a.nodes.front().domain = 1; }},
              {"no driver", "does not drive", [&](Assembly& a) { signal(a).driver = -1; }},
              {"a node of ports with a driver", "none of its outputs", [](Assembly& a) { a.nodes.front().driver = 0; }},
              {"a unit of a node of ports", "a unit of its own", [](Assembly& a) { a.signal_units.front() = "N"; }},
              {"a declaration that is not there", "nobody declares", [&](Assembly& a) { tree(a).declaration = 99; }},
              {"an end that is not there", "without ends", [&](Assembly& a) { tree(a).r = -1; }},
              {"one end", "or another displacement with one", [&](Assembly& a) { tree(a).r = tree(a).c; }},
              {"a loop in the tree", "a loop in the tree", [&](Assembly& a) { chord(a).role = DisplacementRequest::Role::tree; }},
              {"no tree", "a chord between trees", [&](Assembly& a) { tree(a).role = DisplacementRequest::Role::chord; }},
              {"a path turned round", "leads elsewhere", [&](Assembly& a) { chord(a).path.front().second *= -1; }},
              {"a potential before its parent", "before its parent", [](Assembly& a) {
                 a.potentials.push_back({0, 1, 0, 1});
               }}});
}

TEST_CASE("each broken invariant of a flat system is noticed") {
  test::Compiled compiled(much());
  const auto unknown = [](FlatSystem& s) -> FlatVariable& {
    return *std::find_if(s.variables.begin(), s.variables.end(), [](const FlatVariable& v) { return v.alias_of == -1; });
  };
  const auto alias = [](FlatSystem& s) -> FlatVariable& {
    return *std::find_if(s.variables.begin(), s.variables.end(), [](const FlatVariable& v) { return v.alias_of >= 0; });
  };
  const auto derivative = [](FlatSystem& s) -> FlatVariable& {
    return *std::find_if(s.variables.begin(), s.variables.end(), [](const FlatVariable& v) { return v.derivative >= 0; });
  };
  check_noticed<FlatSystem>(
      compiled.flat,
      {{"a parameter too many", "another number of parameters", [](FlatSystem& s) { ++s.first_parameter.back(); }},
       {"instances out of order", "out of order", [](FlatSystem& s) { s.first_variable.back() += 1; }},
       {"a symbol of nothing", "a symbol of no parameter",
        [](FlatSystem& s) {
          for (FlatSymbol& symbol : s.symbols)
            if (symbol.kind == SymbolKind::parameter) symbol.index = -1;
        }},
       {"another's node", "a node without variable", [](FlatSystem& s) { std::swap(s.node_variable.front(), s.node_variable.back()); }},
       {"a port without force", "a port without force", [](FlatSystem& s) { s.through_variable.front() = -1; }},
       {"no displacement", "a displacement without variable", [](FlatSystem& s) { s.position_variable.pop_back(); }},
       {"nobody's variable", "a variable of nobody", [](FlatSystem& s) { s.variables.front().owner = -1; }},
       {"no value", "without value", [&](FlatSystem& s) { unknown(s).value = ExprId::none; }},
       {"another's symbol", "not its own symbol", [&](FlatSystem& s) { unknown(s).value = s.time; }},
       {"an alias of an alias", "an alias of what is eliminated",
        [&](FlatSystem& s) { alias(s).alias_of = static_cast<std::int32_t>(&alias(s) - s.variables.data()); }},
       {"another's derivative", "that of another", [&](FlatSystem& s) { derivative(s).derivative = 0; }},
       {"nobody's equation", "an equation of nobody", [](FlatSystem& s) { s.equations.front().owner = -1; }},
       {"no residual", "without residual", [](FlatSystem& s) { s.equations.front().residual = ExprId::none; }},
       {"no derivative left", "a derivative that is no variable",
        [&](FlatSystem& s) { s.equations.front().residual = compiled.pool.apply(Operator::derivative, derivative(s).value); }},
       {"a known one is read", "reads what is eliminated",
        [&](FlatSystem& s) {
          const std::int32_t rate = derivative(s).derivative;
          s.equations.front().residual = s.variable(rate).value;
          s.set_known(rate, compiled.pool.zero());
        }},
       {"another's inputs", "inputs of another", [](FlatSystem& s) { s.frictions.front().inputs = s.frictions.back().inputs; }},
       {"no guard", "without guard", [](FlatSystem& s) { s.frictions.front().guard = ExprId::none; }},
       {"another's equation", "another's equation", [](FlatSystem& s) { s.frictions.front().equation = s.frictions.back().equation; }},
       {"a friction of nothing", "refers to nothing", [](FlatSystem& s) { s.frictions.front().velocity = ExprId::none; }},
       {"an energy of nobody", "an energy of no instance", [](FlatSystem& s) { s.energy.front().instance = 99; }}});
}

TEST_CASE("each broken invariant of a sorted system is noticed") {
  test::Compiled compiled(much());
  check_noticed<SortedSystem>(
      compiled.sorted,
      {{"a derivative is missing", "a state without derivative", [](SortedSystem& s) { s.state_derivatives.pop_back(); }},
       {"a state stands twice", "a state that is none", [](SortedSystem& s) { s.states.back() = s.states.front(); }},
       {"derivatives of others", "another's derivative",
        [](SortedSystem& s) { std::swap(s.state_derivatives.front(), s.state_derivatives.back()); }},
       {"a flag is off", "flags of other states",
        [](SortedSystem& s) { s.state_flags[static_cast<std::size_t>(s.states.front())] = false; }},
       {"a state is a dummy", "a dummy derivative", [](SortedSystem& s) { s.dummy_derivatives.push_back(s.state_derivatives.front()); }},
       {"an equation is missing", "other unknowns than equations", [](SortedSystem& s) { s.blocks.front().equations.pop_back(); }},
       {"an equation stands twice", "an equation in two blocks",
        [](SortedSystem& s) { s.blocks.back().equations.back() = s.blocks.front().equations.front(); }},
       {"an unknown stands twice", "an unknown of two blocks",
        [](SortedSystem& s) { s.blocks.back().unknowns.back() = s.blocks.front().unknowns.front(); }},
       {"a state is an unknown", "an unknown that is known", [](SortedSystem& s) { s.blocks.back().unknowns.back() = s.states.front(); }},
       {"blocks out of order", "reads what comes later", [](SortedSystem& s) { std::reverse(s.blocks.begin(), s.blocks.end()); }},
       {"an equation that is not there", "an equation without incidence", [](SortedSystem& s) { s.blocks.back().equations.back() = 9999; }},
       {"rows of the incidence are missing", "an equation without incidence", [](SortedSystem& s) { s.incidence = {}; }},
       {"a loop called linear", "a linear block that is not",
        [](SortedSystem& s) {
          const auto loop = std::find_if(s.blocks.begin(), s.blocks.end(), [](const Block& block) { return !block.linear; });
          REQUIRE(loop != s.blocks.end());
          loop->linear = true;
        }},
       {"too many steps", "other unknowns than equations",
        [](SortedSystem& s) { s.blocks.front().explicit_steps = s.blocks.front().unknowns.size() + 1; }}});
}

}  // namespace
}  // namespace stribeck
