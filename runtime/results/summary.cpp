#include "results/summary.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "results/layout.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostRows = 24;  // of the energy table: a screen

std::string solver_line(const RunSummary& summary) {
  if (summary.solver_reason.empty()) return summary.solver;
  return summary.solver + (summary.solver == "auto" ? ": " : ", chosen by auto: ") + summary.solver_reason;
}

std::string time_line(const RunSummary& summary, Digits digits) {
  const auto shown = [&](double time_s) { return in_shown_unit(time_s, "s", summary.time_unit, digits); };
  std::string text = shown(summary.start_s) + " to " + shown(summary.reached_s);
  if (summary.reached_s < summary.stop_s) {
    text += summary.interrupted ? ", interrupted before " : ", ended before ";
    text += shown(summary.stop_s);
    if (!summary.end.empty()) text += ": " + summary.end;
  }
  return text;
}

std::string steps_line(const IntegratorStatistics& counts) {
  std::string text = std::to_string(counts.steps) + " accepted, " + std::to_string(counts.rejected) + " rejected; " +
                     counted(counts.evaluations, "evaluation");
  if (counts.jacobians > 0) text += ", " + counted(counts.jacobians, "Jacobian");
  if (counts.factorisations > 0) text += ", " + counted(counts.factorisations, "factorisation");
  return text;
}

std::string events_line(const RunSummary& summary) {
  if (summary.events == 0) return "none";
  return std::to_string(summary.events) + " at " + counted(summary.event_instants, "instant") + ", " +
         counted(summary.statistics.restarts, "restart");
}

std::string wall_time_line(const std::vector<StageTime>& stages, Digits digits) {
  double total = 0;
  std::string parts;
  for (const StageTime& stage : stages) {
    total += stage.seconds;
    parts += (parts.empty() ? "" : ", ") + stage.stage + " " + with_prefix(stage.seconds, "s", digits);
  }
  return with_prefix(total, "s", digits) + ": " + parts;
}

std::string energy_line(const EnergyAudit& audit, Digits digits) {
  const auto joules = [&](double value) { return with_prefix(value, "J", digits); };
  std::string text = "supplied " + joules(audit.supplied) + " = stored " + joules(audit.stored) + " + dissipated " +
                     joules(audit.dissipated) + "; residual " + joules(audit.residual);
  if (audit.exchanged > 0) text += ", " + short_number(audit.relative(), digits) + " of the " + joules(audit.exchanged) + " exchanged";
  return text;
}

std::string verification_line(const Verification& verification, Digits digits) {
  std::string text = counted(verification.equations, "equation") + " at " + counted(verification.rows, "row");
  if (verification.equation.empty()) return text + ", all hold exactly";
  text += ", largest residual " + short_number(verification.residual, digits) + " of its terms: " + verification.equation + " at " +
          with_prefix(verification.time_s, "s", digits);
  if (verification.drift_of.empty()) return text + "; no drift";
  return text + "; largest drift " + short_number(verification.drift, digits) + ": " + verification.drift_of + " at " +
         with_prefix(verification.drift_time_s, "s", digits);
}

std::string motion_line(const MotionVerification& motion, Digits digits) {
  std::string text = counted(motion.steps, "step") + " and " + counted(motion.events, "event");
  if (motion.unchecked > 0) text += ", " + std::to_string(motion.unchecked) + " of them left out where the equations have no value";
  if (motion.what.empty()) return text + ", all as the derivatives say";
  text += ", largest difference " + short_number(motion.off, digits) + ", " + short_number(motion.worst, digits) +
          " of the tolerance: " + motion.what + " at " + with_prefix(motion.end_s, "s", digits);
  if (motion.summed_of.empty()) return text;
  return text + "; largest sum of differences " + short_number(motion.summed, digits) + ": " + motion.summed_of;
}

/// Those that moved energy, or lost some.
std::vector<const EnergyRow*> rows_with_energy(const EnergyAudit& audit) {
  std::vector<const EnergyRow*> rows;
  for (const EnergyRow& row : audit.components)
    if (std::max(row.moved(), std::fabs(row.residual)) > audit.rounding()) rows.push_back(&row);
  return rows;
}

/// The least energy that earns a component its own row: the rows are those of the kMostRows that moved most.
double smallest_shown(const std::vector<const EnergyRow*>& rows) {
  if (rows.size() <= kMostRows) return 0;
  std::vector<double> moved;
  for (const EnergyRow* row : rows) moved.push_back(row->moved());
  const auto last = moved.begin() + static_cast<std::ptrdiff_t>(kMostRows - 1);
  std::nth_element(moved.begin(), last, moved.end(), std::greater<>());
  return *last;
}

/// A dash reads quieter than a zero where a component has no such energy at all.
std::string energy_cell(double joules, double rounding, Digits digits) {
  return std::fabs(joules) <= rounding ? "-" : with_prefix(joules, "J", digits);
}

}  // namespace

std::string to_text(const EnergyAudit& audit, const TextStyle& style) {
  TextTable table("llrrrrr");
  table.head({"energy", "", "work in", "supplied", "stored", "dissipated", "residual"});
  const auto cell = [&](double joules) { return energy_cell(joules, audit.rounding(), style.digits); };
  const std::vector<const EnergyRow*> rows = rows_with_energy(audit);
  const double smallest = smallest_shown(rows);
  std::size_t shown = 0;
  for (const EnergyRow* row : rows) {
    if (shown == kMostRows || row->moved() < smallest) continue;
    ++shown;
    table.add(
        {row->instance, row->type, cell(row->taken), cell(row->supplied), cell(row->stored), cell(row->dissipated), cell(row->residual)});
  }
  if (shown < rows.size()) table.add({counted(static_cast<std::int64_t>(rows.size() - shown), "other"), "", "", "", "", "", ""});
  table.add({"total", "", "", cell(audit.supplied), cell(audit.stored), cell(audit.dissipated), cell(audit.residual)});
  return table.to_text(style);
}

std::string to_text(const RunSummary& summary, std::string_view title, const TextStyle& style) {
  TextTable table("ll");
  table.add({"solver", solver_line(summary)});
  table.add({"time", time_line(summary, style.digits)});
  const std::string choices =
      summary.state_choices > 0 ? ", chosen anew " + counted(summary.state_choices, "time", "") + " on the way" : "";
  table.add({"states", std::to_string(summary.states) + choices});
  if (summary.steady && !summary.steady->of.empty())
    table.add({"steady start", "largest rate left " + short_number(summary.steady->left, style.digits) + ": " + summary.steady->of});
  table.add({"steps", steps_line(summary.statistics)});
  table.add({"events", events_line(summary)});
  table.add({"rows", std::to_string(summary.rows)});
  if (!summary.stages.empty()) table.add({"took", wall_time_line(summary.stages, style.digits)});
  table.add({"energy", energy_line(summary.audit, style.digits)});

  if (summary.verification) table.add({"verified", verification_line(*summary.verification, style.digits)});
  if (summary.motion) table.add({"motion", motion_line(*summary.motion, style.digits)});

  std::string text;
  if (!title.empty()) text.append(title).append("\n");
  text += table.to_text(style);
  if (!summary.audit.components.empty()) text += "\n" + to_text(summary.audit, style);
  for (const Diagnostic& note : summary.notes) text += "\n" + to_text(note, style.colour);
  return text;
}

}  // namespace stribeck
