#include "catalogue/abbreviations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

#include "base/index.h"
#include "catalogue/facts.h"
#include "expression/walk.h"

namespace stribeck {
namespace {

constexpr int kShortest = 12;     // characters: what is shorter is written out
constexpr int kSaved = 24;        // characters that a name must save
constexpr int kWidest = 70;       // of a formula, before a part of it gets a name
constexpr int kWidestCases = 30;  // and of cases that stand inside of a sum or a product
constexpr int kNameWidth = 3, kSymbolWidth = 10;

bool is_leaf(Operator op) { return op == Operator::constant || op == Operator::symbol || op == Operator::derivative; }
bool is_condition(Operator op) {
  return op == Operator::lt || op == Operator::le || op == Operator::gt || op == Operator::ge || op == Operator::both ||
         op == Operator::either || op == Operator::opposite;
}

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

class Search {
 public:
  explicit Search(const ComponentRecord& record)
      : record_(record), pool_(record.pool), uses_(at(pool_.size()), 0), width_(at(pool_.size()), 0), is_named_(at(pool_.size()), 0) {}

  /// Nodes to name, operands first.
  std::vector<std::int32_t> run() {
    const std::vector<ExprId> formulas = formulas_of(record_);
    Walker walker;
    const std::vector<std::int32_t> nodes = walker.below(pool_, formulas);
    for (const ExprId id : formulas) ++uses_[at(index(id))];
    for (const std::int32_t n : nodes)
      if (!is_leaf(pool_.node(n).op))
        for (const std::int32_t operand : operands_of(n)) ++uses_[at(operand)];
    for (const std::int32_t n : nodes) measure(n);
    std::vector<std::int32_t> named;
    for (const std::int32_t n : nodes)
      if (is_named_[at(n)] != 0) named.push_back(n);
    return named;
  }

 private:
  std::vector<std::int32_t> operands_of(std::int32_t n) const {
    const Operands operands(pool_.node(n));
    return {operands.node, operands.node + operands.count};
  }
  bool may_be_named(std::int32_t n) const {
    const Operator op = pool_.node(n).op;
    return !is_leaf(op) && !is_condition(op) && op != Operator::neg && is_named_[at(n)] == 0;
  }
  void name(std::int32_t n) {
    is_named_[at(n)] = 1;
    width_[at(n)] = kNameWidth;
  }

  void measure(std::int32_t n) {
    const Node& node = pool_.node(n);
    int& own = width_[at(n)];
    if (is_leaf(node.op)) {
      own = node.op == Operator::symbol ? std::min(kSymbolWidth, static_cast<int>(symbol_name(record_, node.a).size())) : 3;
      return;
    }
    const std::vector<std::int32_t> operands = operands_of(n);
    if (node.op != Operator::select && !is_condition(node.op))
      for (const std::int32_t operand : operands)
        if (pool_.node(operand).op == Operator::select && may_be_named(operand) && width_[at(operand)] > kWidestCases) name(operand);
    own = total(node, operands);
    while (own > kWidest) {
      const auto widest = std::max_element(operands.begin(), operands.end(), [&](std::int32_t a, std::int32_t b) {
        return (may_be_named(a) ? width_[at(a)] : 0) < (may_be_named(b) ? width_[at(b)] : 0);
      });
      if (widest == operands.end() || !may_be_named(*widest) || width_[at(*widest)] < kShortest) break;
      name(*widest);
      own = total(node, operands);
    }
    if (may_be_named(n) && uses_[at(n)] > 1 && own >= kShortest && (uses_[at(n)] - 1) * (own - kNameWidth) >= kSaved) name(n);
  }

  /// Cases stand below one another, and so do the sides of a fraction.
  int total(const Node& node, const std::vector<std::int32_t>& operands) const {
    if (node.op == Operator::select) return std::max(width_[at(node.b)] + width_[at(node.a)] + 4, width_[at(node.c)]);
    int sum = 1;
    for (const std::int32_t operand : operands) sum += width_[at(operand)] + 1;
    return sum;
  }

  const ComponentRecord& record_;
  const ExprPool& pool_;
  std::vector<int> uses_, width_;  // by node
  std::vector<char> is_named_;
};

}  // namespace

Abbreviations::Abbreviations(const ComponentRecord& record) : entry_of_(at(record.pool.size()), -1) {
  const std::string letter = free_letter(record);
  for (const FrictionDeclaration& own : record.frictions)
    if (own.touching != ExprId::none) contacts_.push_back({index(own.touching), of_contact("touches", own)});
  for (const std::int32_t node : Search(record).run()) {
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
