#pragma once
// Which parts of formulas to give a name, so that none of the formulas is a wall and nothing stands there again and again.
#include <cstdint>
#include <functional>
#include <vector>

#include "expression/pool.h"

namespace stribeck {

struct PartLimits {
  int widest;           ///< characters of a formula, before a part of it gets a name
  int widest_cases;     ///< and of cases that stand inside of a sum or a product
  bool cases_in_lines;  ///< cases stand below one another, not in one line
};

/// Nodes to name, operands first; of each the formula may contain those before it. `leaf_width` says how many characters a number or a
/// symbol takes.
std::vector<std::int32_t> parts_to_name(const ExprPool& pool, const std::vector<ExprId>& formulas, const PartLimits& limits,
                                        const std::function<int(const Node&)>& leaf_width);

}  // namespace stribeck
