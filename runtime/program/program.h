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

/// The code of an algebraic loop, which is solved for its tearing variables (for all unknowns if it is not torn). A linear loop solves
/// matrix * unknowns + residual(0) = 0; any other one is solved by Newton's method, with residual and matrix at the current unknowns.
struct BlockCode {
  std::int32_t block = -1;  ///< the number by which Labels know it
  std::int32_t size = 0;
  bool linear = true;
  bool constant_matrix = false;  ///< the matrix depends on parameters alone, and is factorised when these are set
  Code evaluate;  ///< computes what depends on the unknowns: the block's other unknowns, the residual, the matrix if not linear
  std::vector<std::int32_t> starts, rows;  ///< pattern of the matrix, column by column
  std::vector<Register> matrix;            ///< entries in that pattern
  std::vector<Register> residual;          ///< at zero if linear and without `evaluate`, else at the current unknowns
  std::vector<Register> unknowns;
  std::vector<UnknownFacts> facts;  ///< of each
  std::vector<Register> others;     ///< of loops that are not linear: the unknowns that follow from those
  /// Of loops that are solved by a search: computes for each residual the sum of the magnitudes of its terms, which tells how large a
  /// residual rounding may leave. It runs only where a solution is in doubt.
  Code sizing;
  std::vector<Register> sizes;
  std::int32_t sparse = -1;  ///< number among the loops solved by sparse LU; -1: dense
  std::size_t storage = 0;   ///< dense: offset of its LU factors in the machine's work area
  std::size_t pivots = 0;    ///< the same for its row exchanges
  /// The forces of dry frictions in the loop, at the current unknowns. Frictions that stick redundantly make the matrix singular; of all
  /// solutions that with the least norm of these forces is taken.
  std::vector<Register> friction_forces;
  /// Numbers of the dry frictions whose equations are in the loop and whose limits depend on the forces of their group.
  std::vector<std::int32_t> reacting_frictions;
  bool is_followed = false;      ///< a motion stays on one of its solutions: it is nonlinear, small, and none of positions
  bool is_of_positions = false;  ///< its unknowns are positions of a linkage, which do not jump from one solution to another
  /// Of loops that may have several solutions: the unknowns that are velocities, of nodes and of slip; all unknowns if none is.
  std::vector<Register> places;
  std::vector<PlaceFacts> place_facts;  ///< of each
  static void each(const auto& visit, auto&... same) {
    visit(kComputed, same.matrix...), visit(kComputed, same.residual...), visit(kComputed, same.unknowns...);
    visit(kComputed, same.others...), visit(kComputed, same.sizes...), visit(kComputed, same.friction_forces...);
    visit(kComputed, same.places...);
  }
  void carry(Archive& archive) {
    archive(block, size, linear, constant_matrix, evaluate, starts, rows, facts, sizing, sparse, storage, pivots, reacting_frictions,
            is_followed, is_of_positions, place_facts);
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

/// A comparison whose truth is held while the integrator steps, and taken anew at events.
struct ConditionCode {
  Operator relation;  ///< lt, le, gt, ge of crossing function and zero
  /// The number by which Labels know it, the same in every program of the diagram. Conditions that mark the end of a floor are known by
  /// FollowedFloor::origin instead.
  std::int32_t origin = -1;
  Register held;            ///< 1 or 0
  Register crossing = -1;   ///< left - right; computed by section `crossing`
  Register scheduled = -1;  ///< time at which it changes, for conditions linear in time alone; -1 for others
  Register rate = -1;       ///< d crossing / d time of scheduled ones
  Register noise = -1;      ///< how far from zero rounding may put the crossing function; -1: its sign is exact
  bool moves = false;       ///< of scheduled ones: the time depends on discrete variables, and is computed by section `crossings`
  bool is_guard = false;    ///< it ends the mode of a dry friction; its truth is never taken over
  std::int32_t floor = -1;  ///< the number of the floor whose end it marks, see FollowedFloor; -1: none
  static void each(const auto& visit, auto&... same) {
    visit(kHeld, same.held...), visit(kWatched, same.crossing...), visit(kIfAny, same.noise...);
    visit(kIfAny, same.scheduled...), visit(kIfAny.where(first_of(same...).scheduled >= 0), same.rate...);
  }
  void carry(Archive& archive) { archive(relation, origin, moves, is_guard, floor), each(CarryReferences{archive}, *this); }
};

/// A kink of the equations: where a = b in |a|, min(a, b) or the like, or at a point of a piecewise linear table. Values are continuous
/// there, and their derivatives jump.
struct KinkCode {
  std::int32_t origin = -1;  ///< number of the expression in the compiler's pool
  Register a = -1;
  Register b = -1;          ///< -1: zero
  std::int32_t table = -1;  ///< -1: none
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.a...), visit(kIfAny, same.b...); }
  void carry(Archive& archive) { archive(origin, a, b, table); }
};

