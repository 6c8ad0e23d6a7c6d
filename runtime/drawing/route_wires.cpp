// Between two ranks lies a channel. A wire leaves its part sideways, changes its height along a track of the channel, and goes on sideways;
// wires of one node that leave one point share a track.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/index.h"
#include "drawing/align.h"
#include "drawing/page_layout.h"
#include "drawing/schematic.h"
#include "drawing/tracks.h"

namespace stribeck {
namespace {

constexpr double kMargin = 16;                                     // px around the drawing
constexpr double kEdge = 9;                                        // between a part and the first track: a wall fits in
constexpr double kBeforeArrow = 5;                                 // more, where a signal arrives: its arrow is as long as the edge
constexpr double kTrack = 11;                                      // between tracks
constexpr double kPortGap = 15;                                    // between ports of a side
constexpr double kTopGap = 9, kTopRise = 13;                       // ports on top: beside one another, above the part
constexpr double kPortEdge = 7;                                    // from a port to the corner of its part
constexpr double kBodyEdge = 16, kLeastBody = 44;                  // the same where a body has more room; its height if nothing else asks
constexpr double kTall = 60;                                       // a body of less has a single port of a side in its middle
constexpr double kGrowth = 30;                                     // by which a body may grow at an end, where that much is free beside it
constexpr int kRounds = 4;                                         // of such moves: each makes room for others
constexpr double kLeastStep = 14;                                  // a wire's change of height that is less looks like a slip of the pen
constexpr double kLeastRise = 7, kTopsApart = 5;                   // at least, from one wire on top of a part to the next
constexpr double kNameBelow = 19, kFreeAbove = 3, kFreeBelow = 4;  // px between parts of a rank: a name, else a gap
constexpr double kWallOnTop = 16;                                  // its hatch ends so much above a part
constexpr double kStraight = 0.75;                                 // px: a wire this nearly level is drawn so
constexpr double kCaptionFont = 12;

class Router {
 public:
  explicit Router(Schematic& schematic) : drawing_(schematic), channels_(at(schematic.ranks) + 1) {}

  void run() {
    place_ports();
    grow_bodies();
    place_ports();
    for (int round = 0; round < kRounds; ++round) {
      align_parts();
      grow_bodies();
      place_ports();
    }
    align_parts();
    place_ports();
    shrink_bodies();
    level_tops();
    fit_height();
    give_lanes();
    for (std::size_t w = 0; w < drawing_.wires.size(); ++w) ask_for_tracks(w);
    for (auto& channel : channels_) give_tracks(channel);
    place_columns();
    for (std::size_t w = 0; w < drawing_.wires.size(); ++w) draw(w);
    end_at_risers();
    drawing_.height += 2 * kMargin + kTrack * static_cast<double>(lanes_.size());
  }

 private:
  SchematicPart& part(const WireEnd& end) { return drawing_.parts[at(end.part)]; }
  double height(const WireEnd& end) {
    const SchematicPart& own = part(end);
    return own.y + (end.port >= 0 ? own.ports[at(end.port)].dy : 0);
  }
  bool on_top(const WireEnd& end) { return end.port >= 0 && part(end).ports[at(end.port)].on_top; }
  double top(const WireEnd& end) { return part(end).y - part(end).extent.height / 2 + 2; }
  double side(const WireEnd& end, bool left) {
    const SchematicPart& own = part(end);
    if (end.port >= 0 && own.ports[at(end.port)].on_top) return own.x + own.ports[at(end.port)].dx;
    return own.kind == SchematicPart::Kind::component
               ? own.x + (left ? -1 : 1) * edge_at(drawing_, own, end.port >= 0 ? own.ports[at(end.port)].dy : 0)
               : own.x;
  }

