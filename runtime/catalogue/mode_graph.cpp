// The modes of a component and what leads from one to the other, as boxes and arrows.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/format.h"
#include "base/index.h"
#include "catalogue/catalogue.h"
#include "drawing/markup.h"

namespace stribeck {
namespace {

constexpr double kHalfWidth = 58, kHalfHeight = 15, kBeside = 7, kTip = 6, kEdge = 20;  // px

struct ModeBox {
  double x, y;
  std::string words;
};

struct ModeGraph {
  std::vector<ModeBox> boxes;
  std::vector<std::pair<std::size_t, std::size_t>> ways;
};

ModeGraph graph_of(const FrictionDeclaration& friction) {
  if (friction.contact.gap != ExprId::none) return {{{-110, 0, "open"}, {110, 0, "touches"}}, {{0, 1}, {1, 0}}};
  ModeGraph graph{{{0, 0, "sticks"}, {-190, 0, "slips backwards"}, {190, 0, "slips forwards"}}, {{0, 1}, {1, 0}, {0, 2}, {2, 0}}};
  if (friction.open != ExprId::none) {
    graph.boxes.push_back({0, 70, "open"});
    graph.ways.insert(graph.ways.end(), {{0, 3}, {3, 0}});
  }
  return graph;
}

/// Its states in a ring, the first one on the left.
ModeGraph graph_of(const MachineDeclaration& machine) {
  ModeGraph graph;
  const auto states = static_cast<double>(machine.states.size());
  const double height = machine.states.size() < 3 ? 0 : 30 + 15 * states;
  for (const std::string& state : machine.states) {
    const double angle = std::numbers::pi * (1 - 2 * static_cast<double>(graph.boxes.size()) / states);
    graph.boxes.push_back({std::round(130 * std::cos(angle)), std::round(-height * std::sin(angle)), state});
  }
  for (const MachineDeclaration::Transition& transition : machine.transitions)
    if (transition.from != transition.to) graph.ways.emplace_back(at(transition.from), at(transition.to));
  return graph;
}

/// From the edge of one box to that of the other, a little aside, so that two opposite ones are seen.
std::string arrow(const ModeBox& from, const ModeBox& to) {
  const double length = std::hypot(to.x - from.x, to.y - from.y), dx = (to.x - from.x) / length, dy = (to.y - from.y) / length;
  const double edge = std::min(kHalfWidth / std::max(std::fabs(dx), 1e-9), kHalfHeight / std::max(std::fabs(dy), 1e-9));
  const double x1 = from.x + kBeside * dy + edge * dx, y1 = from.y - kBeside * dx + edge * dy;
  const double x2 = to.x + kBeside * dy - (edge + kTip) * dx, y2 = to.y - kBeside * dx - (edge + kTip) * dy;
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>", x1, y1, x2, y2) +
         fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" class=\"solid\"/>", x2 + kTip * dx, y2 + kTip * dy,
                     x2 - 3.5 * dy, y2 + 3.5 * dx, x2 + 3.5 * dy, y2 - 3.5 * dx);
}

std::string svg_of(const ModeGraph& graph) {
  double left = 0, right = 0, top = 0, bottom = 0;
  for (const ModeBox& box : graph.boxes) {
    left = std::min(left, box.x), right = std::max(right, box.x);
    top = std::min(top, box.y), bottom = std::max(bottom, box.y);
  }
  const double width = right - left + 2 * (kHalfWidth + kEdge), height = bottom - top + 2 * (kHalfHeight + kEdge);
  std::string svg = fmt::format(
      "<svg class=\"modes\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"its modes, and what leads from "
      "one to the other\">",
      left - kHalfWidth - kEdge, top - kHalfHeight - kEdge, width, height, width, height);
  for (const auto& [from, to] : graph.ways) svg += arrow(graph.boxes[from], graph.boxes[to]);
  for (const ModeBox& box : graph.boxes)
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"15\" class=\"body\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\">{}</text>",
        box.x - kHalfWidth, box.y - kHalfHeight, 2 * kHalfWidth, 2 * kHalfHeight, box.x, box.y + 4, escaped(box.words));
  return svg + "</svg>";
}

}  // namespace

std::string mode_graph_svg(const ComponentRecord& record) {
  std::string svg;
  if (!record.frictions.empty() && record.frictions.front().creep == ExprId::none) svg += svg_of(graph_of(record.frictions.front()));
  for (const MachineDeclaration& machine : record.machines) svg += svg_of(graph_of(machine));
  return svg;
}

}  // namespace stribeck
