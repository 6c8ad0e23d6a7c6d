// Whatever a run indexes with, the check of a program has compared with what is there: the first number beyond is noticed, each time by its
// own words.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "breaks.h"
#include "compiled.h"
#include "program/verify.h"

namespace stribeck {
namespace {

using Breaks = std::vector<Break<Program>>;

Code& code(Program& p, Section s) { return p.code[static_cast<std::size_t>(s)]; }
Instruction special(Opcode op, Register a) { return {static_cast<std::uint16_t>(op), -1, a, -1, -1}; }
/// Of those that are solved by iteration.
BlockCode& largest_loop(Program& p) {
  return *std::max_element(p.blocks.begin(), p.blocks.end(), [](const BlockCode& a, const BlockCode& b) {
    return std::pair(!a.linear, a.size) < std::pair(!b.linear, b.size);
  });
}
std::int32_t count(const auto& list) { return static_cast<std::int32_t>(list.size()); }

TEST_CASE("each broken invariant of a program is noticed") {
  test::Compiled compiled(much());
  REQUIRE(!compiled.program.blocks.empty());
  REQUIRE(compiled.program.frictions.size() == 2);
  check_noticed<Program>(
      compiled.program,
      {{"a register beyond the last", "an operand without register",
        [](Program& p) { code(p, Section::dynamics).front().a = p.register_count; }},
       {"no result", "an instruction without result", [](Program& p) { code(p, Section::dynamics).front().result = -1; }},
       {"no operator", "an operator that there is not",
        [](Program& p) { code(p, Section::dynamics).front().op = static_cast<std::uint16_t>(Operator::symbol); }},
       {"a loop that is not there", "a loop that is not there", [](Program& p) { p.blocks.clear(); }},
       {"a loop inside a loop", "a loop inside a loop",
        [](Program& p) {
          p.blocks.front().evaluate.push_back({static_cast<std::uint16_t>(Opcode::solve_block), -1, 0, -1, -1});
        }},
       {"a matrix without pattern", "a loop without matrix", [](Program& p) { p.blocks.front().starts.back() += 1; }},
       {"rows beyond the loop", "a loop without matrix", [](Program& p) { p.blocks.front().rows.back() = p.blocks.front().size; }},
       {"no room for factors", "other room for factors", [](Program& p) { p.block_storage = 0; }},
       {"a state without description", "a state without description", [](Program& p) { p.state_facts.pop_back(); }},
       {"a state without derivative", "a reference without register in the program", [](Program& p) { p.derivatives.back() = -1; }},
       {"a friction without guard", "a friction without guard", [](Program& p) { p.frictions.front().guard = p.conditions.size(); }},
       {"a friction of no group", "a friction of no group", [](Program& p) { p.frictions.front().group = p.friction_groups; }},
       {"a contact without its law", "a reference without register in a friction",
        [](Program& p) {
          for (FrictionCode& friction : p.frictions)
            if (friction.is_contact()) friction.contact.restitution = -1;
        }},
       {"a law that there is not", "a contact of no known law",
        [](Program& p) {
          for (FrictionCode& friction : p.frictions) friction.contact.law = static_cast<RestitutionLaw>(kRestitutionLaws.size());
        }},
       {"a condition that compares nothing", "a condition that compares nothing",
        [](Program& p) { p.conditions.front().relation = Operator::add; }},
       {"a power beyond the outputs", "a power beyond the outputs", [](Program& p) { p.audit.powers_begin = p.outputs.size() + 1; }},
       {"a Jacobian without pattern", "a Jacobian without pattern", [](Program& p) { p.jacobian.starts.pop_back(); }},
       {"a value that is made twice", "a value that is made twice",
        [](Program& p) { p.separate_dynamics.push_back(p.separate_dynamics.front()); }},
       {"a value that is read before it is made", "a value that is read before it is made",
        [](Program& p) { std::reverse(p.separate_dynamics.begin(), p.separate_dynamics.end()); }},
       {"more registers than values", "more registers for modes than values", [](Program& p) { p.separate_count += 1'000'000; }}});
}

TEST_CASE("registers and code of a program are where they are said to be") {
  test::Compiled compiled(much());
  REQUIRE(compiled.program.conditions.size() >= 2);
  REQUIRE(!compiled.program.tangents.empty());
  const auto look_up = [](Program& p, Opcode op, std::int32_t operand) {
    code(p, Section::dynamics).push_back({static_cast<std::uint16_t>(op), p.quadratures.front(), p.time, operand, p.time});
  };
  const auto call = [](Program& p, std::uint16_t number, Register result, Register argument) {
    p.functions.emplace_back();
    code(p, Section::dynamics).push_back({static_cast<std::uint16_t>(kFirstCall + number), result, argument, -1, -1});
  };
  check_noticed<Program>(
      compiled.program,
      Breaks{
          {"fewer registers for modes", "fewer registers for modes", [](Program& p) { p.separate_count = p.register_count - 1; }},
          {"fewer than no registers", "fewer registers for modes", [](Program& p) { p.register_count = -1; }},
          {"a value before the run is missing", "has no first value", [](Program& p) { p.initial.pop_back(); }},
          {"no such tangent", "a tangent that is not there",
           [](Program& p) { code(p, Section::jacobian).push_back(special(Opcode::solve_tangent, count(p.tangents))); }},
          {"a tangent along the run", "a tangent outside the Jacobian",
           [](Program& p) { code(p, Section::dynamics).push_back(special(Opcode::solve_tangent, 0)); }},
          {"factors along the run", "factors outside the Jacobian",
           [](Program& p) { code(p, Section::dynamics).push_back(special(Opcode::factor_block, 0)); }},
          {"factors in the separate code", "factors outside the Jacobian",
           [](Program& p) { p.separate_dynamics.push_back(special(Opcode::factor_block, 0)); }},
          {"no such loop", "a loop that is not there",
           [](Program& p) { code(p, Section::dynamics).push_back(special(Opcode::solve_block, count(p.blocks))); }},
          {"an opcode beyond the last", "an instruction that there is not",
           [](Program& p) {
             code(p, Section::dynamics).push_back({static_cast<std::uint16_t>(static_cast<int>(Opcode::solve_tangent) + 1), 0, 0, 0, 0});
           }},
          {"no such function", "a call of a function", [&](Program& p) { call(p, 1, p.quadratures.front(), -1); }},
          {"a call without result", "a call without result", [&](Program& p) { call(p, 0, -1, -1); }},
          {"an argument below -1", "an argument without register", [&](Program& p) { call(p, 0, p.quadratures.front(), -2); }},
          {"an argument beyond", "an argument without register", [&](Program& p) { call(p, 0, p.quadratures.front(), p.register_count); }},
          {"no such table", "a table that is not there",
           [&](Program& p) { look_up(p, Opcode::table_search, table_operand(count(p.tables), 0)); }},
          {"a table below the first", "a table that is not there", [&](Program& p) { look_up(p, Opcode::table_search, -1); }},
          {"a fifth derivative", "a derivative of a table",
           [&](Program& p) {
             p.tables.resize(1);
             look_up(p, Opcode::table_search, table_operand(0, 6));
           }},
          {"nothing in a table", "a table without points",
           [&](Program& p) {
             p.tables.resize(1);
             look_up(p, Opcode::table_search, table_operand(0, 0));
           }},
          {"a piece that nothing holds", "a piece of another table",
           [&](Program& p) {
             p.tables.resize(1);
             p.histories.push_back({});
             p.histories.front().table = 0;
             look_up(p, Opcode::table_held, table_operand(0, 0));
           }},
          {"two pasts of one table", "two histories of one table", [](Program& p) { p.histories.resize(2); }},
          {"the last state beyond", "a state without register", [](Program& p) { p.first_state = p.register_count - p.states() + 1; }},
          {"no first state", "a state without register", [](Program& p) { p.first_state = -1; }},
          {"two in one register", "two things held", [](Program& p) { p.conditions[1].held = p.conditions[0].held; }},
          {"time in a state", "held in the register of a state", [](Program& p) { p.time = p.first_state; }},
          {"code writes time", "held that an instruction writes", [](Program& p) { code(p, Section::dynamics).front().result = p.time; }},
          {"separate code writes time", "held that an instruction writes", [](Program& p) { p.separate_dynamics.front().result = p.time; }},
          {"a loop writes time", "held that an instruction writes", [](Program& p) { p.blocks.front().evaluate.front().result = p.time; }},
          {"a loop solves for time", "held that is solved for", [](Program& p) { p.blocks.front().unknowns.front() = p.time; }},
          {"a parameter without number", "a parameter without number", [](Program& p) { p.parameters.front().number = -1; }},
          {"a kink of no table", "a kink of a table",
           [](Program& p) {
             p.kinks.push_back({0, 0, -1, count(p.tables)});
           }},
          {"a kink of the past", "a kink of a table", [](Program& p) {
             p.tables.resize(1);
             p.kinks.push_back({0, 0, -1, 0});
           }}});
}

TEST_CASE("loops of a program have the room and the pattern that they need") {
  test::Compiled compiled(much());
  REQUIRE(!largest_loop(compiled.program).linear);
  check_noticed<Program>(
      compiled.program,
      Breaks{{"of no size", "a loop without unknowns", [](Program& p) { largest_loop(p).size = 0; }},
             {"of negative size", "a loop without unknowns", [](Program& p) { largest_loop(p).size = -1; }},
             {"larger than the largest", "a loop without unknowns", [](Program& p) { p.largest_block -= 1; }},
             {"smaller than the largest", "other room for loops", [](Program& p) { p.largest_block += 1; }},
             {"an unknown too many", "other unknowns than residuals",
              [](Program& p) { largest_loop(p).unknowns.push_back(p.quadratures.front()); }},
             {"an unknown without facts", "other unknowns than residuals", [](Program& p) { largest_loop(p).facts.pop_back(); }},
             {"a residual is missing", "other unknowns than residuals", [](Program& p) { largest_loop(p).residual.pop_back(); }},
             {"a row before the first", "a loop without matrix", [](Program& p) { largest_loop(p).rows.front() = -1; }},
             {"a start before the first", "a loop without matrix", [](Program& p) { largest_loop(p).starts.front() = 1; }},
             {"an entry is missing", "a loop without matrix", [](Program& p) { largest_loop(p).matrix.pop_back(); }},
             {"no column", "a loop without matrix", [](Program& p) { largest_loop(p).starts.pop_back(); }},
             {"more entries than room", "more entries than any", [](Program& p) { p.most_entries -= 1; }},
             {"more room than entries", "other room for loops", [](Program& p) { p.most_entries += 1; }},
             {"a size is missing", "sizes of other residuals", [](Program& p) { largest_loop(p).sizes.pop_back(); }},
             {"sizes of a linear loop", "sizes of other residuals", [](Program& p) { largest_loop(p).linear = true; }},
             {"no such friction", "a loop with a friction", [](Program& p) { largest_loop(p).reacting_frictions = {count(p.frictions)}; }},
             {"the second sparse one", "sparse loops out of order", [](Program& p) { largest_loop(p).sparse = 1; }},
             {"factors elsewhere", "dense loops out of order", [](Program& p) { largest_loop(p).storage += 1; }},
             {"row exchanges elsewhere", "dense loops out of order", [](Program& p) { largest_loop(p).pivots += 1; }},
             {"no room for row exchanges", "other room for factors", [](Program& p) { p.pivot_storage -= 1; }},
             {"a sparse loop too many", "other room for factors", [](Program& p) { p.sparse_blocks += 1; }},
             {"a tangent of no loop", "a tangent of no loop",
              [](Program& p) {
                p.tangents.push_back({count(p.blocks), {}, {}});
              }},
             {"a tangent of another size", "a tangent of other size", [](Program& p) {
                p.tangents.push_back({0, {}, {}});
              }}});
}

TEST_CASE("conditions, frictions, events and constraints of a program are those of its states and groups") {
  test::Compiled compiled(much());
  const std::int32_t states = compiled.program.states();
  const auto constrain = [](Program& p, const auto& change) {  // one position on the first state, all of it in register 0
    p.constraints.positions = 1;
    p.constraints.rows.assign(2, 0), p.constraints.per_force.assign(1, 0), p.constraints.given.assign(1, 0);
    p.constraints.component.assign(1, 0), p.constraints.shares.assign(1, 0);
    p.constraints.entry_rows.assign(1, 1), p.constraints.entry_states.assign(1, p.states() - 1), p.constraints.slopes.assign(1, 0);
    p.constraints.movable.assign(1, p.states() - 1);
    change(p.constraints);
  };
  Program constrained = compiled.program;
  constrain(constrained, [](ConstraintCode&) {});
  CHECK(broken_invariant(constrained) == "");
  check_noticed<Program>(
      compiled.program,
      Breaks{{"the end of no floor", "the end of a floor", [](Program& p) { p.conditions.front().floor = count(p.followed_floors); }},
             {"a carrier that there is not", "acts on nothing",
              [](Program& p) { p.frictions.front().carrier = static_cast<FrictionCarrier>(static_cast<int>(FrictionCarrier::none) + 1); }},
             {"a kind beyond", "a friction of no kind", [](Program& p) { p.frictions.front().kind = count(p.frictions); }},
             {"the velocity of no state", "is no state", [&](Program& p) { p.frictions.front().state = states; }},
             {"a gap by no state", "a slope by no state",
              [&](Program& p) {
                p.frictions.front().gap_slopes = {{states, 0}};
              }},
             {"more groups than frictions", "more groups than frictions", [](Program& p) { p.friction_groups = count(p.frictions) + 1; }},
             {"an end that there is not", "ends the run in no known way",
              [](Program& p) {
                p.whens.resize(1);
                p.whens.front().condition = 0;
                p.whens.front().end = static_cast<EndOfRun>(kEndsOfRun.size());
              }},
             {"an assignment to time", "an assignment to nothing",
              [](Program& p) {
                p.whens.resize(1);
                p.whens.front().condition = 0;
                p.whens.front().assignments = {{p.time, 0, 0}};
              }},
             {"a rate is missing", "other rates of constraints",
              [&](Program& p) { constrain(p, [](ConstraintCode& c) { c.rows.pop_back(); }); }},
             {"fewer than no positions", "other rates of constraints", [](Program& p) { p.constraints.positions = -1; }},
             {"a position of no group", "other rates of constraints",
              [&](Program& p) { constrain(p, [](ConstraintCode& c) { c.component.clear(); }); }},
             {"a share is missing", "other shares of constraints",
              [&](Program& p) { constrain(p, [](ConstraintCode& c) { c.shares.clear(); }); }},
             {"a slope of no row", "a slope of no constraint",
              [&](Program& p) { constrain(p, [](ConstraintCode& c) { c.entry_rows[0] = 2; }); }},
             {"a slope too many", "slopes of no constraint",
              [&](Program& p) { constrain(p, [](ConstraintCode& c) { c.slopes.push_back(0); }); }},
             {"a slope by no state", "a constraint of no state",
              [&](Program& p) { constrain(p, [&](ConstraintCode& c) { c.entry_states[0] = states; }); }},
             {"what moves is no state", "a constraint of no state",
              [&](Program& p) { constrain(p, [&](ConstraintCode& c) { c.movable[0] = states; }); }},
             {"a loop in the constraints", "a loop in what closes loops",
              [](Program& p) { code(p, Section::constraints).push_back(special(Opcode::solve_block, 0)); }}});
}

TEST_CASE("Jacobian, audit and start of a program are those of its states, outputs and quadratures") {
  test::Compiled compiled(much());
  const std::int32_t states = compiled.program.states();
  check_noticed<Program>(
      compiled.program,
      Breaks{{"a row of no state", "a Jacobian without pattern",
              [&](Program& p) {
                p.has_jacobian = true;
                p.jacobian.rows.back() = states;
              }},
             {"an entry is missing", "a Jacobian without pattern",
              [](Program& p) {
                p.has_jacobian = true;
                p.jacobian.values.pop_back();
              }},
             {"a derivative by time of no value", "derivatives by time of nothing",
              [](Program& p) {
                p.has_jacobian = true;
                p.jacobian.time_rows.push_back(0);
              }},
             {"a derivative by time of no state", "a derivative by time of no state",
              [&](Program& p) {
                p.has_jacobian = true;
                p.jacobian.time_rows.push_back(states);
                p.jacobian.time_values.push_back(0);
              }},
             {"a derivative of no output", "derivatives of outputs", [](Program& p) { p.linear.rows.push_back(0); }},
             {"a derivative by nothing", "derivatives of outputs", [](Program& p) { p.linear.columns.push_back(0); }},
             {"an account of nobody", "an account of nobody", [](Program& p) { p.audit.accounts.emplace_back(); }},
             {"a store beyond the last output", "a store beyond the outputs",
              [](Program& p) {
                p.audit.accounts.push_back({.component = 0, .stores = true});
                p.audit.stores_begin = p.outputs.size();
              }},
             {"three powers of four", "a power beyond the outputs",
              [](Program& p) {
                p.audit.accounts.push_back({.component = 0, .is_watched = true});
                p.audit.powers_begin = p.outputs.size() - 3;
              }},
             {"an integral of no account", "other integrals than accounts",
              [](Program& p) {
                p.audit.accounts.push_back({.component = 0});
                p.quadratures.resize(1);
              }},
             {"an account without integral", "other integrals than accounts",
              [](Program& p) {
                p.audit.accounts.push_back({.component = 0, .dissipates = true, .supplies = true, .has_excess = true});
                p.quadratures.resize(2, 0);
              }},
             {"more integrals steer than there are", "more integrals steer", [](Program& p) { p.steering = count(p.quadratures) + 1; }},
             {"fewer than none steer", "more integrals steer", [](Program& p) { p.steering = -1; }},
             {"a priority above the highest", "no known priority",
              [](Program& p) {
                p.start.targets.push_back({.value = 0, .priority = static_cast<Priority>(static_cast<int>(Priority::high) + 1)});
              }},
             {"a target on no state", "a target on no state",
              [&](Program& p) { p.start.targets.push_back({.value = 0, .state = states, .rate = 0, .offset = 0}); }},
             {"a place that is no state", "a place that is no state",
              [&](Program& p) { p.start.places.push_back({.state = states, .slope = 0, .rest = 0, .others = {}}); }},
             {"a place without state", "a place that is no state",
              [](Program& p) { p.start.places.push_back({.slope = 0, .rest = 0, .others = {}}); }},
             {"the target of a place", "a place that is no state",
              [](Program& p) {
                p.start.places.push_back({.state = 0, .target = count(p.start.targets), .slope = 0, .rest = 0, .others = {}});
              }},
             {"a place by no state", "a slope by no state",
              [&](Program& p) {
                p.start.places.push_back({.state = 0, .slope = 0, .rest = 0, .others = {{states, 0}}});
              }},
             {"a loop of no position", "a loose position",
              [](Program& p) {
                p.start.loose_loops.emplace_back().follows.value = 0;
                p.start.loose_loops.back().others = {count(p.start.loose)};
              }},
             {"an exchange of no state", "an exchangeable position",
              [&](Program& p) {
                p.start.exchangeable.push_back({states, 0, 0, 0});
              }},
             {"more watched than registers", "watched variables", [](Program& p) { p.watch.variables = {0}; }},
             {"watched out of order", "watched variables",
              [](Program& p) {
                p.watch.registers.assign(2, 0);
                p.watch.variables = {1, 0};
              }},
             {"fewer than no constraints", "constraints without entries", [](Program& p) { p.watch.levels.emplace_back().rows = -1; }},
             {"more constraints than entries", "constraints without entries", [](Program& p) { p.watch.levels.emplace_back().rows = 1; }},
             {"columns out of order", "chosen columns out of order",
              [](Program& p) {
                p.watch.levels.emplace_back().chosen = {1, 0};
              }},
             {"an entry of no row", "an entry of no constraint",
              [](Program& p) {
                p.watch.levels.push_back({.entries = {{1, 0, -1, 1.0}}, .chosen = {}, .rows = 1});
              }},
             {"an entry of nothing watched", "an entry of no constraint", [](Program& p) {
                p.watch.levels.push_back({.entries = {{0, 0, count(p.watch.registers), 1.0}}, .chosen = {}, .rows = 1});
              }}});
}

}  // namespace
}  // namespace stribeck
