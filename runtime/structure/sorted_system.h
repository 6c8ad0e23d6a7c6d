#pragma once
// The flat system sorted: states chosen, every other unknown determined block by block (design D4).
#include <cstdint>
#include <string>
#include <vector>

#include "equations/flat_system.h"
#include "structure/graph.h"

namespace stribeck {

/// How an unknown enters an equation, best first.
enum Solvability : std::uint8_t {
  kConstantCoefficient = 0,   ///< linear, coefficient a non-zero constant
  kParameterCoefficient = 1,  ///< linear, coefficient made of parameters, not zero at their values
  kVaryingCoefficient = 2,    ///< linear, coefficient depends on states, time or modes, or is zero at the parameters' values
  kNonlinear = 3
};

/// d residual / d variable of one equation.
struct IncidenceTerm {
  std::int32_t variable;
  ExprId partial;
  Solvability solvability;
};

/// Equations that determine their unknowns together, given those of earlier blocks and the states.
struct Block {
  std::vector<std::int32_t> equations;
  std::vector<std::int32_t> unknowns;  ///< unknowns[i] is matched with equations[i]
  bool linear = true;                  ///< in its unknowns
};

struct SortedSystem {
  FlatSystem* flat = nullptr;
  std::vector<std::int32_t> states;                   ///< variables
  std::vector<std::int32_t> state_derivatives;        ///< variables, parallel to states
  std::vector<std::int32_t> dummy_derivatives;        ///< derivatives that became algebraic
  std::vector<Block> blocks;                          ///< each after those it needs
  std::vector<std::vector<IncidenceTerm>> incidence;  ///< of each equation
  int index = 1;  ///< differential index found (differentiations + 1; 1 or 0 when nothing was differentiated)

  bool is_state(std::int32_t variable) const { return state_flags[static_cast<std::size_t>(variable)]; }
  std::vector<bool> state_flags;
};

/// Matches, reduces the index, selects states and sorts. Adds derivative variables and equations to `flat`.
/// Throws Failure structure.singular naming the smallest part that is over- or under-determined.
SortedSystem sort_system(FlatSystem& flat);

std::string to_text(const SortedSystem& system);
/// The causality report in the field's words.
std::string causality_report(const SortedSystem& system);

// Steps of sort_system().
/// Throws Failure structure.singular naming each part of the network that no ground, mass or inertia ties down.
void require_ties(const FlatSystem& flat);
/// Adds warnings to flat.notes: parts whose sides are held together, ports left open.
void note_idle_parts(FlatSystem& flat);
std::vector<IncidenceTerm> incidence_of(FlatSystem& flat, Differentiator& differentiator, std::int32_t equation);
void reduce_index(FlatSystem& flat, Differentiator& differentiator, SortedSystem& sorted);
void select_states(FlatSystem& flat, SortedSystem& sorted);
/// The diagnosis of a system without complete matching: rows are equations, columns are `unknowns`.
[[noreturn]] void report_singular(const FlatSystem& flat, const Incidence& incidence, const Matching& matching,
                                  const std::vector<std::int32_t>& unknowns);
/// If all that is undetermined are forces of redundant rigid constraints: adds equations for the split of least norm to `flat` and says so.
bool split_redundant_forces(FlatSystem& flat, SortedSystem& sorted, const Incidence& incidence, const Matching& matching,
                            const std::vector<std::int32_t>& unknowns, const std::vector<std::int32_t>& column_of);
/// Whether a variable is a force or torque, by what it is or by its unit.
bool is_force(const FlatSystem& flat, std::int32_t variable);
double parameter_value(const FlatSystem& flat, ExprId expression);

}  // namespace stribeck
