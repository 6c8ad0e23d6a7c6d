#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <span>
#include <sstream>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "drawing/axis_unit.h"
#include "drawing/markup.h"
#include "drawing/page_layout.h"
#include "drawing/palette.h"
#include "drawing/schematic.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr double kTitleHeight = 34, kTitleFont = 16, kTitleLine = 20;
constexpr double kLeastWidth = 520;  // px that a title may take, however small the drawing
constexpr double kLegendHeight = 30;
constexpr double kNoteLine = 15;  // px, of the notes below the legend
constexpr double kNameFont = 12;
constexpr double kDial = 18;   // px: radius of the dial of a node's motion
constexpr double kGround = 9;  // px from a grounded port to its wall

/// One look for each kind of motion, one for signals.
std::string_view look_of(int domain) {
  if (domain < 0) return "signal";
  return domains()[static_cast<std::size_t>(domain)].position_unit == "rad" ? "rotation" : "translation";
}

constexpr char kUnbroken = '\x1f';  // stands for a space at which no line ends

/// Broken between words where it would be wider.
std::vector<std::string> in_lines(const std::string& text, double width, double font) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::replace(word.begin(), word.end(), kUnbroken, ' ');
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (!lines.back().empty() && text_width(longer, font) > width)
      lines.push_back(word);
    else
      lines.back() = longer;
  }
  return lines;
}

/// A number stays in one line with its name and its unit: a line may end behind a comma or a colon alone.
std::string unbroken(std::string_view text) {
  std::string joined;
  for (const char letter : text) {
    const bool may_break = joined.ends_with(',') || joined.ends_with(':');
    joined += letter == ' ' && !may_break ? kUnbroken : letter;
  }
  return joined;
}

class Drawing {
 public:
  explicit Drawing(const Schematic& schematic) : drawing_(schematic), assembly_(*schematic.assembly), diagram_(*assembly_.diagram) {}

  std::string write() {
    for (const Wire& wire : drawing_.wires) draw(wire);
    mark_branches();
    for (const WireCut& cut : drawing_.cuts) draw(cut);
    for (const SchematicPart& part : drawing_.parts)
      if (part.kind == SchematicPart::Kind::component) draw(part);
    for (const auto& [node, amount] : drawing_.phasors) draw(node, amount);
    std::string title = diagram_.title.empty() ? diagram_.file : diagram_.title;
    if (!drawing_.when.empty()) title += ", " + unbroken(drawing_.when);
    const std::vector<std::string> lines = in_lines(title, std::max(drawing_.width, kLeastWidth) - 40, kTitleFont);
    const double top = kTitleHeight + kTitleLine * static_cast<double>(lines.size() - 1);
    const std::vector<std::string_view> notes = legend_notes();
    const double height = drawing_.height + top + kLegendHeight + kNoteLine * static_cast<double>(notes.size());
    const std::string below = legend(height, notes);
    double width = std::max({drawing_.width, legend_width_, 360.0});
    for (const std::string& line : lines) width = std::max(width, text_width(line, kTitleFont) + 40);
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "class=\"schematic\" font-family=\"sans-serif\" role=\"img\" aria-label=\"{2}\">\n",
        width, height, escaped("schematic: " + title));
    svg += std::string(kStyle) + std::string(drawing_.phasors.empty() ? "" : kPhasorStyle) +
           fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#ffffff\"/>\n", width, height);
    for (std::size_t k = 0; k < lines.size(); ++k)
      svg += fmt::format("<text x=\"16\" y=\"{}\" font-size=\"{}\" class=\"name\">{}</text>\n", 24 + kTitleLine * static_cast<double>(k),
                         kTitleFont, escaped(lines[k]));
    return svg + fmt::format("<g transform=\"translate(0 {})\">\n", top) + text_ + "</g>\n" + below + "</svg>\n";
  }

 private:
  static constexpr std::string_view kStyle = R"(<style>