/// An operator of section `dynamics` that bends (bends.h), with its argument: a, or a - b where there is b.
struct BendCode {
  Operator op = Operator::count_;
  Register a = -1, b = -1;
  static void each(const auto& visit, auto&... same) { visit(kComputed, same.a...), visit(kIfAny, same.b...); }
  void carry(Archive& archive) { archive(op, a, b); }
};

/// A dry friction: its inputs, which hold its mode, and the values by which its mode is decided, computed by section `crossings`.
struct FrictionCode : Friction<Register> {
  Register velocity_terms = -1, rate_terms = -1, gap_terms = -1;  ///< sums of the magnitudes of the terms of velocity, rate and gap
  Register force_terms = -1;                                      ///< the same for the forces at the nodes of a loop that it is in
  std::size_t guard = 0;                                          ///< number of its condition
  FrictionCarrier carrier = FrictionCarrier::inertia;
  bool creeps = false;                 ///< it has one mode only, and no guard
  std::int32_t group = 0;              ///< frictions whose forces accelerate one another are of one group; below Program::friction_groups
  std::int32_t kind = 0;               ///< frictions of one group whose forces have the same dimension are of one kind
  bool reacts = false;                 ///< a limit in its group depends on the forces of the group
  std::int32_t state = -1;             ///< the state that equals its velocity or minus its velocity; -1: none
  std::vector<StateSlope> gap_slopes;  ///< of contacts whose gap is a sum of states with fixed coefficients: these coefficients
  Register input(ModeInput which) const { return inputs[static_cast<std::size_t>(which)]; }
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
  Register before = -1;  ///< holds its value before the sampling instant; -1: no sampled assignment reads that
  static void each(const auto& visit, auto&... same) { Discrete::each(visit, same...), visit(kHeld.where(false), same.before...); }
  void carry(Archive& archive) { each(CarryReferences{archive}, *this); }
};

/// What happens when a condition becomes true. Sampled assignments are done by ascending level, see Clocking.
struct WhenCode : When<Register> {
  bool is_clocked = false;
  std::int32_t component = -1;
  void carry(Archive& archive) { archive(is_clocked, end, component), each(CarryReferences{archive}, *this); }
};

/// The past of a delayed expression: a table that the run itself writes.
struct HistoryCode : Past<Register> {
  std::int32_t table = -1;
  void carry(Archive& archive) { archive(table), each(CarryReferences{archive}, *this); }
};

/// A table whose argument is linear in time. The number of its piece is held, and changes at known times, so that a step ends at each kink.
struct HeldTable : TimeLine<Register> {
  std::int32_t table = -1;
  Register piece = -1;
  static void each(const auto& visit, auto&... same) { TimeLine::each(visit, same...), visit(kHeld, same.piece...); }
  void carry(Archive& archive) { archive(table), each(CarryReferences{archive}, *this); }
};

/// The floor of a linear function of time. It is held, and changes at known times, so that a step ends at each jump.
struct HeldFloor : TimeLine<Register> {
  Register value = -1;
  std::int32_t origin = -1;  ///< the same in every program of the diagram
  static void each(const auto& visit, auto&... same) { TimeLine::each(visit, same...), visit(kHeld, same.value...); }
  void carry(Archive& archive) { archive(origin), each(CarryReferences{archive}, *this); }
};

/// The floor of any other expression: held between events like the truth of a condition, but with more than two values. Two conditions tell
/// when the argument leaves the held value downwards or upwards.
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

/// The derivatives of state derivatives and outputs by states, parameters, discrete variables and time, as a list of the entries that are
/// not zero. Rows are the state derivatives, then the outputs asked for; columns are the states, then the parameters asked for, then the
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

/// Constraints on the states, as of bodies in space that form a closed loop. Its rows must be zero: first those of positions, then their
/// rates, then the derivatives of the states `coordinates`, on which the positions depend. Section `constraints` computes them from time,
/// parameters and states alone. The other members are described in base/primitives.h.
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
  std::int32_t sticking = -1;    ///< a component with dry friction in a loop, for Labels; -1: none has
  bool empty() const { return rows.empty(); }
  static void each(const auto& visit, auto&... same) {
    visit(kComputed, same.rows...), visit(kFixed, same.per_force...), visit(kComputed, same.given...), visit(kComputed, same.shares...);
    visit(kComputed, same.slopes...);
  }
  void carry(Archive& archive) {
    archive(positions, rows, per_force, given, component, shares, coordinates, movable, entry_rows, entry_states, slopes, sticking);
  }
};

