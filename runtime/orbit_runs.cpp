#include "orbit_runs.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/text.h"
#include "results/layout.h"

namespace stribeck {

void no_orbit(const std::string& message, const std::string& because, const std::string& remedy) {
  throw Failure(
      Diagnostic{.code = ErrorCode::run_no_orbit, .message = message, .where = {}, .because = because, .remedy = remedy, .details = {}});
}

OrbitRuns::OrbitRuns(const Program& program, const FlatSystem& flat, const OutputSelection& outputs, SensitivityRows rows,
                     RunSettings settings)
    : program_(program),
      flat_(flat),
      outputs_(outputs),
      rows_(std::move(rows)),
      settings_(std::move(settings)),
      layout_{.outputs = rows_.outputs.size(),
              .before_frictions = rows_.outputs.size() + rows_.conditions.size(),
              .is_contact = {},
              .parameters = rows_.parameters},
      repeater_(outputs, flat, program, settings_) {
  settings_.span_s = settings_.stop_s - settings_.start_s;
  for (const FlatFriction& friction : flat.frictions) layout_.is_contact.push_back(friction.is_contact());
}

std::string OrbitRuns::name_of(std::size_t coordinate) const {
  if (coordinate >= states()) return "discrete variable " + std::to_string(coordinate - states() + 1);
  return variable_name(flat_, program_.state_facts[coordinate].variable);
}

std::string OrbitRuns::unit_of_coordinate(std::size_t coordinate) const {
  return coordinate >= states() ? "" : unit_of(flat_, program_.state_facts[coordinate].variable);
}

RunSettings OrbitRuns::settings_from(const OrbitStart& start, double until_s) const {
  RunSettings own = settings_;
  own.resume = &start.record;
  own.stop_s = until_s;
  return own;
}

std::vector<double> OrbitRuns::coordinates(const BareRun& run) const {
  std::vector<double> y = run.loop.state();
  for (const DiscreteCode& discrete : program_.discretes) y.push_back(run.machine.held_value(discrete.value));
  return y;
}

void OrbitRuns::require_whole(BareRun& run, double until_s) const {
  if (&run.machine.program() != &program_)
    no_orbit("the mechanism goes on with other states on its way", "the return map is one of the same states", "");
  const RunSummary summary = run.loop.end();
  if (!summary.end.empty()) no_orbit("the run ends at t = " + with_prefix(summary.reached_s, "s") + ": " + summary.end, "", "");
  refuse_interrupted(summary, "the orbit is looked for up to t = " + with_prefix(until_s, "s"));
}

OrbitStart OrbitRuns::settled(double until_s) {
  RunSettings own = settings_;
  own.stop_s = until_s;
  BareRun run(program_, parameter_values(flat_.diagram()), outputs_, flat_, own);
  run.loop.begin();
  run.loop.go_to(until_s);
  OrbitStart start{run.loop.record_before_event(), run.loop.time()};
  require_whole(run, until_s);
  return start;
}

OrbitStart OrbitRuns::later(const OrbitStart& start, double until_s, std::vector<double>& y) {
  const RunSettings own = settings_from(start, until_s);
  BareRun run(program_, parameter_values(flat_.diagram()), outputs_, flat_, own);
  run.loop.begin();
  run.loop.go_to(until_s);
  OrbitStart there{run.loop.record_before_event(), run.loop.time()};
  require_whole(run, until_s);
  y = coordinates(run);
  return there;
}

OrbitRuns::Stretch OrbitRuns::stretch(const OrbitStart& start, double length_s, const OrbitPoint* from) {
  RunSettings own = settings_from(start, start.t + length_s);
  BareRun run(program_, parameter_values(flat_.diagram()), outputs_, flat_, own);
  MotionSampler sampler(run.machine, run.loop, layout_);
  if (from != nullptr) {
    place(run, *from);
    own.follower = &sampler;
    sampler.begin(start.t, run.loop.state());
  } else {
    own.follower = &sampler;
    run.loop.begin();
  }
  run.loop.go_to(own.stop_s);
  require_whole(run, own.stop_s);
  Stretch stretch{.points = std::move(sampler.points),
                  .events_s = std::move(sampler.events_s),
                  .scheduled_s = std::move(sampler.scheduled_s),
                  .held = std::move(sampler.held),
                  .drifts = {},
                  .scales = {},
                  .depends_on_time = sampler.depends_on_time};
  stretch.scales = ranges_of(stretch.points);
  const std::vector<double>& y = stretch.points.back().y;
  for (std::size_t i = 0; i < y.size(); ++i) {
    constexpr double kStill = 1e-9;  // of its value: it does not move
    double& scale = stretch.scales[i];
    if (scale <= kStill * std::fabs(y[i])) scale = std::fabs(y[i]);
    if (scale == 0) scale = i < states() ? program_.state_facts[i].nominal.value_or(1) : 1;
  }
  for (std::vector<double>& row : sampler.rows)
    for (std::size_t i = 0; i < row.size(); ++i) row[i] *= stretch.scales[i];
  stretch.drifts = invariant_directions(sampler.rows, stretch.scales.size());
  return stretch;
}

bool OrbitRuns::is_periodic(const OrbitStart& start, const Stretch& stretch, double period_s) {
  if (!come_again(stretch.scheduled_s, period_s, stretch.points.back().t)) return false;
  if (!stretch.depends_on_time) return true;
  constexpr std::size_t kLooks = 50;
  constexpr double kSame = 1e-7;  // of the largest rate: rounding of the phase of what has swung for long
  const RunSettings own = settings_from(start, start.t);
  BareRun run(program_, parameter_values(flat_.diagram()), outputs_, flat_, own);
  run.loop.begin();  // knows what is held
  Machine& machine = run.machine;
  std::vector<double> now(states()), later(states()), most(states()), worst(states());
  for (std::size_t k = 0; k < stretch.points.size(); k += std::max<std::size_t>(1, stretch.points.size() / kLooks)) {
    const SampledPoint& point = stretch.points[k];
    machine.derivatives(point.t, point.y.data(), now.data());
    machine.derivatives(point.t + period_s, point.y.data(), later.data());
    for (std::size_t i = 0; i < states(); ++i) {
      most[i] = std::max(most[i], std::fabs(now[i]));
      worst[i] = std::max(worst[i], std::fabs(now[i] - later[i]));
    }
  }
  for (std::size_t i = 0; i < states(); ++i)
    if (worst[i] > kSame * most[i]) return false;
  return true;
}

bool OrbitRuns::is_mirrored(const OrbitStart& start, const Stretch& stretch, double half_s) {
  constexpr std::size_t kLooks = 20;
  constexpr double kSame = 1e-6;  // of the largest rate
  const RunSettings own = settings_from(start, start.t + half_s);
  std::vector<double> most(states()), worst(states());
  for (std::size_t k = 0; k < stretch.points.size(); k += std::max<std::size_t>(1, stretch.points.size() / kLooks)) {
    const auto rates_at = [&](double t, double sign) {
      OrbitPoint point{.y = stretch.points[k].y, .period_s = 0, .parameter = 0};
      for (double& value : point.y) value *= sign;
      BareRun run(program_, parameters(0), outputs_, flat_, own);
      place(run, point);
      std::vector<double> rates(states());
      run.loop.rates(t, rates);
      return rates;
    };
    const double t = stretch.points[k].t;
    const std::vector<double> here = rates_at(t, 1), there = rates_at(t + half_s, -1);
    for (std::size_t i = 0; i < states(); ++i) {
      most[i] = std::max(most[i], std::fabs(here[i]));
      worst[i] = std::max(worst[i], std::fabs(here[i] + there[i]));
    }
  }
  for (std::size_t i = 0; i < states(); ++i)
    if (worst[i] > kSame * most[i]) return false;
  return true;
}

namespace {

/// A point by the parts of its period, each with nothing in between.
std::vector<OrbitPoint> parts_of(const OrbitPoint& point) {
  std::vector<OrbitPoint> parts;
  const double part_s = point.period_s / static_cast<double>(point.nodes.size() + 1);
  for (std::size_t k = 0; k <= point.nodes.size(); ++k)
    parts.push_back({.y = k == 0 ? point.y : point.nodes[k - 1], .period_s = part_s, .parameter = point.parameter});
  return parts;
}

}  // namespace

/// The run, at the start of the orbit, goes on from these states.
void OrbitRuns::place(BareRun& run, const OrbitPoint& point) const {
  run.loop.begin();
  run.loop.take_parameters(parameters(point.parameter));
  std::vector<GivenValue> given;
  for (std::size_t d = 0; d < program_.discretes.size(); ++d) given.push_back({static_cast<std::int32_t>(d), -1, point.y[states() + d]});
  run.loop.tell(given);
  run.loop.move_to({point.y.data(), states()});
}

/// Where a part goes on from, but for its states. Where nothing depends on time, as the period does.
const OrbitStart& OrbitRuns::start_of_part(const OrbitStart& start, double begin_s) {
  if (!is_forced_ || begin_s == 0) return start;
  constexpr std::size_t kKept = 500;  // of periods that change with a parameter the instants are others each time
  if (starts_.size() > kKept) starts_.clear();
  const auto [known, is_new] = starts_.try_emplace({start.t, begin_s});
  if (is_new) {
    std::vector<double> y;
    known->second = later(start, start.t + begin_s, y);
  }
  return known->second;
}

Passage OrbitRuns::pass(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point) {
  const std::vector<OrbitPoint> from = parts_of(point);
  const double part_s = from.front().period_s;
  std::vector<Passage> parts;
  for (std::size_t k = 0; k < from.size(); ++k)
    parts.push_back(part(start_of_part(start, part_s * static_cast<double>(k)), scales, from[k]));
  if (mirrored_) {
    Passage& last = parts.back();
    for (std::vector<double>* values : {&last.end, &last.end_rates, &last.by_begin.values, &last.by_parameter})
      for (double& value : *values) value = -value;
  }
  Passage passage = parts.size() == 1 ? std::move(parts.front()) : passage_of(std::move(parts), point, is_forced_);
  if (!mirrored_) return passage;
  // The mirror image of what slips forwards slips backwards: where the period is taken to begin makes no difference.
  for (std::string& label : passage.sequence)
    for (const std::string way : {" forwards", " backwards"})
      for (std::size_t at = 0; (at = label.find(way, at)) != std::string::npos;) label.erase(at, way.size());
  return passage;
}

Passage OrbitRuns::part(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point) {
  RunSettings own = settings_from(start, start.t + point.period_s);
  BareRun run(program_, parameters(point.parameter), outputs_, flat_, own);
  place(run, point);
  std::vector<Direction> directions;
  for (std::size_t i = 0; i < size(); ++i)
    directions.push_back({.variable = {name_of(i), "", scales[i]},
                          .parameters = {},
                          .all_parameters = std::vector<double>(run.machine.parameters().size()),
                          .targets = {}});
  if (free_) directions.push_back(*free_);
  const std::vector<double> x(point.y.begin(), point.y.begin() + static_cast<std::ptrdiff_t>(states()));
  const Matrix allowed = projector_beside(held_rows(run.machine, start.t, x, layout_), scales);
  Matrix begin(size(), directions.size());
  for (std::size_t r = 0; r < size(); ++r)
    for (std::size_t c = 0; c < size(); ++c) begin(r, c) = allowed(r, c);
  SensitivityFollower follower(run.machine, repeater_, rows_, directions, {}, begin);
  follower.set_loop(run.loop);
  own.follower = &follower;
  follower.begin(start.t, run.loop.state());
  Passage passage;
  passage.begin_rates.resize(size());
  run.loop.rates(start.t, {passage.begin_rates.data(), states()});
  run.loop.go_to(own.stop_s);
  passage.end_rates.resize(size());
  if (&run.machine.program() == &program_ && !run.loop.has_ended()) run.loop.rates(run.loop.time(), {passage.end_rates.data(), states()});
  require_whole(run, own.stop_s);
  passage.end = coordinates(run);
  const Matrix all = follower.variations();
  passage.by_begin = Matrix(size(), size());
  for (std::size_t r = 0; r < size(); ++r)
    for (std::size_t c = 0; c < size(); ++c) passage.by_begin(r, c) = all(r, c);
  for (std::size_t r = 0; r < size() && free_; ++r) passage.by_parameter.push_back(all(r, size()));
  for (const std::vector<std::string>& labels : without_chatter(follower.events())) passage.sequence.push_back(joined(labels));
  for (const UndefinedSensitivity& one : follower.undefined())
    if (passage.undefined.empty()) passage.undefined = "at t = " + with_prefix(one.time_s, "s") + " " + one.why;
  return passage;
}

/// Adds what happens from a point on to what is told of the orbit; `begin_s`: from where that begins.
std::size_t OrbitRuns::tell_part(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point, double begin_s,
                                 Orbit& orbit) {
  RunSettings own = settings_from(start, start.t + point.period_s);
  BareRun run(program_, parameters(point.parameter), outputs_, flat_, own);
  place(run, point);
  OrbitCourse course(run.machine, rows_.outputs, layout_, scales);
  own.follower = &course;
  course.begin(start.t, run.loop.state());
  const EnergyAudit before = audit_of(program_, run.rows, run.loop.quadratures());
  run.loop.go_to(own.stop_s);
  const EnergyAudit after = audit_of(program_, run.rows, run.loop.quadratures());
  const std::vector<LinearOutput> shown = linear_outputs(outputs_);
  const bool is_first = orbit.outputs.empty();
  for (std::size_t o = 0; o < shown.size(); ++o) {
    if (is_first) orbit.outputs.push_back({shown[o].column.name, shown[o].column.unit, course.least[o], course.most[o], 0});
    OrbitOutput& output = orbit.outputs[o];
    output.least = std::min(output.least, course.least[o]), output.most = std::max(output.most, course.most[o]);
    output.advance += course.last[o] - course.first[o];
  }
  orbit.curves.resize(shown.size());
  for (const double t : course.times_s) orbit.times_s.push_back(t - start.t + begin_s);
  for (std::size_t o = 0; o < shown.size(); ++o)
    orbit.curves[o].insert(orbit.curves[o].end(), course.curves[o].begin(), course.curves[o].end());
  for (OrbitEvent& event : course.events) {
    event.time_s += begin_s - start.t;
    orbit.events.push_back(std::move(event));
  }
  for (std::size_t c = 0; c < after.components.size(); ++c) {
    EnergyRow row = after.components[c];
    const EnergyRow& was = before.components[c];
    row.supplied -= was.supplied, row.dissipated -= was.dissipated, row.stored -= was.stored, row.taken -= was.taken;
    if (std::fabs(row.supplied) + std::fabs(row.dissipated) <= after.rounding()) continue;
    const auto known = std::ranges::find(orbit.energy, row.instance, &EnergyRow::instance);
    if (known == orbit.energy.end())
      orbit.energy.push_back(std::move(row));
    else
      known->supplied += row.supplied, known->dissipated += row.dissipated, known->stored += row.stored, known->taken += row.taken;
  }
  if (is_first)
    for (const Diagnostic& note : run.loop.end().notes) orbit.notes.add(note);
  return course.held_rank;
}

std::size_t OrbitRuns::tell(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point, Orbit& orbit) {
  std::size_t held = 0;
  double begin_s = 0;
  for (const OrbitPoint& from : parts_of(point)) {
    held = std::max(held, tell_part(start_of_part(start, begin_s), scales, from, begin_s, orbit));
    begin_s += from.period_s;
  }
  EventLabels labels;
  for (std::size_t k = 0; k < orbit.events.size(); ++k) {
    OrbitEvent& event = orbit.events[k];
    const bool is_last = k + 1 == orbit.events.size();
    event.lasts_s = (is_last ? orbit.events[0].time_s + point.period_s : orbit.events[k + 1].time_s) - event.time_s;
    labels.push_back(event.labels);
  }
  orbit.chatters = chatters_of(labels), orbit.releases_at_once = releases_at_once(labels);
  for (std::size_t i = 0; i < size(); ++i) orbit.states.push_back({name_of(i), unit_of_coordinate(i), point.y[i], 0});
  return held;
}

std::vector<double> OrbitRuns::states_after(const OrbitStart& period, const OrbitPoint& from, double begin_s, double seconds) {
  const OrbitStart& start = start_of_part(period, begin_s);
  const RunSettings own = settings_from(start, start.t + seconds);
  BareRun run(program_, parameters(from.parameter), outputs_, flat_, own);
  place(run, from);
  if (seconds > 0) run.loop.go_to(own.stop_s);
  require_whole(run, own.stop_s);
  return coordinates(run);
}

double OrbitRuns::size_of(const OrbitStart& start, const std::vector<double>& scales, const Matrix& drifts, const OrbitPoint& point) {
  struct Ranges final : MotionFollower {
    std::vector<double> low, high;
    void note(std::span<const double> x) {
      if (low.empty()) low = high = {x.begin(), x.end()};
      for (std::size_t i = 0; i < x.size(); ++i) low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]);
    }
    void begin(double /*t*/, std::span<const double> x) override { note(x); }
    void step(const LastStep& step) override {
      std::vector<double> x(low.size());
      step.state(step.end_s(), x);
      note(x);
    }
    void before_event(double /*t*/, std::span<const double> /*x*/) override {}
    void after_event(double /*t*/, std::span<const double> x, const std::vector<std::string>& /*labels*/) override { note(x); }
  } ranges;
  double begin_s = 0;
  for (const OrbitPoint& from : parts_of(point)) {
    const OrbitStart& there = start_of_part(start, begin_s);
    RunSettings own = settings_from(there, there.t + from.period_s);
    BareRun run(program_, parameters(from.parameter), outputs_, flat_, own);
    place(run, from);
    own.follower = &ranges;
    ranges.note(run.loop.state());
    run.loop.go_to(own.stop_s);
    begin_s += from.period_s;
  }
  double size = 0;
  for (std::size_t i = 0; i < states(); ++i) {
    double drift = 0;
    for (std::size_t k = 0; k < drifts.columns; ++k) drift = std::max(drift, std::fabs(drifts(i, k)));
    if (drift < 0.5) size = std::max(size, (ranges.high[i] - ranges.low[i]) / scales[i]);
  }
  return size;
}

}  // namespace stribeck
