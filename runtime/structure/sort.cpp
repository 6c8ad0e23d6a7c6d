// The structural stage: incidence, index reduction, state selection, matching, block triangular form.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "expression/evaluate.h"
#include "structure/order.h"
#include "structure/pantelides.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

Solvability solvability_of(const FlatSystem& flat, const Partial& partial) {
  const ExprPool& pool = *flat.pool;
  if ((pool.content(partial.value) & kUnknown) != 0) return kNonlinear;
  if (!partial.is_whole) return kJumping;
  if (pool.is_constant(partial.value)) return kConstantCoefficient;
  if ((pool.content(partial.value) & ~kParameter) != 0) return kVaryingCoefficient;
  return parameter_value(flat, partial.value) != 0 ? kParameterCoefficient : kVaryingCoefficient;
}

}  // namespace

void add_incidence(const FlatSystem& flat, Differentiator& differentiator, std::int32_t equation, Rows<IncidenceTerm>& incidence) {
  for (const Partial& partial : differentiator.partials(flat.equations[at(equation)].residual))
    incidence.add({flat.variable_of(partial.symbol), partial.value, solvability_of(flat, partial)});
  for (const std::int32_t symbol : differentiator.read_without_slope())
    incidence.add({flat.variable_of(symbol), flat.pool->zero(), kWithoutSlope});
  incidence.end_row();
}

void reduce_index(FlatSystem& flat, Differentiator& differentiator, SortedSystem& sorted) {
  DifferentialGraph graph;
  const auto add_row = [&](DifferentialGraph& g, std::int32_t equation) {
    for (const IncidenceTerm& term : sorted.incidence[at(equation)])
      if (term.solvability != kWithoutSlope) g.rows.add(term.variable);
    g.rows.end_row();
  };
  for (std::size_t e = 0; e < flat.equations.size(); ++e) add_row(graph, static_cast<std::int32_t>(e));
  graph.equation_derivative.assign(flat.equations.size(), -1);
  for (const FlatVariable& variable : flat.variables) graph.variable_derivative.push_back(variable.derivative);
  const auto take_new_variables = [&](DifferentialGraph& g) {  // all of them derivatives of others
    while (g.variable_derivative.size() < flat.variables.size()) {
      const auto made = static_cast<std::int32_t>(g.variable_derivative.size());
      g.variable_derivative.push_back(-1);
      g.variable_derivative[at(flat.variable(made).owner)] = made;
    }
  };
  std::vector<std::int32_t> assigned;
  pantelides(
      graph,
      [&](DifferentialGraph& g, std::int32_t equation) {
        const auto made = static_cast<std::int32_t>(flat.equations.size());
        const ExprId rate = time_derivative(flat, differentiator, flat.equations[at(equation)].residual);
        flat.equations.push_back({EquationKind::derivative, equation, -1, rate});
        flat.equations[at(equation)].derivative = made;
        add_incidence(flat, differentiator, made, sorted.incidence);
        add_row(g, made);
        g.equation_derivative.push_back(-1);
        take_new_variables(g);
        return made;
      },
      [&](DifferentialGraph& g, std::int32_t variable) {
        const std::int32_t made = flat.derivative_of(differentiator.pool(), variable);
        take_new_variables(g);
        return made;
      },
      assigned);
}

namespace {

/// Rows: equations, columns: the given unknowns; number_of maps variables to columns (-1: not an unknown).
Incidence incidence_over(const SortedSystem& sorted, const std::vector<std::int32_t>& column_of, std::int32_t columns) {
  Incidence incidence;
  incidence.column_count = columns;
  for (const auto terms : sorted.incidence) {
    for (const IncidenceTerm& term : terms)
      if (column_of[at(term.variable)] >= 0) incidence.add(column_of[at(term.variable)], term.solvability);
    incidence.end_row();
  }
  return incidence;
}

/// Every variable taken as one with its derivatives: without a complete matching here no differentiation can help.
void require_structure(FlatSystem& flat, Differentiator& differentiator, SortedSystem& sorted) {
  std::vector<std::int32_t> column_of(flat.variables.size(), -1), unknowns;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of != -1 || variable.value == ExprId::none) continue;
    if (variable.kind == VariableKind::derivative) {
      column_of[v] = column_of[at(variable.owner)];
      continue;
    }
    column_of[v] = static_cast<std::int32_t>(unknowns.size());
    unknowns.push_back(static_cast<std::int32_t>(v));
  }
  Incidence incidence;
  incidence.column_count = static_cast<std::int32_t>(unknowns.size());
  std::vector<std::int32_t> row;
  for (const auto terms : sorted.incidence) {
    row.clear();
    for (const IncidenceTerm& term : terms)
      if (term.solvability != kWithoutSlope) row.push_back(column_of[at(term.variable)]);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const std::int32_t column : row) incidence.add(column);
    incidence.end_row();
  }
  const Matching matching = maximum_matching(incidence);
  if (matching.size == incidence.row_count() && matching.size == incidence.column_count) return;
  const std::size_t before = flat.equations.size();
  if (!split_redundant_forces(flat, differentiator.pool(), sorted, incidence, matching, unknowns, column_of))
    report_singular(flat, incidence, matching, unknowns);
  for (std::size_t e = before; e < flat.equations.size(); ++e)
    add_incidence(flat, differentiator, static_cast<std::int32_t>(e), sorted.incidence);
}

