#pragma once
// The flat system sorted: states chosen, every other unknown determined block by block (design D4).
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/rows.h"
#include "equations/flat_system.h"
#include "structure/graph.h"

namespace stribeck {

/// How an unknown enters an equation, best first.
enum Solvability : std::uint8_t {
  kConstantCoefficient = 0,   ///< linear, coefficient a non-zero constant
  kParameterCoefficient = 1,  ///< linear, coefficient made of parameters, not zero at their values
  kVaryingCoefficient = 2,    ///< linear, coefficient depends on states, time or modes, or is zero at the parameters' values
  kNonlinear = 3,
  kJumping = 4,                             ///< beside its slope, by what has none although it jumps or is constant by a rule of algebra
  kWithoutSlope = Incidence::kNeverMatched  ///< read, but with a derivative of zero: the equation cannot determine it
};

/// d residual / d variable of one equation, for each variable that it reads.
struct IncidenceTerm {
  std::int32_t variable;
  ExprId partial;
  Solvability solvability;
};

/// Equations that determine their unknowns together, given those of earlier blocks and the states.
struct Block {
  std::vector<std::int32_t> equations;
  std::vector<std::int32_t> unknowns;
  /// The first so many equations give the unknown of the same place, one after the other, once the tearing variables are known; the rest
  /// are the residuals, and their unknowns the tearing variables. 0: all are solved together, and unknowns[i] is matched with equations[i].
  std::size_t explicit_steps = 0;
  bool linear = true;  ///< in its unknowns
  /// Of a mechanism, torn at the accelerations of joints first, and of so many equations that no search for all solutions and no proof
  /// takes them.
  bool is_of_mechanism = false;

  std::span<const std::int32_t> residuals() const { return std::span(equations).subspan(explicit_steps); }
  std::span<const std::int32_t> tearing_variables() const { return std::span(unknowns).subspan(explicit_steps); }
};

/// Differentiated constraints and the derivatives they could give, where that depends on the motion: whether the chosen dummy derivatives
/// are still a good choice is looked at while the run goes on.
struct SelectionLevel {
  struct Entry {
    std::int32_t row, column;
    ExprId coefficient;
    bool fixed;    ///< it does not vary:
    double value;  ///< its value then
  };
  std::vector<Entry> entries;         ///< row by row
  std::vector<std::int32_t> columns;  ///< variables (derivatives)
  std::vector<bool> chosen;           ///< of each column: it is a dummy derivative
  std::int32_t rows = 0;
};

/// A point of the motion.
struct MotionPoint {
  std::vector<double> variables;          ///< by number; those that are not eliminated
  std::map<ExprId, double> coefficients;  ///< those of differentiated constraints that vary
};

/// How good a state a variable makes, worst first; the best of those that a constraint ties together becomes the state.
/// Of a component's variables those make better states whose rate has a law: an acceleration source declares how its speed starts, while
/// the speed of a friction beside it has a rate only because a constraint was differentiated, or where it sticks.
enum class StateMerit : std::uint8_t { force, position_output, network, component, rated, store, high_target };

struct SortedSystem {
  std::shared_ptr<const FlatSystem> flat;       ///< with the equations and variables that sorting added
  std::vector<std::int32_t> states;             ///< variables
  std::vector<std::int32_t> state_derivatives;  ///< variables, parallel to states
  std::vector<std::int32_t> dummy_derivatives;  ///< derivatives that became algebraic
  std::vector<Block> blocks;                    ///< each after those it needs
  Rows<IncidenceTerm> incidence;                ///< of each equation
  std::vector<SelectionLevel> varying_levels;   ///< empty if the choice of states holds for the whole motion
  std::vector<std::int32_t> without_carrier;    ///< frictions; if there are any the system is not sorted, see other_carriers()
  std::vector<std::int32_t> of_given_motion;    ///< frictions whose sides no force of theirs moves: no carrier will do
  int index = 1;                                ///< differential index found (differentiations + 1; 1 or 0 when nothing was differentiated)

  /// The block that determines each variable, -1 for states and what is eliminated.
  std::vector<std::int32_t> block_of() const;
  bool is_state(std::int32_t variable) const { return state_flags[static_cast<std::size_t>(variable)]; }
  std::vector<bool> state_flags;
  std::vector<bool> carrier_flags;  ///< of each variable, where constraints tie any: a stored energy depends on it
  std::vector<bool> rated_flags;    ///< likewise: a law, and not only a differentiated constraint or sticking, gives its derivative
};

/// Matches, reduces the index, selects states and sorts; adds derivative variables and equations to the system. If there are frictions
/// without carrier it ends before it sorts. `pool`: that of the system.
/// Throws Failure structure.singular naming the smallest part that is over- or under-determined.
SortedSystem sort_system(FlatSystem system, ExprPool& pool);

/// What may carry the frictions, so that those without carrier have one, and those of given motion none: to flatten the diagram again with.
/// Throws Failure structure.friction_without_inertia where nothing is left to try.
std::vector<FrictionCarrier> other_carriers(const SortedSystem& sorted, ExprPool& pool);

/// Chooses states anew for the neighbourhood of `point`, the constraints being differentiated already, and sorts again.
SortedSystem sort_again(const SortedSystem& system, const MotionPoint& point);

std::string to_text(const SortedSystem& system);
/// Merit of a variable that constraints tie, or of what it is a derivative of, once states have been selected.
StateMerit state_merit(const SortedSystem& sorted, std::int32_t variable);

// Steps of sort_system().
/// Throws Failure structure.singular naming each part of the network that no ground, mass or inertia ties down.
void require_ties(const FlatSystem& flat);
/// Adds warnings to flat.notes: parts whose sides are held together, ports left open.
void note_idle_parts(FlatSystem& flat);
/// Appends the row of an equation.
void add_incidence(const FlatSystem& flat, Differentiator& differentiator, std::int32_t equation, Rows<IncidenceTerm>& incidence);
void reduce_index(FlatSystem& flat, Differentiator& differentiator, SortedSystem& sorted);
/// With a point: for its neighbourhood; else by preference, and coefficients that vary count as generic numbers.
void select_states(SortedSystem& sorted, const MotionPoint* point = nullptr);
/// Dry frictions whose velocity would not be determined while they slip.
std::vector<std::int32_t> frictions_without_carrier(const SortedSystem& sorted, ExprPool& pool);
/// Dry frictions that act on inertia by their relation, but whose velocity changes with time as it is given, whatever their force.
std::vector<std::int32_t> frictions_of_given_motion(const SortedSystem& sorted);
/// Whether constraints that close a loop of bodies are among the equations.
bool closes_loop(const FlatSystem& flat, const Block& block);
/// Tears the blocks that have more than one unknown, where it pays.
void tear_blocks(SortedSystem& sorted);
/// The diagnosis of a system without complete matching: rows are equations, columns are `unknowns`.
[[noreturn]] void report_singular(const FlatSystem& flat, const Incidence& incidence, const Matching& matching,
                                  const std::vector<std::int32_t>& unknowns);
/// If all that is undetermined are forces of redundant rigid constraints: adds equations for the split of least norm to `flat` and says so.
bool split_redundant_forces(FlatSystem& flat, ExprPool& pool, SortedSystem& sorted, const Incidence& incidence, const Matching& matching,
                            const std::vector<std::int32_t>& unknowns, const std::vector<std::int32_t>& column_of);
/// Whether a variable is a force or torque, by what it is or by its unit.
bool is_force(const FlatSystem& flat, std::int32_t variable);

}  // namespace stribeck
