// The periodic motion near the end of a run.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <utility>

#include "analysis/branch.h"
#include "base/text.h"
#include "model.h"
#include "orbit_runs.h"
#include "results/layout.h"

namespace stribeck {

std::vector<double> declared_periods(const Diagram& diagram) {
  std::vector<double> periods;
  for (const Instance& instance : diagram.instances)
    for (std::size_t p = 0; p < instance.record->parameters.size(); ++p) {
      const std::string& unit = instance.record->parameters[p].unit;
      const double value = instance.parameters[p];
      periods.push_back(unit == "s" ? value : unit == "Hz" ? 1 / value : unit == "rad/s" ? 2 * std::numbers::pi / value : 0);
    }
  return periods;
}

namespace {

/// The number of the shortest one among the declared periods that what drives the motion has.
std::ptrdiff_t source_period(OrbitRuns& runs, const OrbitStart& start, const OrbitRuns::Stretch& stretch,
                             const std::vector<double>& periods) {
  std::ptrdiff_t best = -1;
  for (std::size_t k = 0; k < periods.size(); ++k) {
    if (!(periods[k] > 0) || !std::isfinite(periods[k]) || (best >= 0 && periods[k] >= periods[static_cast<std::size_t>(best)])) continue;
    if (runs.is_periodic(start, stretch, periods[k])) best = static_cast<std::ptrdiff_t>(k);
  }
  if (best < 0)
    no_orbit("what drives the motion changes with time, and no component names a period after which it is the same again",
             "an orbit of it has the period of what drives it", "give that with --period, or leave out what does not come again");
  return best;
}

/// Where nothing happens for long, and as little as possible is held: there small changes of the states stay small.
double quiet_instant(const OrbitRuns::Stretch& stretch, double from, double period_s) {
  constexpr double kLong = 0.1;  // of the period
  double begin = from, best = from + 0.5 * period_s, longest = -1;
  std::size_t held = 0;
  const auto take = [&](double end, std::size_t held_there) {
    const double length = end - begin;
    const bool is_better = longest < kLong * period_s ? length > longest : length >= kLong * period_s && held_there < held;
    const bool is_longer = longest >= kLong * period_s && held_there == held && length > longest;
    if (is_better || is_longer) longest = length, held = held_there, best = 0.5 * (begin + end);
    begin = end;
  };
  for (std::size_t k = 0; k < stretch.events_s.size() && begin < from + period_s; ++k) take(stretch.events_s[k], stretch.held[k]);
  if (stretch.events_s.empty()) return from;
  return best;
}

/// How much of the motion is left at the end of a stretch: what it does in the last quarter as a share of the first, of the state that
/// keeps most. Of a coordinate that drifts the drift does not count.
double share_left(const OrbitRuns::Stretch& stretch) {
  const std::vector<SampledPoint>& points = stretch.points;
  const double from = points.front().t, quarter = (points.back().t - from) / 4;
  const auto part = [&](double begin, double end) {
    std::vector<SampledPoint> some;
    std::ranges::copy_if(points, std::back_inserter(some), [&](const SampledPoint& point) { return point.t >= begin && point.t <= end; });
    return some.empty() ? std::vector<double>(stretch.scales.size(), 0.0) : ranges_of(some);
  };
  const std::vector<double> first = part(from, from + quarter), last = part(from + 3 * quarter, points.back().t);
  double left = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    double drift = 0;
    for (std::size_t k = 0; k < stretch.drifts.columns; ++k) drift = std::max(drift, std::fabs(stretch.drifts(i, k)));
    if (drift < 0.5 && first[i] > 0) left = std::max(left, last[i] / first[i]);
  }
  return left;
}

constexpr double kDies = 0.5;  // a motion that has settled keeps nearly all
bool dies_away(const OrbitRuns::Stretch& stretch) { return share_left(stretch) < kDies; }
constexpr const char* kWhatIsSteady = "begin further away from rest; what is left is steady, which stribeck continue --steady follows";

/// What may be said of a motion that does not close.
std::string why_it_does_not_close(const OrbitRuns::Stretch& stretch, const std::string& otherwise) {
  const double left = share_left(stretch);
  if (left >= kDies) return otherwise;
  return "the motion dies away: from t = " + with_prefix(stretch.points.front().t, "s") + " to " +
         with_prefix(stretch.points.back().t, "s") + " every state comes down to " + short_number(100 * left) + " % of its swing or less";
}

/// What the largest Lyapunov exponent says of the motion from there on, if it is chaotic.
std::string chaos_told(OrbitRuns& runs, const OrbitStart& start, double span_s) {
  constexpr double kLonger = 5;
  const OrbitRuns::Stretch stretch = runs.stretch(start, span_s);
  if (dies_away(stretch)) return "";
  const Growth growth = runs.growth(start, 0, stretch.scales, stretch.drifts, kLonger * span_s);
  if (!growth.is_chaotic()) return "";
  return "the motion is chaotic: small changes of it grow by " + short_number(growth.exponent) +
         "/s on the mean (largest Lyapunov exponent, +-" + short_number(growth.error) + "/s)";
}

/// Where the motion runs away from an orbit that is not stable, what it comes to is no measure of the orbit: its beginning is.
void measure_what_runs_away(OrbitRuns::Stretch& stretch, double period_s) {
  constexpr double kBeginning = 0.125;  // of a period
  constexpr double kRunsAway = 1e-3;
  if (stretch.drifts.columns > 0) return;
  std::vector<SampledPoint> some;
  for (const SampledPoint& point : stretch.points)
    if (point.t <= stretch.points.front().t + kBeginning * period_s) some.push_back(point);
  const std::vector<double> ranges = ranges_of(some);
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (ranges[i] > 0 && ranges[i] < kRunsAway * stretch.scales[i]) stretch.scales[i] = ranges[i];
}

bool moves(const OrbitRuns::Stretch& stretch, const IntegratorOptions& integrator) {
  std::vector<double> ranges = ranges_of(stretch.points);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    double drift = 0;
    for (std::size_t k = 0; k < stretch.drifts.columns; ++k) drift = std::max(drift, std::fabs(stretch.drifts(i, k)));
    constexpr double kRounding = 100;
    const double size = std::max(integrator.rtol * std::fabs(stretch.points.back().y[i]), integrator.atol);
    if (drift < 0.5 && ranges[i] > kRounding * size) return true;
  }
  return false;
}

}  // namespace

