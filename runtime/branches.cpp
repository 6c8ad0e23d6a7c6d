// A branch of periodic motions over a parameter of the diagram.
#include <algorithm>
#include <cmath>

#include "analysis/branch.h"
#include "base/text.h"
#include "equations/retune.h"
#include "model.h"
#include "orbit_runs.h"

namespace stribeck {

OrbitBranch Model::branch(const NearDiagrams& variant, const DiagramAt& diagram_at, const BranchWanted& wanted, const RunOptions& options) {
  refuse_what_has_no_orbits();
  auto [analysed, rows] = followed();
  Direction direction = direction_of(variant);
  ask_for(direction, analysed);
  rows.parameters = analysed.parameters.size();
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  const RunSettings settings = this->settings(options);
  OrbitRuns runs(program, flat(), outputs_, rows, settings);
  FoundOrbit found = find_orbit(runs, wanted.orbit, settings);

  // Other values, read once each.
  double read_at = variant.variable.value;
  std::vector<double> values = parameter_values(diagram_);
  runs.set_free(direction, [&](double p) {
    if (p != read_at) values = parameter_values(diagram_at(p)), read_at = p;
    return values;
  });
  found.point.parameter = found.frame.near.parameter = variant.variable.value;
  const bool is_half = wanted.orbit.symmetric;
  if (is_half) {
    found.point.period_s /= 2;
    if (!found.point.nodes.empty()) found.point.nodes.resize((found.point.nodes.size() - 1) / 2);
  }
  const double multiple = found.orbit.is_forced ? std::round(found.orbit.period_s / found.orbit.source_period_s) / (is_half ? 2 : 1) : 1;
  BranchFollower::PeriodAt period_at;
  if (found.orbit.is_forced)
    period_at = [&](double p) {
      return multiple * (found.source_index < 0 ? found.orbit.source_period_s : declared_periods(diagram_at(p))[at(found.source_index)]);
    };
  const double middle = 0.5 * (wanted.from + wanted.to);
  if (period_at && period_at(middle) != period_at(wanted.from)) {
    if (found.begins_between_events)
      no_orbit("the period of what drives the motion changes with " + variant.variable.name + ", and so do the instants of its events",
               "an orbit is counted from an instant that stays", "take a source that is smooth");
    found.start = runs.settled(settings.start_s);  // the same phase, whatever the period
  }
  const Passing passing = [&](const OrbitPoint& point) { return runs.pass(found.start, found.frame.scales, point); };
  const auto size_of = [&](const OrbitPoint& point) { return runs.size_of(found.start, found.frame.scales, found.frame.drifts, point); };
  BranchFollower follower(passing, found.frame, {wanted.from, wanted.to, wanted.longest, wanted.most_points, is_half, wanted.ends_at_fold},
                          period_at, size_of, found.orbit.zeros);
  follower.take_in_parts(
      [&](const OrbitPoint& from, double begin_s, double seconds) { return runs.states_after(found.start, from, begin_s, seconds); });
  const BranchPoint first = follower.at(found.point);
  std::vector<BranchPoint> points;
  if (first.point.parameter > wanted.from) points = follower.follow(first, false);
  std::reverse(points.begin(), points.end());
  points.push_back(first);
  if (first.point.parameter < wanted.to) {
    const std::vector<BranchPoint> upwards = follower.follow(first, true);
    points.insert(points.end(), upwards.begin(), upwards.end());
  }
  OrbitBranch branch{.parameter = variant.variable, .points = {}, .steady = {}, .notes = {}};
  for (const BranchPoint& point : points) {
    FoundOrbit there = found;
    there.orbit = {};
    there.orbit.is_forced = found.orbit.is_forced;
    there.orbit.source_period_s = period_at ? period_at(point.point.parameter) / multiple : 0;
    there.point = point.point;
    Shot shot{.point = point.point, .passage = point.passage, .closure = point.closure, .tangent = {}};
    if (is_half) there.point = whole_of(point.point);
    tell(runs, there, shot);
    if (is_half) square_multipliers(there.orbit);
    branch.points.push_back({point.point.parameter, point.mark, point.what, std::move(there.orbit)});
  }
  note_other_columns(outputs_, branch.notes);
  return branch;
}

OrbitBranch continue_orbit(Model& model, Registry& registry, const std::string& file, const BranchWanted& wanted, const RunOptions& options,
                           const std::string* text) {
  const NearDiagrams variant = near_diagrams(model, registry, file, wanted.parameter, options, text);
  const double value = variant.variable.value;
  if (!(wanted.from < wanted.to) || value < wanted.from || value > wanted.to) {
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::arguments_invalid;
    diagnostic.message = "the range of " + wanted.parameter + ", " + short_number(wanted.from) + " to " + short_number(wanted.to) +
                         ", does not contain the value that it has, " + short_number(value);
    diagnostic.remedy = "begin inside with --set " + wanted.parameter + "=" + short_number(0.5 * (wanted.from + wanted.to));
    throw Failure(std::move(diagnostic));
  }
  const auto diagram_at = [&](double p) { return near_diagram(model, registry, file, wanted.parameter, p, options, text); };
  return wanted.steady == SteadyWanted::no ? model.branch(variant, diagram_at, wanted, options)
                                           : model.steady_branch(variant, diagram_at, wanted, options);
}

}  // namespace stribeck
