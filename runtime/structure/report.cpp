// The sorted system as text, for `stribeck explain --after structure`.
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

std::string names(const FlatSystem& flat, std::span<const std::int32_t> variables) {
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
    if (block.explicit_steps > 0) text += "   torn at " + names(flat, block.tearing_variables());
    text += "\n";
    for (const std::int32_t e : block.equations) text += "      " + equation_text(flat, e) + "    [" + equation_name(flat, e) + "]\n";
  }
  return text;
}

}  // namespace stribeck
