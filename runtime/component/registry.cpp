#include "component/registry.h"

#include <bit>

namespace stribeck {

bool is_type_name(std::string_view name) {
  bool begins = true;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_', digit = c >= '0' && c <= '9';
    if (begins ? !letter : !letter && !digit && c != '.') return false;
    begins = c == '.';
  }
  return !begins;
}

void Registry::add_library(stribeck_library_function library, const std::string& origin) {
  const stribeck_library* found = library();
  const auto refuse = [&](const std::string& sentence) {
    throw Failure(Diagnostic{.code = ErrorCode::component_bad_declaration,
                             .message = sentence,
                             .where = {.file = origin, .pointer = {}, .instance = {}, .relation = {}},
                             .because = {},
                             .remedy = {},
                             .details = {}});
  };
  if (found == nullptr || found->major != STRIBECK_INTERFACE_MAJOR)
    refuse("the library " + origin + " is for another version of the component interface than " + std::to_string(STRIBECK_INTERFACE_MAJOR));
  for (int32_t i = 0; i < found->count; ++i) {
    const stribeck_component& component = found->components[i];
    if (entries_.contains(std::string_view(component.type)))
      refuse(std::string("the component type ") + component.type + " exists already");
    entries_[component.type] = {component.declare, component.doc, component.source != nullptr ? component.source : origin, {}, {}, {}};
  }
}

void Registry::add(std::string type, Declare declare, std::string doc, std::string origin, std::string content) {
  entries_[std::move(type)] = {std::move(declare), std::move(doc), std::move(origin), std::move(content), {}, {}};
}

const ComponentRecord& Registry::record(std::string_view type, const std::function<int(const OptionDeclaration&)>& choice,
                                        std::vector<int>& choices) {
  const ComponentRecord* found = &record(type);
  for (std::size_t i = 0; i < found->options.size(); ++i) {
    choices.push_back(choice(found->options[i]));
    if (choices.back() != found->options[i].chosen) found = &record(type, choices);
  }
  return *found;
}

std::vector<std::shared_ptr<const ComponentRecord>> Registry::take_records() {
  std::vector<std::shared_ptr<const ComponentRecord>> result;
  for (auto& [type, entry] : entries_)
    for (auto& [structure, record] : entry.records) result.emplace_back(std::move(record));
  entries_.clear();
  return result;
}

bool Registry::contains(std::string_view type) const { return entries_.contains(type); }

std::vector<std::string> Registry::types() const {
  std::vector<std::string> result;
  for (const auto& [type, entry] : entries_) result.push_back(type);
  return result;
}

const ComponentRecord& Registry::record(std::string_view type, const Structure& structure) {
  auto& [name, entry] = *entries_.find(type);
  auto& record = entry.records[structure];
  if (record == nullptr) record = record_component(name, entry.declare, entry.doc, entry.origin, structure);
  return *record;
}

std::shared_ptr<const ComponentRecord> Registry::record_with_formulas(std::string_view type, const Structure& structure) {
  auto& [name, entry] = *entries_.find(type);
  if (const auto found = entry.with_formulas.find(structure); found != entry.with_formulas.end())
    if (std::shared_ptr<const ComponentRecord> record = found->second.lock()) return record;
  if (std::has_single_bit(entry.with_formulas.size()))  // seldom, so that many formulas do not search one another
    std::erase_if(entry.with_formulas, [](const auto& known) { return known.second.expired(); });
  std::shared_ptr<const ComponentRecord> record = record_component(name, entry.declare, entry.doc, entry.origin, structure);
  entry.with_formulas[structure] = record;
  return record;
}

}  // namespace stribeck
