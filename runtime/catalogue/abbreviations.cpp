#include "catalogue/abbreviations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "base/index.h"
#include "catalogue/facts.h"
#include "expression/parts.h"

namespace stribeck {
namespace {

constexpr PartLimits kLimits{.widest = 70, .widest_cases = 30, .cases_in_lines = true};
constexpr int kNumberWidth = 3, kSymbolWidth = 10;  // characters that these take at most: a page writes symbols with letters

/// All that the page shows as a formula.
std::vector<ExprId> formulas_of(const ComponentRecord& record) {
  std::vector<ExprId> formulas;
  const auto add = [&](ExprId id) {
    if (id != ExprId::none) formulas.push_back(id);
  };
  std::set<std::int32_t> of_frictions;
  for (const FrictionDeclaration& own : record.frictions) {
    of_frictions.insert(own.relation);
    for (const ExprId id : {own.velocity, own.force, own.creep, own.open, own.contact.gap}) add(id);
    if (own.creep != ExprId::none) continue;
    for (const FrictionSide<ExprId>& side : own.sides) add(side.static_level), add(side.kinetic_level);
  }
  for (std::size_t i = 0; i < record.relations.size(); ++i)
    if (!of_frictions.contains(static_cast<std::int32_t>(i))) add(record.relations[i].left), add(record.relations[i].right);
  for (const DisplacementDeclaration& own : record.displacements)
    if (own.kind != DisplacementDeclaration::Kind::free) add(own.value);
  for (const ExprId id : {record.stored, record.dissipated, record.supplied}) add(id);
  for (const WhenDeclaration& when : record.whens) {
    add(when.condition);
    for (const WhenDeclaration::Assignment& own : when.assignments) add(own.value);
  }
  return formulas;
}

/// Not one that the component uses with a number.
std::string free_letter(const ComponentRecord& record) {
  for (const std::string_view letter : {"h", "q", "g", "k", "z", "b"}) {
    const auto uses = [&](std::size_t symbol) {
      const std::string name = symbol_name(record, static_cast<std::int32_t>(symbol));
      return name.starts_with(letter) && (name.size() == 1 || std::isdigit(static_cast<unsigned char>(name[1])) != 0 || name[1] == '_');
    };
    bool taken = false;
    for (std::size_t s = 0; s < record.symbols.size(); ++s) taken = taken || uses(s);
    if (!taken) return std::string(letter);
  }
  return "part";
}

}  // namespace

Abbreviations::Abbreviations(const ComponentRecord& record) : entry_of_(at(record.pool.size()), -1) {
  const std::string letter = free_letter(record);
  for (const FrictionDeclaration& own : record.frictions)
    if (own.touching != ExprId::none) contacts_.push_back({index(own.touching), of_contact("touches", own)});
  const auto width = [&](const Node& leaf) {
    return leaf.op == Operator::symbol ? std::min(kSymbolWidth, static_cast<int>(symbol_name(record, leaf.a).size())) : kNumberWidth;
  };
  for (const std::int32_t node : parts_to_name(record.pool, formulas_of(record), kLimits, width)) {
    if (name_of(node) != nullptr) continue;
    entry_of_[at(node)] = static_cast<std::int32_t>(entries_.size());
    entries_.push_back({node, letter + std::to_string(entries_.size() + 1)});
  }
}

const std::string* Abbreviations::name_of(std::int32_t node) const {
  for (const Entry& contact : contacts_)
    if (contact.node == node) return &contact.name;
  const std::int32_t entry = entry_of_[at(node)];
  return entry < 0 ? nullptr : &entries_[at(entry)].name;
}

}  // namespace stribeck
