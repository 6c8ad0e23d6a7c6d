// A component with its ports and signals: what its symbol leaves open, named.
#include <algorithm>

#include "base/format.h"
#include "catalogue/catalogue.h"
#include "drawing/markup.h"
#include "drawing/symbol.h"

namespace stribeck {

namespace {

constexpr double kStep = 22, kLead = 30, kMargin = 14;  // px

struct Ends {
  std::vector<const ConnectorDeclaration*> left, right;
};

/// Ports alternate between the sides, C and the like to the right; inputs stand on the left, outputs on the right.
Ends ends_of(const ComponentRecord& record) {
  Ends ends;
  std::vector<const ConnectorDeclaration*> ports;
  for (const ConnectorDeclaration& connector : record.connectors)
    if (connector.kind == ConnectorKind::port) ports.push_back(&connector);
  const std::size_t half = (ports.size() + 1) / 2;
  ends.left.assign(ports.begin(), ports.begin() + static_cast<std::ptrdiff_t>(half));
  ends.right.assign(ports.begin() + static_cast<std::ptrdiff_t>(half), ports.end());
  for (const ConnectorDeclaration& connector : record.connectors) {
    if (connector.kind == ConnectorKind::input) ends.left.push_back(&connector);
    if (connector.kind == ConnectorKind::output) ends.right.push_back(&connector);
  }
  return ends;
}

std::string label(double x, double y, std::string_view anchor, const ConnectorDeclaration& connector) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"port\">{}<title>{}</title></text>", x, y, anchor,
                     escaped(connector.name), escaped(connector.doc));
}

/// A port ends in a dot outside, a signal has its arrow where it arrives.
std::string lead(double inner, double outer, double y, const ConnectorDeclaration& connector) {
  const std::string line = fmt::format("<path d=\"M{} {}H{}\"/>", outer, y, inner);
  if (connector.kind == ConnectorKind::port) return line + fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" class=\"solid\"/>", outer, y);
  const double tip = connector.kind == ConnectorKind::input ? inner : outer;
  return line + fmt::format("<path d=\"M{} {}l-6 -3.5v7z\" class=\"solid\"/>", tip, y);
}

/// A sign has its two ports in the middle of its sides; its signals, if any, hang below it.
bool fits_sign(Symbol symbol, const Ends& ends, const ComponentRecord& record) {
  const auto signals = std::count_if(record.connectors.begin(), record.connectors.end(),
                                     [](const ConnectorDeclaration& connector) { return connector.kind != ConnectorKind::port; });
  return is_sign(symbol) && signals == 0 && ends.left.size() <= 1 && ends.right.size() <= 1;
}

}  // namespace

std::string port_drawing_svg(const ComponentRecord& record) {
  const Symbol symbol = symbol_of(record);
  const Ends ends = ends_of(record);
  const bool is_plain = fits_sign(symbol, ends, record);
  Extent extent = extent_of(symbol, record);
  const auto rows = static_cast<double>(std::max({ends.left.size(), ends.right.size(), std::size_t{1}}));
  const Extent frame{std::max(extent.width, 60.0) + (is_plain ? 0 : 24), std::max(extent.height + (is_plain ? 0 : 14), rows * kStep + 8)};
  std::size_t longest = 1;
  for (const auto* side : {&ends.left, &ends.right})
    for (const ConnectorDeclaration* connector : *side) longest = std::max(longest, connector->name.size());
  const double half = frame.width / 2, reach = half + kLead, width = 2 * (reach + kMargin + 7.5 * static_cast<double>(longest));
  const double height = frame.height + 2 * kMargin;
  std::string svg = fmt::format("<svg class=\"ports\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\">", -width / 2,
                                -height / 2, width, height, width, height);
  if (!is_plain)
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" class=\"frame\"/>", -half, -frame.height / 2,
                       frame.width, frame.height);
  svg += "<g class=\"sign\">" + symbol_svg(symbol, record, extent) + "</g>";
  const auto side = [&](const std::vector<const ConnectorDeclaration*>& connectors, double sign) {
    for (std::size_t i = 0; i < connectors.size(); ++i) {
      const double y = (static_cast<double>(i) - (static_cast<double>(connectors.size()) - 1) / 2) * kStep;
      const double inner = is_plain ? sign * extent.width / 2 : sign * half, outer = sign * reach;
      svg += lead(inner, outer, y, *connectors[i]);
      svg += label(outer + sign * 8, y + 4, sign < 0 ? "end" : "start", *connectors[i]);
    }
  };
  side(ends.left, -1);
  side(ends.right, 1);
  return svg + "</svg>";
}