void sort_blocks(const FlatSystem& flat, SortedSystem& sorted) {
  std::vector<std::int32_t> column_of(flat.variables.size(), -1), unknowns;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of != -1 || variable.value == ExprId::none || sorted.state_flags[v]) continue;
    column_of[v] = static_cast<std::int32_t>(unknowns.size());
    unknowns.push_back(static_cast<std::int32_t>(v));
  }
  const Incidence incidence = incidence_over(sorted, column_of, static_cast<std::int32_t>(unknowns.size()));
  const Matching matching = maximum_matching(incidence);
  if (matching.size != incidence.row_count() || matching.size != incidence.column_count)
    report_singular(flat, incidence, matching, unknowns);
  std::vector<std::int32_t> block_of(flat.variables.size(), -1);
  for (std::vector<std::int32_t>& rows : block_triangular_form(incidence, matching)) {
    Block block;
    block.equations = std::move(rows);
    for (const std::int32_t equation : block.equations) {
      block.unknowns.push_back(unknowns[at(matching.column_of_row[at(equation)])]);
      block_of[at(block.unknowns.back())] = static_cast<std::int32_t>(sorted.blocks.size());
    }
    sorted.blocks.push_back(std::move(block));
  }
  // A block is linear if its own unknowns enter it by coefficients alone, and none of these depends on them.
  Walker walker;
  std::vector<std::int32_t> symbols;
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b)
    for (const std::int32_t equation : sorted.blocks[b].equations)
      for (const IncidenceTerm& term : sorted.incidence[at(equation)]) {
        if (term.solvability < kNonlinear || block_of[at(term.variable)] != static_cast<std::int32_t>(b)) continue;
        if (term.solvability != kNonlinear) sorted.blocks[b].linear = false;
        symbols_below(*flat.pool, walker, term.partial, kUnknown, symbols);
        for (const std::int32_t s : symbols)
          sorted.blocks[b].linear = sorted.blocks[b].linear && block_of[at(flat.variable_of(s))] != static_cast<std::int32_t>(b);
      }
}

}  // namespace

std::vector<std::int32_t> SortedSystem::block_of() const {
  std::vector<std::int32_t> result(flat->variables.size(), -1);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (const std::int32_t v : blocks[b].unknowns) result[at(v)] = static_cast<std::int32_t>(b);
  return result;
}

SortedSystem sort_system(FlatSystem system, ExprPool& pool) {
  SortedSystem sorted;
  const auto made = std::make_shared<FlatSystem>(std::move(system));
  sorted.flat = made;
  FlatSystem& flat = *made;
  require_ties(flat);
  note_idle_parts(flat);
  Differentiator differentiator(pool);
  for (std::size_t e = 0; e < flat.equations.size(); ++e)
    add_incidence(flat, differentiator, static_cast<std::int32_t>(e), sorted.incidence);
  require_structure(flat, differentiator, sorted);
  reduce_index(flat, differentiator, sorted);
  select_states(sorted);
  sorted.without_carrier = frictions_without_carrier(sorted, pool);
  if (!sorted.without_carrier.empty()) return sorted;
  sort_blocks(flat, sorted);
  sorted.of_given_motion = frictions_of_given_motion(sorted);
  tear_blocks(sorted);
  return sorted;
}

namespace {

/// `select`: chooses the states.
template <typename Select>
SortedSystem sort_differentiated(const SortedSystem& system, Select select) {
  SortedSystem sorted;
  sorted.flat = system.flat;
  sorted.incidence = system.incidence;
  select(sorted);
  sort_blocks(*sorted.flat, sorted);
  tear_blocks(sorted);
  return sorted;
}

}  // namespace

SortedSystem sort_again(const SortedSystem& system, const MotionPoint& point) {
  return sort_differentiated(system, [&](SortedSystem& sorted) { select_states(sorted, &point); });
}

SortedSystem sort_without_targets(const SortedSystem& system) {
  return sort_differentiated(system, [](SortedSystem& sorted) { select_states_without_targets(sorted); });
}

bool is_sorted_the_same(const SortedSystem& system) {
  const FlatSystem& flat = *system.flat;
  const auto is_split = [](const FlatEquation& equation) { return equation.kind == EquationKind::force_split; };
  const auto is_loop = [](const Block& block) { return block.unknowns.size() > 1; };
  const auto is_same_block = [](const Block& a, const Block& b) {
    return a.equations == b.equations && a.unknowns == b.unknowns && a.explicit_steps == b.explicit_steps &&
           a.is_of_mechanism == b.is_of_mechanism;
  };
  // The least split of redundant forces holds numbers.
  if (std::any_of(flat.equations.begin(), flat.equations.end(), is_split)) return false;
  if (system.dummy_derivatives.empty() && std::none_of(system.blocks.begin(), system.blocks.end(), is_loop)) return true;
  const SortedSystem fresh = sort_differentiated(system, [](SortedSystem& sorted) { select_states(sorted); });
  return fresh.states == system.states && fresh.dummy_derivatives == system.dummy_derivatives &&
         std::equal(fresh.blocks.begin(), fresh.blocks.end(), system.blocks.begin(), system.blocks.end(), is_same_block);
}

}  // namespace stribeck
