#include "simulation/energy_audit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/text.h"

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
  for (std::size_t a = 0; a < accounts_.size(); ++a) {
    if (accounts_[a].stored != ExprId::none) stores_.push_back(a);
    if (accounts_[a].is_watched) watched_.push_back(a);
  }
}

/// Ports that pass one force on are taken together: force times relative velocity is what components write themselves.
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

void EnergyAccounts::request(ProgramRequest& request) const {
  for (const std::size_t a : stores_) request.outputs.push_back(accounts_[a].stored);
  for (const std::size_t a : watched_)
    for (const ExprId power : {accounts_[a].taken, accounts_[a].supplied, accounts_[a].rate, accounts_[a].dissipated})
      request.powers.push_back(power == ExprId::none ? flat_->pool.zero() : power);
  for (ExprId Account::*power : {&Account::dissipated, &Account::supplied})
    for (const Account& account : accounts_)
      if (account.*power != ExprId::none) request.quadratures.push_back(account.*power);
  for (const Account& account : accounts_)
    if (account.excess != ExprId::none) request.balances.push_back(account.excess);
}

AuditOutputs EnergyAccounts::outputs(std::size_t stores_begin, std::size_t powers_begin) const {
  AuditOutputs outputs{stores_begin, stores_.size(), powers_begin, watched_.size(), {}};
  for (const std::size_t a : stores_) outputs.owners.push_back(accounts_[a].instance);
  return outputs;
}

std::vector<HeatSource> EnergyAccounts::heat_sources(const std::vector<HeatColumn>& shown) const {
  std::vector<HeatSource> sources;
  for (const HeatColumn& heat : shown) {
    const auto own = std::find_if(accounts_.begin(), accounts_.end(), [&](const Account& a) { return a.instance == heat.instance; });
    const auto store = std::find(stores_.begin(), stores_.end(), static_cast<std::size_t>(own - accounts_.begin()));
    const auto before = std::count_if(accounts_.begin(), own, [](const Account& a) { return a.dissipated != ExprId::none; });
    HeatSource& source = sources.emplace_back(HeatSource{heat.column, static_cast<std::size_t>(before), std::nullopt});
    if (store != stores_.end()) source.store = static_cast<std::size_t>(store - stores_.begin());
  }
  return sources;
}

std::size_t EnergyAccounts::heats() const {
  const auto dissipates = [](const Account& account) { return account.dissipated != ExprId::none; };
  return static_cast<std::size_t>(std::count_if(accounts_.begin(), accounts_.end(), dissipates));
}

std::vector<LeastHeat> EnergyAccounts::least_heat(const HeatWatch& heat) const {
  std::vector<LeastHeat> least(accounts_.size());
  std::size_t next = 0;
  for (std::size_t a = 0; a < accounts_.size(); ++a)
    if (accounts_[a].dissipated != ExprId::none) least[a] = heat.of(next++);
  return least;
}

/// One row an account: dissipated powers come first among the integrals, then supplied ones, then balances.
void EnergyAccounts::fill_table(const RowWriter& rows, std::span<const double> quadratures, std::vector<EnergyRow>& table) const {
  auto integral = quadratures.begin();
  for (std::size_t a = 0; a < table.size(); ++a)
    if (accounts_[a].dissipated != ExprId::none) table[a].dissipated = *integral++;
  for (std::size_t a = 0; a < table.size(); ++a)
    if (accounts_[a].supplied != ExprId::none) table[a].supplied = *integral++;
  for (std::size_t a = 0; a < table.size(); ++a)
    if (accounts_[a].excess != ExprId::none) table[a].residual = *integral++;
  for (std::size_t s = 0; s < stores_.size(); ++s) {
    EnergyRow& row = table[stores_[s]];
    row.stored = rows.last_stored()[s] - rows.first_stored()[s];
    // What jumps of its own accord does so beside the integrals: what is missing afterwards counts as dissipated.
    row.dissipated += rows.lost()[s];
    row.residual -= row.stored + rows.lost()[s] - rows.kinks().work[s];
    row.exchanged = rows.stored_peak()[s];
  }
  // What a kink of a prescribed motion does at once comes from who prescribes it, in equal shares.
  const std::vector<std::size_t> sources = prescribing();
  for (const std::size_t a : sources) table[a].supplied += rows.kinks().total() / static_cast<double>(sources.size());
  for (std::size_t w = 0; w < watched_.size(); ++w) table[watched_[w]].worst = rows.balance().worst(w);
  for (std::size_t a = 0; a < table.size(); ++a) {
    EnergyRow& row = table[a];
    const Instance& instance = flat_->diagram().instances[at(accounts_[a].instance)];
    row.instance = instance.name, row.type = instance.record->type;
    row.where = where_of_instance(*flat_, accounts_[a].instance);
    row.taken = row.residual + row.stored + row.dissipated - row.supplied;
    row.exchanged += std::fabs(row.taken) + std::fabs(row.supplied) + std::fabs(row.dissipated);
  }
}