  /// Ports stand where the other ends of their wires are, in that order and not too close. One part after the other: of two that
  /// face each other the second one follows the first.
  void place_ports() {
    std::map<std::pair<std::int32_t, std::int32_t>, const Wire*> wires;  // of each port, the first one
    for (const Wire& wire : drawing_.wires)
      for (const WireEnd& end : {wire.from, wire.to}) wires.try_emplace({end.part, end.port}, &wire);
    const auto wire_of = [&](std::size_t p, std::size_t port) {
      const auto found = wires.find({static_cast<std::int32_t>(p), static_cast<std::int32_t>(port)});
      return found == wires.end() ? nullptr : found->second;
    };
    for (std::size_t p = 0; p < drawing_.parts.size(); ++p)
      place_on_top(drawing_.parts[p], [&](std::size_t port) { return wire_of(p, port); });
    for (std::size_t p = 0; p < drawing_.parts.size(); ++p)
      for (const bool left : {true, false}) {
        std::vector<std::pair<double, PartPort*>> ports;
        SchematicPart& own = drawing_.parts[p];
        for (std::size_t k = 0; k < own.ports.size(); ++k) {
          if (own.ports[k].left != left || own.ports[k].on_top || own.ports[k].is_open) continue;
          const Wire* wire = wire_of(p, k);
          ports.emplace_back(wire == nullptr ? own.y + own.extent.height : aim(*wire, &part(wire->from) != &own), &own.ports[k]);
        }
        spread(ports, own);
      }
  }

  bool is_body(const SchematicPart& own) const { return own.symbol == Symbol::mass || own.symbol == Symbol::inertia; }

  /// Where a wire comes to a part: ports of bodies follow their wires.
  double aim(const WireEnd& end) { return is_body(part(end)) ? part(end).y : height(end); }
  /// Where it goes from one of its ends: what runs back passes below everything.
  double aim(const Wire& wire, bool from_its_end) { return wire.runs_back ? drawing_.height : aim(from_its_end ? wire.from : wire.to); }

  /// A body reaches further up or down where that makes a wire to it level.
  void grow_bodies() {
    for (const Wire& wire : drawing_.wires)
      for (const bool to : {true, false}) {
        SchematicPart& own = part(to ? wire.to : wire.from);
        if (!is_body(own)) continue;
        const double there = aim(to ? wire.from : wire.to);
        const double off = std::fabs(there - own.y) + kPortEdge - own.extent.height / 2;
        if (off <= 0 || off >= kGrowth) continue;
        SchematicPart taller = own;
        taller.extent.height += off;
        taller.y += there < own.y ? -off / 2 : off / 2;
        if (has_room(own, taller)) own.extent.height = taller.extent.height, own.y = taller.y;
      }
  }

  /// A body is no taller than its wires need, now that these have their heights.
  void shrink_bodies() {
    for (SchematicPart& own : drawing_.parts) {
      if (!is_body(own) || own.extent.height < kTall) continue;
      double top = own.extent.height / 2, bottom = -top;
      for (const PartPort& port : own.ports)
        if (!port.is_open) top = std::min(top, port.dy - kBodyEdge), bottom = std::max(bottom, port.dy + kBodyEdge);
      const double missing = std::max(0.0, (kLeastBody - bottom + top) / 2);
      top = std::max(top - missing, -own.extent.height / 2), bottom = std::min(bottom + missing, own.extent.height / 2);
      if (bottom <= top) continue;
      const double middle = (top + bottom) / 2;
      for (PartPort& port : own.ports) port.dy -= middle;
      own.extent.height = bottom - top;
      own.y += middle;
    }
  }

  /// What comes to the top of a part needs its place as well.
  static double above(const SchematicPart& own) {
    double rise = own.extent.height / 2 + own.room_on_top;
    for (const PartPort& port : own.ports)
      if (port.on_top) rise = std::max(rise, port.grounded ? own.extent.height / 2 + kWallOnTop : -port.dy);
    return own.y - rise - kFreeAbove;
  }
  static double below(const SchematicPart& own) {
    const bool is_named = own.kind == SchematicPart::Kind::component;
    const double words = is_named ? kNameBelow + kValueLine * static_cast<double>(own.caption.size()) : kFreeBelow;
    return own.y + own.extent.height / 2 + words;
  }

  /// Whether a part may become `other`, moved or of another height: nothing of its rank comes nearer than names need.
  bool has_room(const SchematicPart& own, const SchematicPart& other) const {
    return std::all_of(drawing_.parts.begin(), drawing_.parts.end(), [&](const SchematicPart& beside) {
      if (&beside == &own || beside.rank != own.rank) return true;
      return beside.y < own.y ? below(beside) <= std::min(above(other), above(own)) + kStraight || above(other) >= above(own)
                              : below(other) <= above(beside) + kStraight || below(other) <= below(own);
    });
  }

