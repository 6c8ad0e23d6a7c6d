#include "surveys.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/return_map.h"
#include "base/interruption.h"
#include "base/text.h"
#include "equations/retune.h"
#include "model.h"
#include "orbit_runs.h"
#include "results/layout.h"

namespace stribeck {

/// What all motions of a survey have in common.
struct SurveyFrame {
  OrbitStart start;
  std::vector<double> y;  ///< where the first motion is taken up
  std::vector<double> scales;
  Matrix drifts;
  PoincareSection section;
  std::size_t of = 0;
  std::vector<LinearOutput> shown;
  double source_period_s = 0;  ///< 0: nothing forces it
  std::ptrdiff_t source_index = -1;
  double settle_s = 0, record_s = 0;
  double near = 0;  ///< what comes again comes so near, in parts of its size
};

namespace {

constexpr double kStill = 1e-4;      // in the scales: what moves less is steady
constexpr std::size_t kFewest = 24;  // section points to tell a motion by

/// The largest way of a state in a part of the record, but for what drifts.
double size_of(const SectionFollower::Part& part, const SurveyFrame& frame) {
  double size = 0;
  for (std::size_t i = 0; i < part.low.size(); ++i) {
    double drift = 0;
    for (std::size_t k = 0; k < frame.drifts.columns; ++k) drift = std::max(drift, std::fabs(frame.drifts(i, k)));
    if (drift < 0.5) size = std::max(size, (part.high[i] - part.low[i]) / frame.scales[i]);
  }
  return size;
}

/// What happens in the last `multiple` section points; all that happens if that is zero.
void tell_events(const SectionedRun& run, std::size_t multiple, SurveyPoint& point) {
  EventLabels all, period;
  const std::size_t n = run.points.size();
  for (const SectionEvent& event : run.events) {
    all.push_back(event.labels);
    if (event.points >= n - multiple && event.points < n) period.push_back(event.labels);
  }
  std::set<std::string> contacts;
  for (const Chatter& chatter : chatters_of(all)) contacts.insert(chatter.contact);
  point.chatters = {contacts.begin(), contacts.end()};
  point.releases_at_once = releases_at_once(all);
  for (const std::vector<std::string>& labels : without_chatter(multiple > 0 ? period : all)) point.sequence.push_back(joined(labels));
  if (multiple > 0) return;
  const std::set<std::string> seen(point.sequence.begin(), point.sequence.end());
  point.sequence = {seen.begin(), seen.end()};
}

/// Of a motion that has not come again: whether its parts become smaller or larger, one after the other.
std::optional<SurveyMotion> trend_of(const std::vector<double>& sizes) {
  constexpr double kClearly = 0.05;
  bool falls = true, rises = true;
  for (std::size_t k = 1; k < sizes.size(); ++k) {
    falls = falls && sizes[k] < (1 - kClearly) * sizes[k - 1];
    rises = rises && sizes[k] > (1 + kClearly) * sizes[k - 1];
  }
  return falls ? std::optional(SurveyMotion::dies_away) : rises ? std::optional(SurveyMotion::grows) : std::nullopt;
}

/// The motion that a point settles to; the point becomes its end.
SurveyPoint observe(OrbitRuns& runs, const SurveyFrame& frame, OrbitPoint& point, double source_period_s) {
  PoincareSection section = frame.section;
  double settle_s = frame.settle_s, record_s = frame.record_s;
  if (source_period_s > 0) {
    if (section.kind == PoincareKind::period) section.period_s = source_period_s;
    settle_s = std::ceil(settle_s / source_period_s - 1e-9) * source_period_s;
    record_s = std::max(std::ceil(record_s / source_period_s - 1e-9), static_cast<double>(kFewest)) * source_period_s;
  }
  SectionedRun run = runs.cut(frame.start, point, settle_s, record_s, section);
  std::vector<double> sizes;
  const auto measure = [&] {
    sizes.clear();
    for (const SectionFollower::Part& part : run.parts)
      if (!part.low.empty()) sizes.push_back(size_of(part, frame));
  };
  measure();
  // Few points of a slow motion: a longer look.
  if (source_period_s == 0 && sizes.back() > kStill && run.points.size() >= 2 && run.points.size() < kFewest) {
    constexpr double kLongest = 20;
    const double longer = std::min(kLongest, 1.2 * static_cast<double>(kFewest) / static_cast<double>(run.points.size() - 1));
    run = runs.cut(frame.start, point, settle_s, longer * record_s, section);
    measure();
  }
  point.y = run.end;
  SurveyPoint result;
  result.parameter = point.parameter;
  result.is_held = run.held_at_end;
  for (std::size_t o = 0; o < frame.shown.size(); ++o)
    result.outputs.push_back({frame.shown[o].column.name, frame.shown[o].column.unit, run.least[o], run.most[o], 0});
  const double size = *std::max_element(sizes.begin(), sizes.end());
  const auto again = comes_again_after(run.points, frame.scales, frame.drifts, frame.near * size);
  if (size <= kStill) {
    result.motion = SurveyMotion::steady;
  } else if (again) {
    result.motion = SurveyMotion::periodic;
    result.multiple = *again;
    result.period_s = run.points.back().t - run.points[run.points.size() - 1 - *again].t;
  } else if (const auto trend = trend_of(sizes)) {
    result.motion = *trend;
  } else {
    result.growth = runs.growth(run.after, point.parameter, frame.scales, frame.drifts, record_s);
    result.motion = result.growth->is_chaotic() ? SurveyMotion::chaotic : SurveyMotion::irregular;
  }
  tell_events(run, result.multiple, result);
  const std::size_t count = result.multiple > 0 ? result.multiple : run.points.size();
  if (result.motion != SurveyMotion::steady)
    for (std::size_t k = run.points.size() - count; k < run.points.size(); ++k) result.section.push_back(run.points[k].outputs);
  return result;
}

std::size_t output_named(const std::vector<LinearOutput>& shown, const std::string& name, const char* option) {
  std::vector<std::string> names;
  for (std::size_t o = 0; o < shown.size(); ++o) {
    if (shown[o].column.name == name) return o;
    names.push_back(shown[o].column.name);
  }
  throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                           .message = std::string(option) + " cannot be " + in_quotes(name),
                           .where = {},
                           .because = {},
                           .remedy = "it is an output: " + joined(names),
                           .details = {}});
}

