// State selection by dummy derivatives: Mattsson, Soederlind (1993), Index reduction in differential-algebraic equations using dummy
// derivatives, SIAM J. Sci. Comput. 14(3), section 3.1.
//
// Level by level from the highest derivatives down: the differentiated equations H of a level need as many dummy derivatives among their
// variables Z, such that dH/dZ is regular. Columns are tried in the order of who makes the worst state, and taken if independent of
// those taken before: a greedy basis, which is the best one for any such order.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "base/constants.h"
#include "base/index.h"
#include "base/row_pivots.h"
#include "expression/walk.h"
#include "structure/order.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

using SparseRow = std::map<std::int32_t, double>;

/// Picks independent columns of sparse rows, in the order given, by Gaussian elimination.
class ColumnBasis {
 public:
  explicit ColumnBasis(std::vector<SparseRow> rows) : rows_(std::move(rows)), used_(rows_.size(), false) {
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (const auto& [column, value] : rows_[r]) holders_[column].push_back(r);
  }

  bool take(std::int32_t column) {
    const auto pivot_row = best_row(column);
    if (pivot_row == rows_.size()) return false;
    used_[pivot_row] = true;
    const double pivot = rows_[pivot_row][column];
    const std::vector<std::size_t> holders = holders_[column];
    for (const std::size_t r : holders) {
      if (used_[r] || !rows_[r].contains(column)) continue;
      const double factor = rows_[r][column] / pivot;
      for (const auto& [c, value] : rows_[pivot_row]) subtract(r, c, factor * value);
      rows_[r].erase(column);
    }
    return true;
  }

 private:
  std::size_t best_row(std::int32_t column) {
    std::size_t best = rows_.size();
    double largest = 0;
    for (const std::size_t r : holders_[column]) {
      const auto entry = rows_[r].find(column);
      if (used_[r] || entry == rows_[r].end() || std::fabs(entry->second) <= largest) continue;
      largest = std::fabs(entry->second);
      best = r;
    }
    return best;
  }
  void subtract(std::size_t r, std::int32_t column, double value) {
    const auto [entry, is_new] = rows_[r].try_emplace(column, 0.0);
    if (is_new) holders_[column].push_back(r);
    const double before = entry->second;
    entry->second -= value;
    if (std::fabs(entry->second) <= kCancellation * (std::fabs(before) + std::fabs(value))) rows_[r].erase(entry);
  }

  std::vector<SparseRow> rows_;
  std::vector<bool> used_;
  std::map<std::int32_t, std::vector<std::size_t>> holders_;
};

class StateSelection {
 public:
  explicit StateSelection(SortedSystem& sorted, const MotionPoint* point, bool prefers_targets = true)
      : flat_(*sorted.flat), sorted_(sorted), point_(point), prefers_targets_(prefers_targets), is_dummy_(flat_.variables.size(), false) {}

  void run() {
    // Equations of the highest level: derivatives that were not differentiated further.
    std::vector<std::int32_t> level;
    for (std::size_t e = 0; e < flat_.equations.size(); ++e)
      if (flat_.equations[e].kind == EquationKind::derivative && flat_.equations[e].derivative < 0)
        level.push_back(static_cast<std::int32_t>(e));
    if (!level.empty()) find_facts_of_merit();
    bool first = true;
    std::vector<bool> allowed(flat_.variables.size(), false);
    for (int depth = 1; !level.empty(); ++depth) {
      sorted_.index = std::max(sorted_.index, depth + 1);
      const std::vector<std::int32_t> chosen = choose(level, first ? nullptr : &allowed);
      first = false;
      allowed.assign(flat_.variables.size(), false);
      for (const std::int32_t v : chosen) {
        is_dummy_[at(v)] = true;
        sorted_.dummy_derivatives.push_back(v);
        const std::int32_t below = flat_.variable(v).owner;
        if (flat_.variable(below).kind == VariableKind::derivative) allowed[at(below)] = true;
      }
      std::vector<std::int32_t> next;
      for (const std::int32_t e : level) {
        const std::int32_t below = flat_.equations[at(e)].owner;
        if (flat_.equations[at(below)].kind == EquationKind::derivative) next.push_back(below);
      }
      level = std::move(next);
    }
    for (std::size_t v = 0; v < flat_.variables.size(); ++v) {
      const std::int32_t derivative = flat_.variables[v].derivative;
      if (derivative < 0 || is_dummy_[at(derivative)]) continue;
      sorted_.states.push_back(static_cast<std::int32_t>(v));
      sorted_.state_derivatives.push_back(derivative);
    }
    sorted_.state_flags.assign(flat_.variables.size(), false);
    for (const std::int32_t v : sorted_.states) sorted_.state_flags[at(v)] = true;
  }

