#include "simulation/rows/energy_audit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/index.h"
#include "base/text.h"

namespace stribeck {

namespace {

using Account = AuditCode::Account;

std::vector<std::size_t> numbers_of(const AuditCode& audit, bool Account::*is) {
  std::vector<std::size_t> found;
  for (std::size_t a = 0; a < audit.accounts.size(); ++a)
    if (audit.accounts[a].*is) found.push_back(a);
  return found;
}

/// The components that prescribe velocities, and supply the work for that.
std::vector<std::size_t> prescribing(const AuditCode& audit) {
  std::vector<std::size_t> found = numbers_of(audit, &Account::supplies);
  std::erase_if(found, [&](std::size_t a) { return !audit.accounts[a].gives_velocity; });
  return found;
}

/// One row an account: dissipated powers come first among the integrals, then supplied ones, then balances.
std::vector<EnergyRow> table_of(const Program& program, const RowWriter& rows, std::span<const double> quadratures) {
  const AuditCode& audit = program.audit;
  std::vector<EnergyRow> table(audit.accounts.size());
  auto integral = quadratures.begin();
  for (const std::size_t a : numbers_of(audit, &Account::dissipates)) table[a].dissipated = *integral++;
  for (const std::size_t a : numbers_of(audit, &Account::supplies)) table[a].supplied = *integral++;
  for (const std::size_t a : numbers_of(audit, &Account::has_excess)) table[a].residual = *integral++;
  const std::vector<std::size_t> stores = numbers_of(audit, &Account::stores), watched = numbers_of(audit, &Account::is_watched);
  for (std::size_t s = 0; s < stores.size(); ++s) {
    EnergyRow& row = table[stores[s]];
    row.stored = rows.last_stored()[s] - rows.first_stored()[s];
    // States that jump without impulses change energies beside the integrals; the energy that is missing afterwards counts as dissipated.
    row.dissipated += rows.lost()[s];
    row.residual -= row.stored + rows.lost()[s] - rows.kinks().work[s];
    row.exchanged = rows.stored_peak()[s];
  }
  // The work at a jump of a prescribed velocity is supplied by the components that prescribe velocities, in equal shares.
  const std::vector<std::size_t> sources = prescribing(audit);
  for (const std::size_t a : sources) table[a].supplied += rows.kinks().total() / static_cast<double>(sources.size());
  for (std::size_t w = 0; w < watched.size(); ++w) table[watched[w]].worst = rows.balance().worst(w);
  for (std::size_t a = 0; a < table.size(); ++a) {
    EnergyRow& row = table[a];
    const std::int32_t component = audit.accounts[a].component;
    row.instance = program.labels->component(component), row.type = program.labels->component_type(component);
    row.where = program.labels->where_of_component(component);
    row.taken = row.residual + row.stored + row.dissipated - row.supplied;
    row.exchanged += std::fabs(row.taken) + std::fabs(row.supplied) + std::fabs(row.dissipated);
  }
  return table;
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

}  // namespace

AuditOutputs audit_outputs(const AuditCode& audit) {
  const std::vector<std::size_t> stores = numbers_of(audit, &Account::stores);
  AuditOutputs outputs{audit.stores_begin, stores.size(), audit.powers_begin, numbers_of(audit, &Account::is_watched).size(), {}};
  for (const std::size_t a : stores) outputs.owners.push_back(audit.accounts[a].component);
  return outputs;
}

std::vector<HeatSource> heat_sources(const AuditCode& audit, const std::vector<HeatColumn>& shown) {
  const std::vector<std::size_t> stores = numbers_of(audit, &Account::stores);
  std::vector<HeatSource> sources;
  for (const HeatColumn& heat : shown) {
    const auto own = std::find_if(audit.accounts.begin(), audit.accounts.end(),
                                  [&](const Account& account) { return account.component == heat.component; });
    const auto store = std::find(stores.begin(), stores.end(), at(own - audit.accounts.begin()));
    const auto before = std::count_if(audit.accounts.begin(), own, [](const Account& account) { return account.dissipates; });
    HeatSource& source = sources.emplace_back(HeatSource{heat.column, at(before), std::nullopt});
    if (store != stores.end()) source.store = at(store - stores.begin());
  }
  return sources;
}

std::size_t count_heats(const AuditCode& audit) { return numbers_of(audit, &Account::dissipates).size(); }

std::vector<LeastHeat> least_heat(const AuditCode& audit, const HeatWatch& heat) {
  std::vector<LeastHeat> least(audit.accounts.size());
  std::size_t next = 0;
  for (const std::size_t a : numbers_of(audit, &Account::dissipates)) least[a] = heat.of(next++);
  return least;
}

void note_prescribed_kinks(const Program& program, const RowWriter& rows, std::vector<Diagnostic>& notes) {
  const RowWriter::Kinks& kinks = rows.kinks();
  if (kinks.count == 0) return;
  const Labels& labels = *program.labels;
  const auto component = [&](std::size_t account) { return program.audit.accounts[account].component; };
  std::string sources;
  for (const std::size_t a : prescribing(program.audit)) sources += (sources.empty() ? "" : ", ") + labels.component(component(a));
  const std::size_t moved = numbers_of(program.audit, &Account::stores)[kinks.first_store];
  Diagnostic note{.code = ErrorCode::run_prescribed_kink,
                  .message = "at t = " + short_number(kinks.first_s) + " s " + labels.component(component(moved)) +
                             " is given another velocity at once, which takes an infinite force: the motion that " +
                             (sources.empty() ? "the diagram" : sources) + " prescribes has a kink or a jump there",
                  .where = labels.where_of_component(component(moved)),
                  .because = "an impulse does that; its work, " + short_number(kinks.total()) + " J at " + std::to_string(kinks.count) +
                             (kinks.count == 1 ? " instant" : " instants") + ", is counted as supplied",
                  .remedy = "round the motion off, as signals.motion_profile and signals.filter do, or put a spring where the drive yields",
                  .severity = Severity::warning,
                  .details = {}};
  notes.push_back(std::move(note));
}

EnergyAudit audit_of(const Program& program, const RowWriter& rows, std::span<const double> quadratures) {
  EnergyAudit audit;
  audit.components = table_of(program, rows, quadratures);
  for (const EnergyRow& row : audit.components) {
    audit.stored += row.stored;
    audit.dissipated += row.dissipated;
    audit.supplied += row.supplied;
    audit.exchanged += std::fabs(row.dissipated) + std::fabs(row.supplied);
  }
  audit.exchanged += std::accumulate(rows.stored_peak().begin(), rows.stored_peak().end(), 0.0);
  audit.residual = audit.supplied - audit.stored - audit.dissipated;
  require_finite(audit);
  return audit;
}

}  // namespace stribeck
