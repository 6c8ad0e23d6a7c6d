#pragma once
// The diagram as a bond graph with causal strokes.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "structure/sorted_system.h"

namespace stribeck {

inline constexpr std::string_view kMinusSign = "\u2212";  ///< of captions and moduli

/// Velocity is flow and force is effort: a node is a 1-junction; an element that transmits one force between two nodes hangs on a
/// 0-junction, as do velocities that add up in fixed ratios. What stores and dissipates by one velocity is an element each on a 1-junction.
/// Signals are boxes.
enum class BondVertexKind : std::uint8_t { one_junction, zero_junction, element, signal };

struct BondVertex {
  enum class Causality : std::uint8_t { none, integral, derivative };  ///< of what stores

  BondVertexKind kind;
  std::string letters;  ///< "1", "0", "I", "MSe"; of a signal none
  std::string name;     ///< of the node's velocity or of the component; empty for what its neighbours tell
  int domain = -1;      ///< index into domains(); -1: several, or a signal
  Causality causality = Causality::none;
  std::optional<double> modulus{};    ///< of a transformer: flow out over flow in
  std::string modulus_unit{};         ///< "m/rad"; empty between flows of one kind
  std::vector<std::string> states{};  ///< of what stores: those that hold its energy
};

struct Bond {
  std::int32_t from, to;  ///< vertices; power flows this way where it is positive
  /// Where the stroke stands: at the end on which the force is imposed; that end answers with its velocity.
  bool stroke_at_to;
  int domain = -1;
  std::string effort{}, flow{};  ///< what diagrams call them; power that flows this way is their product
};

/// What a signal tells: no power flows.
struct BondSignal {
  std::int32_t from, to;  ///< vertices
};

struct BondGraph {
  std::string title;
  std::vector<BondVertex> vertices;
  std::vector<Bond> bonds;
  std::vector<BondSignal> signals{};
  std::vector<std::string> states{};  ///< their names
};

/// Nodes that never move and what is tied to them alone carry no power and are left out, as is customary; so are components without force.
/// Karnopp, Margolis, Rosenberg (2012), System Dynamics, 5th ed., sections 4.2 (construction) and 3.4 (causal strokes).
BondGraph bond_graph(const SortedSystem& sorted);

/// A modulus as it is written: "2", "0.05", "1/3", "−17/43", else four significant digits.
std::string modulus_text(double modulus);

/// Graphviz text: half arrows show positive power, bars are the strokes; `labelled`: with effort and flow at each bond.
std::string to_dot(const BondGraph& graph, bool labelled = false);

}  // namespace stribeck