SourcePeriod Model::source_period_of(OrbitRuns& runs, const OrbitStart& start, const OrbitRuns::Stretch& stretch, double given_s) const {
  if (given_s > 0) {
    if (!runs.is_periodic(start, stretch, given_s))
      no_orbit("what drives the motion is not the same again after " + with_prefix(given_s, "s"), "", "give its period");
    return {given_s, -1};
  }
  const std::vector<double> periods = declared_periods(diagram_);
  const std::ptrdiff_t index = source_period(runs, start, stretch, periods);
  return {periods[static_cast<std::size_t>(index)], index};
}

namespace {

/// The point of the branch that has this value of the parameter: between two that follow each other in the file and enclose it, as far
/// along their line as the value is. Else the nearest one of the file, which may hold several branches.
OrbitGuess guess_at(const std::vector<OrbitGuess>& guesses, double value) {
  const auto off = [&](const OrbitGuess& guess) { return std::fabs(guess.parameter - value); };
  const auto nearest = std::ranges::min_element(guesses, {}, off);
  const auto between = [&](const OrbitGuess& a, const OrbitGuess& b) -> std::optional<OrbitGuess> {
    const double share = (value - a.parameter) / (b.parameter - a.parameter);
    const auto same_state = [](const OrbitState& one, const OrbitState& other) { return one.name == other.name; };
    if (!(share > 0 && share < 1) || b.begins_branch || a.begin_s != b.begin_s || !std::ranges::equal(a.states, b.states, same_state))
      return std::nullopt;
    OrbitGuess guess = a;
    guess.period_s += share * (b.period_s - a.period_s);
    for (std::size_t i = 0; i < guess.states.size(); ++i) guess.states[i].value += share * (b.states[i].value - a.states[i].value);
    return guess;
  };
  if (nearest != guesses.begin())
    if (std::optional<OrbitGuess> guess = between(*std::prev(nearest), *nearest)) return *std::move(guess);
  if (std::next(nearest) != guesses.end())
    if (std::optional<OrbitGuess> guess = between(*nearest, *std::next(nearest))) return *std::move(guess);
  return *nearest;
}

}  // namespace

