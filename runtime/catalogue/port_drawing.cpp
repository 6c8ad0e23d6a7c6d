// A component with its ports and signals: what its symbol leaves open, named.
#include <algorithm>

#include "base/format.h"
#include "catalogue/catalogue.h"
#include "drawing/markup.h"
#include "drawing/symbol.h"
#include "drawing/symbol_file.h"

namespace stribeck {

namespace {

constexpr double kShapeStep = 16;              // px between the signals of a shape
constexpr double kStep = 22, kDenseStep = 14;  // px between ports, and where there are many
constexpr double kLead = 30, kMargin = 14;     // px
constexpr double kMany = 4;                    // ports of a side

struct Ends {
  std::vector<const ConnectorDeclaration*> left, right;
};

/// Ports alternate between the sides, C and the like to the right; inputs stand on the left, outputs on the right.
Ends ends_of(const ComponentRecord& record) {
  Ends ends;
  std::vector<const ConnectorDeclaration*> ports;
  for (const ConnectorDeclaration& connector : record.named_connectors())
    if (connector.kind == ConnectorKind::port) ports.push_back(&connector);
  const std::size_t half = (ports.size() + 1) / 2;
  ends.left.assign(ports.begin(), ports.begin() + static_cast<std::ptrdiff_t>(half));
  ends.right.assign(ports.begin() + static_cast<std::ptrdiff_t>(half), ports.end());
  for (const ConnectorDeclaration& connector : record.named_connectors()) {
    if (connector.kind == ConnectorKind::input) ends.left.push_back(&connector);
    if (connector.kind == ConnectorKind::output) ends.right.push_back(&connector);
  }
  return ends;
}

std::string label(double x, double y, std::string_view anchor, const ConnectorDeclaration& connector) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" class=\"port\">{}<title>{}</title></text>", x, y, anchor,
                     escaped(connector.name), escaped(connector.doc));
}

/// What the symbol itself writes at a port: the sign of a summand.
std::string inner_label(double x, double y, std::string_view anchor, const ConnectorDeclaration& connector, const ComponentRecord& record,
                        const SymbolFile& file) {
  const std::string text = label_of(file, connector, record, nullptr);
  if (text == connector.name || text.empty()) return "";
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"{}\">{}</text>", x, y, anchor, escaped(text));
}

/// A port ends in a dot outside, a signal has its arrow where it arrives.
std::string lead(double inner, double outer, double y, const ConnectorDeclaration& connector) {
  const std::string line = fmt::format("<path d=\"M{} {}H{}\"/>", outer, y, inner);
  if (connector.kind == ConnectorKind::port) return line + fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" class=\"solid\"/>", outer, y);
  const double tip = connector.kind == ConnectorKind::input ? inner : outer;
  return line + fmt::format("<path d=\"M{} {}l-6 -3.5v7z\" class=\"solid\"/>", tip, y);
}

/// A sign has its two ports in the middle of its sides, a body its one; signals, if any, hang below it.
bool fits_sign(Symbol symbol, const Ends& ends, const ComponentRecord& record) {
  const auto signals = std::count_if(record.connectors.begin(), record.connectors.end(),
                                     [](const ConnectorDeclaration& connector) { return connector.kind != ConnectorKind::port; });
  const bool is_body = symbol == Symbol::mass || symbol == Symbol::inertia;
  return (is_sign(symbol) || is_body) && signals == 0 && ends.left.size() <= 1 && ends.right.size() <= 1;
}

}  // namespace

std::string port_drawing_svg(const ComponentRecord& record) {
  const Symbol symbol = symbol_of(record);
  const Ends ends = ends_of(record);
  const bool is_box = symbol == Symbol::box || symbol == Symbol::shape, is_plain = is_box || fits_sign(symbol, ends, record);
  Extent extent = extent_of(symbol, record);
  const auto rows = static_cast<double>(std::max({ends.left.size(), ends.right.size(), std::size_t{1}}));
  const double apart = symbol == Symbol::shape ? kShapeStep : rows > kMany ? kDenseStep : kStep;
  if (symbol == Symbol::box) extent.height = std::max(extent.height, rows * apart + 8);
  const Extent frame{std::max(extent.width, 60.0) + (is_plain ? 0 : 24), std::max(extent.height + (is_plain ? 0 : 14), rows * apart + 8)};
  const double half = frame.width / 2, reach = half + kLead;
  const auto room_beside = [&](const std::vector<const ConnectorDeclaration*>& side) {
    std::size_t longest = 1;
    for (const ConnectorDeclaration* connector : side) longest = std::max(longest, connector->name.size());
    return reach + kMargin + 7.5 * static_cast<double>(longest);
  };
  const double left = room_beside(ends.left), width = left + room_beside(ends.right);
  const double height = frame.height + 2 * kMargin;
  std::string svg = fmt::format("<svg class=\"ports\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">",
                                -left, -height / 2, width, height, width, height, escaped("symbol of " + record.type));
  if (!is_plain)
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" class=\"frame\"/>", -half, -frame.height / 2,
                       frame.width, frame.height);
  const SymbolFile* file = symbol_file_of(record.type);
  svg += "<g class=\"sign\">" + symbol_svg(symbol, record, extent) + "</g>";
  const auto side = [&](const std::vector<const ConnectorDeclaration*>& connectors, double sign) {
    for (std::size_t i = 0; i < connectors.size(); ++i) {
      const double y = (static_cast<double>(i) - (static_cast<double>(connectors.size()) - 1) / 2) * apart;
      const double inner = is_plain ? sign * extent.width / 2 : sign * half, outer = sign * reach;
      svg += lead(inner, outer, y, *connectors[i]);
      if (file != nullptr)
        svg += inner_label(sign * (extent.width / 2 - (symbol == Symbol::shape ? 7 : 4)), y + 3, sign < 0 ? "start" : "end", *connectors[i],
                           record, *file);
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

}  // namespace stribeck
