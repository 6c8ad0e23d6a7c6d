// Column by column, to and fro, the sum of all changes of height to the columns beside it is made least: a chain of convex functions with
// gaps between neighbours, by joining neighbours that come too close into blocks (pool adjacent violators: Ayer et al. (1955), An empirical
// distribution function for sampling with incomplete information, Annals of Mathematical Statistics 26, 641-647; here with medians).
#include "drawing/align.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.h"
#include "base/pieces.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostMoves = 600'000, kMostSweeps = 2000;  // of parts; a long chain needs many, a large drawing ends before
constexpr int kRounds = 8;
constexpr double kLevel = 0.3;                              // px: wires this level are drawn so
constexpr double kStep = 12, kSmall = 24, kSmallStep = 30;  // px that a change of height is as bad as, and one that looks like a slip
constexpr double kMiddle = 0.04;  // weight of the middle of all, which what has slack prefers: chains do not slope
constexpr double kStays = 0.02;   // weight of where a part stands, among places that are as good

/// A convex function with corners: its slope grows by `weight` at each of them.
struct Corner {
  double y, weight;
};

/// Neighbours that touch: where the first of them is best, for all of them.
struct Block {
  std::vector<Corner> corners;
  std::vector<double> offsets;  // of each part from the first one
  double best = 0;

  void find_best() {
    std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.y < b.y; });
    double slope = 0;
    for (const Corner& corner : corners) slope -= corner.weight / 2;
    for (const Corner& corner : corners) {
      best = corner.y;
      if ((slope += corner.weight) >= 0) return;
    }
  }
};

