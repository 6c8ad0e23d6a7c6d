// Tracks are given out as they are to pins of a channel: Hashimoto, Stevens (1971), Wire Routing by Optimizing Channel Assignment within
// Large Apertures, Design Automation Workshop 8, 155-169 (the left-edge rule). Their order is then one in which no wire lies on another.
#include "drawing/tracks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace stribeck {

namespace {

constexpr double kAlong = 3;  // px: wires that are nearer lie on one another
constexpr double kApart = 7;  // between wires on one track
constexpr int kNever = 1000;  // crossings that are rather drawn than one wire on another

/// Whether something holds for a height at which a riser is met from that side.
template <typename Holds>
bool meets(const Riser& riser, bool from_left, Holds holds) {
  const Riser::Turn here = from_left ? Riser::Turn::left : Riser::Turn::right;
  return riser.turn == Riser::Turn::none ? holds(from_left ? riser.left : riser.right)
                                         : riser.turn == here && (holds(riser.left) || holds(riser.right));
}

/// What leaves `a` to the right at the height at which `b` is met from the left, of other groups: `b` may not stand to the right of it.
bool would_overlap(const Riser& a, const Riser& b) {
  return a.group != b.group &&
         meets(a, false, [&](double leaves) { return meets(b, true, [&](double comes) { return std::fabs(leaves - comes) < kAlong; }); });
}

/// What comes from the left at a height stays left of what leaves to the right at that height, or one would lie on the other. False:
/// the tracks ask for an order that goes round in a circle, as those may that wires share.
bool order_tracks(Channel& channel) {
  bool is_met = true;
  std::vector<std::vector<std::size_t>> right_of(channel.tracks);
  std::vector<std::size_t> waits_for(channel.tracks, 0), place(channel.tracks, channel.tracks);
  for (const Riser& a : channel.risers)
    for (const Riser& b : channel.risers)
      if (a.track != b.track && would_overlap(b, a)) right_of[a.track].push_back(b.track), ++waits_for[b.track];
  for (std::size_t next = 0; next < channel.tracks; ++next) {
    std::size_t chosen = channel.tracks;
    for (std::size_t track = 0; track < channel.tracks; ++track)
      if (place[track] == channel.tracks && (chosen == channel.tracks || (waits_for[chosen] > 0 && waits_for[track] == 0))) chosen = track;
    is_met = is_met && waits_for[chosen] == 0;
    place[chosen] = next;
    for (const std::size_t other : right_of[chosen]) --waits_for[other];
  }
  for (Riser& riser : channel.risers) riser.track = place[riser.track];
  return is_met;
}

/// How often they cross if the first one stands to the left of the second: where one comes to its track, or leaves it, past the other.
int crossings(const Riser& a, const Riser& b) {
  const auto passes = [](double height, const Riser& riser) {
    return height > std::min(riser.left, riser.right) + kAlong && height < std::max(riser.left, riser.right) - kAlong;
  };
  if (a.group == b.group) return 0;
  return int{meets(b, true, [&](double height) { return passes(height, a); })} +
         int{meets(a, false, [&](double height) { return passes(height, b); })};
}

/// One track after the other moves to where fewer wires cross, as long as none comes to lie on another.
void uncross(Channel& channel) {
  const std::size_t count = channel.tracks;
  if (count < 2) return;
  std::vector<std::vector<int>> cost(count, std::vector<int>(count, 0));  // of the first to the left of the second
  for (const Riser& a : channel.risers)
    for (const Riser& b : channel.risers) {
      if (a.track == b.track) continue;
      cost[a.track][b.track] += crossings(a, b);
      if (would_overlap(a, b)) cost[a.track][b.track] += kNever;
    }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (bool is_better = true; std::exchange(is_better, false);)
    for (std::size_t from = 0; from < count; ++from) {
      int change = 0, least = 0;
      std::size_t best = from;
      for (std::size_t to = from; to-- > 0;)  // past those to the left, one by one
        if (change += cost[order[from]][order[to]] - cost[order[to]][order[from]]; change < least) least = change, best = to;
      change = 0;
      for (std::size_t to = from + 1; to < count; ++to)
        if (change += cost[order[to]][order[from]] - cost[order[from]][order[to]]; change < least) least = change, best = to;
      if (best == from) continue;
      const auto begin = order.begin();
      const auto at = [&](std::size_t place) { return begin + static_cast<std::ptrdiff_t>(place); };
      best < from ? std::rotate(at(best), at(from), at(from + 1)) : std::rotate(at(from), at(from + 1), at(best + 1));
      is_better = true;
    }
  std::vector<std::size_t> place(count);
  for (std::size_t k = 0; k < count; ++k) place[order[k]] = k;
  for (Riser& riser : channel.risers) riser.track = place[riser.track];
}

}  // namespace

void give_tracks(Channel& channel) {
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::vector<Riser*>> groups;
  for (Riser& riser : channel.risers) groups[riser.group].push_back(&riser);
  struct Stretch {
    double low, high;
    const std::vector<Riser*>* risers;
  };
  std::vector<Stretch> stretches;
  for (const auto& [group, risers] : groups) {
    Stretch own{risers.front()->left, risers.front()->left, &risers};
    for (const Riser* riser : risers)
      own.low = std::min({own.low, riser->left, riser->right}), own.high = std::max({own.high, riser->left, riser->right});
    stretches.push_back(own);
  }
  std::stable_sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) { return a.low < b.low; });
  std::vector<double> ends;  // of each track
  for (const Stretch& own : stretches) {
    const auto found = std::find_if(ends.begin(), ends.end(), [&](double end) { return end + kApart < own.low; });
    const auto track = static_cast<std::size_t>(found - ends.begin());
    if (found == ends.end()) ends.push_back(own.high);
    ends[track] = own.high;
    for (Riser* riser : *own.risers) riser->track = track;
  }
  channel.tracks = ends.size();
  if (order_tracks(channel)) return uncross(channel);
  channel.tracks = 0;
  for (const auto& [group, risers] : groups) {
    for (Riser* riser : risers) riser->track = channel.tracks;
    ++channel.tracks;
  }
  order_tracks(channel);
  uncross(channel);
}

}  // namespace stribeck
