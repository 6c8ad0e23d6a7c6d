#pragma once
// Heights at which as many wires as possible are level.
#include <cstdint>
#include <vector>

namespace stribeck {

/// What stands in a column, with the room that it takes above and below its middle.
struct AlignedPart {
  std::int32_t column;
  double y, above, below;
};

/// A wire between two of them that is level if its ends, so much below the middles, differ by no more than its slack.
struct AlignedWire {
  std::int32_t from, to;
  double from_dy, to_dy, slack, weight;
};

/// Moves parts up and down so that the changes of height of all wires, times their weights, become less. Parts of a column keep their order
/// and their room.
void align(std::vector<AlignedPart>& parts, const std::vector<AlignedWire>& wires);

}  // namespace stribeck
