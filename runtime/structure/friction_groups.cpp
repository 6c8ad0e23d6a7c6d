#include "structure/friction_groups.h"

#include "base/index.h"
#include "base/pieces.h"
#include "expression/walk.h"

namespace stribeck {

FrictionGroups friction_groups(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  const std::vector<std::int32_t> block_of = sorted.block_of();
  std::vector<std::int32_t> block_of_equation(flat.equations.size(), -1);
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b)
    for (const std::int32_t e : sorted.blocks[b].equations) block_of_equation[at(e)] = static_cast<std::int32_t>(b);
  std::vector<bool> answers(sorted.blocks.size(), false);
  for (const FlatFriction& friction : flat.frictions) answers[at(block_of_equation[at(friction.equation)])] = true;
  Pieces pieces(sorted.blocks.size());
  for (std::size_t b = 0; b < sorted.blocks.size(); ++b)
    for (const std::int32_t e : sorted.blocks[b].equations)
      for (const IncidenceTerm& term : sorted.incidence[at(e)]) {
        const std::int32_t needed = block_of[at(term.variable)];
        if (needed < 0 || !answers[at(needed)]) continue;
        answers[b] = true;
        pieces.join(static_cast<std::int32_t>(b), needed);
      }
  FrictionGroups groups;
  std::vector<bool> reacts(sorted.blocks.size(), false);
  Walker walker;
  for (const FlatFriction& friction : flat.frictions) {
    const std::int32_t group = groups.of.emplace_back(pieces.find(block_of_equation[at(friction.equation)]));
    std::vector<ExprId> levels;
    for (const FrictionSide& side : friction.sides) levels.insert(levels.end(), {side.static_level, side.kinetic_level});
    for (const std::int32_t node : walker.below(flat.pool, levels)) {
      if (flat.pool.node(node).op != Operator::symbol) continue;
      const std::int32_t variable = flat.variable_of(node);
      const std::int32_t block = variable < 0 ? -1 : block_of[at(variable)];
      if (block >= 0 && answers[at(block)] && pieces.find(block) == group) reacts[at(group)] = true;
    }
  }
  for (const std::int32_t group : groups.of) groups.reacts.push_back(reacts[at(group)]);
  return groups;
}

}  // namespace stribeck