  /// Parts move to where their wires change their heights least; ports of tall bodies follow.
  void align_parts() {
    std::vector<AlignedPart> parts;
    // As in has_room(): ports stand a pixel or so closer to one another than names need.
    for (const SchematicPart& own : drawing_.parts) parts.push_back({own.rank, own.y, own.y - above(own) - kStraight, below(own) - own.y});
    std::vector<AlignedWire> wires;
    for (const Wire& wire : drawing_.wires) {
      if (wire.runs_back) continue;
      double slack = 0, weight = drawing_.assembly->nodes[at(wire.node)].domain >= 0 ? 3 : 1, dy[2] = {0, 0};
      for (const bool to : {false, true}) {
        const WireEnd& end = to ? wire.to : wire.from;
        const SchematicPart& own = part(end);
        if (own.kind == SchematicPart::Kind::passage) weight *= 2;
        if (is_body(own) && own.extent.height >= kTall)
          slack += own.extent.height / 2 - kPortEdge;
        else
          dy[to ? 1 : 0] = height(end) - own.y;
      }
      wires.push_back({wire.from.part, wire.to.part, dy[0], dy[1], slack, weight});
    }
    align(parts, wires);
    for (std::size_t p = 0; p < parts.size(); ++p) drawing_.parts[p].y = parts[p].y;
  }

  /// A wire that comes to the top of a part from nearly the same height comes from there, or from clearly above the other end.
  void level_tops() {
    for (const Wire& wire : drawing_.wires)
      for (const bool to : {true, false}) {
        const WireEnd &own = to ? wire.to : wire.from, &other = to ? wire.from : wire.to;
        const double off = height(other) - height(own);
        if (!on_top(own) || wire.runs_back || off == 0 || std::fabs(off) >= kLeastStep) continue;
        if (!move_top(own, off) && off > 0) move_top(own, off - kLeastStep);
      }
  }

  /// False, and nothing moved, if the wire would be too near to the part below it, to the name above or to another wire on top.
  bool move_top(const WireEnd& end, double shift) {
    SchematicPart& below = part(end);
    PartPort& port = below.ports[at(end.port)];
    const bool is_near = std::any_of(below.ports.begin(), below.ports.end(), [&](const PartPort& beside) {
      return &beside != &port && beside.on_top && !beside.grounded && std::fabs(beside.dy - port.dy - shift) < kTopsApart;
    });
    if (is_near || port.dy + shift > -below.extent.height / 2 - kLeastRise) return false;
    SchematicPart moved = below;
    moved.ports[at(end.port)].dy += shift;
    if (!has_room(below, moved)) return false;
    port.dy += shift;
    return true;
  }

  /// The drawing is as high as what stands in it.
  void fit_height() {
    double top = std::numeric_limits<double>::infinity(), bottom = -top;
    for (const SchematicPart& own : drawing_.parts) {
      top = std::min(top, above(own));
      bottom = std::max(bottom, below(own));
    }
    if (top > bottom) return;
    for (SchematicPart& own : drawing_.parts) own.y -= top;
    drawing_.height = bottom - top;
  }

  /// A junction whose wires all come from one side is the end of their riser.
  void end_at_risers() {
    std::map<std::int32_t, std::vector<std::pair<Wire*, bool>>> at_junction;  // wires, and whether they end there
    for (Wire& wire : drawing_.wires)
      for (const bool ends : {true, false})
        if (const WireEnd& end = ends ? wire.to : wire.from; part(end).kind == SchematicPart::Kind::junction)
          at_junction[end.part].emplace_back(&wire, ends);
    for (auto& [number, wires] : at_junction) {
      const bool ends = wires.front().second;
      double riser = std::numeric_limits<double>::infinity();
      bool one_side = true;
      for (const auto& [wire, own_ends] : wires) {
        one_side = one_side && own_ends == ends;
        const std::size_t size = wire->points.size();
        if (size > 2) riser = ends ? wire->points[size - 2].x : wire->points[1].x;
      }
      if (!one_side || riser == std::numeric_limits<double>::infinity()) continue;
      for (const auto& [wire, own_ends] : wires) (ends ? wire->points.back() : wire->points.front()).x = riser;
      drawing_.parts[at(number)].x = riser;
    }
  }

