#pragma once
// The compiled form of a diagram: straight-line code over an array of doubles (design D5), and all that a run needs to know besides.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/external_function.h"
#include "base/operators.h"
#include "base/primitives.h"
#include "base/table.h"
#include "program/audit_code.h"
#include "program/instruction.h"
#include "program/labels.h"
#include "program/start_code.h"

namespace stribeck {

/// An algebraic loop over its tearing variables (all its unknowns if it is not torn): matrix * unknowns + residual(0) = 0 if linear, else
/// Newton with residual and matrix at the current unknowns.
struct BlockCode {
  std::int32_t block = -1;  ///< its number for Labels
  std::int32_t size = 0;
  bool linear = true;
  bool constant_matrix = false;  ///< of parameters alone: factorised when they are set
  Code evaluate;                 ///< what depends on the unknowns: other unknowns of the block, residual and (not if linear) matrix
  std::vector<std::int32_t> starts, rows;  ///< pattern of the matrix, column by column
  std::vector<Register> matrix;            ///< entries in that pattern
  std::vector<Register> residual;          ///< at zero if linear and without `evaluate`, else at the current unknowns
  std::vector<Register> unknowns;
  std::vector<UnknownFacts> facts;  ///< of each
  std::vector<Register> others;     ///< of loops that are not linear: the unknowns that follow from those
  /// Of loops that need a search: what the terms of each residual add up to, all counted positive, which says what rounding may leave of
  /// it. Computed only where a solution is in doubt.
  Code sizing;
  std::vector<Register> sizes;
  std::int32_t sparse = -1;  ///< number among the loops solved by sparse LU; -1: dense
  std::size_t storage = 0;   ///< dense: offset of its LU factors in the machine's work area
  std::size_t pivots = 0;    ///< the same for its row exchanges
  /// Of dry friction in the loop, at the current unknowns. What sticks redundantly makes the matrix singular: these forces then get the
  /// least norm.
  std::vector<Register> friction_forces;
  /// Dry frictions whose equations are in it and whose limits depend on the forces of their group.
  std::vector<std::int32_t> reacting_frictions;
  bool is_of_positions = false;  ///< that a linkage may take: they do not jump
  /// Of loops that may have several solutions: the velocities among its unknowns, of nodes and of what slips; if there are none, all.
  std::vector<Register> places;
  std::vector<PlaceFacts> place_facts;  ///< of each
  static void each(const auto& visit, auto&... same) {
    visit(kComputed, same.matrix...), visit(kComputed, same.residual...), visit(kComputed, same.unknowns...);
    visit(kComputed, same.others...), visit(kComputed, same.sizes...), visit(kComputed, same.friction_forces...);
    visit(kComputed, same.places...);
  }
  void carry(Archive& archive) {
    archive(block, size, linear, constant_matrix, evaluate, starts, rows, facts, sizing, sparse, storage, pivots, reacting_frictions,
            is_of_positions, place_facts);
    each(CarryReferences{archive}, *this);
  }
};

/// d unknowns / d input = -matrix^-1 * right_side.
struct TangentCode {
  std::int32_t block_code;
  std::vector<Register> right_side, results;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.right_side...), visit(kGiven, same.results...); }
  void carry(Archive& archive) { archive(block_code, right_side, results); }
};

/// A condition: held while integrating, re-evaluated at events.
struct ConditionCode {
  Operator relation;  ///< lt, le, gt, ge of crossing function and zero
  /// What it is for Labels, and in every program of the same diagram; but for the ends of floors, which FollowedFloor::origin tells.
  std::int32_t origin = -1;
  Register held;            ///< 1 or 0
  Register crossing = -1;   ///< left - right; computed by section `crossing`
  Register scheduled = -1;  ///< time at which it changes, for conditions linear in time alone; -1 for others
  Register rate = -1;       ///< d crossing / d time of scheduled ones
  Register noise = -1;      ///< what rounding may make of the crossing function at zero; -1: its sign is exact
  bool moves = false;       ///< scheduled ones: the time depends on discrete variables, and is computed by section `crossings`
  bool is_guard = false;    ///< ends the mode of a dry friction; never taken over
  std::int32_t floor = -1;  ///< of those that say where a floor ends: its number, see FollowedFloor
  static void each(const auto& visit, auto&... same) {
    visit(kHeld, same.held...), visit(kWatched, same.crossing...), visit(kIfAny, same.noise...);
    visit(kIfAny, same.scheduled...), visit(kIfAny.where(first_of(same...).scheduled >= 0), same.rate...);
  }
  void carry(Archive& archive) { archive(relation, origin, moves, is_guard, floor), each(CarryReferences{archive}, *this); }
};

