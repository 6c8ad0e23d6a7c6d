#include "results/energy_warning.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/text.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostWarned = 5;   // components
constexpr double kToleratedEnergy = 10;  // relative tolerances: what a run may be off by
/// Of all that was exchanged: closer no run is promised to balance, however small its relative tolerance is. What moves as little as the
/// absolute tolerances allow, and the instants at which slips are found to end, leave that much.
constexpr double kPromisedEnergy = 1e-6;
constexpr double kNoPower = 1e-9;  // of the mean power exchanged: may be rounding of what goes through

double share_of(double part, double whole) { return whole > 0 ? std::fabs(part) / whole : 0; }

/// `mean_W`: all energy exchanged over the time that it took.
bool is_declared_wrong(const EnergyRow& row, double mean_W) {
  return row.worst.relative() > kUnbalancedPower && row.worst.peak > kNoPower * mean_W;
}

/// Compared with what that component exchanged, but not where it is less than the tolerance leaves open of all that was exchanged: what
/// rests beside what moves exchanges nothing else.
bool is_telling(double joules, const EnergyRow& row, const EnergyAudit& audit, double rtol) {
  const double left_open = std::max(kToleratedEnergy * rtol, kPromisedEnergy);
  return share_of(joules, row.exchanged) > kUnbalancedEnergy && share_of(joules, audit.exchanged) > left_open;
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

/// A component that had supplied energy by some instant by what it declares to dissipate.
struct Supplying {
  const EnergyRow* row;
  LeastHeat least;
};

Diagnostic negative_dissipation(const Supplying& supplying) {
  const EnergyRow& row = *supplying.row;
  return {.code = ErrorCode::component_bad_declaration,
          .message = row.instance + " supplied " + with_prefix(-supplying.least.joules, "J") + " by t = " +
                     with_prefix(supplying.least.time_s, "s") + ", more than it ever took: what it declares to dissipate is negative",
          .where = row.where,
          .because = "force times velocity of a law that dissipates is not negative: " + row.type +
                     " has a wrong sign, or gives back what it held at the start",
          .remedy = "turn the sign of the law; what gives energy back belongs to `stores`, what drives to `supplies`",
          .severity = Severity::warning,
          .details = {{"energy", ledger(row.taken, row.supplied, row.stored, row.dissipated, "J")}}};
}

/// Of those that supplied most.
void add_negative_dissipation(std::vector<Supplying> found, std::vector<Diagnostic>& warnings) {
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.least.joules < b.least.joules; });
  const std::size_t told = std::min(found.size(), kMostWarned);
  for (std::size_t i = 0; i < told; ++i) warnings.push_back(negative_dissipation(found[i]));
  if (found.size() > told)
    warnings.back().details.emplace_back("and", counted(static_cast<std::int64_t>(found.size() - told), "other component"));
}

}  // namespace

std::vector<Diagnostic> energy_warnings(const EnergyAudit& audit, std::span<const LeastHeat> least, double span_s, double rtol) {
  const double mean_W = span_s > 0 ? audit.exchanged / span_s : 0;
  std::vector<const EnergyRow*> wrong;
  std::vector<Supplying> supplying;
  for (std::size_t i = 0; i < audit.components.size(); ++i) {
    const EnergyRow& row = audit.components[i];
    if (is_declared_wrong(row, mean_W) || is_telling(row.residual, row, audit, rtol)) wrong.push_back(&row);
    if (is_telling(least[i].joules, row, audit, rtol)) supplying.push_back({&row, least[i]});
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const EnergyRow* a, const EnergyRow* b) { return std::fabs(a->residual) > std::fabs(b->residual); });
  std::vector<Diagnostic> warnings;
  if (wrong.empty() && audit.relative() > kUnbalancedEnergy) warnings.push_back(of_total(audit));
  for (std::size_t i = 0; i < std::min(wrong.size(), kMostWarned); ++i)
    warnings.push_back(is_declared_wrong(*wrong[i], mean_W) ? declared_wrong(*wrong[i]) : poorly_integrated(*wrong[i]));
  if (wrong.size() > kMostWarned)
    warnings.back().details.emplace_back("and", counted(static_cast<std::int64_t>(wrong.size() - kMostWarned), "other component"));
  add_negative_dissipation(std::move(supplying), warnings);
  return warnings;
}

}  // namespace stribeck
