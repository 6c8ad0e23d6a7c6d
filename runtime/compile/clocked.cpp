#include "compile/clocked.h"

#include <algorithm>
#include <set>

#include "base/index.h"
#include "expression/walk.h"
#include "structure/graph.h"

namespace stribeck {

namespace {

/// The data flow at one instant. Its nodes are the blocks, then the assignments of all whens; each row lists the nodes that a node needs.
class InstantFlow {
 public:
  InstantFlow(const SortedSystem& sorted, const std::vector<bool>& is_clocked)
      : sorted_(sorted), flat_(*sorted.flat), is_clocked_(is_clocked), block_of_(sorted.block_of()), makers_(flat_.discretes.size()) {
    for (std::size_t w = 0; w < flat_.whens.size(); ++w)
      for (std::size_t a = 0; a < flat_.whens[w].assignments.size(); ++a) {
        const std::int32_t discrete = flat_.discrete_of(flat_.whens[w].assignments[a].target);
        if (discrete >= 0) makers_[at(discrete)].push_back(static_cast<std::int32_t>(sorted.blocks.size() + nodes_.size()));
        nodes_.push_back({w, a});
      }
  }

  Clocking order() {
    if (find_levels(true)) return std::move(result_);
    // A loop through an event that a signal triggers is solved by the event iteration and needs no order.
    find_levels(false);
    return std::move(result_);
  }

 private:
  struct Node {
    std::size_t when, assignment;
  };
  const FlatWhen::Assignment& assignment(const Node& n) const { return flat_.whens[n.when].assignments[n.assignment]; }

  void need(const std::vector<ExprId>& expressions, bool with_discretes, std::vector<std::int32_t>& row) {
    for (const std::int32_t i : walker_.below(*flat_.pool, expressions)) {
      if (flat_.pool->node(i).op != Operator::symbol) continue;
      const FlatSymbol& symbol = *flat_.symbol(i);
      if (symbol.kind == SymbolKind::variable && block_of_[at(symbol.index)] >= 0) row.push_back(block_of_[at(symbol.index)]);
      if (symbol.kind == SymbolKind::discrete && with_discretes)
        row.insert(row.end(), makers_[at(symbol.index)].begin(), makers_[at(symbol.index)].end());
    }
  }

  Incidence graph(bool with_triggered) {
    Incidence incidence;
    const auto end_row = [&](std::vector<std::int32_t> row) {
      row.push_back(incidence.row_count());
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      for (const std::int32_t column : row) incidence.add(column);
      incidence.end_row();
    };
    for (const Block& block : sorted_.blocks) {
      std::vector<std::int32_t> row;
      std::vector<ExprId> residuals;
      for (const std::int32_t e : block.equations) residuals.push_back(flat_.equations[at(e)].residual);
      need(residuals, true, row);
      end_row(std::move(row));
    }
    for (const Node& n : nodes_) {
      std::vector<std::int32_t> row;
      if (is_clocked_[n.when])
        need({assignment(n).value}, false, row);
      else if (with_triggered)
        need({assignment(n).value, flat_.whens[n.when].condition}, true, row);
      end_row(std::move(row));
    }
    incidence.column_count = incidence.row_count();
    return incidence;
  }

  bool is_clocked_assignment(std::int32_t node) const {
    const std::size_t k = at(node) - sorted_.blocks.size();
    return at(node) >= sorted_.blocks.size() && is_clocked_[nodes_[k].when];
  }

  /// False if clocked and triggered assignments form a loop.
  bool find_levels(bool with_triggered) {
    const Incidence incidence = graph(with_triggered);
    Matching diagonal;
    for (std::int32_t r = 0; r < incidence.row_count(); ++r) diagonal.row_of_column.push_back(r);
    diagonal.column_of_row = diagonal.row_of_column;
    diagonal.size = incidence.row_count();
    result_ = {is_clocked_, {}};
    for (const FlatWhen& when : flat_.whens) result_.levels.emplace_back(when.assignments.size(), 0);
    // Of clocked assignments; of other nodes the first level after all that they need.
    std::vector<int> level(at(incidence.row_count()), 0);
    for (const std::vector<std::int32_t>& together : block_triangular_form(incidence, diagonal)) {
      if (together.size() > 1 && std::any_of(together.begin(), together.end(), [&](std::int32_t n) { return is_clocked_assignment(n); })) {
        if (with_triggered) return false;  // if the loop is there without triggered assignments as well, the second pass finds it
        throw loop(together);
      }
      int first = 0;
      for (const std::int32_t node : together)
        for (const std::int32_t needed : incidence.row(node))
          if (needed != node) first = std::max(first, level[at(needed)] + (is_clocked_assignment(needed) ? 1 : 0));
      for (const std::int32_t node : together) {
        level[at(node)] = first;
        if (!is_clocked_assignment(node)) continue;
        const Node& n = nodes_[at(node) - sorted_.blocks.size()];
        result_.levels[n.when][n.assignment] = first;
      }
    }
    return true;
  }

  Failure loop(const std::vector<std::int32_t>& nodes) const {
    std::set<std::int32_t> instances;
    std::int32_t sampling = -1;
    for (const std::int32_t node : nodes) {
      if (at(node) >= sorted_.blocks.size()) {
        instances.insert(flat_.whens[nodes_[at(node) - sorted_.blocks.size()].when].instance);
        if (sampling < 0) sampling = *instances.rbegin();
        continue;
      }
      for (const std::int32_t e : sorted_.blocks[at(node)].equations)
        if (const std::int32_t i = instance_of_equation(flat_, e); i >= 0) instances.insert(i);
    }
    std::string names;
    bool has_fmu = false;
    for (const std::int32_t i : instances) {
      const Instance& instance = flat_.diagram().instances[at(i)];
      names += (names.empty() ? "" : ", ") + instance.name;
      for (const FunctionDeclaration& function : instance.record->functions) has_fmu = has_fmu || function.function->memory != nullptr;
    }
    return Failure(
        Diagnostic{.code = ErrorCode::structure_clocked_loop,
                   .message = "at a sample " + names + " depend on each other without end",
                   .where = where_of_instance(flat_, sampling < 0 ? *instances.begin() : sampling),
                   .because = "what is sampled is what is there at the instant, and that follows from what is sampled",
                   .remedy = has_fmu ? "begin an FMU of them with its start values: \"initial_inputs\": \"start\""
                                     : "put a signals.unit_delay of the same period into the loop: it gives what was at the sample before",
                   .details = {}});
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  const std::vector<bool>& is_clocked_;
  const std::vector<std::int32_t> block_of_;
  std::vector<std::vector<std::int32_t>> makers_;  // of each discrete variable, nodes
  std::vector<Node> nodes_;                        // assignments
  Walker walker_;
  Clocking result_;
};

}  // namespace

Clocking clocking_of(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<bool> is_clocked;
  for (const FlatWhen& when : flat.whens) is_clocked.push_back((flat.pool->content(when.condition) & (kTime | kUnknown)) == kTime);
  if (std::none_of(is_clocked.begin(), is_clocked.end(), [](bool clocked) { return clocked; })) {
    Clocking none{is_clocked, {}};
    for (const FlatWhen& when : flat.whens) none.levels.emplace_back(when.assignments.size(), 0);
    return none;
  }
  return InstantFlow(sorted, is_clocked).order();
}

}  // namespace stribeck
