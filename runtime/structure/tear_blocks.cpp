// Blocks as integers for tear(), and back.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "structure/sorted_system.h"
#include "structure/tearing.h"

namespace stribeck {

namespace {

TearingProblem problem_of(const SortedSystem& sorted, const Block& block, const std::vector<std::int32_t>& local) {
  const FlatSystem& flat = *sorted.flat;
  TearingProblem problem;
  problem.incidence.column_count = static_cast<std::int32_t>(block.unknowns.size());
  for (const std::int32_t e : block.equations) {
    for (const IncidenceTerm& term : sorted.incidence[at(e)]) {
      if (local[at(term.variable)] < 0) continue;
      problem.incidence.add(local[at(term.variable)], term.solvability);
      problem.magnitudes.push_back(term.solvability <= kParameterCoefficient ? std::fabs(parameter_value(flat, term.partial)) : 0);
    }
    problem.incidence.end_row();
  }
  return problem;
}

/// A few unknowns are soon solved densely; many only pay against a sparse solve of the whole if they are far fewer.
bool pays(const Tearing& tearing, std::size_t unknowns) {
  const std::size_t torn = tearing.variables.size();
  constexpr std::size_t kFew = kLargestDenseLoop, kMany = 4 * kFew;
  return torn < unknowns && (torn <= kFew || (torn <= kMany && 8 * torn <= unknowns));
}

bool has_dry_friction(const FlatSystem& flat, const Block& block) {
  return std::any_of(block.equations.begin(), block.equations.end(), [&](std::int32_t e) {
    const auto found = std::lower_bound(flat.frictions.begin(), flat.frictions.end(), e,
                                        [](const FlatFriction& f, std::int32_t equation) { return f.equation < equation; });
    return found != flat.frictions.end() && found->equation == e;
  });
}

/// The first name of those of a node's ports: it is the same in whichever order they are listed.
std::string node_name(const FlatSystem& flat, std::int32_t node) {
  std::string first;
  for (const std::int32_t member : flat.assembly->nodes[at(node)].members) {
    const std::string name = flat.assembly->connector_name(member);
    if (first.empty() || name < first) first = name;
  }
  return first;
}
std::string lasting_name_of_variable(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.variable(v);
  return variable.kind == VariableKind::across ? node_name(flat, variable.owner) : variable_name(flat, v);
}
std::string lasting_name_of_equation(const FlatSystem& flat, std::int32_t e) {
  const FlatEquation& equation = flat.equations[at(e)];
  return equation.kind == EquationKind::node_sum ? "sum at " + node_name(flat, equation.owner) : equation_name(flat, e);
}

/// Where a nonlinear loop has several solutions, the unknowns that its search begins with decide which is found: not by the order in which
/// components are listed. Loops of dry friction keep theirs: modes decide between their solutions, and an acceleration that sticking holds
/// at zero is to be computed as exactly that.
void sort_by_names(const FlatSystem& flat, Block& block) {
  const auto sort = [](std::vector<std::int32_t>& numbers, auto name_of) {
    std::vector<std::pair<std::string, std::int32_t>> named;
    for (const std::int32_t number : numbers) named.emplace_back(name_of(number), number);
    std::stable_sort(named.begin(), named.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = named[k].second;
  };
  sort(block.unknowns, [&](std::int32_t v) { return lasting_name_of_variable(flat, v); });
  sort(block.equations, [&](std::int32_t e) { return lasting_name_of_equation(flat, e); });
}

void reorder(Block& block, const Tearing& tearing) {
  const std::vector<std::int32_t> equations = block.equations, unknowns = block.unknowns;
  block.equations.clear(), block.unknowns.clear();
  for (const Tearing::Step& step : tearing.explicit_steps) {
    block.equations.push_back(equations[at(step.equation)]);
    block.unknowns.push_back(unknowns[at(step.unknown)]);
  }
  for (const std::int32_t e : tearing.residuals) block.equations.push_back(equations[at(e)]);
  for (const std::int32_t v : tearing.variables) block.unknowns.push_back(unknowns[at(v)]);
  block.explicit_steps = tearing.explicit_steps.size();
}

/// The unknowns of a block, by their numbers in it, that are derivatives of states. Once the accelerations of its joints are known, those
/// of the bodies of a mechanism follow from the world outwards, and all forces from the last bodies inwards (Luh, Walker, Paul, 1980,
/// On-line computational scheme for mechanical manipulators, J. Dyn. Sys. Meas. Control 102, 69-76).
std::vector<std::int32_t> accelerations(const SortedSystem& sorted, const std::vector<std::int32_t>& local) {
  std::vector<std::int32_t> found;
  for (const std::int32_t v : sorted.state_derivatives)
    if (local[at(v)] >= 0) found.push_back(local[at(v)]);
  return found;
}

/// Tears a nonlinear loop at accelerations first where that serves: if it would be solved as one sparse loop otherwise, or if it is one of
/// dry friction and fewer tearing variables are left. What sticks is then at rest exactly, and not up to what a solve for all unknowns
/// leaves.
void tear_as_mechanism(const SortedSystem& sorted, const TearingProblem& problem, const std::vector<std::int32_t>& local, Block& block,
                       Tearing& tearing) {
  const bool is_large = tearing.variables.size() > kLargestDenseLoop;
  if (block.linear || (!is_large && !has_dry_friction(*sorted.flat, block))) return;
  Tearing of_mechanism = tear_first_at(accelerations(sorted, local), problem);
  const std::size_t torn = of_mechanism.variables.size();
  if (torn > kLargestDenseLoop || (!is_large && torn >= tearing.variables.size())) return;
  block.is_of_mechanism = is_large || closes_loop(*sorted.flat, block);
  tearing = std::move(of_mechanism);
}

}  // namespace

bool closes_loop(const FlatSystem& flat, const Block& block) {
  return std::any_of(block.equations.begin(), block.equations.end(), [&](std::int32_t e) {
    const FlatEquation& equation = flat.equations[at(e)];
    const auto is_of = [&](const FlatConstraint& constraint) { return constraint.instance == equation.owner; };
    return equation.kind == EquationKind::relation && std::any_of(flat.constraints.begin(), flat.constraints.end(), is_of);
  });
}

void tear_blocks(SortedSystem& sorted) {
  std::vector<std::int32_t> local(sorted.flat->variables.size(), -1);
  for (Block& block : sorted.blocks) {
    if (block.unknowns.size() == 1) continue;
    const bool is_searched = !block.linear && !has_dry_friction(*sorted.flat, block);
    if (is_searched) sort_by_names(*sorted.flat, block);
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) local[at(block.unknowns[k])] = static_cast<std::int32_t>(k);
    const TearingProblem problem = problem_of(sorted, block, local);
    Tearing tearing = is_searched ? tear_at_no_more_than_needed(problem) : tear(problem);
    tear_as_mechanism(sorted, problem, local, block, tearing);
    for (const std::int32_t v : block.unknowns) local[at(v)] = -1;
    if (pays(tearing, block.unknowns.size())) reorder(block, tearing);
  }
}

}  // namespace stribeck
