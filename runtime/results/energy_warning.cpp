#include "results/energy_warning.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/text.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostWarned = 5;  // components
constexpr double kNoPower = 1e-9;       // of the mean power exchanged: may be rounding of what goes through

double share_of(double part, double whole) { return whole > 0 ? std::fabs(part) / whole : 0; }

/// `mean_W`: all energy exchanged over the time that it took.
bool is_declared_wrong(const EnergyRow& row, double mean_W) {
  return row.worst.relative() > kUnbalancedPower && row.worst.peak > kNoPower * mean_W;
}

bool is_lossy(const EnergyRow& row, const EnergyAudit& audit) {
  return share_of(row.residual, row.exchanged) > kUnbalancedEnergy && share_of(row.residual, audit.exchanged) > kUnbalancedEnergy;
}

std::string lost_or_gained(double residual) {
  return with_prefix(std::fabs(residual), "J") + (residual > 0 ? " got lost" : " came from nowhere");
}

std::string ledger(double taken, double supplied, double stored, double dissipated, const char* unit) {
  return with_prefix(taken, unit) + " in at its ports + " + with_prefix(supplied, unit) + " supplied, but " + with_prefix(stored, unit) +
         " stored + " + with_prefix(dissipated, unit) + " dissipated";
}

Diagnostic declared_wrong(const EnergyRow& row) {
  const Powers& powers = row.worst.powers;
  return {.code = ErrorCode::run_energy_unbalanced,
          .message = "the energy of " + row.instance + " does not balance: " + lost_or_gained(row.residual) + " in it",
          .where = row.where,
          .because = "at t = " + with_prefix(row.worst.time_s, "s") +
                     " its powers do not add up: " + ledger(powers.taken, powers.supplied, powers.rate, powers.dissipated, "W") +
                     "; what " + row.type + " declares to store, dissipate or supply is not what its equations do",
          .remedy = "correct `stores`, `dissipates` or `supplies` of " + row.type + ", or the equations of its forces",
          .severity = Severity::warning,
          .details = {{"energy", ledger(row.taken, row.supplied, row.stored, row.dissipated, "J")}}};
}

Diagnostic poorly_integrated(const EnergyRow& row) {
  return {.code = ErrorCode::run_energy_unbalanced,
          .message = "the energy of " + row.instance + " does not balance: " + lost_or_gained(row.residual) + " in it, " +
                     percent(share_of(row.residual, row.exchanged)) + " of what it exchanged",
          .where = row.where,
          .because =
              "its powers add up at every row, but not their integrals: steps were too coarse for it, or something jumped in it "
              "without an event",
          .remedy = "a smaller rtol; with a solver of fixed step a smaller step, or solver auto",
          .severity = Severity::warning,
          .details = {{"energy", ledger(row.taken, row.supplied, row.stored, row.dissipated, "J")}}};
}

Diagnostic of_total(const EnergyAudit& audit) {
  return {.code = ErrorCode::run_energy_unbalanced,
          .message = "the energy does not balance: " + lost_or_gained(audit.residual) + ", " + percent(audit.relative()) + " of the " +
                     with_prefix(audit.exchanged, "J") + " exchanged",
          .where = {},
          .because = "many components lost a little each: steps were too coarse",
          .remedy = "a smaller rtol; with a solver of fixed step a smaller step, or solver auto",
          .severity = Severity::warning,
          .details = {}};
}

}  // namespace

std::vector<Diagnostic> energy_warnings(const EnergyAudit& audit, double span_s) {
  const double mean_W = span_s > 0 ? audit.exchanged / span_s : 0;
  std::vector<const EnergyRow*> wrong;
  for (const EnergyRow& row : audit.components)
    if (is_declared_wrong(row, mean_W) || is_lossy(row, audit)) wrong.push_back(&row);
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const EnergyRow* a, const EnergyRow* b) { return std::fabs(a->residual) > std::fabs(b->residual); });
  if (wrong.empty() && audit.relative() > kUnbalancedEnergy) return {of_total(audit)};
  std::vector<Diagnostic> warnings;
  for (std::size_t i = 0; i < std::min(wrong.size(), kMostWarned); ++i)
    warnings.push_back(is_declared_wrong(*wrong[i], mean_W) ? declared_wrong(*wrong[i]) : poorly_integrated(*wrong[i]));
  if (wrong.size() > kMostWarned)
    warnings.back().details.emplace_back("and", counted(static_cast<std::int64_t>(wrong.size() - kMostWarned), "other component"));
  return warnings;
}

}  // namespace stribeck