SurveyPoint failed(double parameter, const Failure& failure) {
  SurveyPoint point;
  point.parameter = parameter;
  point.failure = failure.diagnostics().front().message;
  return point;
}

}  // namespace

std::vector<double> output_ranges(const std::vector<SurveyPoint>& points) {
  std::vector<double> low, high;
  for (const SurveyPoint& point : points) {
    if (point.outputs.empty()) continue;
    if (low.empty()) low.assign(point.outputs.size(), HUGE_VAL), high.assign(point.outputs.size(), -HUGE_VAL);
    for (std::size_t o = 0; o < low.size(); ++o)
      low[o] = std::min(low[o], point.outputs[o].least), high[o] = std::max(high[o], point.outputs[o].most);
  }
  for (std::size_t o = 0; o < low.size(); ++o) high[o] -= low[o];
  return high;
}

bool same_motion(const SurveyPoint& a, const SurveyPoint& b, const std::vector<double>& ranges) {
  constexpr double kSame = 1e-2;
  if (a.motion != b.motion || a.multiple != b.multiple) return false;
  if (a.motion == SurveyMotion::failed) return true;
  if (a.motion == SurveyMotion::steady && a.is_held != b.is_held) return false;
  if (a.motion == SurveyMotion::steady && a.is_held) return true;
  for (std::size_t o = 0; o < a.outputs.size(); ++o) {
    const double apart = std::max(std::fabs(a.outputs[o].least - b.outputs[o].least), std::fabs(a.outputs[o].most - b.outputs[o].most));
    if (apart > kSame * ranges[o]) return false;
  }
  return true;
}

