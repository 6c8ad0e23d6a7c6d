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

std::string type_in_domain(Registry& registry, const std::string& type, const std::string& of_instance) {
  const std::string beside = of_instance.substr(0, of_instance.rfind('.') + 1) + type;
  const std::string wanted = registry.contains(type) || !registry.contains(beside) ? type : beside;
  if (registry.contains(wanted)) return wanted;
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::diagram_unknown_type;
  diagnostic.message = "there is no component type " + stribeck::in_quotes(type);
  diagnostic.remedy = did_you_mean(type, registry.types());
  if (diagnostic.remedy.empty()) diagnostic.remedy = "\"stribeck list\" names every component type";
  throw Failure(std::move(diagnostic));
}

/// The record of the type with the options that the parameters choose; words that are no choice are left for the reader to refuse.
const ComponentRecord& chosen_record(Registry& registry, const std::string& type, const Document& parameters) {
  std::vector<int> choices;
  for (const OptionDeclaration& option : registry.record(type).options) {
    const auto given = parameters.find(option.name);
    const std::string word = given != parameters.end() && given->is_string() ? given->get<std::string>() : "";
    const auto choice = std::find(option.choices.begin(), option.choices.end(), word);
    choices.push_back(choice == option.choices.end() ? option.fallback : static_cast<int>(choice - option.choices.begin()));
  }
  return registry.record(type, choices);
}

bool knows_parameter(const ComponentRecord& record, const std::string& name) {
  const auto named = [&](const auto& declaration) { return declaration.name == name; };
  return record.find_parameter(name) >= 0 || record.find_list(name) >= 0 || std::any_of(record.sizes.begin(), record.sizes.end(), named) ||
         std::any_of(record.formulas.begin(), record.formulas.end(), named);
}

/// The members below `key` whose names satisfy `keeps`.
template <typename Keeps>
Document kept(const Document& component, const char* key, Keeps keeps) {
  Document result = Document::object();
  const auto members = component.find(key);
  if (members == component.end()) return result;
  for (const auto& [name, value] : members->items())
    if (keeps(name)) result[name] = value;
  return result;
}

Document component_with(Registry& registry, const Document& old, const TypeSubstitution& substitution) {
  Document given = Document::object();
  for (const auto& [name, text] : substitution.parameters) given[name] = value_of(text);
  const std::string type = type_in_domain(registry, substitution.type, old.at("type").get<std::string>());
  const bool same_type = type == old.at("type").get<std::string>();
  // Options stay only with the type: the same word may mean another thing elsewhere.
  Document options = kept(old, "parameters", [&](const std::string&) { return same_type; });
  options.update(given);
  const ComponentRecord& record = chosen_record(registry, type, options);
  Document parameters = kept(old, "parameters", [&](const std::string& name) {
    return knows_parameter(record, name) || (same_type && record.find_option(name) >= 0);
  });
  parameters.update(given);
  return {{"type", type},
          {"parameters", std::move(parameters)},
          {"initial", kept(old, "initial", [&](const std::string& name) { return record.find_variable(name) >= 0; })}};
}

}  // namespace

std::string substituted(Registry& registry, const std::string& text, const TypeSubstitution& substitution,
                        const std::vector<std::string>& outputs) {
  Document diagram = Document::parse(text, nullptr, true, true);
  Document& component = diagram.at("components").at(substitution.instance);
  component = component_with(registry, component, substitution);
  diagram.erase("expect");
  diagram["outputs"] = outputs;
  diagram["plots"] = Document::array();
  for (const std::string& output : outputs) diagram["plots"].push_back({{"y", output}});
  return diagram.dump(2);
}

}  // namespace stribeck
