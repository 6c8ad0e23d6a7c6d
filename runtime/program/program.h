#pragma once
// The compiled form of a sorted system: straight-line code over an array of doubles (design D5).
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "expression/pool.h"
#include "structure/sorted_system.h"

namespace stribeck {

using Register = std::int32_t;

/// What an instruction does: an operator of the table, a call of an external function (is_call(); registers that are not used are -1), or
/// one of these.
enum class Opcode : std::uint16_t {
  first_special = static_cast<std::uint16_t>(Operator::count_),
  multiply_add,       ///< result = a * b + c
  multiply_subtract,  ///< result = a * b - c
  subtract_multiply,  ///< result = c - a * b
  table_search,       ///< result = table_of(b) at a, derivative of order_of(b); the piece is found by search
  table_held,         ///< the same in the held piece whose number is in register c
  solve_block,        ///< determine the unknowns of block a
  factor_block,       ///< factorise the matrix of block a at its solution
  solve_tangent       ///< solve tangent system a
};

struct Instruction {
  std::uint16_t op;
  Register result, a, b, c;
};
using Code = std::vector<Instruction>;

/// What operand b of the table instructions says: a table and the order of its derivative, -1 to 3.
inline std::int32_t table_operand(std::int32_t table, int order) { return 8 * table + order + 1; }
inline std::int32_t table_of(std::int32_t operand) { return operand / 8; }
inline int order_of(std::int32_t operand) { return operand % 8 - 1; }

/// An algebraic loop over its tearing variables (all its unknowns if it is not torn): matrix * unknowns + residual(0) = 0 if linear, else
/// Newton with residual and matrix at the current unknowns.
struct BlockCode {
  std::int32_t block = -1;  ///< of the sorted system
  std::int32_t size = 0;
  bool linear = true;
  bool constant_matrix = false;  ///< of parameters alone: factorised when they are set
  Code evaluate;                 ///< what depends on the unknowns: other unknowns of the block, residual and (not if linear) matrix
  std::vector<std::int32_t> starts, rows;  ///< pattern of the matrix, column by column
  std::vector<Register> matrix;            ///< entries in that pattern
  std::vector<Register> residual;          ///< at zero if linear and without `evaluate`, else at the current unknowns
  std::vector<Register> unknowns;
  std::vector<Register> others;  ///< of loops that are not linear: the unknowns that follow from those
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
};

/// d unknowns / d input = -matrix^-1 * right_side.
struct TangentCode {
  std::int32_t block_code;
  std::vector<Register> right_side, results;
};

/// A condition: held while integrating, re-evaluated at events.
struct ConditionCode {
  Operator relation;  ///< lt, le, gt, ge of crossing function and zero
  ExprId node = ExprId::none;
  Register held;            ///< 1 or 0
  Register crossing = -1;   ///< left - right; computed by section `crossing`
  Register scheduled = -1;  ///< time at which it changes, for conditions linear in time alone; -1 for others
  Register rate = -1;       ///< d crossing / d time of scheduled ones
  Register noise = -1;      ///< what rounding may make of the crossing function at zero; -1: its sign is exact
  bool moves = false;       ///< scheduled ones: the time depends on discrete variables, and is computed by section `crossings`
  bool is_guard = false;    ///< ends the mode of a dry friction; never taken over
  std::int32_t floor = -1;  ///< of those that say where a floor ends: its number, see FollowedFloor
};

/// Where the equations have a kink without jumping, as |a| or min(a, b) have: a = b, or a point of a table of straight lines.
struct KinkCode {
  ExprId node = ExprId::none;
  Register a = -1;
  Register b = -1;          ///< -1: zero
  std::int32_t table = -1;  ///< -1: none
};

/// A dry friction: what it is told, and what is looked at to decide on its mode, computed by section `crossings`.
struct FrictionCode {
  struct Side {
    Register static_level, kinetic_level;
  };
  std::array<Register, kModeInputs> inputs;
  Register velocity, rate, force;
  std::array<Side, 2> sides;
  Register velocity_terms = -1, rate_terms = -1;         ///< sums of the magnitudes of what these are the sums of
  Register open = -1;                                    ///< -1: never
  Register gap = -1, restitution = -1, rest_speed = -1;  ///< of contacts
  Register gap_terms = -1;
  std::size_t guard = 0;  ///< number of its condition
  FrictionCarrier carrier = FrictionCarrier::inertia;
  bool creeps = false;  ///< has one mode, and no guard
};

/// A variable that keeps its value between events.
struct DiscreteCode {
  Register value, start;
  Register before = -1;  ///< what it was before the sampling instant; -1: nothing clocked asks for that
};

/// What happens when a condition becomes true; `condition` is computed by section `crossings`, values by section `updates`. Of what is
/// clocked by ascending level, see Clocking.
struct WhenCode {
  struct Assignment {
    std::int32_t discrete = -1;  ///< into Program::discretes; -1: a state
    std::int32_t state = -1;
    Register value = -1;
    int level = 0;
  };
  Register condition = -1;
  bool is_clocked = false;
  std::vector<Assignment> assignments;
};

/// What an expression was along the run; a table of the flat system. `value` is computed by section `histories`, the rest once.
struct HistoryCode {
  std::int32_t table;
  Register value = -1;
  Register shortest = -1, longest = -1, before = -1;
};

/// A table over time: its piece is held between the times it changes at, so that kinks are stepped to exactly.
struct HeldTable {
  std::int32_t table;
  Register piece;
  Register rate, offset;  ///< argument = rate * time + offset
};

/// The floor of a linear function of time, held between the times it changes at, so that jumps are stepped to exactly.
struct HeldFloor {
  Register value;
  Register rate, offset;  ///< argument = rate * time + offset
};

/// The floor of anything else: held between events, as a condition with more than two values. Two conditions of the argument say when it is
/// left downwards and upwards.
struct FollowedFloor {
  ExprId node = ExprId::none;
  Register value;
  Register argument = -1;  ///< computed by section `crossings`
};

/// Rows are state derivatives, columns are inputs (CSC); registers run parallel to rows.
struct JacobianCode {
  std::vector<std::int32_t> starts, rows;
  std::vector<Register> values;
  std::vector<std::int32_t> time_rows;  ///< d derivative / d time where it is not zero
  std::vector<Register> time_values;
};

/// What outputs and state derivatives answer to states and parameters: an entry for each derivative that is not zero. Rows are the state
/// derivatives, then the outputs asked for; columns are the states, then the parameters asked for.
struct LinearCode {
  std::vector<std::int32_t> rows, columns;
  std::vector<Register> values;
};

enum class Section : std::uint8_t { parameters, dynamics, quadratures, crossings, updates, outputs, histories, jacobian, count_ };

struct Program {
  const SortedSystem* sorted = nullptr;
  std::int32_t register_count = 0;
  std::int32_t separate_count = 0;                            ///< and those of separate_dynamics alone
  std::vector<double> initial;                                ///< register contents before anything ran: constants, zeros
  std::vector<std::pair<Register, std::int32_t>> parameters;  ///< register, number in FlatSystem::parameter_values
  Register time = -1;
  Register first_state = -1;          ///< states are consecutive
  std::vector<Register> derivatives;  ///< of each state
  std::vector<ConditionCode> conditions;
  std::vector<KinkCode> kinks;          ///< of section `dynamics`, but those inside loops, which are conditions
  std::vector<FrictionCode> frictions;  ///< parallel to FlatSystem::frictions
  std::vector<DiscreteCode> discretes;  ///< parallel to FlatSystem::discretes
  std::vector<WhenCode> whens;          ///< parallel to FlatSystem::whens
  std::vector<HistoryCode> histories;
  std::vector<HeldTable> held_tables;
  std::vector<HeldFloor> held_floors;
  std::vector<FollowedFloor> followed_floors;
  std::vector<Register> quadratures;  ///< powers, in the order they were asked for; then the balances
  std::vector<Register> outputs;      ///< in the order they were asked for; then the powers
  std::vector<Register> watched;      ///< the same, computed with the crossing functions
  std::array<Code, static_cast<std::size_t>(Section::count_)> code;
  Code separate_dynamics;  ///< section dynamics with a register of its own for each value, for programs that have modes
  std::vector<BlockCode> blocks;
  std::vector<TangentCode> tangents;
  bool has_jacobian = false;
  /// No loop is solved when it is compiled, no code is shortened, no piece of a continuous table is held; and simulation evaluates and
  /// follows everything, always. What the shortcuts give is compared with what this gives.
  bool plain = false;
  bool watches_time = false;  ///< a condition follows time by itself, through signals: integrators look at states alone
  JacobianCode jacobian;
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
  const Code& section(Section s) const { return code[static_cast<std::size_t>(s)]; }
};

/// What the program must compute besides the derivatives.
struct ProgramRequest {
  std::vector<ExprId> quadratures;  ///< powers to integrate
  std::vector<ExprId> outputs;
  std::vector<ExprId> watched;     ///< looked at after every step
  bool jacobian = true;            ///< large programs are compiled without, until an integrator asks for it
  bool plain = false;              ///< without shortcuts: Program::plain
  std::vector<ExprId> balances{};  ///< to integrate, but zero up to what integration leaves: of no concern to the length of steps
  std::vector<ExprId> powers{};    ///< further outputs, of the audit
  /// With the Jacobian also the derivatives of these by states and parameters, and those of the state derivatives by the parameters
  /// (numbers in FlatSystem::parameter_values).
  std::vector<ExprId> linear_outputs{};
  std::vector<std::int32_t> linear_parameters{};
};

Program compile(SortedSystem& sorted, const ProgramRequest& request);
/// Makes trees of long sums.
void balance_sums(Program& program);
/// Joins each product that only one sum uses with that sum; both still round, so that values do not change. Where the audit or what is
/// shown uses it, too, it is computed again for that: neither has a say in what derivatives cost, and so in the method that `auto` chooses.
/// `audit_begins`: from which instruction on the quadratures serve the audit alone.
void fuse_products(Program& program, std::size_t audit_begins);
/// Lets intermediate values share registers.
void compact_registers(Program& program);
std::string to_text(const Program& program);

}  // namespace stribeck