  /// Walls beside one another. Of those with a wire first those whose wire comes from the left, the lowest first, then those whose wire
  /// leaves to the right, the lowest last: none crosses another.
  template <typename WireOf>
  void place_on_top(SchematicPart& own, WireOf wire_of) {
    const double pitch = wall_pitch(own);
    const auto walls = static_cast<double>(
        std::count_if(own.ports.begin(), own.ports.end(), [](const PartPort& port) { return port.on_top && port.grounded; }));
    double wall = 0;
    for (PartPort& port : own.ports)
      if (port.on_top && port.grounded) port.dx = pitch * (wall++ - (walls - 1) / 2);
    struct Signal {
      PartPort* port;
      double there;  // height of the other end
    };
    std::vector<Signal> from_left, to_right;
    for (std::size_t k = 0; k < own.ports.size(); ++k) {
      const Wire* wire = own.ports[k].on_top && !own.ports[k].grounded ? wire_of(k) : nullptr;
      if (wire == nullptr) continue;
      const bool ends_here = &part(wire->to) == &own && wire->to.port == static_cast<std::int32_t>(k);
      (ends_here ? from_left : to_right).push_back({&own.ports[k], aim(*wire, ends_here)});
    }
    std::stable_sort(from_left.begin(), from_left.end(), [](const Signal& a, const Signal& b) { return a.there > b.there; });
    std::stable_sort(to_right.begin(), to_right.end(), [](const Signal& a, const Signal& b) { return a.there < b.there; });
    const auto count = static_cast<double>(from_left.size() + to_right.size());
    double place = 0, number = static_cast<double>(from_left.size());
    const auto set = [&](PartPort& port) {
      port.dx = kTopGap * (place++ - (count - 1) / 2);
      port.dy = -own.extent.height / 2 - kTopRise - own.room_on_top + number * kTopStep;
    };
    for (const Signal& signal : from_left) --number, set(*signal.port);
    for (const Signal& signal : to_right) set(*signal.port), ++number;
  }

