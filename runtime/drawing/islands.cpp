// What no wire ties together - several machines of one diagram, or its axes, which a wall of their own each holds - is laid out by itself.
// Wires that run back pass below their own island then, not below all others.
#include <algorithm>
#include <iterator>
#include <map>

#include "base/index.h"
#include "base/pieces.h"
#include "drawing/schematic.h"

namespace stribeck {
namespace {

/// Of each part the number of its island, in the order of their first parts.
std::vector<std::size_t> island_of_part(const Schematic& schematic) {
  Pieces pieces(schematic.parts.size());
  for (const Wire& wire : schematic.wires) pieces.join(wire.from.part, wire.to.part);
  std::map<std::int32_t, std::size_t> numbers;
  std::vector<std::size_t> island(schematic.parts.size());
  for (std::size_t p = 0; p < island.size(); ++p)
    island[p] = numbers.emplace(pieces.find(static_cast<std::int32_t>(p)), numbers.size()).first->second;
  return island;
}

/// Without places.
std::vector<Schematic> split_islands(const Schematic& whole) {
  const std::vector<std::size_t> island = island_of_part(whole);
  const std::size_t count = island.empty() ? 0 : *std::max_element(island.begin(), island.end()) + 1;
  std::vector<Schematic> islands(count);
  std::vector<std::int32_t> number(whole.parts.size());  // in its island
  for (Schematic& own : islands) own.assembly = whole.assembly, own.folds = whole.folds, own.ranks = whole.ranks;
  for (std::size_t p = 0; p < whole.parts.size(); ++p) {
    Schematic& own = islands[island[p]];
    number[p] = static_cast<std::int32_t>(own.parts.size());
    own.parts.push_back(whole.parts[p]);
    own.ranks = std::min(own.ranks, whole.parts[p].rank);  // the first one
  }
  for (Schematic& own : islands) {
    const std::int32_t first = own.ranks;
    own.ranks = 0;
    for (SchematicPart& part : own.parts) part.rank -= first, own.ranks = std::max(own.ranks, part.rank + 1);
  }
  for (const Wire& wire : whole.wires) {
    Wire own = wire;
    own.from.part = number[at(wire.from.part)];
    own.to.part = number[at(wire.to.part)];
    islands[island[at(wire.from.part)]].wires.push_back(std::move(own));
  }
  return islands;
}

/// Into the places of `whole`, whose parts and wires they have become: in rows no wider than the widest of them.
void set_side_by_side(std::vector<Schematic>& islands, Schematic& whole) {
  whole.parts.clear();
  whole.wires.clear();
  whole.cuts.clear();
  whole.width = whole.height = 0;
  for (const Schematic& own : islands) whole.width = std::max(whole.width, own.width);
  double x = 0, y = 0;
  std::int32_t numbers = 0;
  for (Schematic& own : islands) {
    if (x > 0 && x + own.width > whole.width) x = 0, y = whole.height;
    const auto first = static_cast<std::int32_t>(whole.parts.size());
    const auto move = [&](auto& point) { point.x += x, point.y += y; };
    for (SchematicPart& part : own.parts) move(part);
    for (Wire& wire : own.wires) {
      wire.from.part += first, wire.to.part += first;
      for (Point& point : wire.points) move(point);
    }
    std::int32_t most = 0;
    for (WireCut& cut : own.cuts) {
      move(cut.point);
      most = std::max(most, cut.number);
      cut.number += numbers;
    }
    numbers += most;
    std::move(own.parts.begin(), own.parts.end(), std::back_inserter(whole.parts));
    std::move(own.wires.begin(), own.wires.end(), std::back_inserter(whole.wires));
    std::move(own.cuts.begin(), own.cuts.end(), std::back_inserter(whole.cuts));
    whole.height = std::max(whole.height, y + own.height);
    x += own.width;
  }
}

void lay_out_one(Schematic& schematic) {
  place_parts(schematic);
  route_wires(schematic);
}

}  // namespace

void lay_out(Schematic& schematic) {
  std::vector<Schematic> islands = split_islands(schematic);
  lay_out_one(schematic);
  const bool runs_back = std::any_of(schematic.wires.begin(), schematic.wires.end(), [](const Wire& wire) { return wire.runs_back; });
  if (islands.size() < 2 || (!runs_back && schematic.width <= kWidestRow)) return wrap_rows(schematic);  // their columns line up
  for (Schematic& own : islands) {
    lay_out_one(own);
    wrap_rows(own);
  }
  set_side_by_side(islands, schematic);
}

}  // namespace stribeck
