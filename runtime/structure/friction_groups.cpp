#include "structure/friction_groups.h"

#include "base/index.h"
#include "base/pieces.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// Blocks that a law of friction, the acceleration that it answers to, or what opens it depends on. What only follows from friction, as the
/// force on a wall that many rub on, ties nothing together.
std::vector<bool> blocks_that_decide(const SortedSystem& sorted, const std::vector<std::int32_t>& block_of,
                                     const std::vector<std::int32_t>& block_of_equation) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<bool> decides(sorted.blocks.size(), false);
  Walker walker;
  for (const FlatFriction& friction : flat.frictions) {
    decides[at(block_of_equation[at(friction.equation)])] = true;
    std::vector<ExprId> roots{friction.velocity, friction.rate, friction.force};
    for (const FrictionSide<ExprId>& side : friction.sides) roots.insert(roots.end(), {side.static_level, side.kinetic_level});
    for (const ExprId other : {friction.open, friction.guard})
      if (other != ExprId::none) roots.push_back(other);
    for (const std::int32_t node : walker.below(*flat.pool, roots)) {
      const std::int32_t variable = flat.pool->node(node).op == Operator::symbol ? flat.variable_of(node) : -1;
      if (variable >= 0 && block_of[at(variable)] >= 0) decides[at(block_of[at(variable)])] = true;
    }
  }
  for (std::size_t b = sorted.blocks.size(); b-- > 0;) {
    if (!decides[b]) continue;
    for (const std::int32_t e : sorted.blocks[b].equations)
      for (const IncidenceTerm& term : sorted.incidence[at(e)])
        if (const std::int32_t needed = block_of[at(term.variable)]; needed >= 0) decides[at(needed)] = true;
  }
  return decides;
}

}  // namespace

FrictionGroups friction_groups(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  const std::vector<std::int32_t> block_of = sorted.block_of();
  std::vector<std::int32_t> block_of_equation(flat.equations.size(), -1);
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b)
    for (const std::int32_t e : sorted.blocks[b].equations) block_of_equation[at(e)] = static_cast<std::int32_t>(b);
  const std::vector<bool> decides = blocks_that_decide(sorted, block_of, block_of_equation);
  std::vector<bool> answers(sorted.blocks.size(), false);
  for (const FlatFriction& friction : flat.frictions) answers[at(block_of_equation[at(friction.equation)])] = true;
  Pieces pieces(sorted.blocks.size());
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b) {
    if (!decides[b]) continue;
    for (const std::int32_t e : sorted.blocks[b].equations)
      for (const IncidenceTerm& term : sorted.incidence[at(e)]) {
        const std::int32_t needed = block_of[at(term.variable)];
        if (needed < 0 || !answers[at(needed)]) continue;
        answers[b] = true;
        pieces.join(static_cast<std::int32_t>(b), needed);
      }
  }
  FrictionGroups groups;
  std::vector<bool> reacts(sorted.blocks.size(), false);
  Walker walker;
  for (const FlatFriction& friction : flat.frictions) {
    const std::int32_t group = groups.of.emplace_back(pieces.find(block_of_equation[at(friction.equation)]));
    std::vector<ExprId> levels;
    for (const FrictionSide<ExprId>& side : friction.sides) levels.insert(levels.end(), {side.static_level, side.kinetic_level});
    for (const std::int32_t node : walker.below(*flat.pool, levels)) {
      if (flat.pool->node(node).op != Operator::symbol) continue;
      const std::int32_t variable = flat.variable_of(node);
      const std::int32_t block = variable < 0 ? -1 : block_of[at(variable)];
      if (block >= 0 && answers[at(block)] && pieces.find(block) == group) reacts[at(group)] = true;
    }
  }
  for (const std::int32_t group : groups.of) groups.reacts.push_back(reacts[at(group)]);
  return groups;
}

}  // namespace stribeck
