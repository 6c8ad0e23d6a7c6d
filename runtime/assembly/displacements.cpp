// The displacement graph: requested displacements are edges over the nodes; a spanning forest of them are states, the rest follow.
//
// Edges are taken by class (Kruskal 1956): fixed, prescribed, free with a high target, low target, none; within a class by the names of
// their components, since what is taken keeps its initial value, and the order of a list must not decide where a motion begins. A chord is
// the signed sum of the tree edges between its ends; a short one is written out, a long one goes through the potentials of its ends, so
// that many long chords stay linear in size together. Linear invariants such as x_AB + x_BC + x_CA = 0 hold exactly, because chords are not
// integrated.
#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "assembly/assembly.h"
#include "base/pieces.h"

namespace stribeck {

namespace {

constexpr int kLongestWrittenPath = 8;  // a longer chord uses potentials; short ones cost fewer operations written out

using Kind = DisplacementDeclaration::Kind;

int rank_of(const DisplacementRequest& request) {
  if (request.kind == Kind::fixed) return 0;
  if (request.kind == Kind::prescribed) return 1;
  if (request.is_shown_alone && request.target == Priority::none) return 5;  // nobody pays for a state who need not
  return request.target == Priority::high ? 2 : request.target == Priority::low ? 3 : 4;
}

Priority target_of(const Instance& instance, std::int32_t variable) {
  Priority best = Priority::none;
  for (const Target& target : instance.targets)
    if (target.variable == variable) best = std::max(best, target.priority);
  return best;
}

class Forest {
 public:
  explicit Forest(Assembly& assembly)
      : assembly_(assembly), vertices_(static_cast<std::int32_t>(assembly.nodes.size() + domains().size())) {}

  void choose_tree() {
    std::vector<std::int32_t> order(assembly_.requests.size());
    std::iota(order.begin(), order.end(), 0);
    const auto name = [&](const DisplacementRequest& request) -> const std::string& {
      return assembly_.diagram->instances[static_cast<std::size_t>(request.instance)].name;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      const int rank_a = rank_of(at(a)), rank_b = rank_of(at(b));
      return rank_a != rank_b ? rank_a < rank_b : at(a).kind == Kind::free && name(at(a)) < name(at(b));
    });
    Pieces trees(static_cast<std::size_t>(vertices_));
    for (const std::int32_t i : order) {
      DisplacementRequest& request = at(i);
      using Role = DisplacementRequest::Role;
      request.role = request.r == request.c ? Role::loop : trees.joined(request.r, request.c) ? Role::chord : Role::tree;
      if (request.role == Role::tree) trees.join(request.r, request.c);
    }
  }

