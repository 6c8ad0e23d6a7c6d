#include "assembly/signal_units.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/index.h"
#include "expression/parse.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

const Dimension kSecond = parse_unit("s")->dimension;

/// After "is".
std::string in_words(const std::string& unit) { return unit == "1" ? "a pure number" : "in " + unit; }

/// "any:tag" connectors, parameters and lists of one instance share a dimension, which flows through them from node to node; and where the
/// equations of a block tie what comes in to what goes out, as those of a gain do, each dimension follows from the others. What is known
/// spreads from all sides, step by step, so that what does not agree meets half way.
class SignalUnits {
 public:
  SignalUnits(const Diagram& diagram, const Assembly& assembly, Diagnostics& diagnostics)
      : diagram_(diagram), assembly_(assembly), diagnostics_(diagnostics), nodes_(assembly.nodes.size()) {}

  void run() {
    for (std::size_t i = 0; i < diagram_.instances.size(); ++i) {
      const auto& connectors = diagram_.instances[i].record->connectors;
      for (std::size_t k = 0; k < connectors.size(); ++k) {
        if (connectors[k].kind == ConnectorKind::port) continue;
        const std::int32_t connector = assembly_.connector(static_cast<std::int32_t>(i), static_cast<std::int32_t>(k));
        meet(connector, connectors[k].dimension.any ? written(diagram_.instances[i], connectors[k].unit) : connectors[k].dimension, -1);
      }
      follow_equations(static_cast<std::int32_t>(i));
    }
    for (std::size_t head = 0; head < queue_.size(); ++head)
      for (const std::int32_t member : assembly_.nodes[at(queue_[head])].members) {
        spread(member);
        follow_equations(assembly_.instance_of(member));
      }
  }

  std::vector<std::string> of_nodes() const {
    std::vector<std::string> units;
    std::vector<std::int32_t> unused;
    for (const Known& known : nodes_) units.push_back(known.dimension.any ? "" : chain(known, unused).unit);
    return units;
  }

 private:
  /// What is known of a node: from one of its connectors, which has it from another node, or -1 of itself.
  struct Known {
    Dimension dimension = Dimension::unchecked();
    std::int32_t connector = -1, from = -1;
  };

  /// With a unit that the diagram writes into a parameter or a list of that tag.
  static Dimension written(const Instance& instance, const std::string& tag) {
    const ComponentRecord& record = *instance.record;
    for (std::size_t p = 0; p < record.parameters.size(); ++p)
      if (record.parameters[p].unit == tag && p < instance.generic_dimensions.size() && !instance.generic_dimensions[p].any)
        return instance.generic_dimensions[p];
    for (std::size_t l = 0; l < record.lists.size(); ++l)
      if (record.lists[l].unit == tag && l < instance.list_dimensions.size()) return instance.list_dimensions[l];
    return Dimension::unchecked();
  }

  std::int32_t node_of(std::int32_t connector) const { return assembly_.node_of[at(connector)]; }
  Known& known_at(std::int32_t connector) { return nodes_[at(node_of(connector))]; }

  void meet(std::int32_t connector, const Dimension& dimension, std::int32_t from) {
    if (dimension.any) return;
    Known& known = known_at(connector);
    if (known.dimension.any) {
      known = {dimension, connector, from};
      queue_.push_back(node_of(connector));
    } else if (!agree(known.dimension, dimension)) {
      report(known, {dimension, connector, from});
    }
  }