/// Those that supply what it takes to keep a velocity that they give.
std::vector<std::size_t> EnergyAccounts::prescribing() const {
  std::vector<std::size_t> found;
  for (std::size_t a = 0; a < accounts_.size(); ++a) {
    const ComponentRecord& record = *flat_->diagram().instances[at(accounts_[a].instance)].record;
    const auto gives_velocity = [](const CausalityDeclaration& declared) { return declared.wish == CausalityWish::fixed_velocity_out; };
    if (accounts_[a].supplied != ExprId::none && std::any_of(record.causality.begin(), record.causality.end(), gives_velocity))
      found.push_back(a);
  }
  return found;
}

void EnergyAccounts::note_kinks(const RowWriter& rows, std::vector<Diagnostic>& notes) const {
  const RowWriter::Kinks& kinks = rows.kinks();
  if (kinks.count == 0) return;
  const auto name = [&](std::size_t account) { return flat_->diagram().instances[at(accounts_[account].instance)].name; };
  std::string sources;
  for (const std::size_t a : prescribing()) sources += (sources.empty() ? "" : ", ") + name(a);
  const std::size_t moved = stores_[kinks.first_store];
  Diagnostic note{.code = ErrorCode::run_prescribed_kink,
                  .message = "at t = " + short_number(kinks.first_s) + " s " + name(moved) +
                             " is given another velocity at once, which takes an infinite force: the motion that " +
                             (sources.empty() ? "the diagram" : sources) + " prescribes has a kink or a jump there",
                  .where = where_of_instance(*flat_, accounts_[moved].instance),
                  .because = "an impulse does that; its work, " + short_number(kinks.total()) + " J at " + std::to_string(kinks.count) +
                             (kinks.count == 1 ? " instant" : " instants") + ", is counted as supplied",
                  .remedy = "round the motion off, as signals.motion_profile and signals.filter do, or put a spring where the drive yields",
                  .severity = Severity::warning,
                  .details = {}};
  notes.push_back(std::move(note));
}

EnergyAudit EnergyAccounts::audit(const RowWriter& rows, std::span<const double> quadratures) const {
  EnergyAudit audit;
  audit.components.resize(accounts_.size());
  fill_table(rows, quadratures, audit.components);
  for (const EnergyRow& row : audit.components) {
    audit.stored += row.stored;
    audit.dissipated += row.dissipated;
    audit.supplied += row.supplied;
    audit.exchanged += std::fabs(row.dissipated) + std::fabs(row.supplied);
  }
  audit.exchanged += std::accumulate(rows.stored_peak().begin(), rows.stored_peak().end(), 0.0);
  audit.residual = audit.supplied - audit.stored - audit.dissipated;
  return audit;
}

void require_finite(const EnergyAudit& audit) {
  for (const EnergyRow& row : audit.components)
    for (const auto& [word, energy] : {std::pair{"stores", row.stored}, std::pair{"dissipates", row.dissipated},
                                       std::pair{"is supplied", row.supplied}, std::pair{"takes in", row.taken}})
      if (!std::isfinite(energy))
        throw Failure(
            Diagnostic{.code = ErrorCode::run_not_finite,
                       .message = "the energy that " + row.instance + " " + word + " is infinite or not a number",
                       .where = row.where,
                       .because = "its motion or its forces are so large that their product overflows, or a formula of an energy is "
                                  "evaluated outside its range",
                       .remedy = "look at its parameters and initial values; and at what the component declares to store and dissipate",
                       .details = {}});
}

}  // namespace stribeck
