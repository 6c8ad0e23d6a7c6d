// What sorting did, in the field's words.
#include "expression/walk.h"
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

namespace {

/// The equation that determines each variable, -1 for states and what is known.
std::vector<std::int32_t> determining_equations(const SortedSystem& sorted) {
  std::vector<std::int32_t> equation_of(sorted.flat->variables.size(), -1);
  for (const Block& block : sorted.blocks)
    for (std::size_t k = 0; k < block.unknowns.size(); ++k) equation_of[at(block.unknowns[k])] = block.equations[k];
  return equation_of;
}

/// What people call the side of a port that the component determines.
std::string port_causality(const SortedSystem& sorted, const std::vector<std::int32_t>& equation_of, std::int32_t instance,
                           std::int32_t connector) {
  const FlatSystem& flat = *sorted.flat;
  std::int32_t through = flat.through_variable[at(connector)];
  if (flat.variable(through).alias_of >= 0) through = flat.variable(through).alias_of;
  if (flat.variable(through).alias_of == -2) return "open, no force";
  const std::int32_t equation = equation_of[at(through)];
  const Domain& domain = domains()[at(flat.assembly->declaration_of(connector).domain)];
  const bool own = equation >= 0 && instance_of_equation(flat, equation) == instance;
  const std::string force = domain.through == "F" ? "force" : "torque";
  return own ? force + " out" : "velocity out, " + force + " from the network";
}

std::string ports_text(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  const std::vector<std::int32_t> equation_of = determining_equations(sorted);
  std::string text = "ports (what the component determines there)\n";
  for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) {
    const Instance& instance = flat.diagram().instances[i];
    for (std::size_t k = 0; k < instance.record->connectors.size(); ++k) {
      if (instance.record->connectors[k].kind != ConnectorKind::port) continue;
      const std::int32_t connector = flat.assembly->connector(static_cast<std::int32_t>(i), static_cast<std::int32_t>(k));
      text += "  " + flat.assembly->connector_name(connector) + ": " +
              port_causality(sorted, equation_of, static_cast<std::int32_t>(i), connector) + "\n";
    }
  }
  return text;
}

/// A store is in integral causality if a state carries its energy, in derivative causality if its motion is given from outside.
std::string storage_text(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  std::string text;
  Walker walker;
  std::vector<std::int32_t> symbols;
  for (const EnergyTerms& terms : flat.energy) {
    if (terms.stored == ExprId::none) continue;
    symbols_below(flat.pool, walker, terms.stored, kUnknown, symbols);
    bool integral = false;
    std::string carried;
    for (const std::int32_t s : symbols) {
      const std::int32_t v = flat.variable_of(s);
      integral = integral || sorted.is_state(v);
      carried += (carried.empty() ? "" : ", ") + variable_name(flat, v);
    }
    text += "  " + flat.diagram().instances[at(terms.instance)].name + ": " + (integral ? "integral" : "derivative") + " causality" +
            (carried.empty() ? "" : ", energy of " + carried) + "\n";
  }
  return text.empty() ? text : "storage\n" + text;
}

std::string loops_text(const SortedSystem& sorted) {
  std::string text;
  for (const Block& block : sorted.blocks)
    if (block.unknowns.size() > 1 || !block.linear)
      text += "  " + names(*sorted.flat, block.unknowns) +
              (block.linear ? ": linear, solved by elimination\n" : ": nonlinear, solved by Newton's method\n");
  return text.empty() ? "algebraic loops: none\n" : "algebraic loops\n" + text;
}

}  // namespace

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
  return text + ports_text(sorted) + storage_text(sorted) + loops_text(sorted) + to_text(sorted);
}

}  // namespace stribeck
