#include "assembly/frames.h"

#include <queue>

#include "base/index.h"

namespace stribeck {

namespace {

/// A frame that says how it moves: the first signal of its parts leaves the component.
bool gives(const ComponentRecord& record, const ConnectorDeclaration& frame) {
  for (const ConnectorDeclaration& part : record.parts_of(frame))
    if (part.kind != ConnectorKind::port) return part.kind == ConnectorKind::output;
  return false;
}

class Frames {
 public:
  Frames(const Assembly& assembly, Diagnostics& diagnostics) : assembly_(assembly), diagnostics_(diagnostics) {}

  void check() {
    from_.assign(assembly_.nodes.size(), -1);
    bool has_loop = false;
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(assembly_.nodes.size()); ++n) {
      if (!is_frame(n)) continue;
      nodes_.push_back(n);
      for (const std::int32_t member : assembly_.nodes[at(n)].members) {
        if (!gives(record_of(assembly_.instance_of(member)), assembly_.declaration_of(member))) continue;
        if (from_[at(n)] >= 0) {
          tell_loop(from_[at(n)], member);
          has_loop = true;
        } else {
          from_[at(n)] = member;
        }
      }
    }
    if (!nodes_.empty() && !has_loop) check_reached();
  }

 private:
  const ComponentRecord& record_of(std::int32_t instance) const { return *assembly_.diagram->instances[at(instance)].record; }
  bool is_frame(std::int32_t node) const { return assembly_.declaration_of(assembly_.nodes[at(node)].members[0]).is_frame(); }
  Where where_of(std::int32_t connector) const {
    const Instance& instance = assembly_.diagram->instances[at(assembly_.instance_of(connector))];
    Where where;
    where.file = file_of(*assembly_.diagram, instance.position);
    where.line = static_cast<int>(instance.position.line);
    where.column = static_cast<int>(instance.position.column);
    where.instance = instance.name;
    return where;
  }
  std::string quoted(std::int32_t connector) const { return "\"" + assembly_.connector_name(connector) + "\""; }

  void tell_loop(std::int32_t one, std::int32_t other) {
    diagnostics_.add({.code = ErrorCode::spatial_loop,
                      .message = quoted(one) + " and " + quoted(other) + " both say how the same frame moves",
                      .where = where_of(other),
                      .because =
                          "joints and transforms must make a tree: one way from each body to the world, each joint with its frame a on "
                          "the side of the world",
                      .remedy = "where a joint is the wrong way round exchange its frames a and b; close a loop by a spatial.closure "
                                "between these two frames",
                      .details = {}});
  }

  /// From the worlds outwards; what is not reached floats, and one message a floating piece is enough.
  void check_reached() {
    std::vector<bool> reached(assembly_.nodes.size(), false);
    std::queue<std::int32_t> open;
    const auto spread = [&](std::int32_t start) {
      for (reached[at(start)] = true, open.push(start); !open.empty(); open.pop())
        for (const std::int32_t member : assembly_.nodes[at(open.front())].members)
          for_given_frames(assembly_.instance_of(member), [&](std::int32_t next) {
            if (!reached[at(next)]) reached[at(next)] = true, open.push(next);
          });
    };
    for (const std::int32_t n : nodes_)
      if (from_[at(n)] >= 0 && is_root(assembly_.instance_of(from_[at(n)]))) spread(n);
    for (const std::int32_t n : nodes_) {
      if (from_[at(n)] >= 0 && reached[at(n)]) continue;
      tell_floating(assembly_.nodes[at(n)].members[0], from_[at(n)] >= 0);
      spread(n);
    }
  }
  /// Of what a component says how it moves: no way to the world leads over one that only takes frames, such as a spring between two.
  template <typename Visit>
  void for_given_frames(std::int32_t instance, Visit visit) const {
    const auto& connectors = record_of(instance).connectors;
    for (std::size_t k = 0; k < connectors.size(); ++k)
      if (connectors[k].is_frame() && gives(record_of(instance), connectors[k]))
        visit(assembly_.node_of[at(assembly_.connector(instance, static_cast<std::int32_t>(k)))]);
  }
  /// All its frames say how they move: it is a world.
  bool is_root(std::int32_t instance) const {
    const ComponentRecord& record = record_of(instance);
    for (const ConnectorDeclaration& connector : record.connectors)
      if (connector.is_frame() && !gives(record, connector)) return false;
    return true;
  }

  void tell_floating(std::int32_t connector, bool is_ring) {
    diagnostics_.add({.code = ErrorCode::spatial_floating,
                      .message = "no way leads from the frame " + quoted(connector) + " to the world",
                      .where = where_of(connector),
                      .because = is_ring ? "the joints and transforms that lead to it form a ring without a world"
                                         : "nothing that is connected there says how the frame moves: a spatial.world, or frame b of a "
                                           "joint or a transform",
                      .remedy = "connect it by joints and transforms, each with its frame a on the side of the world, to a spatial.world",
                      .details = {}});
  }

  const Assembly& assembly_;
  Diagnostics& diagnostics_;
  std::vector<std::int32_t> nodes_;  // of frames
  std::vector<std::int32_t> from_;   // by node: the connector that says how it moves; -1: none
};

}  // namespace

void check_frames(const Assembly& assembly, Diagnostics& diagnostics) { Frames(assembly, diagnostics).check(); }

}  // namespace stribeck
