#include "catalogue/catalogue.h"

#include <algorithm>

#include "base/text.h"

namespace stribeck {

namespace {

/// Rows of `tables` that `usual` does not have.
std::vector<FactTable> changed(const std::vector<FactTable>& tables, const std::vector<FactTable>& usual) {
  std::vector<FactTable> result;
  for (const FactTable& table : tables) {
    if (table.heading == "options") continue;
    const auto same = std::find_if(usual.begin(), usual.end(), [&](const FactTable& t) { return t.heading == table.heading; });
    FactTable left{table.heading, table.columns, {}, table.note};
    for (const auto& row : table.rows)
      if (same == usual.end() || std::find(same->rows.begin(), same->rows.end(), row) == same->rows.end()) left.rows.push_back(row);
    if (!left.rows.empty()) result.push_back(std::move(left));
  }
  return result;
}

/// With so few of what may be many, such as bonds, that its equations can be read.
const ComponentRecord& in_small(Registry& registry, const ComponentRecord& record, const std::vector<int>& choices) {
  constexpr int kFew = 3;
  std::vector<int> sizes;
  for (const SizeDeclaration& own : record.sizes)
    sizes.push_back(own.list < 0 ? std::max(own.low, std::min(own.chosen, kFew)) : own.chosen);
  return registry.record(record.type, Structure(choices, std::move(sizes)));
}

/// Its tables, with a note above those that would be longer if all were there.
std::vector<FactTable> tables_in_small(const ComponentRecord& small, const ComponentRecord& whole) {
  std::vector<FactTable> tables = facts_of(small);
  std::vector<std::string> sizes;
  for (const SizeDeclaration& own : small.sizes)
    if (own.list < 0 && own.chosen != own.fallback) sizes.push_back(own.name + " = " + std::to_string(own.chosen));
  if (sizes.empty()) return tables;
  const std::vector<FactTable> all = facts_of(whole);
  for (FactTable& table : tables)
    if (std::none_of(all.begin(), all.end(), [&](const FactTable& own) { return own.heading == table.heading && own.rows == table.rows; }))
      table.note = "Shown for " + joined(sizes) + ".";
  return tables;
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
      variants.push_back({option.name, option.choices[static_cast<std::size_t>(choice)], nullptr, {}});
      try {
        const ComponentRecord& whole = registry.record(usual.type, choices);
        variants.back().record = &in_small(registry, whole, choices);
        variants.back().tables = changed(tables_in_small(*variants.back().record, whole), tables);
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
    entry.tables = tables_in_small(in_small(registry, *entry.record, {}), *entry.record);
    entry.variants = variants_of(registry, *entry.record, entry.tables);
    if (const auto found = others.find(type); found != others.end()) entry.others = found->second;
  }
  return entries;
}

std::string family_of(const std::string& type) { return type.substr(0, type.find('.')); }

}  // namespace stribeck
