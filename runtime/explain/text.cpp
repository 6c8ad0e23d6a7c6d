// The causality as a report for a person.
#include "base/text.h"
#include "explain/causality.h"
#include "explain/declared_causality.h"

namespace stribeck {

namespace {

std::string heading(const std::string& text) { return "\n" + text + "\n"; }

std::string count_of(std::size_t count, const std::string& singular, const std::string& plural = "") {
  return counted(static_cast<std::int64_t>(count), singular, plural);
}

std::string nodes_text(const std::vector<NodeFact>& nodes, const TextStyle& style) {
  TextTable table("lll");
  for (const NodeFact& node : nodes) table.add({node.domain, node.variable, joined(node.connectors)});
  return heading("nodes: equal velocities, forces that sum to zero") + table.to_text(style);
}

/// "fixed", "preferred", or what the component would rather do.
std::string declared_text(const PortFact& port) {
  if (!port.declared || *port.declared == CausalityWish::indifferent) return "";
  const bool force_out = wants_force_out(*port.declared);
  const bool fixed = *port.declared == CausalityWish::fixed_force_out || *port.declared == CausalityWish::fixed_velocity_out;
  if (force_out == (port.side == PortSide::force_out)) return fixed ? "fixed" : "preferred";
  return std::string(fixed ? "against its fixed " : "preferred: ") + (force_out ? port.force : port.velocity) + " out";
}

std::string ports_text(const std::vector<PortFact>& ports, const TextStyle& style) {
  TextTable table("llll");
  for (const PortFact& port : ports) {
    const bool sets_force = port.side == PortSide::force_out;
    std::string takes = "takes the " + (sets_force ? port.velocity : port.force) + " from its node";
    if (port.open) takes = "is open: no " + port.force;
    table.add({port.port, "sets the " + (sets_force ? port.force : port.velocity), takes, declared_text(port)});
  }
  return heading("ports: who sets what") + table.to_text(style);
}

std::string storage_text(const std::vector<StorageFact>& storage, const TextStyle& style) {
  if (storage.empty()) return heading("storage: none");
  TextTable table("lll");
  for (const StorageFact& fact : storage)
    table.add({fact.instance, std::string(fact.integral ? "integral" : "derivative") + " causality",
               fact.energy_of.empty() ? "its energy never changes" : "its energy depends on " + joined(fact.energy_of)});
  return heading("storage") + table.to_text(style);
}

std::string states_text(const std::vector<StateFact>& states, const TextStyle& style) {
  if (states.empty()) return heading("states: none, everything follows from time");
  TextTable table("ll");
  for (const StateFact& state : states) {
    table.add({state.variable, state.because});
    if (!state.instead.empty()) table.add({"", "instead of " + joined(state.instead) + ": " + state.preferred});
  }
  return heading("states (" + std::to_string(states.size()) + ")") + table.to_text(style);
}

std::string index_text(const Causality& causality, const TextStyle& style) {
  if (causality.differentiated.empty()) return heading("differential index at most 1: nothing had to be differentiated");
  std::string text = heading("differential index " + std::to_string(causality.index) + ": " +
                             count_of(causality.differentiated.size(), "constraint was", "constraints were") + " differentiated");
  for (const ConstraintFact& fact : causality.differentiated)
    text += "  " + fact.text + "    [" + fact.name + "]" + (fact.times == 1 ? "" : ", " + std::to_string(fact.times) + " times") + "\n";
  if (causality.dummies.empty()) return text;
  TextTable table("ll");
  for (const DummyFact& dummy : causality.dummies)
    table.add({dummy.derivative, dummy.taken_by.empty() ? "is given by time alone" : "follows from " + joined(dummy.taken_by)});
  return text + heading("dummy derivatives: algebraic, because a constraint gives them") + table.to_text(style);
}

std::string aliases_text(const std::vector<AliasFact>& aliases, const TextStyle& style) {
  if (aliases.empty()) return heading("aliases: none");
  TextTable table("ll");
  for (const AliasFact& alias : aliases) table.add({alias.variable, "= " + alias.value});
  return heading("aliases (" + std::to_string(aliases.size()) + "): eliminated, because they equal others") +
         table.to_text(2, kOneLine, style);
}

std::string kind_text(const BlockFact& block) {
  const std::string size = " loop of " + std::to_string(block.equations.size());
  if (block.kind == BlockKind::assignment) return "";
  std::string text = block.kind == BlockKind::linear_loop ? ": linear" + size + ", solved by elimination"
                                                          : ": nonlinear" + size + ", solved by Newton's method";
  if (!block.tearing.empty()) text += ", torn at " + joined(block.tearing);
  return text;
}

std::string blocks_text(const std::vector<BlockFact>& blocks) {
  std::size_t loops = 0;
  for (const BlockFact& block : blocks) loops += block.kind != BlockKind::assignment ? 1 : 0;
  std::string text = heading("blocks (" + std::to_string(blocks.size()) + ", " + (loops == 0 ? "no" : std::to_string(loops)) +
                             (loops == 1 ? " loop" : " loops") + "), in the order in which they are solved");
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<std::string> unknowns;
    for (const EquationFact& equation : blocks[b].equations) unknowns.push_back(equation.solved_for);
    text += "  " + std::to_string(b + 1) + " " + joined(unknowns) + kind_text(blocks[b]) + "\n";
    for (const EquationFact& equation : blocks[b].equations) text += "      " + equation.text + "    [" + equation.name + "]\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Causality& causality, const TextStyle& style) {
  return causality.title + "\n" + nodes_text(causality.nodes, style) + ports_text(causality.ports, style) +
         storage_text(causality.storage, style) + states_text(causality.states, style) + index_text(causality, style) +
         aliases_text(causality.aliases, style) + blocks_text(causality.blocks);
}

}  // namespace stribeck