/// The saved branch, where its parameter has the value that the diagram gives it, takes the place of the motion.
void Model::take_guess(OrbitRuns& runs, const OrbitWanted& wanted, FoundOrbit& found) const {
  const double value = wanted.guesses.size() > 1 ? diagram_quantity(diagram_, wanted.guesses_over).value : 0;
  const OrbitGuess guess = guess_at(wanted.guesses, value);
  found.start = runs.settled(guess.begin_s);
  found.point.period_s = guess.period_s;
  found.point.y.clear();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string name = runs.name_of(i);
    const auto state = std::find_if(guess.states.begin(), guess.states.end(), [&](const OrbitState& one) { return one.name == name; });
    if (state == guess.states.end() || guess.states.size() != runs.size())
      no_orbit(
          "the saved orbit is one of other states: " + name + " is " + (state == guess.states.end() ? "not among them" : "one of more"),
          "its diagram was another one", "begin without it");
    found.point.y.push_back(state->value);
  }
}

OrbitPoint whole_of(const OrbitPoint& half) {
  OrbitPoint whole = half;
  whole.period_s *= 2;
  if (half.nodes.empty()) return whole;
  const auto mirrored = [](std::vector<double> y) {
    for (double& value : y) value = -value;
    return y;
  };
  whole.nodes.push_back(mirrored(half.y));
  for (const std::vector<double>& node : half.nodes) whole.nodes.push_back(mirrored(node));
  return whole;
}

void square_multipliers(Orbit& orbit) {
  orbit.half_multipliers = orbit.multipliers;
  for (std::complex<double>& value : orbit.multipliers) value *= value;
  orbit.of_flow *= orbit.of_flow;
  for (OrbitState& state : orbit.states) state.advance = 0;
  constexpr double kAccuracy = 1e-6;
  orbit.stability = stability_of(orbit.multipliers, std::max(kAccuracy, 10 * std::fabs(orbit.of_flow - 1)));
}

/// Where the motion has not settled by then, it is followed further.
FoundOrbit Model::find_orbit(OrbitRuns& runs, const OrbitWanted& wanted, const RunSettings& settings) {
  constexpr int kFurther = 2;
  const double span = settings.stop_s - settings.start_s;
  OrbitStart start = runs.settled(wanted.at_start ? settings.start_s : settings.stop_s);
  for (int further = 0;; ++further) {
    try {
      return find_orbit(runs, wanted, settings, start);
    } catch (const Failure& failure) {
      if (failure.diagnostics().front().code != ErrorCode::run_no_orbit || wanted.at_start || !wanted.guesses.empty()) throw;
      const std::string chaos = further < kFurther ? "" : chaos_told(runs, start, span);
      if (!chaos.empty()) {
        Diagnostic diagnostic = failure.diagnostics().front();
        diagnostic.because = chaos, diagnostic.remedy = "see over what values with stribeck survey";
        throw Failure(std::move(diagnostic));
      }
      if (further == kFurther) throw;
    }
    std::vector<double> y;
    start = runs.later(start, start.t + span, y);
  }
}

namespace {

/// In parts where the whole does not converge: small changes may grow too much.
Shot shoot_whole_or_in_parts(OrbitRuns& runs, const FoundOrbit& found) {
  const Passing passing = [&](const OrbitPoint& point) { return runs.pass(found.start, found.frame.scales, point); };
  Shot shot = shoot(passing, found.frame, found.point);
  if (shot.converged || !shot.passage.undefined.empty()) return shot;
  constexpr std::size_t kParts = 8;
  const auto later = [&](const OrbitPoint& from, double begin_s, double seconds) {
    return runs.states_after(found.start, from, begin_s, seconds);
  };
  for (const OrbitPoint& from : {found.point, shot.point}) {
    OrbitPoint divided = from;
    divided.nodes = nodes_of(divided, kParts, later);
    Shot other = shoot(passing, found.frame, divided);
    if (other.converged) return other;
  }
  return shot;
}

}  // namespace

