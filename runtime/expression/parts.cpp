#include "expression/parts.h"

#include <algorithm>

#include "base/index.h"
#include "expression/walk.h"

namespace stribeck {
namespace {

constexpr int kShortest = 12;  // characters: what is shorter is written out
constexpr int kSaved = 24;     // characters that a name must save
constexpr int kNameWidth = 3, kCaseWords = 4, kCasesInLine = 14;

bool is_leaf(Operator op) { return op == Operator::constant || op == Operator::symbol || op == Operator::derivative; }
bool is_condition(Operator op) {
  return op == Operator::lt || op == Operator::le || op == Operator::gt || op == Operator::ge || op == Operator::both ||
         op == Operator::either || op == Operator::opposite;
}

class PartSearch {
 public:
  PartSearch(const ExprPool& pool, const PartLimits& limits, const std::function<int(const Node&)>& leaf_width)
      : pool_(pool),
        limits_(limits),
        leaf_width_(leaf_width),
        uses_(at(pool_.size()), 0),
        width_(at(pool_.size()), 0),
        is_named_(at(pool_.size()), 0) {}

  std::vector<std::int32_t> run(const std::vector<ExprId>& formulas) {
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
      own = leaf_width_(node);
      return;
    }
    const std::vector<std::int32_t> operands = operands_of(n);
    if (node.op != Operator::select && !is_condition(node.op))
      for (const std::int32_t operand : operands)
        if (pool_.node(operand).op == Operator::select && may_be_named(operand) && width_[at(operand)] > limits_.widest_cases)
          name(operand);
    own = total(node, operands);
    while (own > limits_.widest) {
      const auto widest = std::max_element(operands.begin(), operands.end(), [&](std::int32_t a, std::int32_t b) {
        return (may_be_named(a) ? width_[at(a)] : 0) < (may_be_named(b) ? width_[at(b)] : 0);
      });
      if (widest == operands.end() || !may_be_named(*widest) || width_[at(*widest)] < kShortest) break;
      name(*widest);
      own = total(node, operands);
    }
    if (may_be_named(n) && uses_[at(n)] > 1 && own >= kShortest && (uses_[at(n)] - 1) * (own - kNameWidth) >= kSaved) name(n);
  }

  /// Cases may stand below one another, and so do the sides of a fraction.
  int total(const Node& node, const std::vector<std::int32_t>& operands) const {
    if (node.op == Operator::select && limits_.cases_in_lines)
      return std::max(width_[at(node.b)] + width_[at(node.a)] + kCaseWords, width_[at(node.c)]);
    int sum = node.op == Operator::select ? kCasesInLine : 1;
    for (const std::int32_t operand : operands) sum += width_[at(operand)] + 1;
    return sum;
  }

  const ExprPool& pool_;
  const PartLimits& limits_;
  const std::function<int(const Node&)>& leaf_width_;
  std::vector<int> uses_, width_;  // by node
  std::vector<char> is_named_;
};

}  // namespace

std::vector<std::int32_t> parts_to_name(const ExprPool& pool, const std::vector<ExprId>& formulas, const PartLimits& limits,
                                        const std::function<int(const Node&)>& leaf_width) {
  return PartSearch(pool, limits, leaf_width).run(formulas);
}

}  // namespace stribeck
