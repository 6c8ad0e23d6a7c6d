#include "explain/element_form.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/index.h"
#include "equations/record_forms.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

using Row = std::vector<double>;

/// Linear combinations of rows, kept in echelon form.
class LinearSpan {
 public:
  void add(Row row) {
    const std::size_t pivot = reduce(row);
    if (pivot == row.size()) return;
    for (std::size_t c = row.size(); c-- > pivot;) row[c] /= row[pivot];
    rows_.push_back({pivot, std::move(row)});
  }
  bool contains(Row row) const { return reduce(row) == row.size(); }

 private:
  struct Echelon {
    std::size_t pivot;
    Row row;
  };
  /// Subtracts the rows of the span; returns the first column that is left, or the width.
  std::size_t reduce(Row& row) const {
    for (const Echelon& echelon : rows_) {
      const double factor = row[echelon.pivot];
      for (std::size_t c = 0; factor != 0 && c < row.size(); ++c) row[c] -= factor * echelon.row[c];
      row[echelon.pivot] = 0;
    }
    const auto left = std::find_if(row.begin(), row.end(), [](double entry) { return std::fabs(entry) > kCancellation; });
    return static_cast<std::size_t>(left - row.begin());
  }
  std::vector<Echelon> rows_;
};

bool is_velocity(const Dimension& dimension) {
  static const Dimension kSpeed = parse_unit("m/s")->dimension, kRate = parse_unit("1/s")->dimension;
  return dimension == kSpeed || dimension == kRate;
}

/// What stands for kinetic energy: velocity, momentum, and current in a winding.
bool is_flow(const Dimension& dimension) {
  static const Dimension kMomentum = parse_unit("kg*m/s")->dimension, kAngular = parse_unit("kg*m^2/s")->dimension,
                         kCurrent = parse_unit("A")->dimension;
  return is_velocity(dimension) || dimension == kMomentum || dimension == kAngular || dimension == kCurrent;
}

bool is_force(const Dimension& dimension) {
  static const Dimension kForce = parse_unit("N")->dimension, kTorque = parse_unit("N*m")->dimension;
  return dimension == kForce || dimension == kTorque;
}

class Reading {
 public:
  explicit Reading(const ComponentRecord& record) : record_(record), forms_(linear_forms(record)) {
    for (const ConnectorDeclaration& connector : record.connectors)
      if (connector.kind == ConnectorKind::port) forces_.push_back(record.pool[connector.through].a);
    for (const RelationForm& form : forms_.relations)
      if (const Row row = constant_row(form); !row.empty()) span_.add(row);
  }

  ElementForm run() {
    ElementForm form;
    form.forceless = std::all_of(forces_.begin(), forces_.end(), [&](std::int32_t force) { return span_.contains(row_of({force})); });
    const bool has_energy = record_.stored != ExprId::none || record_.dissipated != ExprId::none || record_.supplied != ExprId::none;
    const bool passes_on = forces_.size() == 2 && same_domain() && span_.contains(row_of(forces_));
    form.one_force = has_energy && passes_on;
    form.link = !has_energy && passes_on && moves_as_one();
    form.resists = record_.dissipated != ExprId::none;
    add_stores(form);
    form.is_source = record_.supplied != ExprId::none || (!has_energy && forces_.size() == 1);
    if (form.is_source) form.source = source_letters();
    form.modulated = std::any_of(record_.connectors.begin(), record_.connectors.end(),
                                 [](const ConnectorDeclaration& connector) { return connector.kind == ConnectorKind::input; });
    if (forces_.size() > 1 && !form.one_force) set_between(form);
    form.letters = std::string(form.resists ? "R" : "") + (form.compliant ? "C" : "") + (form.inertial ? "I" : "") + form.source;
    if (form.between == ElementForm::Between::transformer) form.letters += form.varies ? "MTF" : "TF";
    if (form.between == ElementForm::Between::gyrator) form.letters += "GY";
    return form;
  }

 private:
  Row row_of(const std::vector<std::int32_t>& symbols) const {
    Row row(record_.symbols.size(), 0.0);
    for (const std::int32_t symbol : symbols) row[at(symbol)] = 1;
    return row;
  }
  /// Coefficients of a homogeneous linear relation between unknowns; empty if they are not constants.
  Row constant_row(const RelationForm& form) const {
    if (!form.linear) return {};
    Row row(record_.symbols.size(), 0.0);
    for (const RelationForm::Term& term : form.terms) {
      if (!forms_.pool.is_constant(term.coefficient)) return {};
      row[at(term.symbol)] = forms_.pool.constant_value(term.coefficient);
    }
    return row;
  }

