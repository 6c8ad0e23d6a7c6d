// A branch of steady motions over a parameter of the diagram, and the orbits that branch off at its Hopf points.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/branch.h"
#include "analysis/steady.h"
#include "base/interruption.h"
#include "base/text.h"
#include "equations/retune.h"
#include "model.h"
#include "orbit_runs.h"

namespace stribeck {
namespace {

/// Where the motion is looked for: the last point of a run, the middle of what it does, then other points of it.
std::vector<std::vector<double>> guesses(const std::vector<SampledPoint>& points) {
  constexpr std::size_t kOthers = 20;
  std::vector<std::vector<double>> found{points.back().y};
  std::vector<double>& middle = found.emplace_back(points.front().y.size());
  for (std::size_t i = 0; i < middle.size(); ++i) {
    double low = points.front().y[i], high = low;
    for (const SampledPoint& point : points) low = std::min(low, point.y[i]), high = std::max(high, point.y[i]);
    middle[i] = 0.5 * (low + high);
  }
  for (std::size_t k = 0; k < kOthers; ++k) found.push_back(points[k * points.size() / kOthers].y);
  return found;
}

bool is_stable(const std::vector<std::complex<double>>& poles) { return poles.empty() || poles.front().real() < 0; }

}  // namespace

BranchSteady Model::steady_told(const OrbitRuns& runs, const SteadyPoint& point) const {
  BranchSteady told{.parameter = point.point.parameter,
                    .mark = point.mark,
                    .what = point.what,
                    .states = {},
                    .outputs = {},
                    .poles = point.poles,
                    .modes = point.flow.sequence,
                    .is_stable = is_stable(point.poles),
                    .frequency_rad_s = point.frequency_rad_s};
  for (std::size_t i = 0; i < runs.size(); ++i) told.states.push_back({runs.name_of(i), runs.unit_of_coordinate(i), point.point.y[i]});
  const std::vector<LinearOutput> shown = linear_outputs(outputs_);
  for (std::size_t o = 0; o < shown.size(); ++o)
    told.outputs.push_back({shown[o].column.name, shown[o].column.unit, point.flow.outputs[o]});
  return told;
}

/// The orbits that branch off at a Hopf point: the smallest swings with the period of the pair.
std::vector<BranchOrbit> Model::orbits_from(OrbitRuns& runs, const OrbitStart& start, const SteadyFollower& steady, const SteadyPoint& hopf,
                                            const std::vector<double>& scales, const BranchSettings& branch, double tolerance) {
  constexpr double kFirst = 0.2;  // of the longest step
  constexpr int kSmaller = 6;     // so often by a quarter, where none of that size is found
  const SteadySwing swing = steady.swing(hopf);
  const std::size_t n = scales.size();
  OrbitPoint guess = hopf.point;
  guess.period_s = 2 * std::numbers::pi / swing.frequency_rad_s;
  Tangent along(n + 2, 0.0);
  double size = 0;
  for (const double value : swing.real) size += value * value;
  FoundOrbit found{.orbit = {},
                   .start = start,
                   .point = {},
                   .frame = {.scales = scales, .drifts = steady.drifts(hopf), .begin_rates = {}, .near = {}, .tolerance = tolerance}};
  found.frame.begin_rates.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    along[i] = swing.real[i] / std::sqrt(size);
    found.frame.begin_rates[i] = -swing.imaginary[i] * swing.frequency_rad_s * scales[i];
  }
  const Passing passing = [&](const OrbitPoint& point) { return runs.pass(start, scales, point); };
  const auto size_of = [&](const OrbitPoint& point) { return runs.size_of(start, scales, found.frame.drifts, point); };
  std::vector<BranchPoint> points;
  double step = kFirst * branch.longest;
  for (int smaller = 0; smaller <= kSmaller && points.empty(); ++smaller, step /= 4) {
    guess.y = hopf.point.y;
    for (std::size_t i = 0; i < n; ++i) guess.y[i] += step * along[i] * scales[i];
    found.frame.near = guess;
    BranchFollower follower(passing, found.frame, branch, {}, size_of, 0);
    follower.take_in_parts(
        [&](const OrbitPoint& from, double begin_s, double seconds) { return runs.states_after(start, from, begin_s, seconds); });
    try {
      points = follower.follow(guess, along);
    } catch (const Failure& failure) {  // no motion of that size
      if (is_interruption(failure)) throw;
    }
  }
  std::vector<BranchOrbit> orbits;
  for (BranchPoint& point : points) {
    if (orbits.empty()) point.mark = BranchMark::hopf, point.what = "begins at the Hopf point at " + number_text(hopf.point.parameter);
    FoundOrbit there = found;
    there.point = point.point;
    const Shot shot{.point = point.point, .passage = point.passage, .closure = point.closure, .tangent = {}};
    tell(runs, there, shot);
    orbits.push_back({point.point.parameter, point.mark, point.what, std::move(there.orbit)});
  }
  return orbits;
}