 private:
  void find_facts_of_merit() {
    sorted_.rated_flags.assign(flat_.variables.size(), false);
    sorted_.carrier_flags.assign(flat_.variables.size(), false);
    Walker walker;
    std::vector<std::int32_t> symbols;
    for (const EnergyTerms& terms : flat_.energy) {
      if (terms.stored == ExprId::none) continue;
      symbols_below(*flat_.pool, walker, terms.stored, kUnknown, symbols);
      for (const std::int32_t s : symbols)
        if (const std::int32_t v = flat_.variable_of(s); v >= 0) sorted_.carrier_flags[at(v)] = true;
    }
    std::vector<bool> is_friction(flat_.equations.size(), false);
    for (const FlatFriction& friction : flat_.frictions) is_friction[at(friction.equation)] = true;
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      const FlatEquation& equation = flat_.equations[e];
      if (equation.kind != EquationKind::relation || is_friction[e] || !exchanges_energy(equation.owner)) continue;
      for (const IncidenceTerm& term : sorted_.incidence[e])
        if (flat_.variable(term.variable).kind == VariableKind::derivative)
          sorted_.rated_flags[at(flat_.variable(term.variable).owner)] = true;
    }
  }

  /// A sensor does not, whatever rates it shows: it must not decide how a motion begins.
  bool exchanges_energy(std::int32_t instance) const {
    const ComponentRecord& record = *flat_.diagram().instances[at(instance)].record;
    return record.stored != ExprId::none || record.dissipated != ExprId::none || record.supplied != ExprId::none;
  }

  bool candidate(std::int32_t v, const std::vector<bool>* allowed) const {
    const FlatVariable& variable = flat_.variable(v);
    if (variable.kind != VariableKind::derivative || is_dummy_[at(v)]) return false;
    if (allowed == nullptr) return variable.derivative < 0;
    return (*allowed)[at(v)];
  }

  std::vector<std::int32_t> choose(const std::vector<std::int32_t>& level, const std::vector<bool>* allowed) {
    std::vector<SparseRow> rows;
    SelectionLevel varying;
    bool varies = false;
    std::set<std::int32_t> may_vanish;
    for (const std::int32_t e : level) {
      SparseRow row;
      for (const IncidenceTerm& term : sorted_.incidence[at(e)]) {
        if (term.solvability == kWithoutSlope || !candidate(term.variable, allowed)) continue;
        row[term.variable] = coefficient(term);
        const bool fixed = (flat_.pool->content(term.partial) & ~kParameter) == 0;
        varying.entries.push_back({varying.rows, term.variable, term.partial, fixed, fixed ? parameter_value(flat_, term.partial) : 0});
        varying.columns.push_back(term.variable);
        varies = varies || !fixed;
        if (!fixed) may_vanish.insert(term.variable);
      }
      rows.push_back(std::move(row));
      ++varying.rows;
    }
    std::vector<std::int32_t>& columns = varying.columns;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    std::vector<std::int32_t> chosen = point_ != nullptr && varies ? by_size(rows) : by_merit(columns, may_vanish, std::move(rows));
    if (chosen.size() < level.size()) fail(level);
    if (varies) {
      for (const std::int32_t column : columns) varying.chosen.push_back(std::find(chosen.begin(), chosen.end(), column) != chosen.end());
      sorted_.varying_levels.push_back(std::move(varying));
    }
    return chosen;
  }

  /// The user's wish first, but where the motion bends what ties the candidates: a stroke is no state that says where its crank is. Then
  /// what stays regular whatever the motion is: solving for a derivative whose coefficient varies can become singular; then who makes the
  /// better state. Of equals without energy, and of those that the motion can exchange, those are states, which start where they are
  /// declared to, whose components' names come first, and of one component those declared first: the order of the file must not decide
  /// where a motion begins. Of speeds with energy the least energy decides.
  std::vector<std::int32_t> by_merit(std::vector<std::int32_t> columns, const std::set<std::int32_t>& may_vanish,
                                     std::vector<SparseRow> rows) const {
    const std::size_t wanted = rows.size();
    const std::set<std::int32_t> is_bent = tied_to(may_vanish, rows);
    const auto rank = [&](std::int32_t v) {
      const StateMerit merit = state_merit(sorted_, v);
      return std::tuple(prefers_targets_ && merit == StateMerit::high_target && !is_bent.contains(v), may_vanish.contains(v), merit);
    };
    const std::map<std::int32_t, std::string> names = first_components(columns);
    const auto name_decides = [](const auto& rank_of) { return std::get<1>(rank_of) || std::get<2>(rank_of) < StateMerit::store; };
    std::stable_sort(columns.begin(), columns.end(), [&](std::int32_t a, std::int32_t b) {
      const auto rank_a = rank(a), rank_b = rank(b);
      if (rank_a != rank_b || !name_decides(rank_a)) return rank_a < rank_b;
      return std::pair(names.at(a), flat_.undifferentiated(a)) > std::pair(names.at(b), flat_.undifferentiated(b));
    });
    ColumnBasis basis(std::move(rows));
    std::vector<std::int32_t> chosen;
    for (const std::int32_t column : columns)
      if (chosen.size() < wanted && basis.take(column)) chosen.push_back(column);
    return chosen;
  }

  /// Of each column the first component by name among those that exchange energy and have its variable, or a multiple of it, as their own.
  std::map<std::int32_t, std::string> first_components(const std::vector<std::int32_t>& columns) const {
    std::map<std::int32_t, std::pair<bool, std::string>> of_variable;  // whether it is a sensor's, and the name
    for (const std::int32_t column : columns) {
      const std::int32_t v = flat_.undifferentiated(column);
      const std::string name = variable_name(flat_, v);
      of_variable[v] = {true, name.substr(0, name.rfind('.'))};
    }
    for (std::size_t v = 0; v < flat_.variables.size(); ++v) {
      const FlatVariable& variable = flat_.variables[v];
      if (variable.kind != VariableKind::variable) continue;
      const auto named = of_variable.find(variable.alias_of >= 0 ? variable.alias_of : static_cast<std::int32_t>(v));
      if (named == of_variable.end()) continue;
      named->second = std::min(named->second, {!exchanges_energy(variable.owner), flat_.diagram().instances[at(variable.owner)].name});
    }
    std::map<std::int32_t, std::string> names;
    for (const std::int32_t column : columns) names[column] = of_variable.at(flat_.undifferentiated(column)).second;
    return names;
  }

  /// Those columns, and what rows tie to them.
  static std::set<std::int32_t> tied_to(const std::set<std::int32_t>& columns, const std::vector<SparseRow>& rows) {
    std::set<std::int32_t> tied = columns;
    for (bool grows = true; grows;) {
      grows = false;
      for (const SparseRow& row : rows) {
        if (std::none_of(row.begin(), row.end(), [&](const auto& entry) { return tied.contains(entry.first); })) continue;
        for (const auto& [column, value] : row) grows = tied.insert(column).second || grows;
      }
    }
    return tied;
  }

  static std::vector<std::int32_t> by_size(const std::vector<SparseRow>& rows) {
    RowPivots pivots;
    pivots.begin(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (const auto& [column, value] : rows[r]) pivots.set(r, column, value);
    std::vector<std::int32_t> chosen = pivots.eliminate(nullptr);
    std::erase(chosen, -1);
    return chosen;
  }

  /// Parameters' values where they decide; a coefficient that varies is taken at the point, or counts as a generic number, so that only
  /// its presence matters.
  double coefficient(const IncidenceTerm& term) {
    if ((flat_.pool->content(term.partial) & ~kParameter) == 0) return parameter_value(flat_, term.partial);
    if (point_ == nullptr) return std::uniform_real_distribution(0.5, 1.5)(generic_);
    return point_->coefficients.at(term.partial);
  }

  [[noreturn]] void fail(const std::vector<std::int32_t>& level) const {
    Diagnostic diagnostic{.code = ErrorCode::structure_singular,
                          .message = "the rigid constraints here are not independent, so the forces in them have no unique split",
                          .where = where_of_equation(flat_, level.front()),
                          .because = "differentiating them leaves more equations than motions they could determine",
                          .remedy = "remove one of the rigid connections between the same parts, or make one of them elastic with a spring",
                          .details = {}};
    for (std::size_t k = 0; k < level.size() && k < 6; ++k) diagnostic.details.emplace_back("constraint", equation_name(flat_, level[k]));
    throw Failure(std::move(diagnostic));
  }

  const FlatSystem& flat_;
  SortedSystem& sorted_;
  const MotionPoint* point_;
  bool prefers_targets_;
  std::vector<bool> is_dummy_;
  std::mt19937 generic_{20240229};  // fixed: the same diagram selects the same states
};

}  // namespace