class Alignment {
 public:
  Alignment(std::vector<AlignedPart>& parts, const std::vector<AlignedWire>& wires) : parts_(parts), wires_of_(parts.size()) {
    for (const AlignedWire& wire : wires) wires_of_[at(wire.from)].push_back(&wire), wires_of_[at(wire.to)].push_back(&wire);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      columns_.resize(std::max(columns_.size(), at(parts[p].column) + 1));
      columns_[at(parts[p].column)].push_back(static_cast<std::int32_t>(p));
    }
    for (const AlignedPart& part : parts) middle_ += part.y / static_cast<double>(parts.size());
    for (std::vector<std::int32_t>& column : columns_)
      std::stable_sort(column.begin(), column.end(), [&](std::int32_t a, std::int32_t b) { return parts[at(a)].y < parts[at(b)].y; });
  }

  void run() {
    const std::size_t most = std::min(kMostSweeps, kMostMoves / std::max<std::size_t>(parts_.size(), 1));
    moved_ = kLevel + 1;
    for (std::size_t sweep = 0; sweep < most && std::exchange(moved_, 0) > kLevel; ++sweep) {
      for (const std::vector<std::int32_t>& column : columns_) place(column);
      std::for_each(columns_.rbegin(), columns_.rend(), [&](const std::vector<std::int32_t>& column) { place(column); });
      if (moved_ <= kLevel) draw_to_middle();
    }
    for (int round = 0; round < kRounds && move_groups(); ++round) continue;
  }

 private:
  void place(const std::vector<std::int32_t>& column) {
    std::vector<Block> blocks;
    std::vector<double> gaps;  // between the last part of each block and the first of the next
    for (std::size_t k = 0; k < column.size(); ++k) {
      blocks.push_back(block_of(column[k]));
      gaps.push_back(k == 0 ? 0 : parts_[at(column[k - 1])].below + parts_[at(column[k])].above);
      while (blocks.size() > 1) {
        Block &one = blocks[blocks.size() - 2], &next = blocks.back();
        const double shift = one.offsets.back() + gaps.back();
        if (one.best + shift <= next.best) break;
        for (Corner& corner : next.corners) one.corners.push_back({corner.y - shift, corner.weight});
        for (const double offset : next.offsets) one.offsets.push_back(offset + shift);
        one.find_best();
        blocks.pop_back(), gaps.pop_back();
      }
    }
    auto part = column.begin();
    for (const Block& block : blocks)
      for (const double offset : block.offsets) {
        double& y = parts_[at(*part++)].y;
        moved_ = std::max(moved_, std::fabs(block.best + offset - y));
        y = block.best + offset;
      }
  }

  Block block_of(std::int32_t p) const {
    Block block;
    block.offsets = {0};
    block.corners.push_back({parts_[at(p)].y, kStays});
    bool has_slack = false;
    for (const AlignedWire* wire : wires_of_[at(p)]) {
      const bool starts = wire->from == p;
      const double there =
          starts ? parts_[at(wire->to)].y + wire->to_dy - wire->from_dy : parts_[at(wire->from)].y + wire->from_dy - wire->to_dy;
      block.corners.push_back({there - wire->slack, wire->weight});
      block.corners.push_back({there + wire->slack, wire->weight});
      has_slack = has_slack || wire->slack > 0;
    }
    if (has_slack) block.corners.push_back({middle_, kMiddle});
    block.find_best();
    return block;
  }

  /// What is tied by wires without slack goes to the middle as far as the slack of its other wires allows.
  void draw_to_middle() {
    Pieces pieces(parts_.size());
    for (const std::vector<const AlignedWire*>& wires : wires_of_)
      for (const AlignedWire* wire : wires)
        if (wire->slack == 0 && std::fabs(drop(*wire, wire->from)) <= kLevel) pieces.join(wire->from, wire->to);
    std::map<std::int32_t, std::vector<std::int32_t>> groups;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      groups[pieces.find(static_cast<std::int32_t>(p))].push_back(static_cast<std::int32_t>(p));
    for (const auto& [piece, group] : groups) {
      double shift = middle_ - parts_[at(piece)].y;
      bool has_slack = false;
      for (const std::int32_t part : group) {
        for (const AlignedWire* wire : wires_of_[at(part)]) {
          if (pieces.find(wire->from) == pieces.find(wire->to)) continue;
          const double here = drop(*wire, part);  // it falls by what the group does
          has_slack = has_slack || wire->slack > 0;
          const double room = shift < 0 ? std::max(0.0, wire->slack - here) : std::max(0.0, wire->slack + here);
          shift = std::copysign(std::min(std::fabs(shift), room), shift);
        }
        if (const std::int32_t other = in_the_way(part, shift); other >= 0 && pieces.find(other) != pieces.find(part)) {
          const AlignedPart &own = parts_[at(part)], &beside = parts_[at(other)];
          const double room = shift < 0 ? own.y - own.above - beside.y - beside.below : beside.y - beside.above - own.y - own.below;
          shift = std::copysign(std::max(0.0, room), shift);
        }
      }
      if (!has_slack || std::fabs(shift) <= kLevel) continue;
      for (const std::int32_t part : group) parts_[at(part)].y += shift;
      moved_ = kLevel + std::fabs(shift);
    }
  }

  /// By how much the other end of a wire is lower.
  double drop(const AlignedWire& wire, std::int32_t from) const {
    const double all = parts_[at(wire.to)].y + wire.to_dy - parts_[at(wire.from)].y - wire.from_dy;
    return wire.from == from ? all : -all;
  }
  static double cost(const AlignedWire& wire, double drop) {
    const double step = std::max(0.0, std::fabs(drop) - wire.slack);
    return step <= kLevel ? 0 : wire.weight * (step + kStep + (step < kSmall ? kSmallStep : 0));
  }

  /// All that is tied by level wires moves as one, and whatever stands in its way with it, where that makes a wire level. False: nothing
  /// has become better.
  bool move_groups() {
    bool moved = false;
    for (std::size_t p = 0; p < parts_.size(); ++p)
      for (const AlignedWire* wire : wires_of_[p]) {
        const double off = drop(*wire, static_cast<std::int32_t>(p));
        if (std::fabs(off) <= wire->slack + kLevel) continue;
        moved = move_group(static_cast<std::int32_t>(p), off - std::copysign(wire->slack, off)) || moved;
      }
    return moved;
  }

  bool move_group(std::int32_t first, double shift) {
    std::vector<std::int32_t> group;
    in_group_.assign(parts_.size(), 0);
    const auto add = [&](std::int32_t part) {
      if (in_group_[at(part)] == 0) in_group_[at(part)] = 1, group.push_back(part);
    };
    add(first);
    for (std::size_t k = 0; k < group.size(); ++k) {
      for (const AlignedWire* wire : wires_of_[at(group[k])])
        if (const double here = drop(*wire, group[k]);
            std::fabs(here) <= wire->slack + kLevel && std::fabs(here - shift) > wire->slack + kLevel)
          add(wire->from == group[k] ? wire->to : wire->from);
      if (const std::int32_t other = in_the_way(group[k], shift); other >= 0) add(other);
    }
    double change = 0;
    for (const std::int32_t part : group)
      for (const AlignedWire* wire : wires_of_[at(part)])
        if (in_group_[at(wire->from)] == 0 || in_group_[at(wire->to)] == 0)
          change += cost(*wire, drop(*wire, part) - shift) - cost(*wire, drop(*wire, part));
    if (change >= -kLevel) return false;
    for (const std::int32_t part : group) parts_[at(part)].y += shift;
    return true;
  }

  /// The neighbour that a part would come too close to; -1: none.
  std::int32_t in_the_way(std::int32_t part, double shift) const {
    const AlignedPart& own = parts_[at(part)];
    const std::vector<std::int32_t>& column = columns_[at(own.column)];
    const auto here = std::find(column.begin(), column.end(), part);
    if (shift < 0 && here != column.begin()) {
      const AlignedPart& other = parts_[at(*(here - 1))];
      if (own.y + shift - own.above < other.y + other.below) return *(here - 1);
    }
    if (shift > 0 && here + 1 != column.end()) {
      const AlignedPart& other = parts_[at(*(here + 1))];
      if (own.y + shift + own.below > other.y - other.above) return *(here + 1);
    }
    return -1;
  }

  std::vector<AlignedPart>& parts_;
  double middle_ = 0, moved_ = 0;  // the latter: the greatest move of a sweep
  std::vector<char> in_group_;
  std::vector<std::vector<const AlignedWire*>> wires_of_;
  std::vector<std::vector<std::int32_t>> columns_;
};

}  // namespace

void align(std::vector<AlignedPart>& parts, const std::vector<AlignedWire>& wires) { Alignment(parts, wires).run(); }

}  // namespace stribeck
