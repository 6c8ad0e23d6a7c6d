// Networks that float: parts that see only relative motion, with no ground, mass or inertia among them, so that all of them could move
// along at any speed. Such a system can have a complete matching and is singular all the same.
//
// A relation whose coefficients of the across variables of a domain sum to zero does not notice when all of these grow alike. A piece of
// the network in which no relation notices floats.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.h"
#include "base/pieces.h"
#include "equations/record_forms.h"
#include "expression/evaluate.h"
#include "structure/culprits.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

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
          return flat_.diagram().instances[at(instance)].parameters[at(record.symbols[at(symbol)].index)];
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

/// A port of an instance and the node that it is on.
struct PlacedPort {
  std::int32_t instance;
  int domain;
  std::int32_t node;
};

/// All ports of the diagram, by instance.
std::vector<PlacedPort> placed_ports(const FlatSystem& flat) {
  std::vector<PlacedPort> ports;
  for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) {
    const auto& connectors = flat.diagram().instances[i].record->connectors;
    const std::int32_t first = flat.assembly->first_connector[i];
    for (std::size_t k = 0; k < connectors.size(); ++k)
      if (connectors[k].kind == ConnectorKind::port)
        ports.push_back({static_cast<std::int32_t>(i), connectors[k].domain, flat.assembly->node_of[at(first) + k]});
  }
  return ports;
}

Diagnostic floating(const FlatSystem& flat, const std::vector<std::int32_t>& instances, std::int32_t node) {
  std::vector<std::string> parts, ports;
  for (const std::int32_t instance : instances) parts.push_back(flat.diagram().instances[at(instance)].name);
  for (const std::int32_t member : flat.assembly->nodes[at(node)].members) ports.push_back(flat.assembly->connector_name(member));
  return {.code = ErrorCode::structure_singular,
          .message = "nothing ties this part of the network down: " + listed(parts) + (instances.size() == 1 ? "" : " together") +
                     " could move along at any speed",
          .where = where_of_instance(flat, instances.front()),
          .because = "there is no ground, mass or inertia in it, only parts that take notice of relative motion",
          .remedy = "connect one of these to one of its nodes, for example to the node of " + listed(ports),
          .details = {}};
}

}  // namespace

void require_ties(const FlatSystem& flat) {
  const std::vector<PlacedPort> ports = placed_ports(flat);
  // Pieces of one domain: the ports of an instance in that domain hang together.
  Pieces pieces(flat.assembly->nodes.size());
  std::vector<std::int32_t> first_port(domains().size(), -1);  // of the latest instance with a port in the domain
  for (std::size_t p = 0; p < ports.size(); ++p) {
    std::int32_t& first = first_port[at(ports[p].domain)];
    if (first >= 0 && ports[at(first)].instance == ports[p].instance)
      pieces.join(ports[p].node, ports[at(first)].node);
    else
      first = static_cast<std::int32_t>(p);
  }
  std::vector<bool> tied(flat.assembly->nodes.size(), false);
  Notices notices(flat);
  for (const PlacedPort& port : ports) {
    const std::size_t piece = at(pieces.find(port.node));
    tied[piece] = tied[piece] || notices.noticed_by(port.instance, port.domain);
  }
  std::map<std::int32_t, std::vector<std::int32_t>> untied;  // instances by piece
  for (const PlacedPort& port : ports) {
    const std::int32_t piece = pieces.find(port.node);
    if (tied[at(piece)]) continue;
    std::vector<std::int32_t>& instances = untied[piece];
    if (instances.empty() || instances.back() != port.instance) instances.push_back(port.instance);
  }
  std::vector<Diagnostic> diagnostics;
  for (const auto& [piece, instances] : untied) diagnostics.push_back(floating(flat, instances, piece));
  if (!diagnostics.empty()) throw Failure(std::move(diagnostics));
}

}  // namespace stribeck
