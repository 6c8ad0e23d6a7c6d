// The causality as a report for a person.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "explain/causality.h"
#include "explain/declared_causality.h"

namespace stribeck {

namespace {

using Section = CausalitySection;

std::string count_of(std::size_t count, const std::string& singular, const std::string& plural = "") {
  return counted(static_cast<std::int64_t>(count), singular, plural);
}

constexpr std::size_t kWidestLine = 200, kWidestName = 70;  // characters, before what is left out is counted
constexpr std::size_t kWorthCutting = 40;                   // characters: to say how many there are takes nearly as many

/// What is still too long for a line ends with how much more there is.
std::string cut(const std::string& text, std::size_t widest = kWidestLine) {
  if (text.size() < widest + kWorthCutting) return text;
  std::size_t end = widest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside of a letter
  return text.substr(0, end) + " ... and " + std::to_string(text.size() - end) + " characters more";
}

Section nodes_section(const std::vector<NodeFact>& nodes) {
  Section section{"nodes: equal velocities, forces that sum to zero"};
  for (const NodeFact& node : nodes) section.add({node.domain, node.variable, joined(node.connectors)});
  return section;
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
Section verdict_section(const Causality& causality) {
  std::vector<std::string> states, derivative, overruled, give_way;
  for (const StateFact& state : causality.states) states.push_back(state.variable);
  for (const StorageFact& fact : causality.storage)
    if (!fact.integral) derivative.push_back(fact.instance);
  for (const PortFact& port : causality.ports)
    if (is_refused(port)) (is_fixed(port) ? overruled : give_way).push_back(port.port);
  std::map<std::pair<BlockKind, std::size_t>, int> loops;
  for (const BlockFact& block : causality.blocks)
    if (block.kind != BlockKind::assignment) ++loops[{block.kind, block.equations.size()}];
  std::vector<std::string> loop_words;
  for (const auto& [kind_and_size, count] : loops) {
    const std::string words =
        std::string(kind_and_size.first == BlockKind::linear_loop ? "linear" : "nonlinear") + (count == 1 ? " loop" : " loops");
    loop_words.push_back((count == 1 ? "one " : std::to_string(count) + " ") + words + " of " + count_of(kind_and_size.second, "equation") +
                         (count == 1 ? "" : " each"));
  }
  Section section{""};
  section.add({"states", states.empty() ? "none: everything follows from time" : std::to_string(states.size()) + ": " + few(states)});
  section.add({"index", causality.differentiated.empty()
                            ? "at most 1: nothing had to be differentiated"
                            : std::to_string(causality.index) + ": " +
                                  count_of(causality.differentiated.size(), "constraint was", "constraints were") + " differentiated"});
  section.add({"loops", loop_words.empty() ? "none: every equation gives one unknown" : joined(loop_words)});
  section.add({"storage", causality.storage.empty() ? "nothing stores energy"
                          : derivative.empty()      ? "all in integral causality"
                                                    : "in derivative causality, carried along by others: " + few(derivative)});
  section.add({"overruled", !overruled.empty() ? "against what is declared: " + few(overruled)
                            : give_way.empty() ? "nothing: all declared causality holds"
                                               : "nothing that is fixed; what is preferred gives way at " + few(give_way)});
  return section;
}

Section ports_section(const Causality& causality) {
  Section section{"ports: who sets what"};
  const std::map<std::string, std::string> setters = setters_of(causality);
  for (const PortFact& port : causality.ports) {
    const bool sets_force = port.side == PortSide::force_out;
    std::string takes = "takes the " + (sets_force ? port.velocity : port.force) + " from its node";
    if (port.open) takes = "is open: no " + port.force;
    section.add({port.port, "sets the " + (sets_force ? port.force : port.velocity), takes, declared_text(port, setters)});
  }
  return section;
}

Section storage_section(const std::vector<StorageFact>& storage) {
  Section section{storage.empty() ? "storage: none" : "storage"};
  for (const StorageFact& fact : storage)
    section.add({fact.instance, std::string(fact.integral ? "integral" : "derivative") + " causality",
                 fact.energy_of.empty() ? "its energy never changes" : "its energy depends on " + joined(fact.energy_of)});
  return section;
}

Section states_section(const std::vector<StateFact>& states) {
  Section section{states.empty() ? "states: none, everything follows from time" : "states (" + std::to_string(states.size()) + ")"};
  for (const StateFact& state : states) {
    section.add({state.variable, state.because});
    if (!state.instead.empty()) section.add({"", "instead of " + joined(state.instead) + ": " + state.preferred});
  }
  return section;
}

Section index_section(const Causality& causality) {
  if (causality.differentiated.empty()) return {"differential index at most 1: nothing had to be differentiated"};
  Section section{"differential index " + std::to_string(causality.index) + ": " +
                  count_of(causality.differentiated.size(), "constraint was", "constraints were") + " differentiated"};
  for (const ConstraintFact& fact : causality.differentiated)
    section.add_line(2, cut(fact.text) + "    [" + fact.name + "]" + (fact.times == 1 ? "" : ", " + std::to_string(fact.times) + " times"));
  return section;
}

Section dummies_section(const std::vector<DummyFact>& dummies) {
  Section section{"dummy derivatives: algebraic, because a constraint gives them"};
  for (const DummyFact& dummy : dummies)
    section.add({dummy.derivative, dummy.taken_by.empty() ? "is given by time alone" : "follows from " + joined(dummy.taken_by)});
  return section;
}

Section aliases_section(const std::vector<AliasFact>& aliases) {
  if (aliases.empty()) return {"aliases: none"};
  Section section{"aliases (" + std::to_string(aliases.size()) + "): eliminated, because they equal others"};
  section.widest = kOneLine;
  for (const AliasFact& alias : aliases) section.add({alias.variable, "= " + cut(alias.value)});
  return section;
}

std::string kind_text(const BlockFact& block) {
  const std::string size = " loop of " + std::to_string(block.equations.size());
  if (block.kind == BlockKind::assignment) return "";
  std::string text = block.kind == BlockKind::linear_loop ? ": linear" + size + ", solved by elimination"
                                                          : ": nonlinear" + size + ", solved by Newton's method";
  if (!block.tearing.empty()) text += ", torn at " + few(block.tearing);
  return text;
}

constexpr std::size_t kIndent = 6;

void add_formula(Section& section, const EquationFact& equation) {
  section.add_line(kIndent, cut(equation.shown.empty() ? equation.text : equation.shown) + "    [" + cut(equation.name, kWidestName) + "]");
  for (const std::string& part : equation.where) section.add_line(kIndent + 2, "where " + cut(part));
}

/// Of what rubs or touches, a line for each of its modes.
void add_equation(Section& section, const EquationFact& equation) {
  if (equation.cases.empty()) return add_formula(section, equation);
  if (equation.cases.front().mode.empty())
    return section.add_line(kIndent, cut(equation.cases.front().text) + "    [" + cut(equation.name, kWidestName) + "]");
  section.add_line(kIndent, equation.name + ", by its mode");
  for (const CaseFact& fact : equation.cases)
    section.add_line(kIndent + 2, fact.mode + ": " + cut(fact.text) + (fact.while_true.empty() ? "" : "    while " + cut(fact.while_true)));
}

Section blocks_section(const std::vector<BlockFact>& blocks) {
  std::size_t loops = 0;
  for (const BlockFact& block : blocks) loops += block.kind != BlockKind::assignment ? 1 : 0;
  Section section{"blocks (" + std::to_string(blocks.size()) + ", " + (loops == 0 ? "no" : std::to_string(loops)) +
                  (loops == 1 ? " loop" : " loops") + "), in the order in which they are solved"};
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::vector<std::string> unknowns;
    for (const EquationFact& equation : blocks[b].equations) unknowns.push_back(equation.solved_for);
    section.add_line(2, std::to_string(b + 1) + " " + few(unknowns) + kind_text(blocks[b]));
    for (const EquationFact& equation : blocks[b].equations) add_equation(section, equation);
    if (blocks[b].kind == BlockKind::nonlinear_loop)
      section.add_line(6, "of several solutions it begins on the one nearest to rest at which parts with a very small inertia would stay");
  }
  return section;
}

}  // namespace

std::vector<CausalitySection> sections_of(const Causality& causality) {
  std::vector<Section> sections{verdict_section(causality),         nodes_section(causality.nodes),   ports_section(causality),
                                storage_section(causality.storage), states_section(causality.states), index_section(causality)};
  if (!causality.differentiated.empty() && !causality.dummies.empty()) sections.push_back(dummies_section(causality.dummies));
  sections.push_back(aliases_section(causality.aliases));
  sections.push_back(blocks_section(causality.blocks));
  return sections;
}

std::string to_text(const Causality& causality, const TextStyle& style) {
  std::string text = causality.title + "\n";
  for (const Section& section : sections_of(causality)) {
    text += "\n" + (section.heading.empty() ? "" : section.heading + "\n");
    std::size_t columns = 0;
    for (const std::vector<std::string>& row : section.rows) columns = std::max(columns, row.size());
    TextTable table(std::string(columns, 'l'));
    for (const std::vector<std::string>& row : section.rows) table.add(row);
    if (!section.rows.empty()) text += table.to_text(2, section.widest, style);
    for (const Section::Line& line : section.lines) text += std::string(line.indent, ' ') + line.text + "\n";
  }
  return text;
}

}  // namespace stribeck