FoundOrbit Model::find_orbit(OrbitRuns& runs, const OrbitWanted& wanted, const RunSettings& settings, const OrbitStart& start) {
  FoundOrbit found;
  found.start = start;
  const bool has_guess = !wanted.guesses.empty();
  if (has_guess) take_guess(runs, wanted, found);
  const double until = found.start.t, span = has_guess ? found.point.period_s : settings.stop_s - settings.start_s;
  const auto stretch_of = [&](double length_s) { return runs.stretch(found.start, length_s, has_guess ? &found.point : nullptr); };
  OrbitRuns::Stretch stretch = stretch_of(std::max(span, 3 * wanted.period_s));
  if (!moves(stretch, settings.integrator))
    no_orbit("nothing moves from t = " + with_prefix(until, "s") + " on but what turns at constant speed", "an orbit is a motion",
             "begin further away from rest, or stop the run while it moves");
  Orbit& orbit = found.orbit;
  orbit.is_forced = stretch.depends_on_time || !stretch.scheduled_s.empty();
  double begin = until;
  if (orbit.is_forced) {
    const SourcePeriod source = source_period_of(runs, found.start, stretch, wanted.period_s);
    orbit.source_period_s = source.period_s, found.source_index = source.index;
    found.begins_between_events = !stretch.scheduled_s.empty();
    if (stretch.points.back().t - until < 9 * orbit.source_period_s) {
      stretch = stretch_of(9.5 * orbit.source_period_s);
    }
    if (wanted.at_start) measure_what_runs_away(stretch, orbit.source_period_s);
    if (stretch.scheduled_s.empty())
      begin = settings.start_s + std::ceil((until - settings.start_s) / orbit.source_period_s - 1e-9) * orbit.source_period_s;
    // The period of what drives it may have changed since the guess was saved.
    const double multiple =
        has_guess ? std::max(1.0, std::round(found.point.period_s / orbit.source_period_s))
                  : static_cast<double>(return_multiple(stretch.points, orbit.source_period_s, stretch.scales, stretch.drifts));
    found.point.period_s = multiple * orbit.source_period_s;
  } else if (wanted.period_s > 0) {
    found.point.period_s = wanted.period_s;
  } else if (has_guess) {
    // its own
  } else if (const std::optional<double> period = return_time(stretch.points, stretch.scales, stretch.drifts)) {
    found.point.period_s = *period;
  } else {
    no_orbit("the motion from t = " + with_prefix(until, "s") + " to " + with_prefix(stretch.points.back().t, "s") +
                 " does not come back to where it began",
             why_it_does_not_close(stretch, "a guess of an orbit is a stretch that nearly closes"),
             dies_away(stretch) ? kWhatIsSteady : "run longer, or give a guess of the period with --period");
  }
  if (!has_guess) {
    if (!orbit.is_forced || !stretch.scheduled_s.empty()) begin = quiet_instant(stretch, until, found.point.period_s);
    found.start = runs.later(found.start, begin, found.point.y);
  }
  if (wanted.symmetric) {
    found.point.period_s /= 2;
    if (!runs.is_mirrored(found.start, stretch, found.point.period_s))
      no_orbit("the motion has no mirror image: with all states of the other sign it does not move the other way",
               orbit.is_forced ? "half a period later, of " + with_prefix(2 * found.point.period_s, "s") : "", "leave --symmetric out");
    runs.set_mirrored();
  }
  found.frame = {.scales = stretch.scales,
                 .drifts = stretch.drifts,
                 .begin_rates = {},
                 .near = found.point,
                 .tolerance = std::max(1e-9, 100 * settings.integrator.rtol)};
  if (orbit.is_forced) runs.set_forced();
  if (!orbit.is_forced) found.frame.begin_rates = runs.pass(found.start, found.frame.scales, found.point).begin_rates;
  const double guess_s = found.point.period_s;
  Shot shot = shoot_whole_or_in_parts(runs, found);
  if (!shot.passage.undefined.empty())
    no_orbit("the stability of the orbit is not defined: " + shot.passage.undefined,
             shot.passage.undefined.find("two events") == std::string::npos
                 ? "what happens there has no derivative by the states before it"
                 : "which of them comes first decides how the motion goes on, and here nothing decides that: it is not unique",
             "change a parameter a little, to see what it does to both sides");
  constexpr double kLeastShare = 0.1;  // of the guess: shorter ones are points of the motion, which close trivially
  if (!shot.converged || shot.point.period_s < kLeastShare * guess_s)
    no_orbit("no orbit was found near the motion at t = " + with_prefix(begin, "s") + ": after " + counted(shot.rounds, "round") +
                 " of Newton's method one of period " + with_prefix(shot.point.period_s, "s") + " misses itself by " +
                 short_number(shot.closure) + " of its size",
             why_it_does_not_close(stretch, ""),
             dies_away(stretch) ? kWhatIsSteady : "run longer, give a guess of the period with --period, or a smaller rtol");
  found.point = wanted.symmetric ? whole_of(shot.point) : shot.point;
  tell(runs, found, shot);
  if (wanted.symmetric) square_multipliers(orbit);
  return found;
}