SurveyFrame Model::survey_frame(OrbitRuns& runs, const SurveyWanted& wanted, const RunSettings& settings) {
  const double span = settings.stop_s - settings.start_s;
  SurveyFrame frame;
  frame.shown = linear_outputs(outputs_);
  if (frame.shown.empty())
    no_orbit("the diagram has no outputs that are variables", "a survey tells of outputs", "name one with --outputs");
  frame.of = wanted.of.empty() ? 0 : output_named(frame.shown, wanted.of, "--of");
  frame.start = runs.settled(wanted.at_start ? settings.start_s : settings.stop_s);
  const OrbitRuns::Stretch stretch = runs.stretch(frame.start, span);
  frame.scales = stretch.scales, frame.drifts = stretch.drifts;
  const OrbitRuns::Stretch whole = wanted.at_start ? stretch : runs.stretch(runs.settled(settings.start_s), span);
  for (std::size_t i = 0; i < frame.scales.size(); ++i) frame.scales[i] = std::max(frame.scales[i], whole.scales[i]);
  // Directions are those of these scales.
  for (std::size_t k = 0; k < frame.drifts.columns; ++k) {
    double square = 0;
    for (std::size_t i = 0; i < frame.scales.size(); ++i) {
      frame.drifts(i, k) *= stretch.scales[i] / frame.scales[i];
      square += frame.drifts(i, k) * frame.drifts(i, k);
    }
    for (std::size_t i = 0; i < frame.scales.size(); ++i) frame.drifts(i, k) /= std::sqrt(square);
  }
  frame.y = stretch.points.front().y;
  if (stretch.depends_on_time || !stretch.scheduled_s.empty()) {
    const SourcePeriod source = source_period_of(runs, frame.start, stretch, wanted.period_s);
    frame.source_period_s = source.period_s, frame.source_index = source.index;
  }
  frame.section.kind = wanted.section.value_or(frame.source_period_s > 0 ? PoincareKind::period : PoincareKind::most);
  frame.section.output = frame.of;
  if (frame.section.kind == PoincareKind::period && frame.source_period_s == 0)
    no_orbit("nothing drives the motion, and there is no period to cut it by", "",
             "cut it at maxima of an output or at an event with --section");
  if (frame.section.kind == PoincareKind::event)
    frame.section.event = wanted.section_name;
  else if (!wanted.section_name.empty())
    frame.section.output = output_named(frame.shown, wanted.section_name, "--section");
  frame.settle_s = wanted.settle_s > 0 ? wanted.settle_s : span;
  frame.record_s = wanted.record_s > 0 ? wanted.record_s : span / 2;
  frame.near = std::max(1e-4, 100 * settings.integrator.rtol);
  return frame;
}

Survey Model::survey(const DiagramAt& diagram_at, const SweepWanted& wanted, const RunOptions& options) {
  refuse_what_has_no_orbits();
  auto [analysed, rows] = followed();
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  const RunSettings settings = this->settings(options);
  OrbitRuns runs(program, flat(), outputs_, rows, settings);
  SurveyFrame frame = survey_frame(runs, wanted, settings);
  Survey survey{.parameter = diagram_quantity(diagram_, wanted.parameter),
                .is_forced = frame.source_period_s > 0,
                .section = frame.section,
                .of = frame.of,
                .points = {},
                .differing = {},
                .notes = {}};
  double read_at = survey.parameter.value;
  std::vector<double> values = parameter_values(diagram_);
  double period_s = frame.source_period_s;
  const auto read = [&](double p) {
    if (p == read_at) return;
    const Diagram diagram = diagram_at(p);
    values = parameter_values(diagram), read_at = p;
    if (frame.source_index >= 0) period_s = declared_periods(diagram)[static_cast<std::size_t>(frame.source_index)];
  };
  runs.set_parameters([&](double p) { return read(p), values; });
  if (frame.source_index >= 0) {
    read(wanted.from);
    const double first = period_s;
    read(wanted.to);
    if (period_s != first && !wanted.at_start) frame.start = runs.settled(settings.start_s);  // the same phase, whatever the period
  }
  OrbitPoint point{.y = frame.y, .period_s = 0, .parameter = 0};
  const auto sweep = [&](bool upwards) {
    for (std::size_t k = 0; k < wanted.values; ++k) {
      const std::size_t number = upwards ? k : wanted.values - 1 - k;
      const double share = static_cast<double>(number) / static_cast<double>(wanted.values - 1);
      point.parameter = wanted.from + share * (wanted.to - wanted.from);
      read(point.parameter);
      const OrbitPoint before = point;
      try {
        survey.points.push_back(observe(runs, frame, point, period_s));
      } catch (const Failure& failure) {
        if (is_interruption(failure) || survey.points.empty()) throw;
        survey.points.push_back(failed(point.parameter, failure));
        point = before;
      }
      survey.points.back().upwards = upwards;
    }
  };
  if (wanted.sweeps != SurveySweeps::down) sweep(true);
  if (wanted.sweeps != SurveySweeps::up) sweep(false);
  note_other_columns(outputs_, survey.notes);
  return survey;
}

