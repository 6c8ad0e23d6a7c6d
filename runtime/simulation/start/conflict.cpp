#include "simulation/start/conflict.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"
#include "base/unit_text.h"

namespace stribeck {

namespace {

std::string value_text(const Labels& labels, const InitialTarget& target, double value) {
  const Labels::Unit unit = labels.unit_of_target(target.number);
  return with_unit(nine_digits(from_si(value, unit.factor, unit.offset)), unit.text);
}

/// The sum of states that the missed target is near the values reached: "wall_to_a.x + 0.5*a_to_b.x".
std::string sum_text(const Labels& labels, const MissedTarget& missed) {
  constexpr double kReaching = 1e-6;  // the factors come from finite differences
  std::string text;
  double rest = missed.achieved;
  const auto term = [&](double factor, const std::string& what) {
    const double size = std::fabs(factor);
    text += text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
    if (what.empty())
      text += fmt::format("{:.6g}", size);
    else
      text += (std::fabs(size - 1) < kReaching ? "" : fmt::format("{:.6g}*", size)) + what;
  };
  double scale = std::fabs(missed.achieved);
  for (const MissedTarget::Tie& tie : missed.ties) {
    term(tie.factor, labels.target(tie.target->number));
    rest -= tie.factor * tie.achieved;
    scale = std::max(scale, std::fabs(tie.factor * tie.achieved));
  }
  if (std::fabs(rest) > kReaching * scale) term(rest, "");
  return text;
}

/// A target on something that no initial value can change.
Diagnostic not_free(const Labels& labels, const MissedTarget& missed) {
  Diagnostic diagnostic{.code = ErrorCode::initial_conflict,
                        .message = "the initial target " + target_text(labels, *missed.target, missed.target->value) +
                                   " cannot hold: it is " + value_text(labels, *missed.target, missed.achieved) +
                                   " at the start, whatever the other targets are",
                        .where = labels.where_of_target(missed.target->number),
                        .because = "the initialisation problem leaves it no freedom",
                        .remedy = "leave the target out or give it \"priority\": \"low\", or change what determines it",
                        .details = {}};
  const std::string parts = joined(labels.what_determines(missed.target->number));
  diagnostic.details.emplace_back("determined by", parts.empty() ? "rigid parts that cannot move" : parts);
  return diagnostic;
}

/// A target that the mechanism cannot reach.
Diagnostic out_of_reach(const Labels& labels, const MissedTarget& missed) {
  const auto text = [&](double value) { return value_text(labels, *missed.target, value); };
  return {.code = ErrorCode::initial_conflict,
          .message = "the initial target " + target_text(labels, *missed.target, missed.target->value) + " is out of reach: " +
                     (missed.reach ? "it can be between " + text(missed.reach->least.value) + " and " + text(missed.reach->largest.value)
                                   : "the nearest that it comes to is " + text(missed.achieved)),
          .where = labels.where_of_target(missed.target->number),
          .because = "no position of the mechanism has it, with the other targets as they are",
          .remedy = "ask for what it reaches, change its lengths, or give the target \"priority\": \"low\"",
          .details = {}};
}

bool is_out_of_reach(const MissedTarget& missed) {
  if (!missed.reach) return !missed.movable && missed.nearest;
  return missed.target->value < missed.reach->least.value || missed.target->value > missed.reach->largest.value;
}

Diagnostic over_determined(const Labels& labels, const MissedTarget& missed) {
  std::string asked;
  for (const MissedTarget::Tie& tie : missed.ties) asked += target_text(labels, *tie.target, tie.target->value) + ", ";
  asked += target_text(labels, *missed.target, missed.target->value);
  Diagnostic diagnostic{.code = ErrorCode::initial_conflict,
                        .message = "the initial targets cannot hold together: " + asked,
                        .where = labels.where_of_target(missed.target->number),
                        .because = "the initialisation problem has no solution near the values reached",
                        .remedy = "make the values agree, leave one of them out, or give one of them \"priority\": \"low\"",
                        .details = {}};
  diagnostic.details.emplace_back("achieved", target_text(labels, *missed.target, missed.achieved));
  for (const MissedTarget::Tie& tie : missed.ties)
    diagnostic.details.emplace_back("achieved", target_text(labels, *tie.target, tie.achieved));
  if (missed.ties.empty()) return diagnostic;
  const std::size_t count = missed.ties.size();
  diagnostic.because = "the initialisation problem is over-determined: " + std::to_string(count + 1) + " targets for " +
                       std::to_string(count) + (count == 1 ? " free value" : " free values") + ", since the network makes " +
                       labels.target(missed.target->number) + " = " + sum_text(labels, missed);
  return diagnostic;
}

}  // namespace

std::string target_text(const Labels& labels, const InitialTarget& target, double value) {
  return labels.target(target.number) + " = " + value_text(labels, target, value);
}

Failure initial_conflict(const Labels& labels, const std::vector<MissedTarget>& missed) {
  std::vector<Diagnostic> diagnostics;
  std::set<const InitialTarget*> told;
  for (const MissedTarget& m : missed) {
    if (!told.insert(m.target).second) continue;
    for (const MissedTarget::Tie& tie : m.ties) told.insert(tie.target);
    diagnostics.push_back(is_out_of_reach(m) ? out_of_reach(labels, m) : m.movable ? over_determined(labels, m) : not_free(labels, m));
  }
  return Failure(std::move(diagnostics));
}

}  // namespace stribeck
