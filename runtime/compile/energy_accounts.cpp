#include "compile/energy_accounts.h"

#include <algorithm>

#include "base/index.h"

namespace stribeck {

namespace {

/// The power taken in at the ports. Ports with the same force are combined as force times relative velocity, which is how components state
/// their powers.
ExprId taken_at_ports(const FlatSystem& flat, ExprPool& pool, std::int32_t instance) {
  const std::size_t connectors = flat.diagram().instances[at(instance)].record->connectors.size();
  std::vector<std::pair<ExprId, ExprId>> moved;  // a force, and the velocities it acts on
  for (std::size_t k = 0; k < connectors; ++k) {
    const std::int32_t connector = flat.assembly->connector(instance, static_cast<std::int32_t>(k));
    const std::int32_t through = flat.through_variable[at(connector)];
    if (through < 0) continue;
    ExprId force = flat.variable(through).value;
    const ExprId velocity = flat.variable(flat.node_variable[at(flat.assembly->node_of[at(connector)])]).value;
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

bool gives_velocity(const ComponentRecord& record) {
  return std::any_of(record.causality.begin(), record.causality.end(),
                     [](const CausalityDeclaration& declared) { return declared.wish == CausalityWish::fixed_velocity_out; });
}

}  // namespace

EnergyAccounts::EnergyAccounts(const FlatSystem& flat, ExprPool& pool) {
  const Diagram& diagram = flat.diagram();
  const auto or_zero = [&](ExprId id) { return id == ExprId::none ? pool.zero() : id; };
  Differentiator differentiator(pool);
  std::size_t terms = 0;
  for (std::size_t i = 0; i < diagram.instances.size(); ++i) {
    Account own{.instance = static_cast<std::int32_t>(i)};
    if (terms < flat.energy.size() && flat.energy[terms].instance == own.instance) {
      own.stored = flat.energy[terms].stored, own.dissipated = flat.energy[terms].dissipated, own.supplied = flat.energy[terms].supplied;
      ++terms;
    }
    const ExprId taken = taken_at_ports(flat, pool, own.instance);
    const ExprId excess = pool.sub(pool.add(taken, or_zero(own.supplied)), or_zero(own.dissipated));
    if (taken != pool.zero()) own.taken = taken;
    if (excess != pool.zero()) own.excess = excess;
    if (own.stored == ExprId::none && own.dissipated == ExprId::none && own.supplied == ExprId::none && own.excess == ExprId::none)
      continue;
    own.rate = own.stored == ExprId::none ? pool.zero() : known_time_derivative(flat, differentiator, own.stored);
    own.is_watched = own.rate != ExprId::none && pool.sub(excess, own.rate) != pool.zero();
    own.gives_velocity = gives_velocity(*diagram.instances[i].record);
    accounts_.push_back(own);
  }
  zero_ = pool.zero();
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
                                      .gives_velocity = account.gives_velocity});
    if (account.stored != ExprId::none) request.outputs.push_back(account.stored);
    if (account.is_watched)
      for (const ExprId power : {account.taken, account.supplied, account.rate, account.dissipated})
        request.powers.push_back(power == ExprId::none ? zero_ : power);
    if (account.excess != ExprId::none) request.balances.push_back(account.excess);
  }
  for (ExprId Account::*power : {&Account::dissipated, &Account::supplied})
    for (const Account& account : accounts_)
      if (account.*power != ExprId::none) request.quadratures.push_back(account.*power);
}

}  // namespace stribeck