  bool same_domain() const {
    int domain = -1;
    for (const ConnectorDeclaration& connector : record_.connectors) {
      if (connector.kind != ConnectorKind::port) continue;
      if (domain >= 0 && connector.domain != domain) return false;
      domain = connector.domain;
    }
    return true;
  }

  /// Of two ports: their velocities are the same, or the position of one relative to the other is fixed.
  bool moves_as_one() const {
    Row difference(record_.symbols.size(), 0.0);
    double sign = 1;
    for (const ConnectorDeclaration& connector : record_.connectors)
      if (connector.kind == ConnectorKind::port) difference[at(record_.pool[connector.symbol].a)] = std::exchange(sign, -1);
    return span_.contains(std::move(difference)) ||
           std::any_of(record_.displacements.begin(), record_.displacements.end(),
                       [](const DisplacementDeclaration& own) { return own.kind == DisplacementDeclaration::Kind::fixed; });
  }

  void add_stores(ElementForm& form) const {
    if (record_.stored == ExprId::none) return;
    Walker walker;
    std::vector<std::int32_t> nodes;
    symbols_below(record_.pool, walker, record_.stored, kUnknown, nodes);
    for (const std::int32_t node : nodes) {
      const std::int32_t symbol = record_.pool.node(node).a;
      const bool moving = is_moving(symbol);
      (moving ? form.inertial : form.compliant) = true;
      if (!moving && !is_displacement(symbol) && !follows_motion(symbol)) form.shares_motion = false;
    }
  }
  bool is_moving(std::int32_t number) const {
    const RecordSymbol& symbol = record_.symbols[at(number)];
    if (symbol.kind == SymbolKind::across) return true;
    return symbol.kind == SymbolKind::variable && is_flow(record_.variables[at(symbol.index)].dimension);
  }
  /// Its rate is a sum of velocities: what its ports do tells it all.
  bool follows_motion(std::int32_t number) const {
    Walker walker;
    std::vector<std::int32_t> nodes;
    const auto is_rate = [&](ExprId side) {
      const Node& node = record_.pool[side];
      return node.op == Operator::derivative && record_.pool.node(node.a).op == Operator::symbol && record_.pool.node(node.a).a == number;
    };
    return std::any_of(record_.relations.begin(), record_.relations.end(), [&](const RelationDeclaration& relation) {
      if (!is_rate(relation.left) && !is_rate(relation.right)) return false;
      nodes.clear();
      symbols_below(record_.pool, walker, is_rate(relation.left) ? relation.right : relation.left, kUnknown | kMode, nodes);
      return !nodes.empty() &&
             std::all_of(nodes.begin(), nodes.end(), [&](std::int32_t node) { return is_of_ports(record_.pool.node(node).a); });
    });
  }
  /// A velocity of a port, or one that a linear relation gives by those of ports.
  bool is_of_ports(std::int32_t number) const {
    const auto is_across = [&](std::int32_t symbol) { return record_.symbols[at(symbol)].kind == SymbolKind::across; };
    return is_across(number) || std::any_of(forms_.relations.begin(), forms_.relations.end(), [&](const RelationForm& form) {
             const auto own = std::count_if(form.terms.begin(), form.terms.end(), [&](const auto& term) { return term.symbol == number; });
             const auto others =
                 std::count_if(form.terms.begin(), form.terms.end(), [&](const auto& term) { return is_across(term.symbol); });
             return form.linear && own == 1 && others > 0 && own + others == static_cast<std::ptrdiff_t>(form.terms.size());
           });
  }
  bool is_displacement(std::int32_t number) const {
    const RecordSymbol& symbol = record_.symbols[at(number)];
    return symbol.kind == SymbolKind::variable &&
           std::any_of(record_.displacements.begin(), record_.displacements.end(), [&](const DisplacementDeclaration& own) {
             return own.variable == symbol.index && own.kind == DisplacementDeclaration::Kind::free;
           });
  }

