#pragma once
// Instances joined: connection sets become nodes, and the requested displacements become a graph over them (design D3).
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "diagram/diagram.h"

namespace stribeck {

/// Everything that meets in one point: connectors of one domain, or one signal output and its inputs.
struct NetworkNode {
  int domain = -1;                        ///< index into domains(); -1: a signal
  std::int32_t driver = -1;               ///< signals: the global connector that is the output; -1: inputs left open
  std::span<const std::int32_t> members;  ///< global connectors, ascending
};

/// A displacement that a component or an output asks for: an edge r -> c of the displacement graph.
struct DisplacementRequest {
  std::int32_t instance = -1;
  std::int32_t declaration = -1;  ///< index into ComponentRecord::displacements; -1: a position output
  std::int32_t connector = -1;    ///< position outputs: the global connector
  std::int32_t r = -1, c = -1;    ///< vertices: node numbers, or node count + domain for the origin of a domain
  DisplacementDeclaration::Kind kind = DisplacementDeclaration::Kind::free;
  Priority target = Priority::none;
  bool is_shown_alone = false;  ///< no law uses it: a position that somebody wants to see

  enum class Role : std::uint8_t {
    tree,   ///< an edge of the spanning forest: a state if free, known if fixed or prescribed
    chord,  ///< computed from the tree
    loop    ///< both ends on one vertex: always zero
  } role = Role::tree;
  /// Chords: the signed tree edges that make them up, if few; otherwise the potentials of both ends are used.
  std::vector<std::pair<std::int32_t, int>> path;  // request, sign
};

/// A vertex whose place long chords need: that of the parent + sign * displacement of the request.
struct Potential {
  std::int32_t vertex = -1, parent = -1;  ///< parent -1: a root, its place is zero
  std::int32_t request = -1;
  int sign = 0;
};

struct Assembly {
  const Diagram* diagram = nullptr;
  std::vector<std::int32_t> first_connector;  ///< of each instance among the global connectors; one more at the end
  std::vector<std::int32_t> owner;            ///< instance of each global connector
  std::vector<std::int32_t> node_of;          ///< of each global connector
  std::vector<NetworkNode> nodes;
  std::vector<std::int32_t> members;      ///< storage behind NetworkNode::members
  std::vector<std::string> signal_units;  ///< by node, of signals: in which SI unit it is, as far as that is known; else empty
  std::vector<DisplacementRequest> requests;
  std::vector<Potential> potentials;  ///< only those some chord needs, parents first

  std::int32_t connector(std::int32_t instance, std::int32_t local) const {
    return first_connector[static_cast<std::size_t>(instance)] + local;
  }
  std::int32_t instance_of(std::int32_t connector) const { return owner[static_cast<std::size_t>(connector)]; }
  const ConnectorDeclaration& declaration_of(std::int32_t connector) const;
  std::string connector_name(std::int32_t connector) const;  ///< "load.I"
  /// Whether frames meet in a node, as one of the several nodes that a connection of frames makes.
  bool is_of_frame(std::int32_t node) const {
    const ConnectorDeclaration& first = declaration_of(nodes[static_cast<std::size_t>(node)].members[0]);
    return first.is_frame() || first.is_part();
  }
  /// Those of them whose connectors no diagram names.
  bool is_of_part(std::int32_t node) const { return declaration_of(nodes[static_cast<std::size_t>(node)].members[0]).is_part(); }
  /// "load.I.w", and of a part of a frame "joint.b.w_y".
  std::string quantity_name(std::int32_t connector, std::string_view quantity) const;
};

/// Throws Failure: mixed domains, two outputs, open inputs, units that differ, contradictory rigid distances.
Assembly assemble(const Diagram& diagram);
/// The assembly as text: nodes with everything that meets there, and the displacement forest.
std::string to_text(const Assembly& assembly);

// The two halves of assemble().
void connect(const Diagram& diagram, Assembly& assembly, Diagnostics& diagnostics);
void span_displacements(Assembly& assembly, Diagnostics& diagnostics);

}  // namespace stribeck