  /// How a unit came where it does not agree.
  struct Chain {
    std::string unit;  ///< "N", or in base units where no connector declares it
    std::string text;  ///< "\"s.x\", through sum and limiter"
  };
  /// Adds the nodes on the way.
  Chain chain(const Known& end, std::vector<std::int32_t>& on_the_way) const {
    std::vector<std::string> blocks;
    const Known* step = &end;
    while (step->from >= 0 && blocks.size() <= nodes_.size()) {
      blocks.insert(blocks.begin(), diagram_.instances[at(assembly_.instance_of(step->connector))].name);
      on_the_way.push_back(step->from);
      step = &nodes_[at(step->from)];
    }
    const ConnectorDeclaration& origin = assembly_.declaration_of(step->connector);
    Chain chain{origin.dimension == end.dimension ? origin.unit : to_text(end.dimension),
                "\"" + assembly_.connector_name(step->connector) + "\""};
    for (std::size_t b = 0; b < blocks.size(); ++b)
      chain.text += (b == 0 ? ", through " : b + 1 == blocks.size() ? " and " : ", ") + blocks[b];
    return chain;
  }

  /// Where two chains meet. Whatever else does not agree along them may be the same fault.
  void report(const Known& one, const Known& other) {
    std::vector<std::int32_t> nodes{node_of(other.connector)};
    const Chain first = chain(one, nodes), second = chain(other, nodes);
    const bool told = std::any_of(nodes.begin(), nodes.end(), [&](std::int32_t node) { return told_.contains(node); });
    told_.insert(nodes.begin(), nodes.end());
    if (told) return;
    Diagnostic diagnostic{.code = ErrorCode::connection_unit_mismatch,
                          .message = "the signal between \"" + assembly_.connector_name(one.connector) + "\" and \"" +
                                     assembly_.connector_name(other.connector) + "\" is " + in_words(first.unit) + " at one end and " +
                                     in_words(second.unit) + " at the other",
                          .where = where_of(diagram_, diagram_.instances[at(assembly_.instance_of(other.connector))]),
                          .because = {},
                          .remedy = "give the source the unit that the input expects, or convert with a signals.gain whose gain has a unit",
                          .details = {}};
    if (nodes.size() > 1)
      diagnostic.details = {{"one end", in_words(first.unit) + " from " + first.text},
                            {"the other", in_words(second.unit) + " from " + second.text}};
    diagnostics_.add(std::move(diagnostic));
  }

  /// Carries the dimension of a tagged connector to the other connectors of its instance with the same tag.
  void spread(std::int32_t connector) {
    const std::string& tag = assembly_.declaration_of(connector).unit;
    if (tag.starts_with("any:")) meet_all(assembly_.instance_of(connector), tag, known_at(connector).dimension, node_of(connector));
  }
  void meet_all(std::int32_t instance, const std::string& tag, const Dimension& dimension, std::int32_t from) {
    const auto& connectors = diagram_.instances[at(instance)].record->connectors;
    for (std::size_t k = 0; k < connectors.size(); ++k) {
      const std::int32_t connector = assembly_.connector(instance, static_cast<std::int32_t>(k));
      if (connectors[k].unit == tag && node_of(connector) != from) meet(connector, dimension, from);
    }
  }

  static bool has_units_to_follow(const ComponentRecord& record) {
    return std::any_of(record.connectors.begin(), record.connectors.end(),
                       [](const ConnectorDeclaration& c) { return c.kind == ConnectorKind::output && c.dimension.any; });
  }

