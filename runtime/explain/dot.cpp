// The causality as a Graphviz digraph: states flow into blocks, blocks into later blocks, derivatives back into states.
#include "explain/dot.h"

#include "explain/causality.h"

namespace stribeck {

std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

namespace {

std::string unknowns_of(const BlockFact& block) {
  std::string text;
  for (const EquationFact& equation : block.equations) text += (text.empty() ? "" : ", ") + equation.solved_for;
  return text;
}

/// What a reader sees in a block: what it gives, and by which law.
std::string label_of(const BlockFact& block) {
  std::string text = unknowns_of(block);
  if (block.kind != BlockKind::assignment) {
    text += block.kind == BlockKind::linear_loop ? "\nlinear loop of " : "\nnonlinear loop of ";
    text += std::to_string(block.equations.size());
  }
  for (const EquationFact& equation : block.equations) text += "\n" + equation.name;
  return text;
}

std::string style_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::assignment:
      return "shape=box";
    case BlockKind::linear_loop:
      return "shape=box, peripheries=2";
    case BlockKind::nonlinear_loop:
      return "shape=box, peripheries=2, style=bold";
  }
  return "";
}

}  // namespace

std::string to_dot(const Causality& causality) {
  std::string text = "digraph causality {\n  rankdir=LR;\n  label=" + dot_quoted(causality.title) + ";\n  node [fontsize=10];\n";
  const auto state = [](const std::string& name) { return dot_quoted("state " + name); };
  for (const StateFact& fact : causality.states)
    text += "  " + state(fact.variable) + " [shape=ellipse, style=filled, fillcolor=lightgrey, label=" + dot_quoted(fact.variable) + "];\n";
  for (std::size_t b = 0; b < causality.blocks.size(); ++b) {
    const BlockFact& block = causality.blocks[b];
    const std::string own = "block" + std::to_string(b + 1);
    text += "  " + own + " [" + style_of(block.kind) + ", label=" + dot_quoted(label_of(block)) + "];\n";
    for (const std::string& name : block.states) text += "  " + state(name) + " -> " + own + ";\n";
    for (const std::int32_t needed : block.needs)
      text += "  block" + std::to_string(needed + 1) + " -> " + own +
              " [label=" + dot_quoted(unknowns_of(causality.blocks[static_cast<std::size_t>(needed)])) + ", fontsize=8];\n";
    for (const std::string& name : block.integrated)
      text += "  " + own + " -> " + state(name) + " [style=dashed, label=\"integrated\", fontsize=8];\n";
  }
  return text + "}\n";
}

}  // namespace stribeck