/// Where the equations have a kink without jumping, as |a| or min(a, b) have: a = b, or a point of a table of straight lines.
struct KinkCode {
  std::int32_t origin = -1;  ///< number of the expression in the compiler's pool
  Register a = -1;
  Register b = -1;          ///< -1: zero
  std::int32_t table = -1;  ///< -1: none
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.a...), visit(kIfAny, same.b...); }
  void carry(Archive& archive) { archive(origin, a, b, table); }
};

/// A dry friction: what it is told, and what is looked at to decide on its mode, computed by section `crossings`.
struct FrictionCode : Friction<Register> {
  Register velocity_terms = -1, rate_terms = -1, gap_terms = -1;  ///< sums of the magnitudes of what these are the sums of
  Register force_terms = -1;                                      ///< the same of the forces at the nodes of a loop that it is in
  std::size_t guard = 0;                                          ///< number of its condition
  FrictionCarrier carrier = FrictionCarrier::inertia;
  bool creeps = false;                 ///< has one mode, and no guard
  std::int32_t group = 0;              ///< those that answer to one another's forces have the same, below Program::friction_groups
  std::int32_t kind = 0;               ///< those of a group whose forces have the same dimension have the same
  bool reacts = false;                 ///< a limit of its group depends on the group's forces
  std::int32_t state = -1;             ///< that its velocity is, with one sign or the other; -1: none
  std::vector<StateSlope> gap_slopes;  ///< of contacts: where the gap is a sum of states with fixed coefficients, these; else none
  static void each(const auto& visit, auto&... same) {
    Friction::each(visit, same...);
    visit(kWatched, same.velocity_terms...), visit(kWatched, same.rate_terms...), visit(kWatched, same.force_terms...);
    visit(kWatched.where(first_of(same...).is_contact()), same.gap_terms...), visit.parts("a slope", same.gap_slopes...);
  }
  void carry(Archive& archive) {
    archive(guard, carrier, creeps, group, kind, reacts, state, contact.law), each(CarryReferences{archive}, *this);
  }
};

struct DiscreteCode : Discrete<Register> {
  Register before = -1;  ///< what it was before the sampling instant; -1: nothing clocked asks for that
  static void each(const auto& visit, auto&... same) { Discrete::each(visit, same...), visit(kHeld.where(false), same.before...); }
  void carry(Archive& archive) { each(CarryReferences{archive}, *this); }
};

/// What is clocked is assigned by ascending level, see Clocking.
struct WhenCode : When<Register> {
  bool is_clocked = false;
  std::int32_t component = -1;
  void carry(Archive& archive) { archive(is_clocked, end, component), each(CarryReferences{archive}, *this); }
};

/// A table of the program that the run itself writes.
struct HistoryCode : Past<Register> {
  std::int32_t table = -1;
  void carry(Archive& archive) { archive(table), each(CarryReferences{archive}, *this); }
};

/// A table over time: its piece is held between the times it changes at, so that kinks are stepped to exactly.
struct HeldTable : TimeLine<Register> {
  std::int32_t table = -1;
  Register piece = -1;
  static void each(const auto& visit, auto&... same) { TimeLine::each(visit, same...), visit(kHeld, same.piece...); }
  void carry(Archive& archive) { archive(table), each(CarryReferences{archive}, *this); }
};