OrbitBranch Model::steady_branch(const NearDiagrams& variant, const DiagramAt& diagram_at, const BranchWanted& wanted,
                                 const RunOptions& options) {
  refuse_what_has_no_orbits();
  auto [analysed, rows] = followed();
  Direction direction = direction_of(variant);
  ask_for(direction, analysed);
  rows.parameters = analysed.parameters.size();
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  const RunSettings settings = this->settings(options);
  OrbitRuns runs(program, flat(), outputs_, rows, settings);

  const double span = settings.stop_s - settings.start_s;
  const OrbitStart start = runs.settled(wanted.orbit.at_start ? settings.start_s : settings.stop_s);
  const OrbitRuns::Stretch whole = runs.stretch(runs.settled(settings.start_s), span), end = runs.stretch(start, span);
  if (end.depends_on_time || !end.scheduled_s.empty())
    no_orbit("what drives the motion changes with time, and it is never steady", "",
             "leave --steady out: an orbit has the period of what drives it");
  std::vector<double> scales = whole.scales;
  for (std::size_t i = 0; i < scales.size(); ++i) scales[i] = std::max(scales[i], std::fabs(end.points.back().y[i]));
  runs.set_free(direction, [&, read_at = variant.variable.value, values = parameter_values(diagram_)](double p) mutable {
    if (p != read_at) values = parameter_values(diagram_at(p)), read_at = p;
    return values;
  });

  const BranchSettings branch_settings{wanted.from, wanted.to, wanted.longest, wanted.most_points, false, wanted.ends_at_fold};
  const SteadyFollower follower([&](const OrbitPoint& point) { return runs.flow(start, scales, point); }, scales, branch_settings);
  std::optional<SteadyPoint> first;
  for (const std::vector<double>& guess : guesses(end.points))
    if (!first) first = follower.at({guess, 0, variant.variable.value});
  if (!first)
    no_orbit("no steady motion was found near the motion from t = " + with_prefix(start.t, "s") + " on",
             "Newton's method was begun at its end, at the middle of its states and at other points of it",
             "begin closer to it with --at start and initial values, or at another value of the parameter");
  if (first->flow.has_contact)
    no_orbit("a rigid contact rests in the steady motion", "how its place follows the parameter is not known",
             "give the contact a stiffness");
  std::vector<SteadyPoint> points = follower.follow(*first, false);
  std::reverse(points.begin(), points.end());
  points.push_back(*first);
  const std::vector<SteadyPoint> upwards = follower.follow(*first, true);
  points.insert(points.end(), upwards.begin(), upwards.end());
  OrbitBranch branch{.parameter = variant.variable, .points = {}, .steady = {}, .notes = {}};
  for (const SteadyPoint& point : points) {
    branch.steady.push_back(steady_told(runs, point));
    if (point.mark != BranchMark::hopf || wanted.steady != SteadyWanted::with_orbits) continue;
    std::vector<BranchOrbit> orbits =
        orbits_from(runs, start, follower, point, scales, branch_settings, std::max(1e-9, 100 * settings.integrator.rtol));
    if (orbits.empty()) {
      branch.steady.back().what += "; none was found from here";
      branch.notes.add({.code = ErrorCode::run_no_orbit,
                        .message = "no orbits were found that branch off at the Hopf point at " + short_number(point.point.parameter),
                        .where = {},
                        .because = "Newton's method found none near the smallest swings there, of several sizes",
                        .remedy = "a smaller --step, or a smaller rtol",
                        .severity = Severity::warning,
                        .details = {}});
    }
    branch.points.insert(branch.points.end(), std::make_move_iterator(orbits.begin()), std::make_move_iterator(orbits.end()));
  }
  note_other_columns(outputs_, branch.notes);
  return branch;
}

}  // namespace stribeck
