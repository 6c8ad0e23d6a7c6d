#pragma once
// Translates primitives that refer to expressions into the same primitives that refer to registers.
#include <functional>
#include <vector>

#include "base/primitives.h"
#include "expression/pool.h"
#include "program/program.h"

namespace stribeck {

/// Emits expressions in a section and returns their registers.
using EmitSection = std::function<std::vector<Register>(Section, const std::vector<ExprId>&)>;

/// Emits, in one section, the expressions that the primitives refer to in the given role, and stores their registers in the compiled
/// primitives.
template <typename Primitive, typename Code>
void lower(const EmitSection& emit, RefRole role, Section section, const std::vector<Primitive>& from, std::vector<Code>& to) {
  std::vector<ExprId> expressions;
  std::vector<Register*> places;
  for (std::size_t i = 0; i < from.size(); ++i)
    Primitive::each(EachReference([&](Use use, ExprId expression, Register& place) {
                      if (use.role == role && is_any(expression)) expressions.push_back(expression), places.push_back(&place);
                    }),
                    from[i], to[i]);
  const std::vector<Register> registers = emit(section, expressions);
  for (std::size_t k = 0; k < registers.size(); ++k) *places[k] = registers[k];
}

}  // namespace stribeck
