#include "assembly/verify.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/index.h"
#include "base/invariants.h"
#include "base/pieces.h"

namespace stribeck {

namespace {

class AssemblyVerification {
 public:
  explicit AssemblyVerification(const Assembly& assembly)
      : assembly_(assembly), instances_(assembly.diagram->instances), vertices_(assembly.nodes.size() + domains().size()) {}

  void run() const {
    connectors();
    for (std::size_t n = 0; n < assembly_.nodes.size(); ++n) node(static_cast<std::int32_t>(n));
    tree();
    potentials();
  }

 private:
  using Role = DisplacementRequest::Role;

  void connectors() const {
    require(assembly_.first_connector.size() == instances_.size() + 1 && assembly_.first_connector.front() == 0,
            "an instance without connectors");
    for (std::size_t i = 0; i < instances_.size(); ++i)
      require(assembly_.first_connector[i + 1] == assembly_.first_connector[i] + std::ssize(instances_[i].record->connectors),
              "other connectors than declared", [&] { return instances_[i].name; });
    const auto count = at(assembly_.first_connector.back());
    require(assembly_.owner.size() == count && assembly_.node_of.size() == count, "a connector without owner or node");
    std::size_t members = 0;
    for (const NetworkNode& own : assembly_.nodes) members += own.members.size();
    require(members == count, "a connector in two nodes");
    for (std::size_t c = 0; c < count; ++c) {
      const auto number = static_cast<std::int32_t>(c);
      require(is_below(assembly_.owner[c], instances_.size()) && number >= assembly_.first_connector[at(assembly_.owner[c])] &&
                  number < assembly_.first_connector[at(assembly_.owner[c]) + 1],
              "a connector of another instance");
      require(is_below(assembly_.node_of[c], assembly_.nodes.size()), "a connector without owner or node");
      const auto& own = assembly_.nodes[at(assembly_.node_of[c])].members;
      require(std::binary_search(own.begin(), own.end(), number), "a connector that its node does not know",
              [&] { return assembly_.connector_name(number); });
    }
    require(assembly_.signal_units.size() == assembly_.nodes.size(), "other units than nodes");
  }

  void node(std::int32_t n) const {
    const NetworkNode& own = assembly_.nodes[at(n)];
    const auto name = [&] { return own.members.empty() ? std::string() : assembly_.connector_name(own.members.front()); };
    require(!own.members.empty(), "a node where nothing meets");
    require(own.domain == -1 || is_below(own.domain, domains().size()), "a node of no domain", name);
    require(own.domain < 0 || assembly_.signal_units[at(n)].empty(), "a node of ports with a unit of its own", name);
    std::int32_t outputs = 0;
    Dimension dimension = Dimension::unchecked();
    for (std::size_t m = 0; m < own.members.size(); ++m) {
      require(m == 0 || own.members[m] > own.members[m - 1], "members of a node out of order", name);
      const ConnectorDeclaration& declared = assembly_.declaration_of(own.members[m]);
      require((declared.kind == ConnectorKind::port ? declared.domain : -1) == own.domain, "a connector in a node of another kind", name);
      if (declared.kind == ConnectorKind::output) ++outputs;
      require(declared.kind != ConnectorKind::output || own.driver == own.members[m], "an output that does not drive its node", name);
      if (own.domain >= 0 || declared.unit.starts_with("any")) continue;
      require(agree(dimension, declared.dimension), "signals of different dimensions in one node", name);
      dimension = declared.dimension;
    }
    require(outputs == (own.driver < 0 ? 0 : 1), "a node with a driver that is none of its outputs", name);
  }

  std::int32_t domain_of(std::int32_t vertex) const {
    const std::size_t nodes = assembly_.nodes.size();
    return at(vertex) < nodes ? assembly_.nodes[at(vertex)].domain : vertex - static_cast<std::int32_t>(nodes);
  }

  void request(const DisplacementRequest& own) const {
    require(is_below(own.instance, instances_.size()), "a displacement of no instance");
    const auto name = [&] { return instances_[at(own.instance)].name; };
    if (own.declaration >= 0)
      require(is_below(own.declaration, instances_[at(own.instance)].record->displacements.size()), "a displacement that nobody declares",
              name);
    else
      require(is_below(own.connector, assembly_.owner.size()) && assembly_.declaration_of(own.connector).kind == ConnectorKind::port,
              "a position of no port", name);
    require(is_below(own.r, vertices_) && is_below(own.c, vertices_), "a displacement without ends", name);
    require(domain_of(own.r) >= 0 && domain_of(own.r) == domain_of(own.c), "a displacement between two domains", name);
    require((own.role == Role::loop) == (own.r == own.c), "a loop with two ends, or another displacement with one", name);
  }

  void tree() const {
    Pieces pieces(vertices_);
    for (const DisplacementRequest& own : assembly_.requests) {
      request(own);
      if (own.role != Role::tree) continue;
      require(!pieces.joined(own.r, own.c), "a loop in the tree", [&] { return instances_[at(own.instance)].name; });
      pieces.join(own.r, own.c);
    }
    for (const DisplacementRequest& own : assembly_.requests) {
      if (own.role != Role::chord) continue;
      require(pieces.joined(own.r, own.c), "a chord between trees", [&] { return instances_[at(own.instance)].name; });
      if (!own.path.empty()) path(own);
    }
  }

  /// In whatever order its edges stand: all cancels but the two ends.
  void path(const DisplacementRequest& chord) const {
    std::map<std::int32_t, int> sum;
    ++sum[chord.c], --sum[chord.r];
    for (const auto& [edge, sign] : chord.path) {
      require(is_below(edge, assembly_.requests.size()) && (sign == 1 || sign == -1), "a path of no edges");
      const DisplacementRequest& along = assembly_.requests[at(edge)];
      require(along.role == Role::tree, "a path beside the tree");
      sum[along.r] += sign, sum[along.c] -= sign;
    }
    require(std::all_of(sum.begin(), sum.end(), [](const auto& entry) { return entry.second == 0; }), "a path that leads elsewhere",
            [&] { return instances_[at(chord.instance)].name; });
  }

  void potentials() const {
    std::set<std::int32_t> known;
    for (const Potential& own : assembly_.potentials) {
      require(is_below(own.vertex, vertices_) && known.insert(own.vertex).second, "two potentials of one vertex");
      if (own.parent < 0) continue;
      require(known.contains(own.parent), "a potential before its parent");
      require(is_below(own.request, assembly_.requests.size()), "a potential without edge");
      const DisplacementRequest& edge = assembly_.requests[at(own.request)];
      require(edge.role == Role::tree &&
                  (own.sign > 0 ? edge.r == own.vertex && edge.c == own.parent : edge.c == own.vertex && edge.r == own.parent),
              "a potential whose edge leads elsewhere");
    }
  }

  const Assembly& assembly_;
  const std::vector<Instance>& instances_;
  std::size_t vertices_;
};

}  // namespace

std::string broken_invariant(const Assembly& assembly) {
  return first_broken([&] { AssemblyVerification(assembly).run(); });
}

}  // namespace stribeck