  /// Whether the velocities of the ports are tied: as many relations among velocities as it has velocities of its own leave them free.
  void set_between(ElementForm& form) const {
    using Between = ElementForm::Between;
    const bool has_stores = record_.stored != ExprId::none;
    // The axes of a joint in space are not tied to one another, but to what its frames carry.
    const bool is_in_space = record_.named_connectors().size() < record_.connectors.size();
    if (has_stores || is_in_space || (form.resists && count_ties() == 0))
      form.between = Between::field;
    else if (!form.resists && gyrates())
      form.between = Between::gyrator;
    else
      form.between = Between::transformer;
    form.varies = form.between == Between::transformer && !is_tied_evenly();
  }
  int count_ties() const {
    int ties = 0;
    for (const VariableDeclaration& variable : record_.variables) ties -= is_velocity(variable.dimension) ? 1 : 0;
    for (const DisplacementDeclaration& own : record_.displacements) ties += own.kind != DisplacementDeclaration::Kind::free ? 1 : 0;
    Walker walker;
    std::vector<std::int32_t> nodes;
    for (const RelationDeclaration& relation : record_.relations) {
      bool moving = false, other = false;
      for (const ExprId side : {relation.left, relation.right}) {
        nodes.clear();
        symbols_below(record_.pool, walker, side, kUnknown, nodes);
        for (const std::int32_t node : nodes) {
          const std::int32_t symbol = record_.pool.node(node).a;
          if (is_moving(symbol))
            moving = true;
          else
            other = other || !is_place(symbol);
        }
      }
      ties += moving && !other ? 1 : 0;
    }
    return ties;
  }
  /// A position or a signal may decide the ratio of velocities.
  bool is_place(std::int32_t number) const {
    const RecordSymbol& symbol = record_.symbols[at(number)];
    if (symbol.kind == SymbolKind::signal) return true;
    return symbol.kind == SymbolKind::variable &&
           std::any_of(record_.displacements.begin(), record_.displacements.end(),
                       [&](const DisplacementDeclaration& own) { return own.variable == symbol.index; });
  }
  /// A relation with fixed coefficients ties the velocity of the first port, or places that move with it are fixed to one another.
  bool is_tied_evenly() const {
    const std::int32_t first = record_.pool[first_port().symbol].a;
    return moves_as_one() || std::any_of(forms_.relations.begin(), forms_.relations.end(), [&](const RelationForm& form) {
             return form.linear &&
                    std::all_of(form.terms.begin(), form.terms.end(),
                                [&](const RelationForm::Term& term) { return is_moving(term.symbol); }) &&
                    std::any_of(form.terms.begin(), form.terms.end(), [&](const RelationForm::Term& term) { return term.symbol == first; });
           });
  }
  const ConnectorDeclaration& first_port() const {
    return *std::find_if(record_.connectors.begin(), record_.connectors.end(),
                         [](const ConnectorDeclaration& connector) { return connector.kind == ConnectorKind::port; });
  }

  /// From the declared causality; a prescribed or fixed position is a given velocity too.
  std::string source_letters() const {
    for (const DisplacementDeclaration& displacement : record_.displacements)
      if (displacement.kind != DisplacementDeclaration::Kind::free) return "Sf";
    for (const CausalityDeclaration& causality : record_.causality) {
      if (causality.wish == CausalityWish::fixed_velocity_out) return "Sf";
      if (causality.wish == CausalityWish::fixed_force_out) return "Se";
    }
    return "";
  }

  /// A relation for a signal that leaves says what is measured, not what is transmitted.
  bool tells(const RelationForm& form) const {
    return std::any_of(form.terms.begin(), form.terms.end(), [&](const RelationForm::Term& term) {
      const RecordSymbol& symbol = record_.symbols[at(term.symbol)];
      return symbol.kind == SymbolKind::signal && record_.connectors[at(symbol.index)].kind == ConnectorKind::output;
    });
  }
  bool gyrates() const {
    for (const RelationForm& form : forms_.relations) {
      bool velocity = false, force = false;
      if (tells(form)) continue;
      for (const RelationForm::Term& term : form.terms) {
        const RecordSymbol& symbol = record_.symbols[at(term.symbol)];
        const Dimension* own = symbol.kind == SymbolKind::variable ? &record_.variables[at(symbol.index)].dimension : nullptr;
        velocity = velocity || symbol.kind == SymbolKind::across || (own != nullptr && is_velocity(*own));
        force = force || symbol.kind == SymbolKind::through || (own != nullptr && is_force(*own));
      }
      if (velocity && force) return true;
    }
    return false;
  }

  const ComponentRecord& record_;
  RecordForms forms_;
  std::vector<std::int32_t> forces_;  // symbols of the ports' through variables
  LinearSpan span_;
};

}  // namespace

ElementForm element_form(const ComponentRecord& record) { return Reading(record).run(); }

}  // namespace stribeck
