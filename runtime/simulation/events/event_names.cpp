#include "simulation/events/event_names.h"

#include <algorithm>

#include "base/text.h"
#include "simulation/run.h"

namespace stribeck {

std::string mode_event(const Program& program, std::size_t friction, Mode mode) {
  const std::string name = program.labels->friction(friction);
  if (program.frictions[friction].is_contact()) return name + (mode == Mode::open ? ": parts" : ": rests");
  static constexpr const char* kWords[] = {": slips backwards", ": sticks", ": slips forwards", ": is open"};
  return name + kWords[static_cast<int>(mode) + 1];
}

std::string rebound_event(const Program& program, std::size_t friction) { return program.labels->friction(friction) + ": rebounds"; }

std::string jam_event(const Program& program, std::size_t friction) {
  return program.labels->friction(friction) + ": jams, an impact without collision";
}

namespace {

/// Where the only comparison of a condition stands, outside of all parentheses; npos: there is none, or more than one truth makes it up.
std::size_t place_of_comparison(const std::string& text) {
  int depth = 0;
  std::size_t found = std::string::npos;
  for (std::size_t i = text.find(": "); i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0 && (text[i] == '<' || text[i] == '>')) {
      if (found != std::string::npos) return std::string::npos;
      found = i;
    }
    for (const char* word : {" and ", " or ", " not ", " if "})
      if (depth == 0 && text.compare(i, std::char_traits<char>::length(word), word) == 0) return std::string::npos;
  }
  return found;
}

}  // namespace

std::string ended_condition(const std::string& label) {
  const std::size_t place = place_of_comparison(label);
  if (place == std::string::npos) return label + std::string(kNoLonger);
  const bool with_equal = label.compare(place + 1, 1, "=") == 0;
  const std::string opposite = std::string(label[place] == '<' ? ">" : "<") + (with_equal ? "" : "=");
  return label.substr(0, place) + opposite + label.substr(place + (with_equal ? 2 : 1));
}

std::string condition_event(const Program& program, std::size_t condition, bool holds) {
  const std::string label = program.labels->condition(program.conditions[condition].origin);
  return holds ? label : ended_condition(label);
}

std::string when_event(const Program& program, std::size_t when) {
  const std::string label = program.labels->when(when).label;
  return label.empty() ? "" : program.labels->component(program.whens[when].component) + ": " + label;
}

std::string loop_name(const Program& program, std::size_t block) {
  constexpr std::size_t kMostNames = 3;
  const std::vector<std::string> unknowns = program.labels->loop(program.blocks[block].block).unknowns;
  if (unknowns.size() <= kMostNames) return joined(unknowns);
  return joined({unknowns.begin(), unknowns.begin() + kMostNames}) + " and " + std::to_string(unknowns.size() - kMostNames) + " more";
}

std::string jump_event(const Program& program, std::size_t block) { return "jump of " + loop_name(program, block); }

std::vector<std::string> possible_events(const Program& program) {
  std::vector<std::string> names;
  for (std::size_t f = 0; f < program.frictions.size(); ++f) {
    for (const Mode mode : {Mode::backwards, Mode::stuck, Mode::forwards, Mode::open}) names.push_back(mode_event(program, f, mode));
    names.push_back(rebound_event(program, f));
    names.push_back(jam_event(program, f));
  }
  for (std::size_t c = 0; c < program.conditions.size(); ++c)
    for (const bool holds : {true, false}) names.push_back(condition_event(program, c, holds));
  for (const HeldTable& held : program.held_tables) names.push_back(program.labels->table(held.table));
  for (const HeldFloor& held : program.held_floors) names.push_back(program.labels->floor_of_time(held.origin));
  for (std::size_t w = 0; w < program.whens.size(); ++w) names.push_back(when_event(program, w));
  for (std::size_t b = 0; b < program.blocks.size(); ++b)
    if (!program.blocks[b].linear) names.push_back(jump_event(program, b));
  const auto is_scheduled = [](const ConditionCode& condition) { return condition.scheduled >= 0; };
  const bool has_schedule = std::ranges::any_of(program.conditions, is_scheduled);
  if (has_schedule || !program.held_tables.empty() || !program.held_floors.empty()) names.emplace_back(kScheduledEvent);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::erase(names, "");
  return names;
}

}  // namespace stribeck