void Model::tell(OrbitRuns& runs, FoundOrbit& found, const Shot& shot) {
  Orbit& orbit = found.orbit;
  orbit.begin_s = found.start.t;
  orbit.period_s = found.point.period_s;
  orbit.closure = shot.closure;
  orbit.drifts = found.frame.drifts.columns;  // of which nothing is mirrored, and nothing advances
  const std::size_t held = runs.tell(found.start, found.frame.scales, found.point, orbit);
  Multipliers multipliers = multipliers_of(shot.passage, found.frame, held);
  orbit.multipliers = std::move(multipliers.values);
  orbit.of_flow = multipliers.of_flow;
  orbit.zeros = static_cast<std::size_t>(std::count(orbit.multipliers.begin(), orbit.multipliers.end(), std::complex<double>(0)));
  constexpr double kAccuracy = 1e-6;
  orbit.stability = stability_of(orbit.multipliers, std::max(kAccuracy, 10 * std::fabs(orbit.of_flow - 1)));
  const std::vector<double>& scales = found.frame.scales;
  for (std::size_t k = 0; k < found.frame.drifts.columns; ++k) {
    double along = 0;
    for (std::size_t i = 0; i < scales.size(); ++i) along += found.frame.drifts(i, k) * (shot.passage.end[i] - shot.point.y[i]) / scales[i];
    for (std::size_t i = 0; i < scales.size(); ++i) orbit.states[i].advance += along * found.frame.drifts(i, k) * scales[i];
  }
  for (OrbitOutput& output : orbit.outputs) {
    constexpr double kClosed = 1e-6;
    if (std::fabs(output.advance) <= kClosed * (output.most - output.least)) output.advance = 0;
  }
}

void Model::refuse_what_has_no_orbits() const {
  if (!image_.program.histories.empty())
    no_orbit("there are no orbits of a diagram with delays", "what is delayed has a past beside its states", "leave the delays out");
  if (image_.program.states() == 0 && image_.program.discretes.empty())
    no_orbit("there are no orbits of a diagram without states", "all that it shows follows from the time, as nothing in it stores anything",
             "run it");
}

Orbit Model::orbit(const OrbitWanted& wanted, const RunOptions& options) {
  if (make_whole_ != nullptr) return make_whole_(columns_)->orbit(wanted, options);
  refuse_what_has_no_orbits();
  auto [analysed, rows] = followed();
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  const RunSettings settings = this->settings(options);
  OrbitRuns runs(program, flat(), outputs_, rows, settings);
  FoundOrbit found = find_orbit(runs, wanted, settings);
  Orbit& orbit = found.orbit;
  // A run follows an orbit that is not stable only for a while.
  const bool is_stable = orbit.stability == OrbitStability::stable || orbit.stability == OrbitStability::border;
  if (!is_stable && !wanted.at_start) {
    const std::string chaos = chaos_told(runs, runs.settled(settings.stop_s), settings.stop_s - settings.start_s);
    if (!chaos.empty())
      orbit.notes.add({.code = ErrorCode::run_no_orbit,
                       .message = "the run does not stay on this orbit",
                       .where = {},
                       .because = chaos,
                       .remedy = "see over what values with stribeck survey",
                       .severity = Severity::warning,
                       .details = {}});
  }
  note_other_columns(outputs_, orbit.notes);
  return std::move(orbit);
}

Orbit orbit(Model& model, const OrbitWanted& wanted, const RunOptions& options) { return model.orbit(wanted, options); }

}  // namespace stribeck
