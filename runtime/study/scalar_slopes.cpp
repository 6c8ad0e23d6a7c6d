#include "study/scalar_slopes.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "diagram/diagram.h"

namespace stribeck {
namespace {

/// How far from an event its sides are looked at, in parts of the run.
constexpr double kBesideEvent = 1e-9;
/// How far a curve is moved to differentiate what is measured of it, in parts of its size and span.
constexpr double kSmall = 1e-6;

[[noreturn]] void refuse_scalar(std::string message, std::string because, std::string remedy) {
  throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                           .message = std::move(message),
                           .where = {},
                           .because = std::move(because),
                           .remedy = std::move(remedy),
                           .details = {}});
}

std::vector<std::string> kinds_of_curves() {
  std::vector<std::string> names;
  for (const ScalarKind& kind : scalar_kinds())
    if (kind.of_curve != nullptr && !kind.name.starts_with("time_of")) names.emplace_back(kind.name);
  return names;
}

double span_of(const Sensitivities& rows) { return rows.times_s.back() - rows.times_s.front(); }

/// A curve and how its points move with a parameter.
struct MovedCurve {
  KeptCurve curve;
  std::vector<double> times_by, values_by;
  double fastest = 0;  ///< move, in parts of the size of the curve and of its span
  bool is_known = true;

  /// With more of the parameter by `step`.
  KeptCurve moved(double step) const {
    KeptCurve other = curve;
    for (std::size_t k = 0; k < values_by.size(); ++k) other.times_s[k] += step * times_by[k], other.values[k] += step * values_by[k];
    return other;
  }
};

/// Rows beside an event move with it; those that it could pass are left out.
MovedCurve moved_curve(const Sensitivities& rows, std::size_t o, std::size_t p) {
  constexpr double kPassed = 3 * kSmall;
  const double span = span_of(rows);
  double size = 1e-300;
  for (const std::vector<double>& values : rows.values) size = std::max(size, std::fabs(values[o]));
  MovedCurve result;
  for (std::size_t k = 0; k < rows.times_s.size(); ++k) {
    const double t = rows.times_s[k];
    double move = 0;
    bool is_passed = false;
    for (const EventSensitivity& event : rows.events) {
      const double away = std::fabs(event.time_s - t);
      if (away <= 1.5 * kBesideEvent * span) move = event.by[p];
      is_passed = is_passed || (away > 1.5 * kBesideEvent * span && away < kPassed * span && event.by[p] != 0);
    }
    if (is_passed && move == 0) continue;
    const double value = rows.rows[k](o, p) + (move == 0 ? 0 : rows.rates[k][o] * move);
    result.curve.times_s.push_back(t), result.curve.values.push_back(rows.values[k][o]);
    result.times_by.push_back(move), result.values_by.push_back(value);
    result.is_known = result.is_known && std::isfinite(value) && std::isfinite(move);
    result.fastest = std::max({result.fastest, std::fabs(value) / size, std::fabs(move) / span});
  }
  return result;
}

void take_option(const std::string& word, const std::string& text, AskedScalar& asked) {
  const std::size_t equals = word.find('=');
  const std::string key = word.substr(0, equals), value = equals == std::string::npos ? "" : word.substr(equals + 1);
  const bool is_known = std::ranges::any_of(asked.kind->options, [&](std::string_view one) { return one == key; });
  const bool is_share = key == "within" && value.ends_with('%');
  const auto quantity = parse_quantity(is_share ? value.substr(0, value.size() - 1) : value);
  if (!is_known || !quantity || (key == "number" && (quantity->value < 1 || quantity->value != std::floor(quantity->value))))
    refuse_scalar(in_quotes(text) + " cannot have " + in_quotes(word), "",
                  "write a number in SI, as \"crossing_time load.w target=0.1 number=2\"");
  if (key == "target") asked.options.target = quantity->value;
  if (key == "number") asked.options.number = static_cast<std::int64_t>(quantity->value);
  if (key == "within") asked.options.within = is_share ? quantity->value / 100 : quantity->value, asked.options.within_is_share = is_share;
}

