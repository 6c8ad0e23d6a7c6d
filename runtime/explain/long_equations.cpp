#include "explain/long_equations.h"

#include <algorithm>

#include "base/index.h"
#include "base/text.h"
#include "equations/table_name.h"
#include "expression/parts.h"
#include "expression/print.h"
#include "expression/walk.h"

namespace stribeck {
namespace {

constexpr std::size_t kLong = 160;  // characters of an equation, from which on its parts get names
constexpr int kNumberWidth = 4;
constexpr PartLimits kLimits{.widest = 100, .widest_cases = 60, .cases_in_lines = false};
constexpr std::size_t kLongestFormula = 2000;  // characters: what is longer with names for its parts is cut anyway

}  // namespace

std::vector<ExprId> LongEquations::sides_of(std::int32_t equation) const {
  const ExprId residual = flat_.equations[at(equation)].residual;
  const Node& node = (*flat_.pool)[residual];
  if (node.op != Operator::sub) return {residual};
  return {static_cast<ExprId>(node.a), static_cast<ExprId>(node.b)};
}

void LongEquations::name_parts(const std::vector<ExprId>& formulas) {
  Walker walker;
  for (const std::int32_t n : walker.below(*flat_.pool, formulas))
    if (const Node& node = flat_.pool->node(n); node.op == Operator::symbol)
      symbols_[node.a] = expression_text(flat_, static_cast<ExprId>(n));
  const auto width = [&](const Node& leaf) {
    return leaf.op == Operator::symbol ? static_cast<int>(symbols_.at(leaf.a).size()) : kNumberWidth;
  };
  for (const std::int32_t node : parts_to_name(*flat_.pool, formulas, kLimits, width))
    names_.emplace(node, "h" + std::to_string(names_.size() + 1));
}

std::string LongEquations::text(ExprId formula) {
  const auto name_of = [&](std::int32_t node) -> const std::string* {
    const auto found = names_.find(node);
    if (found == names_.end()) return nullptr;
    if (used_.insert(node).second) untold_.push_back(node);
    return &found->second;
  };
  return to_text(
      *flat_.pool, formula, [&](std::int32_t symbol) { return symbols_.at(symbol); }, kLongestFormula, name_of,
      [&](std::int32_t table) { return table_name(flat_, table); });
}

void LongEquations::shorten(const std::vector<std::pair<std::int32_t, EquationFact*>>& equations) {
  std::vector<std::pair<std::int32_t, EquationFact*>> wide;
  std::vector<ExprId> formulas;
  for (const auto& own : equations) {
    if (own.second->text.size() <= kLong || !own.second->cases.empty()) continue;
    wide.push_back(own);
    for (const ExprId side : sides_of(own.first)) formulas.push_back(side);
  }
  name_parts(formulas);
  for (const auto& [number, fact] : wide) {
    const std::vector<ExprId> sides = sides_of(number);
    fact->shown = text(sides.front()) + " = " + (sides.size() == 2 ? text(sides.back()) : "0");
    std::map<std::int32_t, std::string> told;  // operands have smaller numbers
    while (!untold_.empty()) {
      const std::int32_t node = untold_.back();
      untold_.pop_back();
      told[node] = names_.at(node) + " = " + text(static_cast<ExprId>(node));
    }
    for (const auto& [node, line] : told) fact->where.push_back(line);
  }
}

}  // namespace stribeck
