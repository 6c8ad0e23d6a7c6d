// Networks that float: parts that see only relative motion, with no ground, mass or inertia among them, so that all of them could move
// along at any speed. Such a system can have a complete matching and is singular all the same.
//
// A relation whose coefficients of the across variables of a domain sum to zero does not notice when all of these grow alike. A piece of
// the network in which no relation notices floats.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "equations/record_forms.h"
#include "expression/evaluate.h"
#include "structure/culprits.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// Whether a record notices that all speeds of one domain grow alike.
struct Notice {
  bool always = false;
  std::vector<std::vector<ExprId>> sums;  ///< it does if the values of any of these lists do not sum to zero
};

class Notices {
 public:
  explicit Notices(const FlatSystem& flat) : flat_(flat) {}

  bool noticed_by(std::int32_t instance, int domain) {
    const ComponentRecord& record = *flat_.diagram().instances[at(instance)].record;
    const OfRecord& found = of(record);
    const Notice& notice = found.by_domain[at(domain)];
    if (notice.always) return true;
    return std::any_of(notice.sums.begin(), notice.sums.end(), [&](const std::vector<ExprId>& coefficients) {
      double sum = 0, scale = 0;
      for (const ExprId coefficient : coefficients) {
        const double value = evaluate(found.forms.pool, coefficient, [&](std::int32_t symbol) {
          return flat_.parameter_values[at(flat_.first_parameter[at(instance)] + record.symbols[at(symbol)].index)];
        });
        sum += value;
        scale += std::fabs(value);
      }
      return std::fabs(sum) > kClosed * scale;
    });
  }

 private:
  static constexpr double kClosed = 1e-12;  // coefficients of levers and planetaries that sum to zero but for rounding
  struct OfRecord {
    RecordForms forms;
    std::vector<Notice> by_domain;
  };

  const OfRecord& of(const ComponentRecord& record) {
    const auto [place, is_new] = of_.try_emplace(&record);
    if (!is_new) return place->second;
    OfRecord& made = place->second;
    made.forms = linear_forms(record);
    made.by_domain.resize(domains().size());
    for (const DisplacementDeclaration& displacement : record.displacements)
      if (displacement.port_c < 0) made.by_domain[at(record.connectors[at(displacement.port_r)].domain)].always = true;
    for (const RelationForm& form : made.forms.relations) read(record, form, made);
    return made;
  }

  /// Nonlinear relations count as noticing: their coefficients are not known before the run.
  static void read(const ComponentRecord& record, const RelationForm& form, OfRecord& made) {
    std::vector<std::vector<ExprId>> coefficients(domains().size());
    for (const RelationForm::Term& term : form.terms) {
      const RecordSymbol& symbol = record.symbols[at(term.symbol)];
      if (symbol.kind == SymbolKind::across) coefficients[at(record.connectors[at(symbol.index)].domain)].push_back(term.coefficient);
    }
    for (std::size_t d = 0; d < coefficients.size(); ++d) {
      if (coefficients[d].empty()) continue;
      if (form.linear)
        made.by_domain[d].sums.push_back(std::move(coefficients[d]));
      else
        made.by_domain[d].always = true;
    }
  }

  const FlatSystem& flat_;
  std::map<const ComponentRecord*, OfRecord> of_;  // looked up only
};

class Pieces {
 public:
  explicit Pieces(std::size_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::int32_t find(std::int32_t node) {
    while (parent_[at(node)] != node) node = parent_[at(node)] = parent_[at(parent_[at(node)])];
    return node;
  }
  void join(std::int32_t a, std::int32_t b) { parent_[at(find(a))] = find(b); }

 private:
  std::vector<std::int32_t> parent_;
};

Diagnostic floating(const FlatSystem& flat, const std::vector<std::int32_t>& instances, std::int32_t node) {
  const Assembly& assembly = *flat.assembly;
  std::vector<std::string> parts, ports;
  for (const std::int32_t instance : instances) parts.push_back(flat.diagram().instances[at(instance)].name);
  for (const std::int32_t member : assembly.nodes[at(node)].members) ports.push_back(assembly.connector_name(member));
  const bool rotational = domains()[at(assembly.nodes[at(node)].domain)].across == "w";
  return {.code = ErrorCode::structure_singular,
          .message = "nothing ties this part of the network down: " + listed(parts) + (instances.size() == 1 ? " could " : " could all ") +
                     (rotational ? "turn" : "move") + " along at any speed",
          .where = where_of_instance(flat, instances.front()),
          .because = std::string("there is no ground and no ") + (rotational ? "inertia" : "mass") +
                     " in it, only parts that take notice of relative motion",
          .remedy = std::string("connect a ground or ") + (rotational ? "an inertia" : "a mass") +
                    " to one of its nodes, for example to the node of " + listed(ports),
          .details = {}};
}

}  // namespace

void require_ties(const FlatSystem& flat) {
  const Assembly& assembly = *flat.assembly;
  Pieces pieces(assembly.nodes.size());
  std::vector<bool> tied(assembly.nodes.size(), false);
  Notices notices(flat);
  const auto each_port = [&](auto visit) {
    for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) {
      const auto& connectors = flat.diagram().instances[i].record->connectors;
      for (std::size_t k = 0; k < connectors.size(); ++k) {
        if (connectors[k].kind != ConnectorKind::port) continue;
        const auto instance = static_cast<std::int32_t>(i);
        visit(instance, connectors[k].domain, assembly.node_of[at(assembly.connector(instance, static_cast<std::int32_t>(k)))]);
      }
    }
  };
  std::vector<std::int32_t> first_node(domains().size());  // of the instance at hand, by domain
  std::int32_t at_hand = -1;
  each_port([&](std::int32_t instance, int domain, std::int32_t node) {
    if (instance != at_hand) std::fill(first_node.begin(), first_node.end(), -1);
    at_hand = instance;
    if (first_node[at(domain)] >= 0)
      pieces.join(node, first_node[at(domain)]);
    else
      first_node[at(domain)] = node;
  });
  each_port([&](std::int32_t instance, int domain, std::int32_t node) {
    if (tied[at(pieces.find(node))]) return;
    if (notices.noticed_by(instance, domain)) tied[at(pieces.find(node))] = true;
  });
  std::map<std::int32_t, std::vector<std::int32_t>> untied;  // instances by piece
  each_port([&](std::int32_t instance, int, std::int32_t node) {
    const std::int32_t piece = pieces.find(node);
    if (tied[at(piece)]) return;
    std::vector<std::int32_t>& instances = untied[piece];
    if (instances.empty() || instances.back() != instance) instances.push_back(instance);
  });
  std::vector<Diagnostic> diagnostics;
  for (const auto& [piece, instances] : untied) diagnostics.push_back(floating(flat, instances, piece));
  if (!diagnostics.empty()) throw Failure(std::move(diagnostics));
}

}  // namespace stribeck