KeptCurve curve_of(const Sensitivities& rows, std::size_t o) {
  KeptCurve curve{rows.times_s, {}};
  for (const std::vector<double>& values : rows.values) curve.values.push_back(values[o]);
  return curve;
}

std::size_t output_of(const Sensitivities& rows, const AskedScalar& asked) {
  const auto output = std::ranges::find(rows.outputs, asked.output, &LinearVariable::name);
  if (output == rows.outputs.end()) refuse_scalar(asked.output + " is no output", "", "name it with --outputs " + asked.output);
  return static_cast<std::size_t>(output - rows.outputs.begin());
}

/// Between rows k - 1 and k an output is the cubic through both values and rates: value(u) = y + u (a + u (c + u d)), u from 0 to 1.
struct Cubic {
  double y, a, c, d;
  Cubic(const Sensitivities& rows, std::size_t o, std::size_t k) {
    const double step = rows.times_s[k] - rows.times_s[k - 1];
    const double begin = step * rows.rates[k - 1][o], end = step * rows.rates[k][o], way = rows.values[k][o] - rows.values[k - 1][o];
    y = rows.values[k - 1][o], a = begin, c = 3 * way - 2 * begin - end, d = begin + end - 2 * way;
  }
  double value(double u) const { return y + u * (a + u * (c + u * d)); }
  double rate(double u) const { return a + u * (2 * c + 3 * u * d); }
};

/// Where a function that changes its sign from 0 to 1 is zero.
double root_of(const auto& function) {
  double low = 0, high = 1;
  const bool rises = function(1.0) > 0;
  for (int k = 0; k < 60; ++k) ((function((low + high) / 2) > 0) == rises ? high : low) = (low + high) / 2;
  return (low + high) / 2;
}

/// Those of the rows, extrema of the outputs, either side of each event and of where a curve comes to what a scalar looks for.
std::vector<double> instants_of_scalars(const Sensitivities& rows, const std::vector<AskedScalar>& asked) {
  constexpr double kBesideLevel = 1e-5;
  std::vector<double> instants = rows.times_s;
  const double span = span_of(rows);
  const auto add_sides = [&](double t, double share) { instants.push_back(t - share * span), instants.push_back(t + share * span); };
  for (const EventSensitivity& event : rows.events) add_sides(event.time_s, kBesideEvent);
  for (const AskedScalar& scalar : asked) {
    const std::size_t o = output_of(rows, scalar);
    const std::vector<double> levels = levels_of(*scalar.kind, curve_of(rows, o), scalar.options);
    for (std::size_t k = 1; k < rows.times_s.size(); ++k) {
      const Cubic cubic(rows, o, k);
      const auto at = [&](double u) { return rows.times_s[k - 1] + u * (rows.times_s[k] - rows.times_s[k - 1]); };
      if (cubic.rate(0) * cubic.rate(1) < 0) instants.push_back(at(root_of([&](double u) { return cubic.rate(u); })));
      for (const double level : levels)
        if ((cubic.value(0) - level) * (cubic.value(1) - level) <= 0)
          add_sides(at(root_of([&](double u) { return cubic.value(u) - level; })), kBesideLevel);
    }
  }
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  std::erase_if(instants, [&](double t) { return t < rows.times_s.front() || t > rows.times_s.back(); });
  return instants;
}