std::string port_drawing_text(const ComponentRecord& record) {
  const Ends ends = ends_of(record);
  const std::string words = type_words(record);
  const std::size_t rows = std::max({ends.left.size(), ends.right.size(), std::size_t{1}});
  std::size_t widest = 0;
  for (const ConnectorDeclaration* connector : ends.left) widest = std::max(widest, connector->name.size());
  std::string text = std::string(widest + 5, ' ') + "+" + std::string(words.size() + 2, '-') + "+\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const ConnectorDeclaration* left = i < ends.left.size() ? ends.left[i] : nullptr;
    const ConnectorDeclaration* right = i < ends.right.size() ? ends.right[i] : nullptr;
    const std::string name = left == nullptr ? "" : left->name;
    text += std::string(widest - name.size(), ' ') + name;
    text += left == nullptr ? "     " : left->kind == ConnectorKind::port ? " o---" : " --->";
    text += "| " + (i == (rows - 1) / 2 ? words : std::string(words.size(), ' ')) + " |";
    if (right != nullptr) text += (right->kind == ConnectorKind::port ? "---o " : "---> ") + right->name;
    text += "\n";
  }
  return text + std::string(widest + 5, ' ') + "+" + std::string(words.size() + 2, '-') + "+\n";
}

std::string mode_graph_svg(const ComponentRecord& record) {
  if (record.frictions.empty()) return "";
  const FrictionDeclaration& first = record.frictions.front();
  const bool is_contact = first.contact.gap != ExprId::none;
  struct State {
    double x, y;
    std::string words;
  };
  std::vector<State> states;
  std::vector<std::pair<std::size_t, std::size_t>> ways;
  if (is_contact) {
    states = {{-110, 0, "open"}, {110, 0, "touches"}};
    ways = {{0, 1}, {1, 0}};
  } else {
    states = {{0, 0, "sticks"}, {-190, 0, "slips backwards"}, {190, 0, "slips forwards"}};
    ways = {{0, 1}, {1, 0}, {0, 2}, {2, 0}};
    if (first.open != ExprId::none) states.push_back({0, 70, "open"}), ways.insert(ways.end(), {{0, 3}, {3, 0}});
  }
  const double height = states.size() > 3 ? 150 : 70;
  std::string svg = fmt::format("<svg class=\"modes\" viewBox=\"-260 -35 520 {0}\" width=\"520\" height=\"{0}\" role=\"img\">", height);
  for (const auto& [a, b] : ways) {
    const State &from = states[a], &to = states[b];
    const bool is_level = from.y == to.y;
    const double along = is_level ? (to.x > from.x ? 1 : -1) : (to.y > from.y ? 1 : -1);
    const double x1 = is_level ? from.x + along * 58 : from.x + along * 8, x2 = is_level ? to.x - along * 64 : to.x + along * 8;
    const double y1 = is_level ? from.y - along * 7 : from.y + along * 16, y2 = is_level ? to.y - along * 7 : to.y - along * 21;
    svg += fmt::format("<path d=\"M{} {}L{} {}\"/>", x1, y1, x2, y2);
    svg += is_level ? fmt::format("<path d=\"M{} {}l{} -3.5v7z\" class=\"solid\"/>", x2 + along * 6, y2, -along * 6)
                    : fmt::format("<path d=\"M{} {}l-3.5 {}h7z\" class=\"solid\"/>", x2, y2 + along * 6, -along * 6);
  }
  for (const State& state : states)
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"116\" height=\"30\" rx=\"15\" class=\"body\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\">{}</text>",
        state.x - 58, state.y - 15, state.x, state.y + 4, state.words);
  return svg + "</svg>";
}

}  // namespace stribeck
