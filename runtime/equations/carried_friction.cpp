// Dry friction with a side that has no inertia, or with no side that its force could move: what its relation becomes.
//
//   damper:  stuck ? velocity = 0 : force = transmitted
//   spring:  stuck ? velocity = 0 : d/dt force = d/dt transmitted + push
//   none:    force = transmitted, which is nothing at rest
//
// A spring that slips along holds its force, so it is the derivative of the law that tells the velocity; where the force has to jump, from
// the static to the kinetic level, the states are put there at the event.
#include <algorithm>

#include "equations/flat_system.h"
#include "expression/replacing.h"

namespace stribeck {

ExprId carried_friction(FlatSystem& system, Differentiator& differentiator, const FlatFriction& friction, ExprId transmitted) {
  ExprPool& pool = differentiator.pool();
  const auto input = [&](ModeInput which) { return friction.inputs[static_cast<std::size_t>(which)]; };
  ExprId slips = pool.sub(friction.force, transmitted);
  if (friction.carrier == FrictionCarrier::none) return slips;
  if (friction.carrier == FrictionCarrier::spring) {
    // The law does not depend on speed here, or it has no spring as carrier; terms with coefficients of zero would make the speed a state.
    std::vector<ExprId> speeds;
    for (const Partial& partial : differentiator.partials(friction.velocity)) speeds.push_back(static_cast<ExprId>(partial.symbol));
    slips = pool.sub(time_derivative(system, differentiator, Replacing(pool).at_zero(slips, speeds)), input(ModeInput::push));
  }
  return pool.apply(Operator::select, input(ModeInput::stuck), friction.velocity, slips);
}

bool is_rate_read_elsewhere(const ComponentRecord& record, const FrictionDeclaration& friction) {
  const std::int32_t rate = index(friction.rate);
  std::vector<bool> is_friction(record.relations.size(), false), is_determined(static_cast<std::size_t>(record.pool.size()), false);
  for (const FrictionDeclaration& any : record.frictions) {
    const auto relation = static_cast<std::size_t>(any.relation);
    is_friction[relation] = is_determined[static_cast<std::size_t>(index(record.relations[relation].left))] = true;
  }
  bool found = false;
  const auto look_at = [&](ExprId root) {
    found = found || root == friction.rate;
    return root;
  };
  for (std::size_t k = 0; k < record.relations.size(); ++k) {
    if (is_friction[k]) continue;
    look_at(record.relations[k].left);
    look_at(record.relations[k].right);
  }
  for (const TableDeclaration& table : record.tables) look_at(table.past.value);
  for (const DisplacementDeclaration& displacement : record.displacements) look_at(displacement.value);
  for (const ExprId energy : {record.stored, record.dissipated, record.supplied}) look_at(energy);
  const auto look_at_all = [&]<template <typename> typename Primitive>(const auto& declared, Primitive<ExprId> seen) {
    for (const auto& one : declared) translate<Primitive<ExprId>>(one, seen, look_at);
  };
  look_at_all(record.discretes, Discrete<ExprId>{});
  look_at_all(record.whens, When<ExprId>{});
  look_at_all(record.constraints, Constraint<ExprId>{});
  for (std::int32_t n = rate + 1; n < record.pool.size() && !found; ++n) {
    const Operands operands(record.pool.node(n));
    found = !is_determined[static_cast<std::size_t>(n)] &&
            std::find(operands.node, operands.node + operands.count, rate) != operands.node + operands.count;
  }
  return found;
}

ExprId guard_of_given_motion(ExprPool& pool, const FlatFriction& friction) {
  const auto input = [&](ModeInput which) { return friction.inputs[static_cast<std::size_t>(which)]; };
  const ExprId floor = input(ModeInput::noise);
  const ExprId at_rest = pool.sub(floor, pool.apply(Operator::abs, friction.velocity));
  const ExprId moving = pool.add(pool.mul(input(ModeInput::direction), friction.velocity), floor);
  return pool.apply(Operator::lt, pool.apply(Operator::select, input(ModeInput::stuck), at_rest, moving), pool.zero());
}

}  // namespace stribeck
