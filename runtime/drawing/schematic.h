#pragma once
// A diagram as a drawing: parts, where they stand, and the wires between them. In px from the upper left corner.
#include <complex>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "drawing/captions.h"
#include "drawing/folding.h"
#include "drawing/symbol.h"

namespace stribeck {

struct Schematic;

struct PartPort {
  std::string name;
  std::int32_t node = -1;  ///< NetworkNode
  bool left = true;        ///< the side on which it stands
  bool is_input = false;   ///< of signals
  bool grounded = false;   ///< ends in a wall of its own instead of a wire
  bool on_top = false;     ///< signals of signs, walls of boxes
  bool is_open = false;    ///< a signal of a component that nothing is tied to: not drawn
  double dx = 0, dy = 0;   ///< of the port, from the part's middle; dx only of those on top
};

/// A component, what is folded into one box, a point where wires meet, or a place where a long wire passes between parts.
struct SchematicPart {
  enum class Kind : std::uint8_t { component, junction, passage } kind = Kind::component;
  std::int32_t instance = -1;  ///< of components that are drawn themselves
  std::int32_t fold = -1;      ///< of others: into Schematic::folds
  Symbol symbol = Symbol::box;
  Extent extent;
  std::vector<PartPort> ports;
  std::vector<std::string> caption{};  ///< lines below the name
  bool is_labelled = false;            ///< its symbol has words of its own for its ports
  std::int32_t rank = 0;               ///< column, from the left
  double room_on_top = 0;              ///< px: what its wires on top take beyond the place above that every part has
  double x = 0, y = 0;                 ///< of its middle
};

inline constexpr double kValueFont = 10, kValueLine = 12;  ///< px: of the lines below a name
inline constexpr double kPortFont = 9;

/// Boxes tell the names of their ports, inside, where more than two could be confused.
inline bool names_ports(const SchematicPart& part) {
  return part.is_labelled ||
         (part.symbol == Symbol::box && part.kind == SchematicPart::Kind::component && (part.ports.size() > 2 || part.fold >= 0));
}

/// From the middle of a part to where a wire meets it, so much below the middle.
double edge_at(const Schematic& schematic, const SchematicPart& part, double dy);

inline constexpr double kTopStep = 6;  ///< px: from one wire on top of a part to the next

/// From one wall on top of a box to the next: each has room for its hatch and for the name of its port.
double wall_pitch(const SchematicPart& part);

struct WireEnd {
  std::int32_t part = -1;
  std::int32_t port = -1;  ///< -1: the middle of a junction or passage
};

struct Point {
  double x = 0, y = 0;
};

/// Between parts of neighbouring ranks, or a signal that runs back.
struct Wire {
  WireEnd from, to;  ///< from is to the left unless it runs back
  std::int32_t node = -1;
  bool runs_back = false;
  bool is_last = true;  ///< ends at a port: there a signal has its arrow
  std::vector<Point> points;
};

/// Where a wire goes on in another row, at the end of the same number.
struct WireCut {
  Point point;
  std::int32_t node = -1;
  std::int32_t number = 0;
  bool right = true;  ///< at the right end of its row
};

struct Schematic {
  const Assembly* assembly = nullptr;
  std::string when{};                                      ///< SchematicView::when
  std::map<std::int32_t, std::complex<double>> phasors{};  ///< SchematicView::phasors, by node
  std::vector<Fold> folds{};
  std::vector<SchematicPart> parts;
  std::vector<Wire> wires;
  std::vector<WireCut> cuts{};
  std::int32_t ranks = 0;
  double width = 0, height = 0;

  /// Of a component or what is folded.
  const std::string& name_of(const SchematicPart& part) const {
    return part.fold >= 0 ? folds[static_cast<std::size_t>(part.fold)].name
                          : assembly->diagram->instances[static_cast<std::size_t>(part.instance)].name;
  }
};

/// Parts and wires of a diagram in ranks, without places: springs and dampers between what they connect, sources to the left, masses where
/// their wires meet, and a wall wherever a port is grounded.
Schematic schematic_of(const Assembly& assembly, const SchematicView& view = {});
/// Gives every part its place, by Graphviz. Throws Failure tool.missing or tool.failed.
void place_parts(Schematic& schematic);
/// Leads the wires through the columns between the ranks, all at right angles.
void route_wires(Schematic& schematic);
inline constexpr double kWidestRow = 1400;  ///< px: a screen
/// Cuts a drawing that is wider than that into rows.
void wrap_rows(Schematic& schematic);
/// All three. What no wire ties together is laid out by itself where wires run back or the whole would be too wide; else columns line up.
void lay_out(Schematic& schematic);
std::string to_svg(const Schematic& schematic);

/// All of these: the diagram as SVG.
std::string schematic_svg(const Assembly& assembly, const SchematicView& view = {});

}  // namespace stribeck
