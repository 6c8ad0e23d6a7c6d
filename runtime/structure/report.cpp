// What sorting did, in the field's words.
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

std::string names(const FlatSystem& flat, const std::vector<std::int32_t>& variables) {
  std::string text;
  for (const std::int32_t v : variables) text += (text.empty() ? "" : ", ") + variable_name(flat, v);
  return text;
}

}  // namespace

std::string to_text(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  std::string text = "states (" + std::to_string(sorted.states.size()) + "): " + names(flat, sorted.states) + "\n";
  if (!sorted.dummy_derivatives.empty()) text += "dummy derivatives: " + names(flat, sorted.dummy_derivatives) + "\n";
  text += "index " + std::to_string(sorted.index) + "\nblocks\n";
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b) {
    const Block& block = sorted.blocks[b];
    text += "  " + std::to_string(b + 1) + " " + names(flat, block.unknowns);
    if (block.unknowns.size() > 1) text += block.linear ? "   (linear loop)" : "   (nonlinear loop)";
    text += "\n";
    for (const std::int32_t e : block.equations) text += "      " + equation_text(flat, e) + "    [" + equation_name(flat, e) + "]\n";
  }
  return text;
}

std::string causality_report(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  const Assembly& assembly = *flat.assembly;
  std::string text = "nodes\n";
  for (std::size_t n = 0; n < assembly.nodes.size(); ++n) {
    const NetworkNode& node = assembly.nodes[n];
    text += "  " + (node.domain < 0 ? std::string("signal") : std::string(domains()[at(node.domain)].name)) + " " +
            variable_name(flat, flat.node_variable[n]) + ":";
    for (const std::int32_t member : node.members) text += " " + assembly.connector_name(member);
    text += "\n";
  }
  text += "eliminated as aliases\n";
  for (std::size_t v = 0; v < flat.variables.size(); ++v)
    if (flat.variables[v].alias_of != -1 && flat.variables[v].kind == VariableKind::variable)
      text += "  " + variable_name(flat, static_cast<std::int32_t>(v)) + " = " + expression_text(flat, flat.variables[v].value) + "\n";
  return text + to_text(sorted);
}

}  // namespace stribeck