  void follow_equations(std::int32_t instance) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    if (!has_units_to_follow(record)) return;
    for (const RelationDeclaration& relation : record.relations) {
      // Somebody's formula says what goes out. It may be meant in SI numbers, so that nothing follows from it for what comes in.
      if (record.formulas.empty()) follow(instance, relation.left, relation.right);
      follow(instance, relation.right, relation.left);
      if (!record.formulas.empty()) continue;
      follow_sums(instance, relation.left);
      follow_sums(instance, relation.right);
    }
  }

  /// What one term of a sum says of the other, also where nothing is known of the whole.
  void follow_sums(std::int32_t instance, ExprId expression) {
    const ExprPool& pool = diagram_.instances[at(instance)].record->pool;
    measure(instance, expression);
    const std::int32_t source = first_known_;
    for (const std::int32_t number : walker_.below(pool, expression)) {
      const Node& node = pool.node(number);
      if (node.op != Operator::add && node.op != Operator::sub) continue;
      const Dimension a = dimensions_[node.a], b = dimensions_[node.b];
      if (a.any != b.any || !agree(a, b)) demand(instance, static_cast<ExprId>(a.any ? node.a : node.b), a.any ? b : a, source);
    }
  }

  /// What one side of an equation says of the other.
  void follow(std::int32_t instance, ExprId from, ExprId to) {
    measure(instance, from);
    const Dimension dimension = dimensions_[index(from)];
    if (dimension.any) return;
    const std::int32_t source = first_known_;
    measure(instance, to);
    demand(instance, to, dimension, source >= 0 ? source : first_known_);
  }

  /// That an expression has a dimension: of what of it is not known, what follows from that.
  void demand(std::int32_t instance, ExprId expression, const Dimension& dimension, std::int32_t from) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    const Node& node = record.pool[expression];
    const auto a = static_cast<ExprId>(node.a), b = static_cast<ExprId>(node.b), c = static_cast<ExprId>(node.c);
    if (dimension.any) return;
    switch (node.op) {
      case Operator::symbol:
        return demand_symbol(instance, record.symbols[at(node.a)], dimension, from);
      case Operator::derivative:
        return demand(instance, a, product(dimension, kSecond), from);
      case Operator::neg:
      case Operator::abs:
        return demand(instance, a, dimension, from);
      case Operator::add:
      case Operator::sub:
      case Operator::min:
      case Operator::max:
      case Operator::hypot:
        demand(instance, a, dimension, from);
        return demand(instance, b, dimension, from);
      case Operator::select:
        demand(instance, b, dimension, from);
        return demand(instance, c, dimension, from);
      case Operator::mul:
        demand(instance, a, quotient(dimension, dimensions_[node.b]), from);
        return demand(instance, b, quotient(dimension, dimensions_[node.a]), from);
      case Operator::div:
        demand(instance, a, product(dimension, dimensions_[node.b]), from);
        return demand(instance, b, quotient(dimensions_[node.a], dimension), from);
      default:
        return;
    }
  }
  void demand_symbol(std::int32_t instance, const RecordSymbol& symbol, const Dimension& dimension, std::int32_t from) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    if (symbol.kind == SymbolKind::signal) {
      const std::int32_t connector = assembly_.connector(instance, symbol.index);
      if (record.connectors[at(symbol.index)].dimension.any && node_of(connector) != from) meet(connector, dimension, from);
    } else if (symbol.kind == SymbolKind::variable && record.variables[at(symbol.index)].unit.starts_with("any:")) {
      meet_all(instance, record.variables[at(symbol.index)].unit, dimension, from);
    }
  }

  /// Dimensions of an expression of a record and of all its parts, with what is known of its symbols. Unchecked where anything is open: a
  /// bare number may be in any unit.
  void measure(std::int32_t instance, ExprId expression) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    dimensions_.clear();
    first_known_ = -1;
    std::string fault;
    for (const std::int32_t number : walker_.below(record.pool, expression)) {
      const Node& node = record.pool.node(number);
      Dimension result = Dimension::unchecked();
      if (node.op == Operator::symbol) {
        result = dimension_of_symbol(instance, record.symbols[at(node.a)]);
      } else if (node.op == Operator::derivative) {
        result = quotient(dimensions_[node.a], kSecond);
      } else if (is_table(node.op)) {
        result = node.c == 0 ? dimension_of_table(instance, record.tables[at(node.a)]) : Dimension::unchecked();
      } else if (node.op >= Operator::add && node.op < Operator::count_ && !is_call(node.op)) {
        std::vector<Dimension> operands;
        for (const std::int32_t operand : {node.a, node.b, node.c})
          if (operand >= 0) operands.push_back(dimensions_[operand]);
        const std::optional<double> exponent = node.b >= 0 ? fixed_value(instance, static_cast<ExprId>(node.b)) : std::nullopt;
        if (!result_dimension(node.op, operands, exponent ? &*exponent : nullptr, result, fault)) {
          result = Dimension::unchecked();
          if (!record.formulas.empty()) return dimensions_[index(expression)] = result, void();  // it is meant in SI numbers
        }
      }
      // In somebody's formula a pure number may be meant in any unit, as a bare one: sin(t) where newtons are asked for.
      if (!record.formulas.empty() && result == Dimension{}) result = Dimension::unchecked();
      dimensions_[number] = result;
    }
  }

  /// Of a number, or of a parameter of the diagram that stands in a formula.
  std::optional<double> fixed_value(std::int32_t instance, ExprId expression) const {
    const Instance& one = diagram_.instances[at(instance)];
    const ComponentRecord& record = *one.record;
    if (record.pool.is_constant(expression)) return record.pool.constant_value(expression);
    const Node& node = record.pool[expression];
    if (node.op != Operator::symbol) return std::nullopt;
    const RecordSymbol& symbol = record.symbols[at(node.a)];
    if (symbol.kind != SymbolKind::parameter || record.parameters[at(symbol.index)].formula < 0) return std::nullopt;
    return one.parameters[at(symbol.index)];
  }

  Dimension dimension_of_table(std::int32_t instance, const TableDeclaration& table) {
    if (table.is_past()) return Dimension::unchecked();
    const ListDeclaration& values = diagram_.instances[at(instance)].record->lists[at(table.ordinates)];
    return values.dimension.any ? dimension_of_tag(instance, values.unit) : values.dimension;
  }

  Dimension dimension_of_signal(std::int32_t connector) {
    const Known& known = known_at(connector);
    if (!known.dimension.any && first_known_ < 0) first_known_ = node_of(connector);
    return known.dimension;
  }
  /// Of the signals that share a tag.
  Dimension dimension_of_tag(std::int32_t instance, const std::string& tag) {
    const ComponentRecord& record = *diagram_.instances[at(instance)].record;
    for (std::size_t k = 0; k < record.connectors.size(); ++k)
      if (tag.starts_with("any:") && record.connectors[k].unit == tag)
        return dimension_of_signal(assembly_.connector(instance, static_cast<std::int32_t>(k)));
    return Dimension::unchecked();
  }

  Dimension dimension_of_symbol(std::int32_t instance, const RecordSymbol& symbol) {
    const Instance& one = diagram_.instances[at(instance)];
    const ComponentRecord& record = *one.record;
    const std::size_t i = at(symbol.index);
    switch (symbol.kind) {
      case SymbolKind::time:
        return record.formulas.empty() ? kSecond : Dimension::unchecked();
      case SymbolKind::parameter:
        if (!record.parameters[i].unit.starts_with("any")) return record.parameters[i].dimension;
        return std::find(one.written_units.begin(), one.written_units.end(), symbol.index) == one.written_units.end()
                   ? Dimension::unchecked()
                   : one.generic_dimensions[i];
      case SymbolKind::signal:
        return dimension_of_signal(assembly_.connector(instance, symbol.index));
      case SymbolKind::variable:
        return record.variables[i].unit.starts_with("any") ? dimension_of_tag(instance, record.variables[i].unit)
                                                           : record.variables[i].dimension;
      default:
        return Dimension::unchecked();
    }
  }

  const Diagram& diagram_;
  const Assembly& assembly_;
  Diagnostics& diagnostics_;
  Walker walker_;
  std::vector<Known> nodes_;
  std::vector<std::int32_t> queue_;
  std::set<std::int32_t> told_;                   ///< nodes of chains that have been reported
  std::map<std::int32_t, Dimension> dimensions_;  ///< of the expression measured last, by node of its pool
  std::int32_t first_known_ = -1;                 ///< of its signals, the node of the first one whose dimension is known
};

}  // namespace

void find_signal_units(const Diagram& diagram, Assembly& assembly, Diagnostics& diagnostics) {
  SignalUnits units(diagram, assembly, diagnostics);
  units.run();
  assembly.signal_units = units.of_nodes();
}

}  // namespace stribeck
