// A bond graph as Graphviz text.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "base/xml.h"
#include "explain/bond_graph.h"
#include "explain/dot.h"

namespace stribeck {

namespace {

// The colours of the schematic.
constexpr std::string_view kRotationColour = "#007A5A", kTranslationColour = "#0060A0", kSignalColour = "#8A5A00", kPlainColour = "#222222";
constexpr std::string_view kDerivativeColour = "#B00020";

constexpr std::string_view kFont = "DejaVu Sans,Verdana,sans-serif";  // of which Graphviz knows how wide it is

std::string_view colour_of(int domain) {
  if (domain < 0) return kPlainColour;
  return domains()[at(domain)].position_unit == "rad" ? kRotationColour : kTranslationColour;
}

std::string line(const std::string& text) { return "<br/><font point-size=\"10\">" + escaped(text) + "</font>"; }

/// "states: a, b", not wider than a drawing is.
std::vector<std::string> in_lines(const std::vector<std::string>& states) {
  constexpr std::size_t kWidest = 100;  // characters
  std::vector<std::string> lines{states.empty() ? "no states" : "states:"};
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (lines.back().size() + states[k].size() > kWidest) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + states[k] + (k + 1 < states.size() ? "," : "");
  }
  return lines;
}

/// "0.05 m/rad".
std::string words_of_modulus(const BondVertex& vertex) {
  return modulus_text(*vertex.modulus) + (vertex.modulus_unit.empty() ? "" : " " + vertex.modulus_unit);
}

/// The letters above the name, in the colour of the domain.
std::string look_of(const BondVertex& vertex) {
  const bool is_derivative = vertex.causality == BondVertex::Causality::derivative;
  const std::string_view colour = is_derivative ? kDerivativeColour : colour_of(vertex.domain);
  if (vertex.kind == BondVertexKind::signal)
    return "shape=box, style=rounded, height=0.3, color=\"" + std::string(kSignalColour) + "\", label=" + dot_quoted(vertex.name);
  std::string label = "<b><font color=\"" + std::string(colour) + "\">" + escaped(vertex.letters) + "</font></b>";
  if (!vertex.name.empty()) label += "<br/>" + escaped(vertex.name);
  if (!is_derivative)
    for (const std::string& state : vertex.states) label += line("state " + state);
  if (vertex.modulus) label += (vertex.name.empty() ? line("m = " + words_of_modulus(vertex)) : "<br/>m = " + words_of_modulus(vertex));
  return "label=<" + label + ">";
}

/// Effort above, flow below; what has no name of its own is left open.
std::string label_of(const Bond& bond) {
  const auto shown = [](const std::string& name) { return "&#160;" + (name.empty() ? std::string("&#8211;") : escaped(name)); };
  return ", label=<<font point-size=\"9\">" + shown(bond.effort) + "<br/>" + shown(bond.flow) + "</font>>";
}

}  // namespace

std::string modulus_text(double modulus) {
  constexpr int kDigits = 4, kMostTeeth = 400;  // of a wheel
  constexpr double kRounding = 1e-12;
  const double size = std::fabs(modulus);
  std::string text = fmt::format("{:.{}g}", size, kDigits);
  const double shown = std::strtod(text.c_str(), nullptr);
  for (int teeth = 2; teeth <= kMostTeeth && std::fabs(shown - size) > kRounding * size; ++teeth) {
    const double other = std::round(size * teeth);
    if (other < 1 || other > kMostTeeth || std::fabs(other / teeth - size) > kRounding * size) continue;
    text = fmt::format("{:.0f}/{}", other, teeth);
    break;
  }
  if (const std::size_t sign = text.find('-'); sign != std::string::npos) text.replace(sign, 1, kMinusSign);  // of an exponent
  return std::string(modulus < 0 ? kMinusSign : "") + text;
}

std::string to_dot(const BondGraph& graph, bool labelled) {
  const std::string font(kFont);
  const auto has = [&](BondVertex::Causality causality) {
    return std::any_of(graph.vertices.begin(), graph.vertices.end(), [&](const BondVertex& own) { return own.causality == causality; });
  };
  const bool has_modulus =
      std::any_of(graph.vertices.begin(), graph.vertices.end(), [](const BondVertex& own) { return own.modulus.has_value(); });
  std::set<std::string> fields;
  for (const BondVertex& own : graph.vertices)
    if (own.kind == BondVertexKind::element && own.letters.size() > 1 && own.letters.find_first_not_of("RCI") == std::string::npos)
      fields.insert(own.letters);
  std::string text = "digraph bonds {\n  graph [pad=0.15, labelloc=t, fontname=\"" + font + "\", label=<" + escaped(graph.title) +
                     line("half arrow: where positive power flows") + line("bar: the end on which the effort (force, torque) is imposed");
  if (labelled) text += line("at the bonds: effort, and flow below it");
  if (has_modulus) text += line("m of a transformer: flow out over flow in");
  if (!fields.empty()) text += line(joined({fields.begin(), fields.end()}) + ": a field, what it stores and dissipates is one law");
  if (has(BondVertex::Causality::derivative)) text += line("red: derivative causality, no state of its own");
  for (const std::string& states : in_lines(graph.states)) text += line(states);
  text +=
      ">];\n  node [shape=plaintext, fontname=\"" + font + "\", fontsize=12, margin=\"0.08,0.08\"];\n  edge [fontname=\"" + font + "\"];\n";
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) text += "  v" + std::to_string(v) + " [" + look_of(graph.vertices[v]) + "];\n";
  for (const Bond& bond : graph.bonds)
    text += "  v" + std::to_string(bond.from) + " -> v" + std::to_string(bond.to) + " [color=\"" + std::string(colour_of(bond.domain)) +
            (bond.stroke_at_to ? "\", arrowhead=teelvee" : "\", dir=both, arrowhead=lvee, arrowtail=tee") +
            (labelled ? label_of(bond) : "") + "];\n";
  // Those into elements are written backwards: no loop of signals turns power round. So what commands an element stands below it, and they
  // take part in the order of each row: without that a signal from element to element passed the bonds between them.
  for (const BondSignal& signal : graph.signals) {
    const bool is_back = graph.vertices[at(signal.to)].kind != BondVertexKind::signal;
    text += "  v" + std::to_string(is_back ? signal.to : signal.from) + " -> v" + std::to_string(is_back ? signal.from : signal.to) +
            " [style=dashed, arrowsize=0.7, color=\"" + std::string(kSignalColour) +
            (is_back ? "\", dir=back, arrowtail=vee];\n" : "\", arrowhead=vee];\n");
  }
  return text + "}\n";
}

}  // namespace stribeck
