#include "diagram/substitute.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace stribeck {
namespace {

using Document = nlohmann::ordered_json;

/// "2" is a number, "[1, 2]" a list, all else a text.
Document value_of(const std::string& text) {
  const Document parsed = Document::parse(text, nullptr, false);
  return parsed.is_number() || parsed.is_array() ? parsed : Document(text);
}

/// The record of the type with the options that the parameters choose; words that are no choice are left for the reader to refuse.
const ComponentRecord& chosen_record(Registry& registry, const std::string& type, const Document& parameters) {
  std::vector<int> choices;
  const auto choice = [&](const OptionDeclaration& option) {
    const auto given = parameters.find(option.name);
    const std::string word = given != parameters.end() && given->is_string() ? given->get<std::string>() : "";
    const auto chosen = std::find(option.choices.begin(), option.choices.end(), word);
    return chosen == option.choices.end() ? option.fallback : static_cast<int>(chosen - option.choices.begin());
  };
  return registry.record(type, choice, choices);
}

/// Names by which laws of friction call the same quantity.
std::vector<std::string> names_of(const std::string& name) {
  static const std::vector<std::vector<std::string>> kSynonyms{{"static_force", "breakaway_force"},
                                                               {"static_torque", "breakaway_torque"},
                                                               {"static_coefficient", "breakaway_coefficient", "peak_coefficient"},
                                                               {"coulomb_coefficient", "sliding_coefficient"}};
  for (const std::vector<std::string>& names : kSynonyms)
    if (std::find(names.begin(), names.end(), name) != names.end()) return names;
  return {name};
}

/// Names that mean another thing in every law.
bool is_of_one_law(const std::string& name) { return name == "exponent" || name == "levels"; }

bool knows_parameter(const ComponentRecord& record, const std::string& name) {
  const auto named = [&](const auto& declaration) { return declaration.name == name; };
  return record.find_parameter(name) >= 0 || record.find_list(name) >= 0 || std::any_of(record.sizes.begin(), record.sizes.end(), named) ||
         std::any_of(record.formulas.begin(), record.formulas.end(), named);
}

/// The members below `key`, by the names that `name_for` gives them; without those for which it gives none.
template <typename NameFor>
Document kept(const Document& component, const char* key, NameFor name_for) {
  Document result = Document::object();
  const auto members = component.find(key);
  if (members == component.end()) return result;
  for (const auto& [name, value] : members->items())
    if (const std::string other = name_for(name); !other.empty()) result[other] = value;
  return result;
}

/// An option stays where the other type has it with the same choices: else the same word may mean another thing.
bool shares_option(const ComponentRecord& one, const ComponentRecord& other, const std::string& name) {
  const int mine = one.find_option(name), its = other.find_option(name);
  return mine >= 0 && its >= 0 &&
         one.options[static_cast<std::size_t>(mine)].choices == other.options[static_cast<std::size_t>(its)].choices;
}

Document component_with(Registry& registry, const Document& old, const TypeSubstitution& substitution) {
  Document given = Document::object();
  for (const auto& [name, text] : substitution.parameters) given[name] = value_of(text);
  const std::string type = whole_type_name(registry, substitution.type, old.at("type").get<std::string>());
  const std::string old_type = old.at("type").get<std::string>();
  const ComponentRecord& old_record = chosen_record(registry, old_type, old.value("parameters", Document::object()));
  const ComponentRecord& plain = registry.record(type);
  Document options = kept(old, "parameters", [&](const std::string& name) {
    return type == old_type || shares_option(old_record, plain, name) ? name : std::string();
  });
  options.update(given);
  const ComponentRecord& record = chosen_record(registry, type, options);
  Document parameters = kept(old, "parameters", [&](const std::string& name) -> std::string {
    if (shares_option(old_record, record, name)) return name;
    if (type == old_type) return record.find_option(name) >= 0 || knows_parameter(record, name) ? name : std::string();
    if (is_of_one_law(name)) return {};
    for (const std::string& other : names_of(name))
      if (knows_parameter(record, other) && (other == name || !knows_parameter(record, name))) return other;
    return {};
  });
  parameters.update(given);
  return {{"type", type}, {"parameters", std::move(parameters)}, {"initial", kept(old, "initial", [&](const std::string& name) {
                                                                    return record.find_variable(name) >= 0 ? name : std::string();
                                                                  })}};
}

}  // namespace

std::string whole_type_name(Registry& registry, const std::string& type, const std::string& beside) {
  const std::string in_domain = beside.substr(0, beside.rfind('.') + 1) + type;
  std::string wanted = registry.contains(type) || !registry.contains(in_domain) ? type : in_domain;
  if (registry.contains(wanted)) return wanted;
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::diagram_unknown_type;
  diagnostic.message = "there is no component type " + in_quotes(type);
  diagnostic.remedy = did_you_mean(type, registry.types());
  if (diagnostic.remedy.empty()) diagnostic.remedy = "\"stribeck list\" names every component type";
  throw Failure(std::move(diagnostic));
}

std::string substituted(Registry& registry, const std::string& text, const TypeSubstitution& substitution,
                        const std::vector<std::string>& outputs) {
  Document diagram = Document::parse(text, nullptr, true, true);
  Document& component = diagram.at("components").at(substitution.instance);
  for (const auto& [name, value] : substitution.before) component["parameters"][name] = value_of(value);
  component = component_with(registry, component, substitution);
  diagram.erase("expect");
  diagram["outputs"] = outputs;
  diagram["plots"] = Document::array();
  for (const std::string& output : outputs) diagram["plots"].push_back({{"y", output}});
  return diagram.dump(2);
}

}  // namespace stribeck