.schematic path, .schematic circle, .schematic rect, .schematic polyline { stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; fill: none; }
.schematic .rotation { stroke: #007A5A; color: #007A5A; }
.schematic .translation { stroke: #0060A0; color: #0060A0; }
.schematic .frame { stroke: #4A5568; color: #4A5568; }
.schematic polyline.frame { stroke-width: 2.6; }
.schematic .signal { stroke: #8A5A00; color: #8A5A00; }
.schematic polyline.signal { stroke-width: 1.2; stroke-dasharray: 5 3; }
.schematic .body { fill: #F4F6F8; }
.schematic .rotation .solid, .schematic .rotation.solid { fill: #007A5A; }
.schematic .translation .solid, .schematic .translation.solid { fill: #0060A0; }
.schematic .frame .solid, .schematic .frame.solid { fill: #4A5568; }
.schematic .signal.solid { fill: #8A5A00; }
.schematic .thin { stroke-width: 0.9; }
.schematic .dashed { stroke-dasharray: 4 3; }
.schematic .tread { stroke-dasharray: 5 2; stroke-width: 4; }
.schematic .teeth { fill: #F4F6F8; stroke-dasharray: 2.2 2.2; stroke-width: 4; }
.schematic .teeth, .schematic .tread { stroke-linecap: butt; }
.schematic text { fill: #222222; stroke: none; }
.schematic .value { fill: #444444; paint-order: stroke; stroke: #ffffff; stroke-width: 3; }
.schematic .port { fill: #666666; font-size: 9px; }
</style>
)";
  static constexpr std::string_view kPhasorStyle = R"(<style>
.schematic .dial { stroke: #BBBBBB; fill: #ffffff; fill-opacity: 0.75; stroke-width: 0.8; }
.schematic .phasor { stroke: #B0006D; stroke-width: 2; }
.schematic .phasor.solid { fill: #B0006D; stroke-width: 0.5; }
</style>
)";

  std::string_view look_of_node(std::int32_t node) const {
    return assembly_.is_of_frame(node) ? "frame" : look_of(assembly_.nodes[at(node)].domain);
  }

  /// Of a wire what no other wire of its node has been drawn along: painted twice, lines are bolder and dashes run into one another.
  std::vector<std::vector<Point>> not_drawn(const Wire& wire) {
    std::vector<std::pair<Point, Point>>& drawn = drawn_[wire.node];
    std::vector<std::vector<Point>> pieces;
    const std::size_t before = drawn.size();
    for (std::size_t k = 1; k < wire.points.size(); ++k) {
      const Point &a = wire.points[k - 1], &b = wire.points[k];
      if (const double length = std::fabs(b.x - a.x) + std::fabs(b.y - a.y); length > 0)
        for (const auto& [from, to] : free_shares(a, b, length, std::span(drawn).first(before))) {
          const auto point = [&](double share) { return Point{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}; };
          const bool goes_on = from == 0 && !pieces.empty() && pieces.back().back().x == a.x && pieces.back().back().y == a.y;
          if (!goes_on) pieces.push_back({point(from)});
          pieces.back().push_back(point(to));
        }
      drawn.emplace_back(a, b);
    }
    return pieces;
  }

  /// The parts of a level or upright line, 0 to 1, that none of the lines covers.
  static std::vector<std::pair<double, double>> free_shares(const Point& a, const Point& b, double length,
                                                            std::span<const std::pair<Point, Point>> lines) {
    constexpr double kNear = 0.3;  // px
    const bool is_level = a.y == b.y;
    std::vector<std::pair<double, double>> covered;
    for (const auto& [c, d] : lines) {
      if ((c.y == d.y) != is_level || std::fabs(is_level ? c.y - a.y : c.x - a.x) > kNear) continue;
      const double way = is_level ? b.x - a.x : b.y - a.y;
      const double from = (is_level ? c.x - a.x : c.y - a.y) / way, to = (is_level ? d.x - a.x : d.y - a.y) / way;
      covered.emplace_back(std::min(from, to), std::max(from, to));
    }
    std::sort(covered.begin(), covered.end());
    std::vector<std::pair<double, double>> free;
    double done = 0;
    for (const auto& [from, to] : covered) {
      if (from > 1) break;
      if ((from - done) * length > kNear) free.emplace_back(done, from);
      done = std::max(done, to);
    }
    if ((1 - done) * length > kNear) free.emplace_back(done, 1);
    return free;
  }

  void draw(const Wire& wire) {
    const std::string_view look = look_of_node(wire.node);
    for (const std::vector<Point>& piece : not_drawn(wire)) {
      std::string points;
      for (const Point& point : piece) points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", point.x, point.y);
      text_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", look, points);
    }
    if (look == "signal" && wire.is_last) {
      const Point tip = wire.points.back();
      const bool down = tip.x == wire.points[wire.points.size() - 2].x;
      text_ += fmt::format("<path class=\"signal solid\" d=\"M{:.1f} {:.1f}{}\"/>\n", tip.x, tip.y, down ? "l-3.5 -7h7z" : "l-7 -3.5v7z");
    }
  }

  /// A flag with a number that points out of its row.
  void draw(const WireCut& cut) {
    const double out = cut.right ? 1 : -1;
    text_ += fmt::format(
        "<path class=\"{} body\" d=\"M{:.1f} {:.1f}v-7h{:.1f}l{:.1f} 7l{:.1f} 7h{:.1f}z\"/>"
        "<text class=\"port\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
        look_of_node(cut.node), cut.point.x, cut.point.y, 16 * out, 5 * out, -5 * out, -16 * out, cut.point.x + 9 * out, cut.point.y + 3,
        cut.number);
  }

  /// A dot where lines of one node go three ways or more.
  void mark_branches() {
    std::map<std::int32_t, std::vector<const Wire*>> wires_of;
    for (const Wire& wire : drawing_.wires) wires_of[wire.node].push_back(&wire);
    for (const auto& [node, wires] : wires_of) {
      std::set<std::pair<double, double>> marked;
      for (const Wire* wire : wires)
        for (const Point& corner : wire->points)
          if (ways_at(corner, wires) > 2 && marked.emplace(std::round(corner.x), std::round(corner.y)).second)
            text_ +=
                fmt::format("<circle class=\"{} solid\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\"/>\n", look_of_node(node), corner.x, corner.y);
    }
  }
  static int ways_at(const Point& point, const std::vector<const Wire*>& wires) {
    constexpr double kNear = 0.5;  // px
    bool left = false, right = false, up = false, down = false;
    for (const Wire* wire : wires)
      for (std::size_t k = 1; k < wire->points.size(); ++k) {
        const Point &a = wire->points[k - 1], &b = wire->points[k];
        const auto [low_x, high_x] = std::minmax(a.x, b.x);
        const auto [low_y, high_y] = std::minmax(a.y, b.y);
        if (point.x < low_x - kNear || point.x > high_x + kNear || point.y < low_y - kNear || point.y > high_y + kNear) continue;
        left = left || low_x < point.x - kNear;
        right = right || high_x > point.x + kNear;
        up = up || low_y < point.y - kNear;
        down = down || high_y > point.y + kNear;
      }
    return int{left} + int{right} + int{up} + int{down};
  }

  /// Where the dial of a node stands: above a body that moves with it, or on the longest level piece of its wires.
  std::optional<Point> dial_of(std::int32_t node) const {
    for (const SchematicPart& part : drawing_.parts) {
      const bool is_body = part.kind == SchematicPart::Kind::component && part.ports.size() == 1 && !part.ports[0].grounded;
      if (is_body && part.ports[0].node == node && part.symbol != Symbol::ground)
        return Point{part.x, part.y - part.extent.height / 2 - kDial - 3};
    }
    std::optional<Point> middle;
    double longest = 0;
    for (const Wire& wire : drawing_.wires)
      for (std::size_t k = 1; k < wire.points.size() && wire.node == node; ++k) {
        const Point &a = wire.points[k - 1], &b = wire.points[k];
        if (a.y == b.y && std::fabs(b.x - a.x) > longest)
          longest = std::fabs(b.x - a.x), middle = Point{0.5 * (a.x + b.x), a.y - kDial - 3};
      }
    return middle;
  }

  /// A dial of radius one with the motion of a node as its hand.
  void draw(std::int32_t node, std::complex<double> amount) {
    const std::optional<Point> dial = dial_of(node);
    if (!dial) return;
    const double size = std::abs(amount);
    const double length = kDial * std::sqrt(size);  // so that what moves by a hundredth beside what a gear drives is seen, too
    text_ += fmt::format("<g><title>{}: {} at {} deg</title><circle class=\"dial\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>",
                         escaped(assembly_.connector_name(assembly_.nodes[at(node)].members.front())), short_number(size),
                         short_number(size == 0 ? 0 : std::arg(amount) * 180 / std::numbers::pi), dial->x, dial->y, kDial);
    if (length < 1.5) {
      text_ += fmt::format("<circle class=\"phasor solid\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.5\"/></g>\n", dial->x, dial->y);
      return;
    }
    const double head = std::min(6.0, 0.7 * length), ux = amount.real() / size, uy = -amount.imag() / size;
    const double x = dial->x + length * ux, y = dial->y + length * uy;
    text_ += fmt::format(
        "<path class=\"phasor\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/><path class=\"phasor solid\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} "
        "{:.1f}z\"/></g>\n",
        dial->x, dial->y, x - 0.8 * head * ux, y - 0.8 * head * uy, x, y, x - head * ux - 0.5 * head * uy, y - head * uy + 0.5 * head * ux,
        x - head * ux + 0.5 * head * uy, y - head * uy - 0.5 * head * ux);
  }

  std::string_view look_of_part(const SchematicPart& part) const {
    for (const PartPort& port : part.ports)
      if (assembly_.nodes[at(port.node)].domain >= 0) return look_of_node(port.node);
    if (part.fold >= 0) return "signal";
    const ComponentRecord& record = *diagram_.instances[at(part.instance)].record;
    for (const ConnectorDeclaration& connector : record.named_connectors())
      if (connector.kind == ConnectorKind::port) return look_of(connector.domain);
    return "signal";
  }

  void draw(const SchematicPart& part) {
    const std::string& name = drawing_.name_of(part);
    text_ += fmt::format("<g class=\"{}\" transform=\"translate({:.1f} {:.1f})\"><title>{}</title>", look_of_part(part), part.x, part.y,
                         escaped(description(part)));
    text_ += part.fold >= 0 ? fold_svg(drawing_.folds[at(part.fold)], part.extent) : sign_svg(part);
    for (const PartPort& port : part.ports) draw(port, part);
    text_ += fmt::format("<text y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"middle\" class=\"name\">{}</text>", part.extent.height / 2 + 13,
                         kNameFont, escaped(name));
    double below = part.extent.height / 2 + 13;
    for (const std::string& line : part.caption)
      text_ += fmt::format("<text class=\"value\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>", below += kValueLine,
                           kValueFont, escaped(line));
    text_ += "</g>\n";
  }

  /// Whether it lets one frame move against another along coordinates that are ports, too.
  bool is_joint_of_frames(const SchematicPart& part) const {
    const auto is_of_frame = [&](const PartPort& port) { return assembly_.is_of_frame(port.node); };
    const auto is_axis = [&](const PartPort& port) { return !is_of_frame(port) && assembly_.nodes[at(port.node)].domain >= 0; };
    return std::count_if(part.ports.begin(), part.ports.end(), is_of_frame) == 2 &&
           std::any_of(part.ports.begin(), part.ports.end(), is_axis);
  }

  /// With a "+" at the side as whose motion, against the other, values count.
  std::string sign_svg(const SchematicPart& part) {
    const Instance& instance = diagram_.instances[at(part.instance)];
    const ComponentRecord& record = *instance.record;
    tells_sticking_ = tells_sticking_ || tells_sticking(part.symbol, record);
    has_joints_ = has_joints_ || is_joint_of_frames(part);
    std::vector<std::size_t> ports;
    for (std::size_t k = 0; k < record.named_connectors().size(); ++k)
      if (record.connectors[k].kind == ConnectorKind::port) ports.push_back(k);
    if (!is_sign(part.symbol) || ports.size() != 2) return symbol_svg(part.symbol, record, part.extent, {&instance, false});
    const bool is_mirrored = !part.ports[ports[0]].left;
    std::string svg = symbol_svg(part.symbol, record, part.extent, {&instance, is_mirrored});
    const auto [found, is_new] = is_relative_.try_emplace(&record, false);
    if (is_new) found->second = acts_between_ports(record);
    if (!found->second) return svg;
    signed_looks_.insert(look_of_part(part));
    return svg + fmt::format("<text class=\"port\" x=\"{:.1f}\" y=\"-3.5\" text-anchor=\"middle\">+</text>",
                             (is_mirrored ? 1 : -1) * (part.extent.width / 2 - 3));
  }

  /// A frame in a frame; of an array with more of them behind it.
  static std::string fold_svg(const Fold& fold, const Extent& extent) {
    const double width = extent.width, height = extent.height;
    const auto frame = [&](double x, double y, double w, double h) {
      return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" class=\"body\"/>", x, y, w, h);
    };
    std::string svg;
    if (fold.subsystem < 0)
      svg = frame(-width / 2 + 6, -height / 2 - 6, width, height) + frame(-width / 2 + 3, -height / 2 - 3, width, height);
    svg += frame(-width / 2, -height / 2, width, height);
    if (fold.subsystem >= 0) svg += frame(-width / 2 + 3, -height / 2 + 3, width - 6, height - 6);
    return svg + fmt::format("<text y=\"4\" font-size=\"11\" text-anchor=\"middle\" class=\"type\">{}</text>", escaped(fold.words));
  }

  void draw(const PartPort& port, const SchematicPart& part) {
    const double edge = part.extent.width / 2, out = port.left ? -1 : 1;
    if (port.grounded && port.on_top)
      text_ += fmt::format(
          "<g transform=\"translate({:.1f} {:.1f}) rotate(-90)\"><path d=\"M0 0H8\"/><g transform=\"translate(8 0)\">{}</g></g>", port.dx,
          -part.extent.height / 2, wall_svg(false));
    else if (port.grounded)
      text_ +=
          fmt::format("<g transform=\"translate({:.1f} {:.1f})\"><path d=\"M0 0H{:.1f}\"/><g transform=\"translate({:.1f} 0)\">{}</g></g>",
                      out * edge, port.dy, out * kGround / 3, out * kGround / 3, wall_svg(port.left));
    if (!names_ports(part) || port.is_open) return;
    if (port.on_top)
      text_ += fmt::format("<text class=\"port\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", port.dx,
                           -part.extent.height / 2 + kPortFont, escaped(port.name));
    else
      text_ += fmt::format("<text class=\"port\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>",
                           out * (edge_at(drawing_, part, port.dy) - (part.symbol == Symbol::shape ? 6 : 4)), port.dy + 3,
                           port.left ? "start" : "end", escaped(port.name));
  }

  /// For whoever points at a part: what it is and with which values.
  std::string description(const SchematicPart& part) const {
    if (part.fold >= 0) {
      const Fold& fold = drawing_.folds[at(part.fold)];
      return fold.name + ": " + (fold.subsystem < 0 ? fold.words : diagram_.subsystems[at(fold.subsystem)].definition) + ", " +
             counted(fold.components, "component");
    }
    const Instance& instance = diagram_.instances[at(part.instance)];
    std::string text = instance.name + ": " + instance.record->type;
    for (std::size_t p = 0; p < instance.parameters.size(); ++p) {
      const ShownValue shown = shown_value(instance, p);
      text += "\n" + instance.record->parameters[p].name + " = " + with_unit(short_number(shown.value), pretty_unit(shown.unit));
    }
    return text;
  }

  std::vector<std::string_view> legend_notes() const {
    std::vector<std::string_view> notes;
    if (tells_sticking_) notes.emplace_back("filled plates stick, hollow ones always slide");
    if (!drawing_.phasors.empty()) notes.emplace_back("arrows: motion of each node, as long as the root of its size, turned by its phase");
    const bool moves = signed_looks_.contains("translation"), turns = signed_looks_.contains("rotation");
    if (moves && turns) notes.emplace_back("positive v and F, ω and T: the + side moves ahead of the other and pushes it");
    if (moves && !turns) notes.emplace_back("positive v and F: the + side moves ahead of the other and pushes it");
    if (turns && !moves) notes.emplace_back("positive ω and T: the + side turns ahead of the other and takes it along");
    if (has_joints_) notes.emplace_back("positive at a joint: frame b turns or moves ahead of frame a, about or along its axis");
    return notes;
  }

  /// The colours in one row, each note in one below it.
  std::string legend(double height, const std::vector<std::string_view>& notes) {
    std::map<std::string_view, bool> seen;
    for (const Wire& wire : drawing_.wires) seen[look_of_node(wire.node)] = true;
    std::string text;
    double x = 16;
    double y = height - 14 - kNoteLine * static_cast<double>(notes.size());
    for (const std::string_view look : {"rotation", "translation", "frame", "signal"}) {
      if (!seen.contains(look)) continue;
      text += fmt::format(
          "<polyline class=\"{}\" points=\"{:.0f},{:.0f} {:.0f},{:.0f}\"/><text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"11\">{}</text>\n",
          look, x, y, x + 24, y, x + 30, y + 4, look);
      x += 30 + text_width(look, 11) + 22;
    }
    legend_width_ = x;
    for (const std::string_view note : notes) {
      text += fmt::format("<text x=\"16\" y=\"{:.0f}\" font-size=\"11\">{}</text>\n", (y += kNoteLine) + 4, note);
      legend_width_ = std::max(legend_width_, 16 + text_width(note, 11));
    }
    return text;
  }

  const Schematic& drawing_;
  const Assembly& assembly_;
  const Diagram& diagram_;
  std::string text_;
  std::map<const ComponentRecord*, bool> is_relative_;
  std::map<std::int32_t, std::vector<std::pair<Point, Point>>> drawn_;  // of each node
  bool tells_sticking_ = false, has_joints_ = false;                    // of what is drawn
  std::set<std::string_view> signed_looks_;                             // of what is drawn with a "+"
  double legend_width_ = 0;
};

}  // namespace

std::string to_svg(const Schematic& schematic) { return Drawing(schematic).write(); }

}  // namespace stribeck
