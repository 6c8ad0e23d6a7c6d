#include "assembly/signal_units.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/index.h"
#include "expression/parse.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

const Dimension kSecond = parse_unit("s")->dimension;

/// After "is".
std::string in_words(const Dimension& dimension) { return dimension == Dimension{} ? "a pure number" : "in " + to_text(dimension); }

/// "any:tag" connectors of one instance share a dimension, which flows through them from node to node; and where the equations of a block
/// say what it makes of its inputs, as those of a gain do, the dimension of its output follows from theirs.
class SignalUnits {
 public:
  SignalUnits(const Diagram& diagram, const Assembly& assembly, Diagnostics& diagnostics)
      : diagram_(diagram),
        assembly_(assembly),
        diagnostics_(diagnostics),
        node_dimension_(assembly.nodes.size(), Dimension::unchecked()),
        node_source_(assembly.nodes.size(), -1) {}

  void run() {
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      const auto& connectors = diagram_.instances[i].record->connectors;
      for (std::size_t k = 0; k < connectors.size(); ++k) {
        if (connectors[k].kind == ConnectorKind::port) continue;
        const std::int32_t connector = assembly_.connector(static_cast<std::int32_t>(i), static_cast<std::int32_t>(k));
        meet(connector,
             connectors[k].dimension.any ? tagged_parameter(diagram_.instances[i], connectors[k].unit) : connectors[k].dimension);
      }
      follow_equations(static_cast<std::int32_t>(i));
    }
    while (!queue_.empty()) {
      const std::int32_t node = queue_.back();
      queue_.pop_back();
      for (const std::int32_t member : assembly_.nodes[static_cast<std::size_t>(node)].members) {
        spread(member);
        follow_equations(assembly_.instance_of(member));
      }
    }
  }

 private:
  static Dimension tagged_parameter(const Instance& instance, const std::string& tag) {
    for (std::size_t p = 0; p < instance.record->parameters.size(); ++p)
      if (instance.record->parameters[p].unit == tag && p < instance.generic_dimensions.size()) return instance.generic_dimensions[p];
    return Dimension::unchecked();
  }

  void meet(std::int32_t connector, const Dimension& dimension) {
    if (dimension.any) return;
    const auto node = static_cast<std::size_t>(assembly_.node_of[static_cast<std::size_t>(connector)]);
    if (node_dimension_[node].any) {
      node_dimension_[node] = dimension;
      node_source_[node] = connector;
      queue_.push_back(static_cast<std::int32_t>(node));
      return;
    }
    if (agree(node_dimension_[node], dimension) || !reported_.insert(connector).second) return;
    const std::int32_t instance = assembly_.instance_of(connector);
    diagnostics_.add({.code = ErrorCode::connection_unit_mismatch,
                      .message = "the signal between \"" + assembly_.connector_name(node_source_[node]) + "\" and \"" +
                                 assembly_.connector_name(connector) + "\" is " + in_words(node_dimension_[node]) + " at one end and " +
                                 in_words(dimension) + " at the other",
                      .where = where_of(diagram_, diagram_.instances[static_cast<std::size_t>(instance)]),
                      .because = {},
                      .remedy = "give the source the unit that the input expects, or convert with a signals.gain whose gain has a unit",
                      .details = {}});
  }

  /// Carries the dimension of a tagged connector to the other connectors of its instance with the same tag.
  void spread(std::int32_t connector) {
    const std::string& tag = assembly_.declaration_of(connector).unit;
    if (tag.rfind("any:", 0) != 0) return;
    const std::int32_t instance = assembly_.instance_of(connector);
    const Dimension dimension = node_dimension_[static_cast<std::size_t>(assembly_.node_of[static_cast<std::size_t>(connector)])];
    const auto& connectors = diagram_.instances[static_cast<std::size_t>(instance)].record->connectors;
    for (std::size_t k = 0; k < connectors.size(); ++k)
      if (connectors[k].unit == tag) meet(assembly_.connector(instance, static_cast<std::int32_t>(k)), dimension);
  }

  /// A block that somebody's formula describes takes its inputs as plain numbers in SI.
  static bool has_units_to_follow(const ComponentRecord& record) {
    return record.formulas.empty() && std::any_of(record.connectors.begin(), record.connectors.end(), [](const ConnectorDeclaration& c) {
             return c.kind == ConnectorKind::output && c.dimension.any;
           });
  }

  void follow_equations(std::int32_t instance) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    if (!has_units_to_follow(record)) return;
    for (const RelationDeclaration& relation : record.relations) {
      follow(instance, relation.left, relation.right);
      follow(instance, relation.right, relation.left);
    }
  }

  /// Where `target` is a signal, or a variable of a signal's tag, or the rate of one: what `value` says of its dimension.
  void follow(std::int32_t instance, ExprId target, ExprId value) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    const Node* node = &record.pool[target];
    const bool is_rate = node->op == Operator::derivative;
    if (is_rate) node = &record.pool.node(node->a);
    if (node->op != Operator::symbol) return;
    const RecordSymbol& symbol = record.symbols[at(node->a)];
    const bool is_signal = symbol.kind == SymbolKind::signal;
    if (!is_signal && symbol.kind != SymbolKind::variable) return;
    const std::string& tag = is_signal ? record.connectors[at(symbol.index)].unit : record.variables[at(symbol.index)].unit;
    if (!tag.starts_with("any")) return;
    Dimension dimension = dimension_of(instance, value);
    if (dimension.any) return;
    if (is_rate) dimension = product(dimension, kSecond);
    if (is_signal) return meet(assembly_.connector(instance, symbol.index), dimension);
    for (std::size_t k = 0; k < record.connectors.size(); ++k)
      if (tag.starts_with("any:") && record.connectors[k].unit == tag)
        meet(assembly_.connector(instance, static_cast<std::int32_t>(k)), dimension);
  }

  /// Of an expression of a record, with what is known of its symbols. Unchecked where anything is open: a bare number may be in any unit.
  Dimension dimension_of(std::int32_t instance, ExprId expression) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    std::map<std::int32_t, Dimension> known;
    std::string fault;
    for (const std::int32_t number : walker_.below(record.pool, expression)) {
      const Node& node = record.pool.node(number);
      Dimension& result = known[number] = Dimension::unchecked();
      if (node.op == Operator::symbol) {
        result = dimension_of_symbol(instance, record.symbols[at(node.a)]);
      } else if (node.op == Operator::derivative) {
        result = quotient(known[node.a], kSecond);
      } else if (node.op >= Operator::add && node.op < Operator::count_ && !is_call(node.op)) {
        std::vector<Dimension> operands;
        for (const std::int32_t operand : {node.a, node.b, node.c})
          if (operand >= 0) operands.push_back(known[operand]);
        const bool is_power = node.b >= 0 && record.pool.is_constant(static_cast<ExprId>(node.b));
        const double exponent = is_power ? record.pool.constant_value(static_cast<ExprId>(node.b)) : 0;
        if (!result_dimension(node.op, operands, is_power ? &exponent : nullptr, result, fault)) return Dimension::unchecked();
      }
    }
    return known[index(expression)];
  }

  Dimension dimension_of_symbol(std::int32_t instance, const RecordSymbol& symbol) const {
    const Instance& one = diagram_.instances[at(instance)];
    const ComponentRecord& record = *one.record;
    const std::size_t i = at(symbol.index);
    switch (symbol.kind) {
      case SymbolKind::time:
        return kSecond;
      case SymbolKind::parameter:
        if (!record.parameters[i].unit.starts_with("any")) return record.parameters[i].dimension;
        return std::find(one.written_units.begin(), one.written_units.end(), symbol.index) == one.written_units.end()
                   ? Dimension::unchecked()
                   : one.generic_dimensions[i];
      case SymbolKind::signal:
        return node_dimension_[at(assembly_.node_of[at(assembly_.connector(instance, symbol.index))])];
      case SymbolKind::variable:
        if (!record.variables[i].unit.starts_with("any")) return record.variables[i].dimension;
        for (std::size_t k = 0; k < record.connectors.size(); ++k)
          if (record.variables[i].unit.starts_with("any:") && record.connectors[k].unit == record.variables[i].unit)
            return node_dimension_[at(assembly_.node_of[at(assembly_.connector(instance, static_cast<std::int32_t>(k)))])];
        return Dimension::unchecked();
      default:
        return Dimension::unchecked();
    }
  }

  const Diagram& diagram_;
  const Assembly& assembly_;
  Diagnostics& diagnostics_;
  Walker walker_;
  std::set<std::int32_t> reported_;
  std::vector<Dimension> node_dimension_;
  std::vector<std::int32_t> node_source_, queue_;
};

}  // namespace

void check_signal_units(const Diagram& diagram, const Assembly& assembly, Diagnostics& diagnostics) {
  SignalUnits(diagram, assembly, diagnostics).run();
}

}  // namespace stribeck
