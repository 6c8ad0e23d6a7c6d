#pragma once
// What a component may be: the combinations of its options, and whether it is passive.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "component/record.h"

namespace stribeck::test {

/// Under sanitizers everything takes ten times as long: fewer random draws are made there.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// Options that change what the others mean: where combinations are very many, two of these are still tried together.
inline bool bears_on_others(const OptionDeclaration& option) {
  return option.name == "contact" || option.name == "normal_force" || option.name == "friction";
}

/// Every combination of the choices of a type's options; where those are many, all that differ from the defaults in at most two options,
/// and where they are very many in one, or in two that bear on one another.
inline std::vector<std::vector<int>> all_choices(const ComponentRecord& record) {
  constexpr std::size_t kMany = 12, kVeryMany = 50;
  std::size_t combinations = 1;
  for (const OptionDeclaration& option : record.options) combinations *= option.choices.size();
  std::vector<std::vector<int>> result{{}};
  for (const OptionDeclaration& option : record.options) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& begun : result)
      for (int choice = 0; choice < static_cast<int>(option.choices.size()); ++choice) {
        longer.push_back(begun);
        longer.back().push_back(choice);
        std::ptrdiff_t others = 0, bearing = 0;
        for (std::size_t k = 0; k < longer.back().size(); ++k)
          if (longer.back()[k] != 0) ++others, bearing += bears_on_others(record.options[k]) ? 1 : 0;
        if ((combinations > kMany && others > 2) || (combinations > kVeryMany && others > 1 && bearing < others)) longer.pop_back();
      }
    result = longer;
  }
  return result;
}

inline bool has_input(const ComponentRecord& record, const char* name) {
  return std::any_of(record.connectors.begin(), record.connectors.end(),
                     [&](const auto& connector) { return connector.kind == ConnectorKind::input && connector.name == name; });
}

/// Bristles under a load that varies are booked with the heat, which they then give back; the others are not passive in theory either:
/// Gonthier's friction and Maxwell slip can be drawn to and fro so that they give back more than they took (their verification diagrams
/// do), and within the switch model's band what acts against the motion does not slow it down.
inline bool may_give_back(const ComponentRecord& record) {
  static const std::set<std::string> kNotPassive{"gonthier_friction", "maxwell_slip_friction", "switch_mass", "switch_inertia"};
  return kNotPassive.contains(record.type.substr(record.type.find('.') + 1)) ||
         (has_input(record, "Fn") && (record.find_variable("z") >= 0 || record.find_variable("z_x") >= 0 ||
                                      record.find_variable("x1") >= 0 || record.find_variable("f1") >= 0));
}

/// A load with the square of the speed that acts one way drives what goes the other way, to an infinite speed in a finite time.
inline bool may_run_away(const ComponentRecord& record) {
  const auto is_chosen = [&](const char* option, const char* word) {
    const int found = record.find_option(option);
    if (found < 0) return false;
    const OptionDeclaration& declared = record.options[static_cast<std::size_t>(found)];
    return declared.choices[static_cast<std::size_t>(declared.chosen)] == word;
  };
  return record.type.ends_with(".speed_load") && is_chosen("direction", "one") && is_chosen("law", "quadratic");
}

}  // namespace stribeck::test