/// The parts of a program's code. Section `parameters` runs when parameters are set, `start` at the beginning of a run, the others along
/// the run.
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
  std::int32_t separate_count = 0;  ///< the same with the registers that separate_dynamics alone uses
  std::vector<double> initial;      ///< register contents before anything ran: constants, zeros
  std::vector<ParameterCode> parameters;
  Register time = -1;
  Register first_state = -1;  ///< states are consecutive
  std::vector<StateFacts> state_facts;
  std::vector<Register> derivatives;  ///< of each state
  /// By number; null where the table is the past of an expression (histories).
  std::vector<const PointFunction*> tables;
  std::shared_ptr<const void> keeps;                               ///< owns the tables, unless something that outlives the program does
  std::vector<std::shared_ptr<const ExternalFunction>> functions;  ///< by number of the call
  std::vector<ConditionCode> conditions;
  std::vector<KinkCode> kinks;  ///< of section `dynamics`; kinks inside loops are conditions instead
  std::vector<BendCode> bends;
  bool bends_elsewhere = false;  ///< derivatives bend where nothing among `bends` tells, as inside loops and in tables
  bool has_kinks = false;        ///< something among all that is abrupt (Bending::is_abrupt), or a table
  std::vector<FrictionCode> frictions;
  std::int32_t friction_groups = 0;
  std::vector<DiscreteCode> discretes;
  std::vector<WhenCode> whens;
  std::vector<HistoryCode> histories;
  std::vector<HeldTable> held_tables;
  std::vector<HeldFloor> held_floors;
  std::vector<FollowedFloor> followed_floors;
  std::vector<Register> quadratures;  ///< what is integrated beside the states: powers as asked for, then the balances of the audit
  std::vector<Register> outputs;      ///< as asked for, then the powers of the audit
  StartCode start;
  WatchCode watch;
  AuditCode audit;
  std::array<Code, static_cast<std::size_t>(Section::count_)> code;
  Code separate_dynamics;  ///< of programs that have modes: section dynamics with a register of its own for each value
  std::vector<BlockCode> blocks;
  std::vector<TangentCode> tangents;
  bool has_jacobian = false;
  /// Compiled without shortcuts, and simulated without them: no loop is solved symbolically, no code is shortened, no piece of a continuous
  /// table is held, and everything is evaluated and integrated at every step. Tests compare the usual programs with plain ones.
  bool plain = false;
  bool gives_velocities = false;  ///< differentiated constraints give some velocities as functions of others, or of time
  bool watches_time = false;  ///< a condition depends on time through signals, whose changes the integrators' error estimates do not see
  JacobianCode jacobian;
  ConstraintCode constraints;
  LinearCode linear;              ///< computed with the Jacobian, if it was asked for
  std::size_t block_storage = 0;  ///< doubles for LU factors
  std::size_t pivot_storage = 0;
  std::int32_t largest_block = 0;
  std::size_t most_entries = 0;    ///< of a loop's matrix
  std::int32_t sparse_blocks = 0;  ///< how many loops are solved by sparse LU
  std::int32_t steering = 0;       ///< the first so many quadratures take part in the choice of the step size

  /// Whether anything is held between events.
  bool has_modes() const { return !conditions.empty() || !frictions.empty(); }
  std::int32_t states() const { return static_cast<std::int32_t>(derivatives.size()); }
  /// The number of the state that a register holds; -1: it holds something else.
  std::int32_t state_of(Register r) const { return r >= first_state && r < first_state + states() ? r - first_state : -1; }
  /// Visits each register that the program refers to, except in instructions and in `first_state`.
  static void each(const auto& visit, auto&... same) {
    visit(kGiven, same.time...), visit.parts("a parameter", same.parameters...);
    visit(kComputed, same.derivatives...), visit(kComputed, same.quadratures...), visit(kComputed, same.outputs...);
    visit.parts("a loop", same.blocks...), visit.parts("a tangent", same.tangents...);
    visit.parts("a condition", same.conditions...), visit.parts("a kink", same.kinks...), visit.parts("a bend", same.bends...);
    visit.parts("a friction", same.frictions...);
    visit.parts("a discrete variable", same.discretes...), visit.parts("an event", same.whens...),
        visit.parts("a history", same.histories...);
    visit.parts("a table over time", same.held_tables...), visit.parts("a floor over time", same.held_floors...);
    visit.parts("a floor", same.followed_floors...);
    StartCode::each(visit, same.start...), visit(kComputed, same.watch.registers...);
    JacobianCode::each(visit, same.jacobian...), LinearCode::each(visit, same.linear...);
    ConstraintCode::each(visit, same.constraints...);
  }
  /// What a condition changes: its truth, or the floor whose end it marks.
  Register held_register(std::size_t condition) const {
    const ConditionCode& c = conditions[condition];
    return c.floor < 0 ? c.held : followed_floors[static_cast<std::size_t>(c.floor)].value;
  }
  const Code& section(Section s) const { return code[static_cast<std::size_t>(s)]; }
};

std::string to_text(const Program& program);

}  // namespace stribeck