/// The floor of a linear function of time, held between the times it changes at, so that jumps are stepped to exactly.
struct HeldFloor : TimeLine<Register> {
  Register value = -1;
  std::int32_t origin = -1;  ///< the same in every program of the diagram
  static void each(const auto& visit, auto&... same) { TimeLine::each(visit, same...), visit(kHeld, same.value...); }
  void carry(Archive& archive) { archive(origin), each(CarryReferences{archive}, *this); }
};

/// The floor of anything else: held between events, as a condition with more than two values. Two conditions of the argument say when it is
/// left downwards and upwards.
struct FollowedFloor {
  std::int32_t origin = -1;  ///< the same in every program of the diagram
  Register value = -1;
  Register argument = -1;
  static void each(const auto& visit, auto&... same) { visit(kHeld, same.value...), visit(kWatched, same.argument...); }
  void carry(Archive& archive) { archive(origin), each(CarryReferences{archive}, *this); }
};

/// Rows are state derivatives, columns are inputs (CSC); registers run parallel to rows.
struct JacobianCode {
  std::vector<std::int32_t> starts, rows;
  std::vector<Register> values;
  std::vector<std::int32_t> time_rows;  ///< d derivative / d time where it is not zero
  std::vector<Register> time_values;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.values...), visit(kComputed, same.time_values...); }
  void carry(Archive& archive) { archive(starts, rows, values, time_rows, time_values); }
};

/// What outputs and state derivatives answer to states and parameters: an entry for each derivative that is not zero. Rows are the state
/// derivatives, then the outputs asked for; columns are the states, then the parameters asked for, then
/// discrete variables if they were asked for, then time.
struct LinearCode {
  std::vector<std::int32_t> rows, columns;
  std::vector<Register> values;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.values...); }
  void carry(Archive& archive) { archive(rows, columns, values); }
};

struct ParameterCode {
  Register value = -1;
  std::int32_t number = -1;  ///< of the parameter
  static void each(const auto& visit, auto&... same) { visit(kGiven, same.value...); }
  void carry(Archive& archive) { archive(value, number); }
};

/// What the states must fulfil beside the equations, as where a loop of bodies closes: rows that are zero, first those of positions, then
/// their rates; then the derivatives of the states `coordinates`, that positions depend on. Section `constraints` computes all of it from
/// time, parameters and states alone. See base/primitives.h for the rest.
struct ConstraintCode {
  std::int32_t positions = 0;             ///< so many of the rows
  std::vector<Register> rows;             ///< as many rates as positions
  std::vector<Register> per_force;        ///< of each position
  std::vector<Register> given;            ///< the same
  std::vector<std::int32_t> component;    ///< the same, for Labels; a group has one
  std::vector<Register> shares;           ///< of each position as many as its group has
  std::vector<std::int32_t> coordinates;  ///< states
  std::vector<std::int32_t> movable;      ///< states: coordinates and velocities of the mechanism, ascending
  std::vector<std::int32_t> entry_rows, entry_states;
  std::vector<Register> slopes;  ///< of the row by the state
  bool empty() const { return rows.empty(); }
  static void each(const auto& visit, auto&... same) {
    visit(kComputed, same.rows...), visit(kFixed, same.per_force...), visit(kComputed, same.given...), visit(kComputed, same.shares...);
    visit(kComputed, same.slopes...);
  }
  void carry(Archive& archive) {
    archive(positions, rows, per_force, given, component, shares, coordinates, movable, entry_rows, entry_states, slopes);
  }
};

/// The code of `parameters` depends on them alone; `start` is wanted where a run begins, and that of the others again and again.
enum class Section : std::uint8_t {
  parameters,
  dynamics,
  quadratures,
  crossings,
  updates,
  outputs,
  histories,
  start,
  jacobian,
  constraints,
  count_
};

