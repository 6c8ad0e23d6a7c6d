#include "explain/port_causality.h"

#include <algorithm>
#include <map>

#include "base/index.h"
#include "expression/walk.h"
#include "structure/graph.h"

namespace stribeck {

namespace {

enum class Owner : std::uint8_t { component, node };

/// Symbols in each relation of a record, by number; found once a type.
using RelationSymbols = std::vector<std::vector<std::int32_t>>;

RelationSymbols symbols_of(const ComponentRecord& record) {
  RelationSymbols result;
  Walker walker;
  for (const RelationDeclaration& relation : record.relations) {
    result.emplace_back();
    const ExprId sides[] = {relation.left, relation.right};
    for (const std::int32_t n : walker.below(record.pool, sides))
      if (record.pool.node(n).op == Operator::symbol) result.back().push_back(record.pool.node(n).a);
  }
  return result;
}

class ForceMatching {
 public:
  explicit ForceMatching(const SortedSystem& sorted) : sorted_(sorted), flat_(*sorted.flat) {}

  std::vector<PortSide> run() {
    number_forces();
    find_determining_equations();
    write_relation_rows();
    write_node_rows();
    write_other_rows();
    rows_.column_count = forces_;
    const Matching matching = match();
    std::vector<PortSide> sides(flat_.through_variable.size(), PortSide::none);
    for (std::size_t k = 0; k < sides.size(); ++k) {
      if (flat_.through_variable[k] < 0) continue;
      const std::int32_t row = matching.row_of_column[at(column_of_[at(flat_.through_variable[k])])];
      sides[k] = row >= 0 && owners_[at(row)] == Owner::node ? PortSide::velocity_out : PortSide::force_out;
    }
    return sides;
  }

 private:
  /// Where forces are known to be zero, there are more laws than forces to be determined. A law that tells a velocity from its force may be
  /// left out; sums at nodes may not: each has one port that follows.
  Matching match() {
    Matching matching = maximum_matching(rows_);
    bool all_nodes = true;
    for (std::size_t r = 0; r < owners_.size(); ++r) all_nodes = all_nodes && (owners_[r] != Owner::node || matching.column_of_row[r] >= 0);
    if (all_nodes) return matching;
    for (std::size_t r = 0; r < owners_.size(); ++r)
      for (std::int32_t k = rows_.starts[r]; k < rows_.starts[r + 1]; ++k)
        rows_.grades[at(k)] = owners_[r] == Owner::node ? 0 : says_more_[r] == 0 ? 1 : 2;
    return maximum_matching(rows_);
  }

  /// The variable that represents a force's class; itself for those that are known to be zero.
  std::int32_t class_of(std::int32_t v) const { return flat_.variable(v).alias_of >= 0 ? flat_.variable(v).alias_of : v; }

  /// Forces, and signals that equal one: a sensor may give out the force that it measures.
  void number_forces() {
    column_of_.assign(flat_.variables.size(), -1);
    std::vector<bool> is_position(flat_.variables.size(), false), has_force(flat_.variables.size(), false);
    for (const std::int32_t v : flat_.position_variable) is_position[at(v)] = true;
    for (const std::int32_t v : flat_.through_variable)
      if (v >= 0) has_force[at(class_of(v))] = true;
    for (std::size_t v = 0; v < flat_.variables.size(); ++v) {
      const auto number = static_cast<std::int32_t>(v);
      if (is_position[v] || sorted_.is_state(number)) continue;
      if (is_force(flat_, number) || has_force[at(class_of(number))] || is_zero_signal(number)) column_of_[v] = forces_++;
    }
  }
  bool is_zero_signal(std::int32_t v) const {
    const FlatVariable& variable = flat_.variable(v);
    return variable.kind == VariableKind::signal && variable.alias_of == -2 && flat_.assembly->nodes[at(variable.owner)].driver >= 0;
  }

  static std::int32_t original(const FlatSystem& flat, std::int32_t equation) {
    while (flat.equations[at(equation)].kind == EquationKind::derivative) equation = flat.equations[at(equation)].owner;
    return equation;
  }

  /// Of every force that is an unknown of the sorted system: the equation matched with it, before differentiation.
  void find_determining_equations() {
    determines_.assign(flat_.equations.size(), -1);
    for (const Block& block : sorted_.blocks) {
      const std::vector<std::int32_t> unknowns = block.unknowns.size() > 1 ? rematched(block) : block.unknowns;
      for (std::size_t k = 0; k < unknowns.size(); ++k)
        if (column_of_[at(unknowns[k])] >= 0) determines_[at(original(flat_, block.equations[k]))] = unknowns[k];
    }
  }

