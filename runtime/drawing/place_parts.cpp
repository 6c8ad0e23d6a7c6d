#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/format.h"
#include "drawing/graphviz.h"
#include "drawing/schematic.h"

namespace stribeck {
namespace {

constexpr double kPerInch = 72;
constexpr double kCaption = 17;     // px below a sign, for its name; the same is left free above, so that wires meet in the middle
constexpr double kPerWire = 75;     // px between the wires on a side of a body: what the parts at their other ends need
constexpr double kSlack = 8;        // px by which a part may move to make a wire straight: less than what is free between parts
constexpr double kBetweenY = 0.12;  // inches

/// Masses are as tall as what is tied to them side by side.
void stretch_bodies(Schematic& schematic) {
  for (SchematicPart& part : schematic.parts) {
    const auto on_side = [&](bool left) {
      return std::count_if(part.ports.begin(), part.ports.end(),
                           [&](const PartPort& port) { return port.left == left && !port.is_open && !port.on_top; });
    };
    const auto fuller = static_cast<double>(std::max({on_side(true), on_side(false), std::ptrdiff_t{1}}));
    if (part.symbol == Symbol::mass || part.symbol == Symbol::inertia)
      part.extent.height = std::max(part.extent.height, kPerWire * (fuller - 1) + 20);
    else if (part.symbol == Symbol::box && part.kind == SchematicPart::Kind::component)
      part.extent.height = std::max(part.extent.height, 22 * fuller + 6);
  }
}

/// Two wires fit into the place above a part.
void make_room_on_top(Schematic& schematic) {
  std::map<std::int32_t, std::set<std::int32_t>> ports;  // with a wire, of each part
  for (const Wire& wire : schematic.wires)
    for (const WireEnd& end : {wire.from, wire.to})
      if (end.port >= 0 && schematic.parts[static_cast<std::size_t>(end.part)].ports[static_cast<std::size_t>(end.port)].on_top)
        ports[end.part].insert(end.port);
  for (const auto& [part, own] : ports)
    schematic.parts[static_cast<std::size_t>(part)].room_on_top = kTopStep * std::max(static_cast<double>(own.size()) - 2, 0.0);
}

double height_with_caption(const SchematicPart& part) {
  const double lines = kValueLine * static_cast<double>(part.caption.size());
  return part.extent.height + (part.kind == SchematicPart::Kind::component ? 2 * (kCaption + std::max(lines, part.room_on_top)) : 0);
}

std::string dot_of(const Schematic& schematic) {
  std::string text = fmt::format(
      "digraph {{\nrankdir=LR; nodesep={}; ranksep=0.4; splines=false;\nnode [shape=box, fixedsize=true, label=\"\"];\n", kBetweenY);
  std::vector<std::string> ranks(static_cast<std::size_t>(schematic.ranks));
  for (std::size_t p = 0; p < schematic.parts.size(); ++p) {
    const SchematicPart& part = schematic.parts[p];
    text += fmt::format("p{} [width={:.4f}, height={:.4f}];\n", p, part.extent.width / kPerInch, height_with_caption(part) / kPerInch);
    ranks[static_cast<std::size_t>(part.rank)] += fmt::format("p{};", p);
  }
  for (const std::string& rank : ranks) text += "{rank=same;" + rank + "}\n";
  for (const Wire& wire : schematic.wires) {
    if (wire.runs_back) continue;
    const bool mechanical = schematic.assembly->nodes[static_cast<std::size_t>(wire.node)].domain >= 0;
    const auto side = [&](const WireEnd& end) {  // what leaves at the top crosses least if Graphviz knows
      return end.port >= 0 && schematic.parts[static_cast<std::size_t>(end.part)].ports[static_cast<std::size_t>(end.port)].on_top ? ":n"
                                                                                                                                   : "";
    };
    text += fmt::format("p{}{} -> p{}{} [weight={}];\n", wire.from.part, side(wire.from), wire.to.part, side(wire.to), mechanical ? 4 : 1);
  }
  return text + "}\n";
}

/// The words of a line of dot's plain format: "node p12 1.5 0.25 ...", lengths in inches from the lower left corner.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty() && words.size() < 4) {
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

template <typename Number>
Number number(std::string_view text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

namespace {

/// Parts that hang on a single wire move to its height, if that is near.
void straighten(Schematic& schematic) {
  std::vector<const Wire*> wire_to(schematic.parts.size(), nullptr);
  std::vector<int> count(schematic.parts.size(), 0);
  for (const Wire& wire : schematic.wires) {
    if (wire.runs_back || schematic.assembly->nodes[static_cast<std::size_t>(wire.node)].domain < 0) continue;
    wire_to[static_cast<std::size_t>(wire.to.part)] = &wire;
    ++count[static_cast<std::size_t>(wire.to.part)];
  }
  std::vector<std::size_t> by_rank(schematic.parts.size());
  std::iota(by_rank.begin(), by_rank.end(), std::size_t{0});
  std::stable_sort(by_rank.begin(), by_rank.end(),
                   [&](std::size_t a, std::size_t b) { return schematic.parts[a].rank < schematic.parts[b].rank; });
  for (const std::size_t p : by_rank) {
    if (count[p] != 1) continue;
    const double off = schematic.parts[static_cast<std::size_t>(wire_to[p]->from.part)].y - schematic.parts[p].y;
    if (std::fabs(off) < kSlack) schematic.parts[p].y += off;
  }
}

}  // namespace

void place_parts(Schematic& schematic) {
  stretch_bodies(schematic);
  make_room_on_top(schematic);
  const std::string plain = run_dot("plain", dot_of(schematic));
  double height = 0;
  for (std::string_view rest = plain; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() < 4) continue;
    if (words[0] == "graph") height = number<double>(words[3]) * kPerInch;
    if (words[0] != "node") continue;
    SchematicPart& part = schematic.parts[number<std::size_t>(words[1].substr(1))];
    part.y = height - number<double>(words[3]) * kPerInch;
  }
  schematic.height = height;
  straighten(schematic);
}

}  // namespace stribeck
