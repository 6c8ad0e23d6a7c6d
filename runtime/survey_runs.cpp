// Runs of a survey: cut by a section, and followed by what small changes make of them.
#include <algorithm>
#include <cmath>
#include <limits>

#include "orbit_runs.h"

namespace stribeck {

SectionedRun OrbitRuns::cut(const OrbitStart& start, const OrbitPoint& point, double settle_s, double length_s,
                            const PoincareSection& section) {
  const std::vector<double> values = parameters(point.parameter);
  const RunSettings before = settings_from(start, start.t + settle_s);
  BareRun settling(program_, values, outputs_, flat_, before);
  place(settling, point);
  settling.loop.go_to(before.stop_s);
  OrbitStart there{settling.loop.record_before_event(), settling.loop.time()};
  require_whole(settling, before.stop_s);

  RunSettings own = settings_from(there, there.t + length_s);
  BareRun run(program_, values, outputs_, flat_, own);
  SectionFollower follower(run.machine, rows_.outputs, section);
  follower.set_span(there.t, length_s);
  own.follower = &follower;
  run.loop.begin();
  run.loop.take_parameters(values);
  run.loop.go_to(own.stop_s);
  SectionedRun result{.points = std::move(follower.points),
                      .events = std::move(follower.events),
                      .least = std::move(follower.least),
                      .most = std::move(follower.most),
                      .parts = std::move(follower.parts),
                      .end = coordinates(run),
                      .held_at_end = held_elements(run.machine) > 0,
                      .after = {run.loop.record_before_event(), run.loop.time()}};
  require_whole(run, own.stop_s);
  return result;
}

namespace {

/// Takes what drifts out of a change, and gives it length one in the scales. Returns its length before.
double normalise(Matrix& change, const std::vector<double>& scales, const Matrix& drifts) {
  const std::size_t n = scales.size();
  for (std::size_t i = 0; i < n; ++i) change(i, 0) /= scales[i];
  for (std::size_t k = 0; k < drifts.columns; ++k) {
    double along = 0;
    for (std::size_t i = 0; i < n; ++i) along += drifts(i, k) * change(i, 0);
    for (std::size_t i = 0; i < n; ++i) change(i, 0) -= along * drifts(i, k);
  }
  double square = 0;
  for (std::size_t i = 0; i < n; ++i) square += change(i, 0) * change(i, 0);
  const double length = std::sqrt(square);
  for (std::size_t i = 0; i < n; ++i) change(i, 0) *= length > 0 ? scales[i] / length : scales[i];
  return length;
}

/// A change in no direction of its own; another one for every number.
Matrix some_change(const std::vector<double>& scales, const Matrix& drifts, std::size_t number) {
  Matrix change(scales.size(), 1);
  for (std::size_t i = 0; i < scales.size(); ++i)
    change(i, 0) = scales[i] * std::cos(1.0 + static_cast<double>(i) + 3.0 * static_cast<double>(number));
  normalise(change, scales, drifts);
  return change;
}

}  // namespace

bool Growth::is_chaotic() const {
  constexpr double kMoreThanPowers = 9.2;  // ln 1e4: what moves regularly shears by a time's multiple, of a thousand periods a thousand
  constexpr double kErrors = 3;
  return exponent > kErrors * error && exponent * length_s > kMoreThanPowers;
}

Growth OrbitRuns::growth(const OrbitStart& start, double parameter, const std::vector<double>& scales, const Matrix& drifts,
                         double length_s) {
  constexpr std::size_t kParts = 10, kPerPart = 50;
  const std::vector<double> values = parameters(parameter);
  RunSettings own = settings_from(start, start.t + length_s * (1 + 1.0 / kParts));  // the first part turns the change into its direction
  BareRun run(program_, values, outputs_, flat_, own);
  const std::vector<Direction> directions{
      {.variable = {"", "", 1}, .parameters = {}, .all_parameters = std::vector<double>(values.size()), .targets = {}}};
  std::size_t number = 0;
  SensitivityFollower follower(run.machine, repeater_, rows_, directions, {}, some_change(scales, drifts, number));
  follower.set_loop(run.loop);
  own.follower = &follower;
  run.loop.begin();
  run.loop.take_parameters(values);
  Growth result{.exponent = 0, .error = 0, .length_s = length_s, .undefined = 0};
  std::vector<double> means;
  for (std::size_t part = 0; part <= kParts; ++part) {
    double sum = 0, counted_s = 0, from = run.loop.time();
    for (std::size_t k = 1; k <= kPerPart; ++k) {
      const double share = (static_cast<double>(part) + static_cast<double>(k) / kPerPart) / kParts;
      run.loop.go_to(part == kParts && k == kPerPart ? own.stop_s : start.t + share * length_s);
      const double now = run.loop.time();
      const bool is_lost = follower.undefined().size() > result.undefined;
      Matrix change = follower.variations();
      const double length = is_lost ? 0 : normalise(change, scales, drifts);
      if (is_lost) {
        result.undefined = follower.undefined().size();
      } else if (length > 0) {
        sum += std::log(length), counted_s += now - from;
      } else if (++result.lost > 1) {  // what follows is the same both times
        result.exponent = -std::numeric_limits<double>::infinity();
        return result;
      }
      follower.go_on_with(length > 0 ? change : some_change(scales, drifts, ++number));
      from = now;
    }
    if (part > 0 && counted_s > 0) means.push_back(sum / counted_s);
  }
  require_whole(run, own.stop_s);
  double mean = 0, square = 0;
  for (const double value : means) mean += value / static_cast<double>(means.size());
  for (const double value : means) square += (value - mean) * (value - mean);
  result.exponent = mean;
  result.error =
      means.size() < 2 ? HUGE_VAL : std::sqrt(square / (static_cast<double>(means.size()) * static_cast<double>(means.size() - 1)));
  return result;
}

}  // namespace stribeck
