// The causality as a report for a person.
#include <map>
#include <set>

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

/// Of each port, the one at its node that sets the velocity.
std::map<std::string, std::string> setters_of(const Causality& causality) {
  std::set<std::string> setting;
  for (const PortFact& port : causality.ports)
    if (port.side == PortSide::velocity_out) setting.insert(port.port);
  std::map<std::string, std::string> setters;
  for (const NodeFact& node : causality.nodes)
    for (const std::string& one : node.connectors)
      if (setting.contains(one))
        for (const std::string& port : node.connectors) setters.emplace(port, one);
  return setters;
}

bool is_refused(const PortFact& port) {
  return port.declared && *port.declared != CausalityWish::indifferent &&
         wants_force_out(*port.declared) != (port.side == PortSide::force_out);
}
bool is_fixed(const PortFact& port) {
  return *port.declared == CausalityWish::fixed_force_out || *port.declared == CausalityWish::fixed_velocity_out;
}

/// "fixed", "preferred", or what the component would rather do, and why it does not.
std::string declared_text(const PortFact& port, const std::map<std::string, std::string>& setters) {
  if (!port.declared || *port.declared == CausalityWish::indifferent) return "";
  if (!is_refused(port)) return is_fixed(port) ? "fixed" : "preferred";
  const bool force_out = wants_force_out(*port.declared);
  const auto setter = setters.find(port.port);
  const std::string why = force_out                 ? "nothing else there sets the " + port.velocity
                          : setter == setters.end() ? "the " + port.velocity + " there is given"
                                                    : setter->second + " sets it";
  return std::string(is_fixed(port) ? "declares" : "wanted") + " the " + (force_out ? port.force : port.velocity) + " out, but " + why;
}

/// The first few names, and how many more there are.
std::string few(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  if (names.size() <= kMost + 1) return joined(names);
  return joined({names.begin(), names.begin() + kMost}) + " and " + std::to_string(names.size() - kMost) + " more";
}

/// What most readers look for, a line each.
std::string verdict_text(const Causality& causality, const TextStyle& style) {
  std::vector<std::string> states, derivative, overruled;
  for (const StateFact& state : causality.states) states.push_back(state.variable);
  for (const StorageFact& fact : causality.storage)
    if (!fact.integral) derivative.push_back(fact.instance);
  for (const PortFact& port : causality.ports)
    if (is_refused(port) && is_fixed(port)) overruled.push_back(port.port);
  std::map<std::string, int> loops;
  for (const BlockFact& block : causality.blocks)
    if (block.kind != BlockKind::assignment)
      ++loops[std::string(block.kind == BlockKind::linear_loop ? "linear" : "nonlinear") + " of " + std::to_string(block.equations.size())];
  std::vector<std::string> loop_words;
  for (const auto& [words, count] : loops) loop_words.push_back((count == 1 ? "one " : std::to_string(count) + " ") + words);
  TextTable table("ll");
  table.add({"states", states.empty() ? "none: everything follows from time" : std::to_string(states.size()) + ": " + few(states)});
  table.add({"index", causality.differentiated.empty()
                          ? "at most 1: nothing had to be differentiated"
                          : std::to_string(causality.index) + ": " +
                                count_of(causality.differentiated.size(), "constraint was", "constraints were") + " differentiated"});
  table.add({"loops", loop_words.empty() ? "none: every equation gives one unknown" : joined(loop_words)});
  table.add({"storage", causality.storage.empty() ? "nothing stores energy"
                        : derivative.empty()      ? "all in integral causality"
                                                  : "in derivative causality, carried along by others: " + few(derivative)});
  table.add({"overruled", overruled.empty() ? "nothing: all declared causality holds" : "against what is declared: " + few(overruled)});
  return "\n" + table.to_text(style);
}

std::string ports_text(const Causality& causality, const TextStyle& style) {
  TextTable table("llll");
  const std::map<std::string, std::string> setters = setters_of(causality);
  for (const PortFact& port : causality.ports) {
    const bool sets_force = port.side == PortSide::force_out;
    std::string takes = "takes the " + (sets_force ? port.velocity : port.force) + " from its node";
    if (port.open) takes = "is open: no " + port.force;
    table.add({port.port, "sets the " + (sets_force ? port.force : port.velocity), takes, declared_text(port, setters)});
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

/// What holds in one case and in the other stands on lines of its own.
std::string cases_below(std::string text) {
  constexpr std::string_view kOther = "; otherwise: ";
  if (const std::size_t at = text.find(kOther); at != std::string::npos) text.replace(at, 2, ";\n      ");
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
    for (const EquationFact& equation : blocks[b].equations)
      text += "      " + cases_below(equation.text) + "    [" + equation.name + "]\n";
    if (blocks[b].kind == BlockKind::nonlinear_loop)
      text += "      of several solutions it begins on the one nearest to rest at which parts with a very small inertia would stay\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Causality& causality, const TextStyle& style) {
  return causality.title + "\n" + verdict_text(causality, style) + nodes_text(causality.nodes, style) + ports_text(causality, style) +
         storage_text(causality.storage, style) + states_text(causality.states, style) + index_text(causality, style) +
         aliases_text(causality.aliases, style) + blocks_text(causality.blocks);
}

}  // namespace stribeck
