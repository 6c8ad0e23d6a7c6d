#include "compile/energy_accounts.h"

#include <algorithm>

#include "base/index.h"

namespace stribeck {

EnergyAccounts::EnergyAccounts(FlatSystem& flat) : flat_(&flat) {
  const Diagram& diagram = flat.diagram();
  const auto or_zero = [&](ExprId id) { return id == ExprId::none ? flat.pool.zero() : id; };
  Differentiator differentiator(flat.pool);
  std::size_t terms = 0;
  for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
    Account own{.instance = static_cast<std::int32_t>(i)};
    if (terms < flat.energy.size() && flat.energy[terms].instance == own.instance) {
      own.stored = flat.energy[terms].stored, own.dissipated = flat.energy[terms].dissipated, own.supplied = flat.energy[terms].supplied;
      ++terms;
    }
    const ExprId taken = taken_at_ports(own.instance, diagram.instances[i].record->connectors.size());
    const ExprId excess = flat.pool.sub(flat.pool.add(taken, or_zero(own.supplied)), or_zero(own.dissipated));
    if (taken != flat.pool.zero()) own.taken = taken;
    if (excess != flat.pool.zero()) own.excess = excess;
    if (own.stored == ExprId::none && own.dissipated == ExprId::none && own.supplied == ExprId::none && own.excess == ExprId::none)
      continue;
    own.rate = own.stored == ExprId::none ? flat.pool.zero() : known_time_derivative(flat, differentiator, own.stored);
    own.is_watched = own.rate != ExprId::none && flat.pool.sub(excess, own.rate) != flat.pool.zero();
    accounts_.push_back(own);
  }
}

/// The power taken in at the ports. Ports with the same force are combined as force times relative velocity, which is how components state
/// their powers.
ExprId EnergyAccounts::taken_at_ports(std::int32_t instance, std::size_t connectors) const {
  ExprPool& pool = flat_->pool;
  std::vector<std::pair<ExprId, ExprId>> moved;  // a force, and the velocities it acts on
  for (std::size_t k = 0; k < connectors; ++k) {
    const std::int32_t connector = flat_->assembly->connector(instance, static_cast<std::int32_t>(k));
    const std::int32_t through = flat_->through_variable[at(connector)];
    if (through < 0) continue;
    ExprId force = flat_->variable(through).value;
    const ExprId velocity = flat_->variable(flat_->node_variable[at(flat_->assembly->node_of[at(connector)])]).value;
    const bool opposes = pool[force].op == Operator::neg;
    if (opposes) force = static_cast<ExprId>(pool[force].a);
    const auto same = std::find_if(moved.begin(), moved.end(), [&](const auto& known) { return known.first == force; });
    if (same == moved.end())
      moved.emplace_back(force, opposes ? pool.neg(velocity) : velocity);
    else
      same->second = opposes ? pool.sub(same->second, velocity) : pool.add(same->second, velocity);
  }
  ExprId power = pool.zero();
  for (const auto& [force, velocity] : moved) power = pool.add(power, pool.mul(force, velocity));
  return power;
}

/// Whether an instance prescribes a velocity, and so supplies the power for it.
bool EnergyAccounts::gives_velocity(std::int32_t instance) const {
  const std::vector<CausalityDeclaration>& causality = flat_->diagram().instances[at(instance)].record->causality;
  return std::any_of(causality.begin(), causality.end(),
                     [](const CausalityDeclaration& declared) { return declared.wish == CausalityWish::fixed_velocity_out; });
}

void EnergyAccounts::request(ProgramRequest& request) const {
  request.audit.stores_begin = request.outputs.size();
  for (const Account& account : accounts_) {
    request.audit.accounts.push_back({.component = account.instance,
                                      .stores = account.stored != ExprId::none,
                                      .dissipates = account.dissipated != ExprId::none,
                                      .supplies = account.supplied != ExprId::none,
                                      .has_excess = account.excess != ExprId::none,
                                      .is_watched = account.is_watched,
                                      .gives_velocity = gives_velocity(account.instance)});
    if (account.stored != ExprId::none) request.outputs.push_back(account.stored);
    if (account.is_watched)
      for (const ExprId power : {account.taken, account.supplied, account.rate, account.dissipated})
        request.powers.push_back(power == ExprId::none ? flat_->pool.zero() : power);
    if (account.excess != ExprId::none) request.balances.push_back(account.excess);
  }
  for (ExprId Account::*power : {&Account::dissipated, &Account::supplied})
    for (const Account& account : accounts_)
      if (account.*power != ExprId::none) request.quadratures.push_back(account.*power);
}

}  // namespace stribeck