  /// A loop may be matched in many ways. Of stores that move together, the one whose name the state bears is taken to set the velocity, or
  /// any of them if it is none's: so its own relation determines the derivative, and the sum at its node its force.
  std::vector<std::int32_t> rematched(const Block& block) const {
    std::map<std::int32_t, std::int32_t> local;
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) local[block.unknowns[k]] = static_cast<std::int32_t>(k);
    Incidence incidence;
    incidence.column_count = static_cast<std::int32_t>(block.unknowns.size());
    bool any = false;
    for (const std::int32_t e : block.equations) {
      for (const IncidenceTerm& term : sorted_.incidence[at(e)]) {
        const auto column = local.find(term.variable);
        if (column == local.end()) continue;
        const std::int32_t instance = instance_of_equation(flat_, e);
        const std::uint8_t grade = bears_state(term.variable, instance) ? 0 : stores_by(term.variable, instance) ? 1 : 2;
        any = any || grade < 2;
        incidence.add(column->second, grade);
      }
      incidence.end_row();
    }
    if (!any) return block.unknowns;
    const Matching matching = maximum_matching(incidence);
    std::vector<std::int32_t> unknowns;
    for (const std::int32_t column : matching.column_of_row) unknowns.push_back(block.unknowns[at(column)]);
    return unknowns;
  }
  bool stores_by(std::int32_t v, std::int32_t instance) const {
    return instance >= 0 && flat_.variable(v).kind == VariableKind::derivative &&
           flat_.diagram().instances[at(instance)].record->stored != ExprId::none;
  }
  bool bears_state(std::int32_t v, std::int32_t instance) const {
    if (flat_.variable(v).kind != VariableKind::derivative || !sorted_.is_state(flat_.variable(v).owner)) return false;
    const FlatVariable& known = flat_.known_as(flat_.variable(v).owner);
    return known.kind == VariableKind::variable && known.owner == instance;
  }

  void add_row(Owner owner, const std::vector<std::int32_t>& columns, bool says_more = false) {
    for (const std::int32_t column : columns) rows_.add(column);
    rows_.end_row();
    owners_.push_back(owner);
    says_more_.push_back(says_more ? 1 : 0);
  }

  /// The row of an equation over `variables`: one that was used up by eliminating aliases holds all its forces, one that determines a force
  /// those of its class.
  void add_equation(Owner owner, std::int32_t equation, const std::vector<std::int32_t>& variables) {
    const std::int32_t determined = equation < 0 ? -1 : determines_[at(equation)];
    if (equation >= 0 && determined < 0) return;
    std::vector<std::int32_t> columns;
    for (const std::int32_t v : variables)
      if (column_of_[at(v)] >= 0 && (equation < 0 || class_of(v) == determined)) columns.push_back(column_of_[at(v)]);
    if (columns.empty() && determined >= 0) columns.push_back(column_of_[at(determined)]);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const bool says_more = std::any_of(variables.begin(), variables.end(), [&](std::int32_t v) { return column_of_[at(v)] < 0; });
    if (!columns.empty()) add_row(owner, columns, says_more);
  }

  void write_relation_rows() {
    std::vector<std::vector<std::int32_t>> equation_of(flat_.diagram().instances.size());
    for (std::size_t i = 0; i < equation_of.size(); ++i) equation_of[i].assign(flat_.diagram().instances[i].record->relations.size(), -1);
    for (std::size_t e = 0; e < flat_.equations.size(); ++e)
      if (flat_.equations[e].kind == EquationKind::relation)
        equation_of[at(flat_.equations[e].owner)][at(flat_.equations[e].index)] = static_cast<std::int32_t>(e);
    std::map<const ComponentRecord*, RelationSymbols> symbols;
    std::vector<std::int32_t> variables;
    for (std::size_t i = 0; i < equation_of.size(); ++i) {
      const ComponentRecord& record = *flat_.diagram().instances[i].record;
      auto [found, is_new] = symbols.try_emplace(&record);
      if (is_new) found->second = symbols_of(record);
      for (std::size_t k = 0; k < record.relations.size(); ++k) {
        variables.clear();
        for (const std::int32_t symbol : found->second[k])
          if (const std::int32_t v = variable_of(static_cast<std::int32_t>(i), record.symbols[at(symbol)]); v >= 0) variables.push_back(v);
        add_equation(Owner::component, equation_of[i][k], variables);
      }
    }
  }
  std::int32_t variable_of(std::int32_t instance, const RecordSymbol& symbol) const {
    if (symbol.kind == SymbolKind::variable) return flat_.first_variable[at(instance)] + symbol.index;
    if (symbol.kind == SymbolKind::signal)
      return flat_.node_variable[at(flat_.assembly->node_of[at(flat_.assembly->connector(instance, symbol.index))])];
    if (symbol.kind == SymbolKind::through) return flat_.through_variable[at(flat_.assembly->connector(instance, symbol.index))];
    return -1;
  }

  void write_node_rows() {
    const std::vector<NetworkNode>& nodes = flat_.assembly->nodes;
    std::vector<std::int32_t> equation_of(nodes.size(), -1), variables;
    for (std::size_t e = 0; e < flat_.equations.size(); ++e)
      if (flat_.equations[e].kind == EquationKind::node_sum) equation_of[at(flat_.equations[e].owner)] = static_cast<std::int32_t>(e);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (nodes[n].domain < 0) continue;
      variables.clear();
      for (const std::int32_t member : nodes[n].members) variables.push_back(flat_.through_variable[at(member)]);
      add_equation(Owner::node, equation_of[n], variables);
    }
  }

  /// Splits of least norm and whatever else determines a force: as the component's own.
  void write_other_rows() {
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      const EquationKind kind = flat_.equations[e].kind;
      if (kind == EquationKind::relation || kind == EquationKind::node_sum || determines_[e] < 0) continue;
      add_row(Owner::component, {column_of_[at(determines_[e])]});
    }
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  std::int32_t forces_ = 0;
  std::vector<std::int32_t> column_of_;   // by variable
  std::vector<std::int32_t> determines_;  // by equation: the force that it determines
  Incidence rows_;
  std::vector<Owner> owners_;    // by row
  std::vector<char> says_more_;  // by row: about what is no force
};

}  // namespace

std::vector<PortSide> port_causality(const SortedSystem& sorted) { return ForceMatching(sorted).run(); }

}  // namespace stribeck
