// What happens at events, in a component in JSON: discrete variables, modes, dry friction, contacts and what is set when something
// becomes true. Modes are discrete variables that number their states.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/modes.h"
#include "base/text.h"
#include "diagram/component_scope.h"

namespace stribeck {
namespace {

std::string c_text(Json object, std::string_view key, Report& report) { return std::string(optional_text(report, object, key)); }

stribeck_expression apply(ComponentScope& scope, const char* operation, std::initializer_list<stribeck_expression> operands) {
  const std::vector<stribeck_expression> list(operands);
  return scope.api.apply(&scope.recorder, operation, list.data(), static_cast<int32_t>(list.size()));
}

/// True while a mode is in the state of that number.
stribeck_expression is_in(ComponentScope& scope, stribeck_expression mode, std::size_t state, std::size_t states) {
  const auto bound = [&](double number) { return scope.api.constant(&scope.recorder, number, ""); };
  const auto number = static_cast<double>(state);
  const stribeck_expression above = state == 0 ? -1 : apply(scope, "gt", {mode, bound(number - 0.5)});
  const stribeck_expression below = state + 1 == states ? -1 : apply(scope, "lt", {mode, bound(number + 0.5)});
  if (above < 0) return below;
  return below < 0 ? above : apply(scope, "both", {above, below});
}

void declare_discrete_variable(ComponentScope& scope, Json member) {
  if (!is_name_in_expressions(scope.report, member, "a discrete variable") ||
      !is_kind(scope.report, member, JsonKind::object, in_quotes(member.key())))
    return;
  check_keys(scope.report, member, {"unit", "doc", "start", "hidden"}, "a discrete variable");
  std::string unit_text;
  const Unit unit = unit_of(scope, member, unit_text);
  const Json start = member.find("start");
  const stribeck_expression begins = start ? scope.value(start, unit, unit_text) : scope.api.constant(&scope.recorder, 0, "");
  const Json hidden = member.find("hidden");
  const bool is_hidden = hidden && is_kind(scope.report, hidden, JsonKind::boolean, "\"hidden\"") && hidden.truth();
  const std::string name(member.key());
  scope.name(name, scope.api.discrete(&scope.recorder, name.c_str(), unit_text.c_str(), c_text(member, "doc", scope.report).c_str(), begins,
                                      is_hidden ? 1 : 0));
}

/// The names of a mode's states; none after an error.
std::vector<std::string_view> states_of(ComponentScope& scope, Json member) {
  std::vector<std::string_view> states;
  const Json list = member.find("states");
  if (!list || !is_kind(scope.report, list, JsonKind::array, "\"states\"")) {
    if (!list)
      scope.report.error(ErrorCode::diagram_missing_key, member.where(),
                         fmt::format("the mode {} has no \"states\"", in_quotes(member.key())));
    return {};
  }
  for (const Json state : list)
    if (is_kind(scope.report, state, JsonKind::string, "a state")) states.push_back(state.text());
  if (states.size() >= 2) return states;
  scope.report.error(ErrorCode::diagram_bad_list, list.where(),
                     fmt::format("the mode {} needs two states or more", in_quotes(member.key())));
  return {};
}

std::size_t find_state(ComponentScope& scope, const std::vector<std::string_view>& states, Json word) {
  if (!is_kind(scope.report, word, JsonKind::string, "a state")) return states.size();
  const auto found = std::find(states.begin(), states.end(), word.text());
  if (found == states.end()) {
    const std::vector<std::string> names(states.begin(), states.end());
    std::string remedy = did_you_mean(word.text(), names);
    if (remedy.empty()) remedy = fmt::format("its states are {}", fmt::join(names, ", "));
    scope.report.error(ErrorCode::value_bad_choice, word.where(), fmt::format("there is no state {}", in_quotes(word.text())), {}, remedy);
  }
  return static_cast<std::size_t>(found - states.begin());
}

void declare_mode(ComponentScope& scope, Json member) {
  if (!is_name_in_expressions(scope.report, member, "a mode") || !is_kind(scope.report, member, JsonKind::object, in_quotes(member.key())))
    return;
  check_keys(scope.report, member, {"doc", "states", "start", "transitions"}, "a mode");
  const std::vector<std::string_view> states = states_of(scope, member);
  if (states.empty()) return;
  const Json start = member.find("start");
  const std::size_t first = start ? find_state(scope, states, start) : 0;
  std::string doc = c_text(member, "doc", scope.report);
  if (!doc.empty()) doc += ":";
  for (std::size_t k = 0; k < states.size() && !doc.empty(); ++k) doc += fmt::format("{} {} {}", k == 0 ? "" : ",", k, states[k]);
  const std::string name(member.key());
  const stribeck_expression begins = scope.api.constant(&scope.recorder, static_cast<double>(first), "");
  const stribeck_expression mode = scope.api.discrete(&scope.recorder, name.c_str(), "1", doc.c_str(), begins, 0);
  scope.name(name, mode);
  scope.recorder.record.machines.push_back({name, {states.begin(), states.end()}, {}});
  for (std::size_t k = 0; k < states.size(); ++k)
    scope.name(name + "." + std::string(states[k]), mode < 0 ? -1 : is_in(scope, mode, k, states.size()));
}

/// {"n": "n + 1"}
void read_assignments(ComponentScope& scope, Json object, int32_t when) {
  each_member(scope, object, "set", [&](Json member) {
    if (!is_kind(scope.report, member, JsonKind::string, "what a variable is set to")) return;
    const stribeck_expression target = scope.expression_named(member);
    const stribeck_expression value = scope.expression(member);
    if (target >= 0 && value >= 0 && when >= 0) scope.api.when_set(&scope.recorder, when, target, value);
  });
}

MachineDeclaration* find_machine(ComponentScope& scope, std::string_view name) {
  std::vector<MachineDeclaration>& machines = scope.recorder.record.machines;
  const auto found =
      std::find_if(machines.begin(), machines.end(), [&](const MachineDeclaration& machine) { return machine.name == name; });
  return found == machines.end() ? nullptr : &*found;
}

void declare_transitions(ComponentScope& scope, Json member) {
  const Json transitions = member.is(JsonKind::object) ? member.find("transitions") : Json{};
  const Json list = transitions && is_kind(scope.report, transitions, JsonKind::array, "\"transitions\"") ? transitions : Json{};
  if (!list || !member.find("states")) return;
  std::vector<std::string_view> states;
  for (const Json state : member.find("states"))
    if (state.is(JsonKind::string)) states.push_back(state.text());
  for (const Json transition : list) {
    if (!is_kind(scope.report, transition, JsonKind::object, "a transition")) continue;
    scope.at(transition.where());
    check_keys(scope.report, transition, {"from", "to", "when", "set"}, "a transition");
    const Json from = transition.find("from"), to = transition.find("to");
    if (!from || !to) {
      scope.report.error(ErrorCode::diagram_missing_key, transition.where(), "a transition needs \"from\", \"to\" and \"when\"");
      continue;
    }
    const std::size_t source = find_state(scope, states, from), target = find_state(scope, states, to);
    const stribeck_expression condition = scope.member(transition, "when");
    const stribeck_expression mode = scope.meaning(member.key());
    if (source == states.size() || target == states.size() || condition < 0 || mode < 0) continue;
    const std::string label = fmt::format("{}: {} to {}", member.key(), states[source], states[target]);
    const stribeck_expression enabled = apply(scope, "both", {is_in(scope, mode, source, states.size()), condition});
    const int32_t when = scope.api.when(&scope.recorder, label.c_str(), enabled);
    if (when < 0) continue;
    if (MachineDeclaration* machine = find_machine(scope, member.key()))
      machine->transitions.push_back({static_cast<std::int32_t>(source), static_cast<std::int32_t>(target), expr(condition), when});
    scope.api.when_set(&scope.recorder, when, mode, scope.api.constant(&scope.recorder, static_cast<double>(target), ""));
    read_assignments(scope, transition, when);
  }
}

void declare_when(ComponentScope& scope, Json member) {
  if (!is_kind(scope.report, member, JsonKind::object, "what happens at an event")) return;
  std::vector<std::string_view> keys{"condition", "label", "set"};
  for (const EndWord& end : kEndsOfRun)
    if (end.doc != nullptr) keys.emplace_back(end.name);
  check_keys(scope.report, member, keys, "what happens at an event");
  const stribeck_expression condition = scope.member(member, "condition");
  scope.at((member.find("condition") ? member.find("condition") : member).where());
  const int32_t when = condition < 0 ? -1 : scope.api.when(&scope.recorder, c_text(member, "label", scope.report).c_str(), condition);
  read_assignments(scope, member, when);
  for (const EndWord& end : kEndsOfRun) {
    const Json sentence = end.doc != nullptr ? member.find(end.name) : Json();
    if (!sentence || !is_kind(scope.report, sentence, JsonKind::string, in_quotes(end.name)) || when < 0) continue;
    scope.at(sentence.where());
    scope.api.when_end(&scope.recorder, when, end.name, std::string(sentence.text()).c_str());
  }
}

void declare_friction(ComponentScope& scope, Json member) {
  if (!is_name_in_expressions(scope.report, member, "a dry friction") ||
      !is_kind(scope.report, member, JsonKind::object, in_quotes(member.key())))
    return;
  check_keys(scope.report, member, {"velocity", "force", "static", "kinetic", "static_backwards", "kinetic_backwards", "open"},
             "a dry friction");
  const std::string name(member.key());
  const stribeck_expression velocity = scope.member(member, "velocity"), force = scope.member(member, "force");
  const stribeck_expression direction = velocity < 0 || force < 0 ? -1 : scope.api.friction(&scope.recorder, name.c_str(), velocity, force);
  scope.name(name, direction);
  const stribeck_expression holds = scope.member(member, "static"), slides = scope.member(member, "kinetic");
  const stribeck_expression holds_back = scope.member(member, "static_backwards", false);
  const stribeck_expression slides_back = scope.member(member, "kinetic_backwards", false);
  const stribeck_expression open = scope.member(member, "open", false);
  if (direction < 0 || holds < 0 || slides < 0) return;
  scope.at(member.where_key());
  if (holds_back < 0 && slides_back < 0)
    scope.api.friction_levels(&scope.recorder, direction, holds, slides);
  else
    scope.api.friction_sides(&scope.recorder, direction, holds, slides, holds_back < 0 ? holds : holds_back,
                             slides_back < 0 ? slides : slides_back);
  if (open >= 0) scope.api.friction_open(&scope.recorder, direction, open);
}

void declare_contact(ComponentScope& scope, Json member) {
  if (!is_name_in_expressions(scope.report, member, "a contact") ||
      !is_kind(scope.report, member, JsonKind::object, in_quotes(member.key())))
    return;
  constexpr std::array kKeys = {"gap", "approach", "force", "restitution", "rest_speed", "release_force"};
  check_keys(scope.report, member, {kKeys[0], kKeys[1], kKeys[2], kKeys[3], kKeys[4], kKeys[5], "law"}, "a contact");
  std::array<stribeck_expression, kKeys.size()> parts{};
  for (std::size_t k = 0; k < kKeys.size(); ++k) parts.at(k) = scope.member(member, kKeys.at(k));
  const bool good = std::all_of(parts.begin(), parts.end(), [](stribeck_expression part) { return part >= 0; });
  const std::string name(member.key());
  scope.at(member.where_key());
  const stribeck_expression touching =
      good ? scope.api.contact(&scope.recorder, name.c_str(), parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]) : -1;
  scope.name(name, touching);
  if (const std::string law(optional_text(scope.report, member, "law")); !law.empty() && touching >= 0)
    scope.api.contact_law(&scope.recorder, touching, law.c_str());
  for (const char* total : {"impulse", "loss"})
    scope.name(name + "." + total, touching < 0 ? -1 : scope.api.contact_total(&scope.recorder, touching, total));
}

}  // namespace

void declare_discrete(ComponentScope& scope, Json definition) {
  each_member(scope, definition, "discrete", [&](Json member) { declare_discrete_variable(scope, member); });
  each_member(scope, definition, "modes", [&](Json member) { declare_mode(scope, member); });
}

void declare_frictions(ComponentScope& scope, Json definition) {
  each_member(scope, definition, "dry_frictions", [&](Json member) { declare_friction(scope, member); });
  each_member(scope, definition, "contacts", [&](Json member) { declare_contact(scope, member); });
}

void declare_events(ComponentScope& scope, Json definition) {
  each_member(scope, definition, "modes", [&](Json member) { declare_transitions(scope, member); });
  const Json whens = definition.find("when");
  if (!whens || !is_kind(scope.report, whens, JsonKind::array, "\"when\"")) return;
  for (const Json member : whens) {
    scope.at(member.where());
    declare_when(scope, member);
  }
}

}  // namespace stribeck
