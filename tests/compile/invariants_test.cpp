// What stages hand on keeps the invariants that they promise; and what breaks one is noticed.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"
#include "diagram_files.h"
#include "files.h"
#include "program/verify.h"
#include "structure/verify.h"

namespace stribeck {
namespace {

/// A driven block that rubs on a belt and hits a stop, two nodes without mass between springs, a table over time and a sampler.
std::string much() {
  return test::diagram_text(
      R"("mass": {"type": "translational.mass", "parameters": {"mass": 2}}, "rub": {"type": "translational.dry_friction"},
         "belt": {"type": "translational.velocity_source"}, "speed": {"type": "signals.constant", "parameters": {"value": "1 m/s"}},
         "wall": {"type": "translational.ground"}, "spring": {"type": "translational.spring"}, "a": {"type": "translational.friction"},
         "b": {"type": "translational.friction", "parameters": {"coulomb_force": 3}}, "contact": {"type": "translational.contact"})",
      R"(["mass.M", "rub.R", "spring.R", "contact.R"], ["belt.R", "rub.C"], ["belt.C", "wall.W", "b.C", "contact.C"],
         ["spring.C", "a.R"], ["a.C", "b.R"], ["speed.y", "belt.S"])");
}

TEST_CASE("what structure and compile make of every diagram keeps its invariants") {
  std::size_t looked_at = 0;
  for (const std::string& file : test::diagrams_in({"start", "gallery", "verify"})) {
    CAPTURE(file);
    const Diagram diagram = read_diagram(test::builtin_registry(), file);
    const Assembly assembly = assemble(diagram);
    FlatSystem flat = flatten(assembly);
    SortedSystem sorted = sort_system(flat);
    CHECK(broken_invariant(sorted) == "");
    if (!sorted.without_carrier.empty() || !sorted.of_given_motion.empty()) continue;
    CHECK(broken_invariant(compile(sorted, {})) == "");
    ++looked_at;
  }
  CHECK(looked_at > 300);
}

TEST_CASE("each broken invariant of a sorted system is noticed") {
  test::Compiled compiled(much());
  REQUIRE(broken_invariant(compiled.sorted) == "");
  const std::vector<std::pair<std::string, std::function<void(SortedSystem&)>>> breaks{
      {"a derivative is missing", [](SortedSystem& s) { s.state_derivatives.pop_back(); }},
      {"a state stands twice", [](SortedSystem& s) { s.states.back() = s.states.front(); }},
      {"derivatives of others", [](SortedSystem& s) { std::swap(s.state_derivatives.front(), s.state_derivatives.back()); }},
      {"a flag is off", [](SortedSystem& s) { s.state_flags[static_cast<std::size_t>(s.states.front())] = false; }},
      {"a state is a dummy", [](SortedSystem& s) { s.dummy_derivatives.push_back(s.state_derivatives.front()); }},
      {"an equation is missing", [](SortedSystem& s) { s.blocks.front().equations.pop_back(); }},
      {"an equation stands twice", [](SortedSystem& s) { s.blocks.back().equations.back() = s.blocks.front().equations.front(); }},
      {"an unknown stands twice", [](SortedSystem& s) { s.blocks.back().unknowns.back() = s.blocks.front().unknowns.front(); }},
      {"a state is an unknown", [](SortedSystem& s) { s.blocks.back().unknowns.back() = s.states.front(); }},
      {"blocks out of order", [](SortedSystem& s) { std::reverse(s.blocks.begin(), s.blocks.end()); }},
      {"too many steps", [](SortedSystem& s) { s.blocks.front().explicit_steps = s.blocks.front().unknowns.size() + 1; }}};
  for (const auto& [what, make] : breaks) {
    CAPTURE(what);
    SortedSystem broken = compiled.sorted;
    make(broken);
    CHECK(broken_invariant(broken) != "");
  }
}

TEST_CASE("each broken invariant of a program is noticed") {
  test::Compiled compiled(much());
  REQUIRE(broken_invariant(compiled.program) == "");
  REQUIRE(!compiled.program.blocks.empty());
  REQUIRE(compiled.program.frictions.size() == 2);
  const auto code = [](Program& p, Section s) -> Code& { return p.code[static_cast<std::size_t>(s)]; };
  const std::vector<std::pair<std::string, std::function<void(Program&)>>> breaks{
      {"a register beyond the last", [&](Program& p) { code(p, Section::dynamics).front().a = p.register_count; }},
      {"no result", [&](Program& p) { code(p, Section::dynamics).front().result = -1; }},
      {"no operator", [&](Program& p) { code(p, Section::dynamics).front().op = static_cast<std::uint16_t>(Operator::symbol); }},
      {"a loop that is not there", [](Program& p) { p.blocks.clear(); }},
      {"a loop inside a loop",
       [](Program& p) {
         p.blocks.front().evaluate.push_back({static_cast<std::uint16_t>(Opcode::solve_block), -1, 0, -1, -1});
       }},
      {"a matrix without pattern", [](Program& p) { p.blocks.front().starts.back() += 1; }},
      {"rows beyond the loop", [](Program& p) { p.blocks.front().rows.back() = p.blocks.front().size; }},
      {"no room for factors", [](Program& p) { p.block_storage = 0; }},
      {"a state without description", [](Program& p) { p.state_facts.pop_back(); }},
      {"a state without derivative", [](Program& p) { p.derivatives.back() = -1; }},
      {"a friction without guard", [](Program& p) { p.frictions.front().guard = p.conditions.size(); }},
      {"a friction of no group", [](Program& p) { p.frictions.front().group = p.friction_groups; }},
      {"a contact without its law",
       [](Program& p) {
         for (FrictionCode& friction : p.frictions)
           if (friction.is_contact()) friction.contact.restitution = -1;
       }},
      {"a condition that compares nothing", [](Program& p) { p.conditions.front().relation = Operator::add; }},
      {"a power beyond the outputs", [](Program& p) { p.audit.powers_begin = p.outputs.size() + 1; }},
      {"a Jacobian without pattern", [](Program& p) { p.jacobian.starts.pop_back(); }},
      {"a value that is made twice", [](Program& p) { p.separate_dynamics.push_back(p.separate_dynamics.front()); }},
      {"a value that is read before it is made", [](Program& p) { std::reverse(p.separate_dynamics.begin(), p.separate_dynamics.end()); }},
      {"more registers than values", [](Program& p) { p.separate_count += 1'000'000; }}};
  for (const auto& [what, make] : breaks) {
    CAPTURE(what);
    Program broken = compiled.program;
    make(broken);
    CHECK(broken_invariant(broken) != "");
  }
}

}  // namespace
}  // namespace stribeck