/// Constant once it is compiled: any number of machines may run it.
struct Program {
  std::shared_ptr<const Labels> labels;
  std::int32_t register_count = 0;
  std::int32_t separate_count = 0;  ///< and those of separate_dynamics alone
  std::vector<double> initial;      ///< register contents before anything ran: constants, zeros
  std::vector<ParameterCode> parameters;
  Register time = -1;
  Register first_state = -1;  ///< states are consecutive
  std::vector<StateFacts> state_facts;
  std::vector<Register> derivatives;  ///< of each state
  /// By number; null: that of an expression's past (histories).
  std::vector<const PointFunction*> tables;
  std::shared_ptr<const void> keeps;                               ///< what the tables are in, if nothing that outlives the program is
  std::vector<std::shared_ptr<const ExternalFunction>> functions;  ///< by number of the call
  std::vector<ConditionCode> conditions;
  std::vector<KinkCode> kinks;  ///< of section `dynamics`, but those inside loops, which are conditions
  std::vector<FrictionCode> frictions;
  std::int32_t friction_groups = 0;
  std::vector<DiscreteCode> discretes;
  std::vector<WhenCode> whens;
  std::vector<HistoryCode> histories;
  std::vector<HeldTable> held_tables;
  std::vector<HeldFloor> held_floors;
  std::vector<FollowedFloor> followed_floors;
  std::vector<Register> quadratures;  ///< powers, in the order they were asked for; then the balances
  std::vector<Register> outputs;      ///< in the order they were asked for; then the powers
  StartCode start;
  WatchCode watch;
  AuditCode audit;
  std::array<Code, static_cast<std::size_t>(Section::count_)> code;
  Code separate_dynamics;  ///< section dynamics with a register of its own for each value, for programs that have modes
  std::vector<BlockCode> blocks;
  std::vector<TangentCode> tangents;
  bool has_jacobian = false;
  /// No loop is solved when it is compiled, no code is shortened, no piece of a continuous table is held; and simulation evaluates and
  /// follows everything, always. What the shortcuts give is compared with what this gives.
  bool plain = false;
  bool gives_velocities = false;  ///< some follow from others, or from time, by constraints that were differentiated
  bool watches_time = false;      ///< a condition follows time by itself, through signals: integrators look at states alone
  JacobianCode jacobian;
  ConstraintCode constraints;
  LinearCode linear;              ///< computed with the Jacobian, if it was asked for
  std::size_t block_storage = 0;  ///< doubles for LU factors
  std::size_t pivot_storage = 0;
  std::int32_t largest_block = 0;
  std::size_t most_entries = 0;    ///< of a loop's matrix
  std::int32_t sparse_blocks = 0;  ///< how many loops are solved by sparse LU
  std::int32_t steering = 0;       ///< so many of the quadratures, the first, have a say in the length of steps

  /// Whether anything is held between events.
  bool has_modes() const { return !conditions.empty() || !frictions.empty(); }
  std::int32_t states() const { return static_cast<std::int32_t>(derivatives.size()); }
  /// The number of the state that a register holds; -1: it holds something else.
  std::int32_t state_of(Register r) const { return r >= first_state && r < first_state + states() ? r - first_state : -1; }
  /// What it refers to, but for instructions and for `first_state`.
  static void each(const auto& visit, auto&... same) {
    visit(kGiven, same.time...), visit.parts("a parameter", same.parameters...);
    visit(kComputed, same.derivatives...), visit(kComputed, same.quadratures...), visit(kComputed, same.outputs...);
    visit.parts("a loop", same.blocks...), visit.parts("a tangent", same.tangents...);
    visit.parts("a condition", same.conditions...), visit.parts("a kink", same.kinks...), visit.parts("a friction", same.frictions...);
    visit.parts("a discrete variable", same.discretes...), visit.parts("an event", same.whens...),
        visit.parts("a history", same.histories...);
    visit.parts("a table over time", same.held_tables...), visit.parts("a floor over time", same.held_floors...);
    visit.parts("a floor", same.followed_floors...);
    StartCode::each(visit, same.start...), visit(kComputed, same.watch.registers...);
    JacobianCode::each(visit, same.jacobian...), LinearCode::each(visit, same.linear...);
    ConstraintCode::each(visit, same.constraints...);
  }
  const Code& section(Section s) const { return code[static_cast<std::size_t>(s)]; }
};

std::string to_text(const Program& program);

}  // namespace stribeck