  /// Roots every tree (at the origin of a domain where it is in the tree) and notes each vertex' edge to its parent.
  void root_trees() {
    const auto count = static_cast<std::size_t>(vertices_);
    std::vector<std::int32_t> starts(count + 1, 0);
    for_tree_edges([&](std::int32_t, const DisplacementRequest& request) {
      ++starts[static_cast<std::size_t>(request.r) + 1];
      ++starts[static_cast<std::size_t>(request.c) + 1];
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::int32_t> edges(static_cast<std::size_t>(starts.back())), next(starts.begin(), starts.end() - 1);
    for_tree_edges([&](std::int32_t i, const DisplacementRequest& request) {
      edges[static_cast<std::size_t>(next[static_cast<std::size_t>(request.r)]++)] = i;
      edges[static_cast<std::size_t>(next[static_cast<std::size_t>(request.c)]++)] = i;
    });
    links_.assign(count, {});
    std::vector<std::int32_t> queue;
    for (std::int32_t v = vertices_ - 1; v >= 0; --v) {  // origins have the highest numbers and become roots first
      if (links_[static_cast<std::size_t>(v)].vertex >= 0) continue;
      links_[static_cast<std::size_t>(v)] = {v, -1, -1, 0};
      queue.assign(1, v);
      for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::int32_t u = queue[head];
        for (std::int32_t k = starts[static_cast<std::size_t>(u)]; k < starts[static_cast<std::size_t>(u) + 1]; ++k) {
          const std::int32_t i = edges[static_cast<std::size_t>(k)];
          const std::int32_t other = at(i).r == u ? at(i).c : at(i).r;
          if (links_[static_cast<std::size_t>(other)].vertex >= 0) continue;
          links_[static_cast<std::size_t>(other)] = {other, u, i, at(i).r == other ? 1 : -1};
          queue.push_back(other);
        }
      }
    }
  }

  void write_chords() {
    std::vector<bool> needed(static_cast<std::size_t>(vertices_), false);
    for (DisplacementRequest& request : assembly_.requests) {
      if (request.role != DisplacementRequest::Role::chord || short_path(request)) continue;
      for (std::int32_t v : {request.r, request.c})
        for (; v >= 0 && !needed[static_cast<std::size_t>(v)]; v = links_[static_cast<std::size_t>(v)].parent)
          needed[static_cast<std::size_t>(v)] = true;
    }
    std::vector<std::int32_t> stack;
    std::vector<bool> placed(static_cast<std::size_t>(vertices_), false);
    for (std::int32_t v = 0; v < vertices_; ++v) {
      for (std::int32_t u = v; u >= 0 && needed[static_cast<std::size_t>(u)] && !placed[static_cast<std::size_t>(u)];
           u = links_[static_cast<std::size_t>(u)].parent) {
        placed[static_cast<std::size_t>(u)] = true;
        stack.push_back(u);
      }
      for (; !stack.empty(); stack.pop_back()) assembly_.potentials.push_back(links_[static_cast<std::size_t>(stack.back())]);
    }
  }

 private:
  DisplacementRequest& at(std::int32_t i) { return assembly_.requests[static_cast<std::size_t>(i)]; }
  template <typename Visit>
  void for_tree_edges(Visit visit) {
    for (std::size_t i = 0; i < assembly_.requests.size(); ++i)
      if (assembly_.requests[i].role == DisplacementRequest::Role::tree) visit(static_cast<std::int32_t>(i), assembly_.requests[i]);
  }

  /// Climbs at most kLongestWrittenPath edges from each end to a common vertex.
  bool short_path(DisplacementRequest& request) {
    using Steps = std::array<std::int32_t, kLongestWrittenPath + 1>;
    const auto climb = [&](std::int32_t v, Steps& steps) {
      int count = 0;
      for (; v >= 0 && count <= kLongestWrittenPath; v = links_[static_cast<std::size_t>(v)].parent)
        steps[static_cast<std::size_t>(count++)] = v;
      return count;
    };
    Steps from_r{}, from_c{};
    const int r_count = climb(request.r, from_r), c_count = climb(request.c, from_c);
    for (int i = 0; i < r_count; ++i)
      for (int k = 0; k < c_count && i + k <= kLongestWrittenPath; ++k)
        if (from_r[static_cast<std::size_t>(i)] == from_c[static_cast<std::size_t>(k)]) {
          add_steps(request, std::span(from_r).first(static_cast<std::size_t>(i)), 1);
          add_steps(request, std::span(from_c).first(static_cast<std::size_t>(k)), -1);
          return true;
        }
    return false;
  }
  void add_steps(DisplacementRequest& request, std::span<const std::int32_t> vertices, int sign) {
    for (const std::int32_t v : vertices) {
      const Potential& link = links_[static_cast<std::size_t>(v)];
      request.path.emplace_back(link.request, sign * link.sign);
    }
  }

  Assembly& assembly_;
  std::int32_t vertices_;
  std::vector<Potential> links_;  // by vertex
};

void collect_requests(Assembly& assembly) {
  const auto origin = [&](int domain) { return static_cast<std::int32_t>(assembly.nodes.size()) + domain; };
  const auto vertex = [&](std::int32_t connector) { return assembly.node_of[static_cast<std::size_t>(connector)]; };
  for (std::size_t i = 0; i < assembly.diagram->instances.size(); ++i) {
    const Instance& instance = assembly.diagram->instances[i];
    for (std::size_t d = 0; d < instance.record->displacements.size(); ++d) {
      const DisplacementDeclaration& declaration = instance.record->displacements[d];
      const auto number = static_cast<std::int32_t>(i);
      DisplacementRequest request;
      request.instance = number;
      request.declaration = static_cast<std::int32_t>(d);
      request.r = vertex(assembly.connector(number, declaration.port_r));
      request.c = declaration.port_c >= 0 ? vertex(assembly.connector(number, declaration.port_c))
                                          : origin(instance.record->connectors[static_cast<std::size_t>(declaration.port_r)].domain);
      request.kind = declaration.kind;
      request.is_shown_alone = declaration.on_request;
      request.target = target_of(instance, declaration.variable);
      assembly.requests.push_back(std::move(request));
    }
  }
}

/// "load.I.position" in outputs, plots and expectations asks for the absolute position of a port.
void collect_position_outputs(Assembly& assembly) {
  const Diagram& diagram = *assembly.diagram;
  std::vector<std::string> names;
  for (const OutputPattern& output : diagram.outputs) names.push_back(output.text);
  for (const Plot& plot : diagram.plots) {
    names.insert(names.end(), plot.y.begin(), plot.y.end());
    names.push_back(plot.x);
  }
  for (const ExpectedValue& value : diagram.expect.at) names.push_back(value.variable);
  for (const ExpectedValue& value : diagram.expect.exact) names.push_back(value.variable);
  for (const BoundaryOutput& output : diagram.boundary_outputs) names.push_back(output.column);
  for (const ShownFormula& formula : diagram.formulas)
    for (const ShownFormula::Name& name : formula.names) names.push_back(name.meant);
  std::erase_if(names, [](const std::string& name) { return !name.ends_with(".position"); });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.empty()) return;
  std::unordered_map<std::string_view, std::int32_t> instance_of;
  for (std::size_t i = 0; i < diagram.instances.size(); ++i) instance_of.emplace(diagram.instances[i].name, static_cast<std::int32_t>(i));
  for (const std::string_view name : names) {
    const std::string_view port = name.substr(0, name.size() - std::string_view(".position").size());
    const std::size_t dot = end_of_instance(port, [&](std::string_view known) { return instance_of.contains(known); });
    if (dot == std::string_view::npos) continue;
    const auto instance = instance_of.find(port.substr(0, dot));
    const int k = diagram.instances[static_cast<std::size_t>(instance->second)].record->find_connector(port.substr(dot + 1));
    if (k < 0) continue;
    const std::int32_t connector = assembly.connector(instance->second, k);
    if (assembly.declaration_of(connector).kind != ConnectorKind::port) continue;
    DisplacementRequest request;
    request.instance = instance->second;
    request.connector = connector;
    request.is_shown_alone = true;
    request.r = assembly.node_of[static_cast<std::size_t>(connector)];
    request.c = static_cast<std::int32_t>(assembly.nodes.size()) + assembly.declaration_of(connector).domain;
    assembly.requests.push_back(std::move(request));
  }
}

}  // namespace

void span_displacements(Assembly& assembly, Diagnostics&) {
  collect_requests(assembly);
  collect_position_outputs(assembly);
  Forest forest(assembly);
  forest.choose_tree();
  forest.root_trees();
  forest.write_chords();
}

}  // namespace stribeck