StateMerit state_merit(const SortedSystem& sorted, std::int32_t v) {
  const FlatSystem& flat = *sorted.flat;
  const FlatVariable& variable = flat.known_as(flat.undifferentiated(v));
  const bool carries_energy = sorted.carrier_flags[at(flat.undifferentiated(v))];
  if (variable.kind == VariableKind::across) return carries_energy ? StateMerit::store : StateMerit::network;
  if (variable.kind == VariableKind::position) return StateMerit::position_output;
  if (variable.kind == VariableKind::potential) return StateMerit::component;
  if (variable.kind != VariableKind::variable) return StateMerit::force;
  const Instance& instance = flat.diagram().instances[at(variable.owner)];
  const VariableDeclaration& declaration = instance.record->variables[at(variable.index)];
  for (const Target& target : instance.targets)
    if (target.variable == variable.index && target.priority == Priority::high) return StateMerit::high_target;
  static const Dimension kForce = parse_unit("N")->dimension, kTorque = parse_unit("N*m")->dimension;
  if (declaration.dimension == kForce || declaration.dimension == kTorque) return StateMerit::force;
  if (instance.record->stored != ExprId::none || carries_energy) return StateMerit::store;
  return sorted.rated_flags[at(flat.undifferentiated(v))] ? StateMerit::rated : StateMerit::component;
}

void select_states(SortedSystem& sorted, const MotionPoint* point) { StateSelection(sorted, point).run(); }

void select_states_without_targets(SortedSystem& sorted) { StateSelection(sorted, nullptr, false).run(); }

}  // namespace stribeck
