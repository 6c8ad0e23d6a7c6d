#pragma once
// Where wires change their height between two columns of parts.
#include <cstdint>
#include <tuple>
#include <vector>

namespace stribeck {

/// A change of height.
struct Riser {
  enum class Turn : std::uint8_t { none, left, right };        // both of its ends lie on that side: what runs back
  double left, right;                                          // heights at which it is met from there, or, if it turns, of its ends
  std::tuple<std::int32_t, std::int32_t, std::int32_t> group;  // those of one group share a track
  Turn turn = Turn::none;
  std::size_t track = 0;
};

struct Channel {
  std::vector<Riser> risers;
  std::size_t tracks = 0;
  double left = 0;  // x of the first track
};

/// Sets the tracks of all risers, and how many there are.
void give_tracks(Channel& channel);

}  // namespace stribeck