SurveyPoint Model::survey_point(const SurveyWanted& wanted, const RunOptions& options, std::size_t& of) {
  refuse_what_has_no_orbits();
  auto [analysed, rows] = followed();
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  const RunSettings settings = this->settings(options);
  OrbitRuns runs(program, flat(), outputs_, rows, settings);
  const SurveyFrame frame = survey_frame(runs, wanted, settings);
  of = frame.of;
  OrbitPoint point{.y = frame.y, .period_s = 0, .parameter = 0};
  return observe(runs, frame, point, frame.source_period_s);
}

namespace {

/// Neighbouring values where both sweeps come to other motions.
std::vector<SurveySpan> differing(const std::vector<SurveyPoint>& points, std::size_t values) {
  std::vector<SurveySpan> spans;
  const std::vector<double> ranges = output_ranges(points);
  bool open = false;
  for (std::size_t k = 0; k < values; ++k) {
    const SurveyPoint &up = points[k], &down = points[2 * values - 1 - k];
    const bool differs = !same_motion(up, down, ranges);
    if (differs && !open) spans.push_back({up.parameter, up.parameter});
    if (differs) spans.back().to = up.parameter;
    open = differs;
  }
  return spans;
}

}  // namespace

Survey survey(Model& model, Registry& registry, const std::string& file, const SweepWanted& wanted, const RunOptions& options,
              const std::string* text) {
  const auto diagram_at = [&](double p) { return near_diagram(model, registry, file, wanted.parameter, p, options, text); };
  Survey result = model.survey(diagram_at, wanted, options);
  if (wanted.sweeps == SurveySweeps::both) result.differing = differing(result.points, wanted.values);
  return result;
}

Basins basins(Model& model, Registry& registry, const std::string& file, const BasinsWanted& wanted, const RunOptions& options,
              const std::string* text) {
  Basins result{.first = diagram_quantity(diagram_of(model), wanted.first.name),
                .second = diagram_quantity(diagram_of(model), wanted.second.name),
                .of = 0,
                .attractors = {},
                .cells = {},
                .notes = {}};
  SurveyWanted own = wanted;
  own.at_start = true;
  const auto value = [&](const BasinsWanted::Axis& axis, std::size_t k) {
    return axis.from + static_cast<double>(k) / static_cast<double>(wanted.values - 1) * (axis.to - axis.from);
  };
  std::vector<SurveyPoint> points;
  ModelPtr there;
  for (std::size_t a = 0; a < wanted.values; ++a)
    for (std::size_t b = 0; b < wanted.values; ++b) {
      RunOptions beside = options;
      beside.overrides.push_back(override_of(model, wanted.first.name, value(wanted.first, a)));
      beside.overrides.push_back(override_of(model, wanted.second.name, value(wanted.second, b)));
      try {
        if (there == nullptr)
          there = load(registry, file, beside, text);
        else
          reload(there, registry, file, beside, text);
        points.push_back(there->survey_point(own, beside, result.of));
      } catch (const Failure& failure) {
        if (is_interruption(failure) || points.empty()) throw;
        points.push_back(failed(0, failure));
      }
    }
  const std::vector<double> ranges = output_ranges(points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto same = [&](const SurveyPoint& attractor) { return same_motion(attractor, points[k], ranges); };
    const auto found = std::find_if(result.attractors.begin(), result.attractors.end(), same);
    result.cells.push_back({value(wanted.first, k / wanted.values), value(wanted.second, k % wanted.values),
                            static_cast<std::size_t>(found - result.attractors.begin())});
    if (found == result.attractors.end()) result.attractors.push_back(points[k]);
  }
  return result;
}

}  // namespace stribeck
