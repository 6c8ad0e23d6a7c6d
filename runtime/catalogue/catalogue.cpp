#include "catalogue/catalogue.h"

#include <algorithm>

namespace stribeck {

namespace {

/// Rows of `tables` that `usual` does not have.
std::vector<FactTable> changed(const std::vector<FactTable>& tables, const std::vector<FactTable>& usual) {
  std::vector<FactTable> result;
  for (const FactTable& table : tables) {
    if (table.heading == "options") continue;
    const auto same = std::find_if(usual.begin(), usual.end(), [&](const FactTable& t) { return t.heading == table.heading; });
    FactTable left{table.heading, table.columns, {}};
    for (const auto& row : table.rows)
      if (same == usual.end() || std::find(same->rows.begin(), same->rows.end(), row) == same->rows.end()) left.rows.push_back(row);
    if (!left.rows.empty()) result.push_back(std::move(left));
  }
  return result;
}

std::vector<Variant> variants_of(Registry& registry, const ComponentRecord& usual, const std::vector<FactTable>& tables) {
  std::vector<Variant> variants;
  std::vector<int> choices;
  for (const OptionDeclaration& option : usual.options) choices.push_back(option.fallback);
  for (std::size_t o = 0; o < usual.options.size(); ++o) {
    const OptionDeclaration& option = usual.options[o];
    for (int choice = 0; choice < static_cast<int>(option.choices.size()); ++choice) {
      if (choice == option.fallback) continue;
      choices[o] = choice;
      variants.push_back({option.name, option.choices[static_cast<std::size_t>(choice)], {}});
      try {
        variants.back().tables = changed(facts_of(registry.record(usual.type, choices)), tables);
      } catch (const Failure&) {  // a choice that needs another one beside it
        variants.pop_back();
      }
    }
    choices[o] = option.fallback;
  }
  return variants;
}

}  // namespace

std::vector<CatalogueEntry> catalogue_of(Registry& registry) {
  const auto others = other_names_by_type(other_names());
  std::vector<CatalogueEntry> entries;
  for (const std::string& type : registry.types()) {
    CatalogueEntry& entry = entries.emplace_back();
    entry.record = &registry.record(type);
    entry.tables = facts_of(*entry.record);
    entry.variants = variants_of(registry, *entry.record, entry.tables);
    if (const auto found = others.find(type); found != others.end()) entry.others = found->second;
  }
  return entries;
}

std::string family_of(const std::string& type) { return type.substr(0, type.find('.')); }

}  // namespace stribeck