ScalarSlopes scalar_slopes(const Sensitivities& rows, const AskedScalar& asked) {
  constexpr double kSame = 1e-3;
  const std::size_t o = output_of(rows, asked);
  const std::string& unit = rows.outputs[o].unit;
  using Measures = ScalarKind::Measures;
  ScalarSlopes result{asked.name, unit, 0, std::vector<double>(rows.parameters.size(), std::nan(""))};
  if (asked.kind->measures == Measures::time) result.unit = "s";
  if (asked.kind->measures == Measures::pure) result.unit = "";
  if (asked.kind->measures == Measures::integral) result.unit = unit.empty() ? "s" : unit + " s";
  result.value = asked.kind->of_curve(curve_of(rows, o), asked.options).value_or(std::nan(""));
  for (std::size_t p = 0; p < rows.parameters.size(); ++p) {
    const MovedCurve with = moved_curve(rows, o, p);
    const auto measured = [&](double side) {
      return asked.kind->of_curve(with.moved(side * kSmall / with.fastest), asked.options).value_or(std::nan(""));
    };
    if (!with.is_known || std::isnan(result.value)) continue;
    if (with.fastest == 0) {
      result.by[p] = 0;
      continue;
    }
    const double step = kSmall / with.fastest, here = measured(0);
    const double less = (here - measured(-1)) / step, more = (measured(1) - here) / step;
    const double rounding = 1e-9 * std::fabs(here) / step;
    if (std::fabs(more - less) <= kSame * std::max(std::fabs(less), std::fabs(more)) + rounding) result.by[p] = (less + more) / 2;
  }
  return result;
}

/// Of the rows those at these instants, which ascend.
void keep_rows(Sensitivities& s, const std::vector<double>& times_s) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < s.times_s.size(); ++k) {
    if (!std::ranges::binary_search(times_s, s.times_s[k])) continue;
    s.times_s[kept] = s.times_s[k], s.rates[kept] = s.rates[k];
    std::swap(s.rows[kept], s.rows[k]), std::swap(s.values[kept], s.values[k]);
    ++kept;
  }
  s.times_s.resize(kept), s.rows.resize(kept), s.values.resize(kept), s.rates.resize(kept);
}

}  // namespace

std::vector<double> row_times(const Experiment& experiment) {
  constexpr double kRows = 500;
  const double span = experiment.stop_s - experiment.start_s, interval = experiment.interval_s > 0 ? experiment.interval_s : span / kRows;
  std::vector<double> times_s;
  for (double k = 0; k < span / interval * (1 - 1e-12); ++k) times_s.push_back(experiment.start_s + k * interval);
  times_s.push_back(experiment.stop_s);
  return times_s;
}

AskedScalar asked_scalar(const std::string& text) {
  AskedScalar asked{text, nullptr, {}, {}};
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::vector<std::string> known = kinds_of_curves();
  if (words.size() < 2 || std::ranges::find(known, words.front()) == known.end()) {
    std::string near = words.empty() ? "" : did_you_mean(words.front(), known);
    refuse_scalar(in_quotes(text) + " is no scalar that can be differentiated", "",
                  near.empty() ? "write what and of which output, as \"max spring.x\"; there are " + joined(known, ", ") : near);
  }
  asked.kind = find_scalar_kind(words[0]), asked.output = words[1];
  for (std::size_t k = 2; k < words.size(); ++k) take_option(words[k], text, asked);
  return asked;
}

SensitivitiesWithScalars sensitivities_with_scalars(
    const std::vector<AskedScalar>& asked, const std::vector<double>& times_s, const std::vector<double>& curve_times_s,
    const std::function<Sensitivities(bool by_parameters, const std::vector<double>& times_s)>& along) {
  const Sensitivities curves = along(false, curve_times_s);
  if (curves.rates.size() != curves.times_s.size())
    refuse_scalar("a diagram with delays has no slopes of scalars",
                  "its derivatives are differences of runs at fixed instants, and those of a maximum or of a crossing are not known",
                  "run a study over the parameter with this scalar, and take the difference of its rows; or name the outputs alone, "
                  "without --scalar");
  std::vector<double> instants = instants_of_scalars(curves, asked);
  instants.insert(instants.end(), times_s.begin(), times_s.end());
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  SensitivitiesWithScalars all{along(true, instants), {}};
  for (const AskedScalar& scalar : asked) all.scalars.push_back(scalar_slopes(all.result, scalar));
  keep_rows(all.result, times_s);
  return all;
}

}  // namespace stribeck