  static void spread(std::vector<std::pair<double, PartPort*>>& ports, const SchematicPart& own) {
    if (ports.empty()) return;
    if (ports.size() == 1 && own.extent.height < kTall) return (void)(ports.front().second->dy = 0);
    std::stable_sort(ports.begin(), ports.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const double reach = own.extent.height / 2 - kPortEdge;
    const double gap = ports.size() > 1 ? std::min(kPortGap, 2 * reach / static_cast<double>(ports.size() - 1)) : 0;
    double least = -reach;
    for (auto& [y, port] : ports) port->dy = std::max(least, std::min(reach, y - own.y)), least = port->dy + gap;
    double most = reach;
    for (auto i = ports.rbegin(); i != ports.rend(); ++i) i->second->dy = std::min(i->second->dy, most), most = i->second->dy - gap;
  }

  /// Channel c lies to the left of rank c.
  void ask(std::size_t wire, std::size_t channel, double from, double to, const WireEnd& start, std::int32_t node,
           Riser::Turn turn = Riser::Turn::none) {
    asked_[{wire, channel}] = channels_[channel].risers.size();
    const bool shared = start.port < 0 || drawing_.assembly->nodes[at(node)].domain < 0;
    channels_[channel].risers.push_back({from, to, {node, start.part, shared ? -1 : static_cast<std::int32_t>(wire)}, turn});
  }

  /// Of wires that run back, those that go round others lie below them.
  void give_lanes() {
    std::vector<std::size_t> back;
    for (std::size_t w = 0; w < drawing_.wires.size(); ++w)
      if (drawing_.wires[w].runs_back) back.push_back(w);
    const auto span = [&](std::size_t w) { return part(drawing_.wires[w].from).rank - part(drawing_.wires[w].to).rank; };
    std::stable_sort(back.begin(), back.end(), [&](std::size_t a, std::size_t b) {
      return span(a) != span(b) ? span(a) < span(b) : height(drawing_.wires[a].from) > height(drawing_.wires[b].from);
    });
    for (const std::size_t w : back) lanes_.emplace(w, lanes_.size());
  }

  void ask_for_tracks(std::size_t w) {
    const Wire& wire = drawing_.wires[w];
    const double from = height(wire.from), to = height(wire.to);
    const auto rank = [&](const WireEnd& end) { return at(part(end).rank); };
    if (wire.runs_back) {
      const double lane = lane_height(lanes_.at(w));
      ask(w, rank(wire.from) + 1, from, lane, wire.from, wire.node, Riser::Turn::left);
      ask(w, rank(wire.to), lane, to, wire.from, wire.node, Riser::Turn::right);
    } else if (std::fabs(from - to) > kStraight) {
      ask(w, rank(wire.to), from, to, part(wire.from).kind == SchematicPart::Kind::junction ? wire.from : starts_at(wire), wire.node);
    }
  }
  /// Wires that meet in a junction share what leads into it; signals share what leaves their source.
  WireEnd starts_at(const Wire& wire) { return part(wire.to).kind == SchematicPart::Kind::junction ? wire.to : wire.from; }

  double lane_height(std::size_t lane) const { return drawing_.height + kTrack * static_cast<double>(lane + 1); }

  /// Columns as wide as their widest part or name, channels as wide as their tracks.
  void place_columns() {
    std::vector<double> half(at(drawing_.ranks), 0), middle(half);
    for (const SchematicPart& own : drawing_.parts) half[at(own.rank)] = std::max(half[at(own.rank)], half_width(own));
    double x = kMargin;
    for (std::size_t rank = 0; rank < channels_.size(); ++rank) {
      Channel& channel = channels_[rank];
      channel.left = x + kEdge;
      x +=
          2 * kEdge + (has_signal(channel) ? kBeforeArrow : 0) + kTrack * static_cast<double>(std::max<std::size_t>(channel.tracks, 1) - 1);
      if (rank == half.size()) break;
      middle[rank] = x + half[rank];
      x += 2 * half[rank];
    }
    drawing_.width = x + kMargin;
    for (SchematicPart& own : drawing_.parts) own.x = middle[at(own.rank)], own.y += kMargin;
  }

  bool has_signal(const Channel& channel) const {
    return std::any_of(channel.risers.begin(), channel.risers.end(),
                       [&](const Riser& riser) { return drawing_.assembly->nodes[at(std::get<0>(riser.group))].domain < 0; });
  }

  double half_width(const SchematicPart& own) const {
    if (own.kind != SchematicPart::Kind::component) return 1;
    const std::string& name = drawing_.name_of(own);
    const bool walls = std::any_of(own.ports.begin(), own.ports.end(), [](const PartPort& port) { return port.grounded; });
    double words = text_width(name, kCaptionFont);
    for (const std::string& line : own.caption) words = std::max(words, text_width(line, kValueFont));
    return std::max(own.extent.width / 2 + (walls ? kEdge : 0), words / 2);
  }

  void draw(std::size_t w) {
    Wire& wire = drawing_.wires[w];
    const double y1 = height(wire.from), y2 = height(wire.to);
    const double x1 = side(wire.from, false), x2 = side(wire.to, true);
    const auto track_x = [&](std::size_t channel) {
      const Channel& own = channels_[channel];
      return own.left + kTrack * static_cast<double>(own.risers[asked_.at({w, channel})].track);
    };
    if (wire.runs_back) {
      const std::size_t out = at(part(wire.from).rank) + 1, in = at(part(wire.to).rank);
      const double lane = lane_height(lanes_.at(w)) + kMargin, a = track_x(out), b = track_x(in);
      wire.points = {{x1, y1}, {a, y1}, {a, lane}, {b, lane}, {b, y2}, {x2, y2}};
    } else if (!asked_.contains({w, at(part(wire.to).rank)})) {
      wire.points = {{x1, y1}, {x2, y1}};
    } else {
      const double x = track_x(at(part(wire.to).rank));
      wire.points = {{x1, y1}, {x, y1}, {x, y2}, {x2, y2}};
    }
    if (on_top(wire.from)) wire.points.insert(wire.points.begin(), {x1, top(wire.from)});
    if (on_top(wire.to)) wire.points.push_back({x2, top(wire.to)});
  }

  Schematic& drawing_;
  std::vector<Channel> channels_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> asked_;  // wire and channel: its riser
  std::map<std::size_t, std::size_t> lanes_;                          // of wires that run back, below everything
};

}  // namespace

void route_wires(Schematic& schematic) { Router(schematic).run(); }

}  // namespace stribeck
