#pragma once
// The signs of the field for components: drawn in a file of components/symbols/, or else found from what a component declares, so that a
// new one needs no entry anywhere.
#include <cstdint>
#include <string>
#include <string_view>

#include "component/record.h"

namespace stribeck {

enum class Symbol : std::uint8_t {
  spring,           ///< zigzag
  damper,           ///< dashpot
  spring_damper,    ///< both side by side
  stop,             ///< a plate between two walls
  friction,         ///< two faces that rub
  dry_friction,     ///< two faces that rub and stick
  mass,             ///< a box that moves along a line
  inertia,          ///< a disc on a shaft
  ground,           ///< hatched
  force_source,     ///< a circle that pushes
  velocity_source,  ///< a circle that leads
  motor,            ///< a circle with an M
  sensor,           ///< a dial
  gear,             ///< two wheels that mesh
  sign,             ///< another one that a file draws, with its ports as those above have theirs
  shape,            ///< of a signal, with an outline of its own
  box               ///< anything else: its type stands in it, or what a file draws
};

struct Instance;

/// How it is laid out, and drawn if no file draws it: a linear store of one displacement is a spring, a linear loss a damper, and so on;
/// what fits no sign is a box.
Symbol symbol_of(const ComponentRecord& record);

/// True for those with one port in the middle of each side; their signals enter and leave at the top. False for bodies and boxes.
bool is_sign(Symbol symbol);

struct Extent {
  double width = 0, height = 0;
};

/// Of the sign alone, in px. Two-port signs have their ports in the middle of the left and right edge.
Extent extent_of(Symbol symbol, const ComponentRecord& record);
struct SymbolUse {
  const Instance* instance = nullptr;  ///< whose values stand in it; nullptr: a type's
  bool is_mirrored = false;            ///< its first port is to the right
};
/// SVG of the sign, centred on the origin; without colours: strokes and fills follow the group it stands in.
std::string symbol_svg(Symbol symbol, const ComponentRecord& record, const Extent& extent, const SymbolUse& use = {});
/// A circle, of which the ports stand on its line: sums and products.
bool is_round(Symbol symbol, const ComponentRecord& record);
/// Of two ports: what it shows is the motion of the first against the second, and the force between them. False for gears.
bool acts_between_ports(const ComponentRecord& record);
/// Hollow and filled tell whether a friction can stick: true for signs that say so.
bool tells_sticking(Symbol symbol, const ComponentRecord& record);
/// A wall with its hatch, whose line stands at x = 0 and whose hatch lies to the left or to the right.
std::string wall_svg(bool hatch_left);
/// "velocity source" of "rotational.velocity_source".
std::string type_words(const ComponentRecord& record);

}  // namespace stribeck
