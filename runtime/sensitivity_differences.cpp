#include "sensitivity_differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bare_run.h"
#include "base/format.h"
#include "base/interruption.h"
#include "base/text.h"
#include "model.h"
#include "results/layout.h"
#include "results/trajectory.h"

namespace stribeck {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kRtol = 1e-10;
constexpr std::array<double, 3> kSteps = {1e-3, 1e-4, 1e-5};  // of the value
/// Of the values: what runs to kRtol are off by, with room for what a hundred steps add up.
constexpr double kNoise = 100 * kRtol;
/// The same of what is small where it is differentiated beside what it has been along the run, over the longest step.
constexpr double kNoiseOfLargest = kNoise / kSteps.front();
/// How far both differences may be apart, relative to their size; extrapolation leaves a small part of that.
constexpr double kAgreement = 1e-4;
/// Of a smooth curve the sides differ by half as much with half the step; of a kink by as much as before.
constexpr double kShrinks = 0.75;
constexpr std::array<double, 4> kSides = {-1, -0.5, 0.5, 1};  // of a step

/// All numbers of a run that are differentiated: outputs at the end, then in each row, then the times of events.
struct Measured {
  std::vector<double> values;
  std::vector<double> largest;  // of each output, along the run
  std::vector<EventRecord> events;
  double reached_s = 0;
};

class RunDifferences {
 public:
  RunDifferences(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                 const std::vector<std::string>& outputs, const RunOptions& options, const std::string* text)
      : model_(model), registry_(registry), file_(file), point_(point), outputs_(outputs), options_(options), text_(text) {
    const Experiment& experiment = diagram_of(model).experiment;
    if (experiment.rtol > kRtol) {
      options_.rtol = number_text(kRtol);
      options_.atol = number_text(experiment.atol * kRtol / experiment.rtol);
    }
    options_.extra_times_s = point.times_s;
  }

  Sensitivities take() {
    const Measured base = measured(options_);
    Sensitivities result;
    result.time_s = base.reached_s;
    const std::vector<OutputColumn> columns = output_columns(model_);
    for (std::size_t o = 0; o < outputs_.size(); ++o) {
      const auto column = std::ranges::find(columns, outputs_[o], &OutputColumn::name);
      result.outputs.push_back({outputs_[o], column->unit, base.values[o]});
    }
    result.by = Matrix(outputs_.size(), point_.parameters.size());
    result.times_s = point_.times_s;
    result.rows.assign(point_.times_s.size(), result.by);
    for (std::size_t k = 0; k < point_.times_s.size(); ++k) result.values.push_back(part(base.values, k + 1));
    for (const EventRecord& event : base.events) {
      if (result.events.empty() || result.events.back().time_s != event.time_s)
        result.events.push_back({event.time_s, {}, std::vector<double>(point_.parameters.size(), kNoNumber)});
      result.events.back().labels.push_back(event.label);
    }
    for (std::size_t p = 0; p < point_.parameters.size(); ++p) differentiate(p, base, result);
    return result;
  }

 private:
  std::vector<double> part(const std::vector<double>& values, std::size_t block) const {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(block * outputs_.size());
    return {first, first + static_cast<std::ptrdiff_t>(outputs_.size())};
  }

  Measured measured(const RunOptions& options) {
    const ModelPtr other = load(registry_, file_, options, text_);
    Trajectory rows;
    const RunSummary summary = run(*other, rows, options);
    refuse_interrupted(summary);
    Measured result{{}, {}, rows.events(), summary.reached_s};
    for (const std::string& output : outputs_) {
      double& largest = result.largest.emplace_back(0);
      for (const double value : rows.values(rows.find(output).value())) largest = std::max(largest, std::fabs(value));
    }
    const auto add = [&](double t) {
      for (const std::string& output : outputs_)
        result.values.push_back(t > summary.reached_s ? kNoNumber : rows.at(rows.find(output).value(), t));
    };
    add(summary.reached_s);
    for (const double t : point_.times_s) add(t);
    return result;
  }

  /// The run with another value of a parameter.
  Measured beside(std::size_t p, double value) {
    RunOptions other = options_;
    other.overrides.push_back(override_of(model_, point_.parameters[p], value));
    return measured(other);
  }

  struct Differences {
    std::vector<double> slope, less, more;  ///< of both sides together; of each with the smaller step
  };

  /// What is no number has not settled.
  Differences differences(const std::vector<double>& at, const std::array<std::vector<double>, 4>& beside, double step,
                          const std::vector<double>& noises) const {
    Differences result;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const double far_less = (at[k] - beside[0][k]) / step, far_more = (beside[3][k] - at[k]) / step;
      const double less = (at[k] - beside[1][k]) / (step / 2), more = (beside[2][k] - at[k]) / (step / 2);
      const double far = (far_less + far_more) / 2, near = (less + more) / 2;
      const double noise = std::max(kNoise * std::fabs(at[k]) / step, noises[k % noises.size()]),
                   size = std::max(std::fabs(far), std::fabs(near));
      const bool agrees = std::fabs(far - near) <= kAgreement * size + noise;
      const bool is_smooth = std::fabs(more - less) <= kShrinks * std::fabs(far_more - far_less) + kAgreement * size + noise;
      result.slope.push_back(agrees && is_smooth ? (4 * near - far) / 3 : kNoNumber);
      result.less.push_back(less), result.more.push_back(more);
    }
    return result;
  }

  static bool are_same(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b) {
    return std::ranges::equal(a, b, {}, &EventRecord::label, &EventRecord::label);
  }
  static std::vector<double> times_of(const std::vector<EventRecord>& events) {
    std::vector<double> times;
    for (const EventRecord& event : events) times.push_back(event.time_s);
    return times;
  }

  void differentiate(std::size_t p, const Measured& base, Sensitivities& result) {
    const LinearVariable variable = diagram_quantity(diagram_of(model_), point_.parameters[p]);
    const double size = variable.value != 0 ? std::fabs(variable.value) : 1;
    std::vector<double> noises = base.largest;
    for (double& noise : noises) noise *= kNoiseOfLargest / size;
    result.parameters.push_back(variable);
    Differences last;
    std::vector<double> slopes(base.values.size(), kNoNumber), event_slopes(base.events.size(), kNoNumber);
    std::string why = "differences of runs do not converge";
    double step = 0;
    for (const double share : kSteps) {
      step = share * size;
      std::array<Measured, 4> runs;
      try {
        for (std::size_t k = 0; k < runs.size(); ++k) runs[k] = beside(p, variable.value + step * kSides[k]);
      } catch (const Failure& failure) {
        if (is_interruption(failure)) throw;
        why = "with another value of it: " + failure.diagnostics().front().message;
        continue;
      }
      last = differences(base.values, {runs[0].values, runs[1].values, runs[2].values, runs[3].values}, step, noises);
      take_settled(last.slope, slopes);
      if (std::ranges::all_of(runs, [&](const Measured& one) { return are_same(one.events, base.events); }))
        take_settled(
            differences(times_of(base.events),
                        {times_of(runs[0].events), times_of(runs[1].events), times_of(runs[2].events), times_of(runs[3].events)}, step, {0})
                .slope,
            event_slopes);
      const auto is_number = [](double slope) { return !std::isnan(slope); };
      if (std::ranges::all_of(slopes, is_number) && std::ranges::all_of(event_slopes, is_number)) break;
    }
    if (last.slope.empty()) last.less = last.more = std::vector<double>(slopes.size(), kNoNumber);
    for (std::size_t o = 0; o < outputs_.size(); ++o) {
      result.by(o, p) = slopes[o];
      for (std::size_t k = 0; k < result.rows.size(); ++k) result.rows[k](o, p) = slopes[(k + 1) * outputs_.size() + o];
    }
    for (std::size_t e = 0; e < base.events.size(); ++e)
      for (EventSensitivity& event : result.events)
        if (event.time_s == base.events[e].time_s) event.by[p] = event_slopes[e];
    if (const std::vector<double> at_end = part(slopes, 0); std::ranges::any_of(at_end, [](double slope) { return std::isnan(slope); }))
      result.undefined.push_back({p, result.time_s, why, part(last.less, 0), part(last.more, 0), step / 2});
  }

  static void take_settled(const std::vector<double>& found, std::vector<double>& slopes) {
    for (std::size_t k = 0; k < slopes.size(); ++k)
      if (std::isnan(slopes[k])) slopes[k] = found[k];
  }

  Model& model_;
  Registry& registry_;
  const std::string& file_;
  const SensitivityPoint& point_;
  const std::vector<std::string>& outputs_;
  RunOptions options_;
  const std::string* text_;
};

}  // namespace

Sensitivities differences_of_runs(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                                  const std::vector<std::string>& outputs, const RunOptions& options, const std::string* text) {
  return RunDifferences(model, registry, file, point, outputs, options, text).take();
}

std::vector<std::string> fill_by_differences(Sensitivities& followed, const Sensitivities& compared) {
  const auto fill = [](double& value, double other) {
    if (std::isnan(value)) value = other;
  };
  std::vector<std::string> settled;
  for (std::size_t p = 0; p < compared.parameters.size(); ++p) {
    if (std::ranges::find(compared.undefined, p, &UndefinedSensitivity::direction) != compared.undefined.end()) continue;
    const auto found = std::ranges::find(followed.parameters, compared.parameters[p].name, &LinearVariable::name);
    const auto n = static_cast<std::size_t>(found - followed.parameters.begin());
    for (std::size_t o = 0; o < followed.outputs.size(); ++o) {
      fill(followed.by(o, n), compared.by(o, p));
      for (std::size_t k = 0; k < followed.rows.size(); ++k) fill(followed.rows[k](o, n), compared.rows[k](o, p));
    }
    for (std::size_t e = 0; e < std::min(followed.events.size(), compared.events.size()); ++e)
      if (followed.events[e].labels == compared.events[e].labels) fill(followed.events[e].by[n], compared.events[e].by[p]);
    std::erase_if(followed.undefined, [n](const UndefinedSensitivity& one) { return one.direction == n; });
    settled.push_back(compared.parameters[p].name);
  }
  return settled;
}

Sensitivities joined_by_name(const Sensitivities& followed, const Sensitivities& compared, const std::vector<std::string>& names) {
  Sensitivities result = followed;
  result.parameters.clear(), result.undefined.clear();
  result.by = Matrix(followed.outputs.size(), names.size());
  result.rows.assign(followed.rows.size(), result.by);
  for (EventSensitivity& event : result.events) event.by.assign(names.size(), kNoNumber);
  std::vector<UndefinedSensitivity> undefined;
  for (std::size_t n = 0; n < names.size(); ++n)
    for (const Sensitivities* from : {&followed, &compared}) {
      const auto found = std::ranges::find(from->parameters, names[n], &LinearVariable::name);
      if (found == from->parameters.end()) continue;
      const auto p = static_cast<std::size_t>(found - from->parameters.begin());
      result.parameters.push_back(*found);
      for (std::size_t o = 0; o < result.outputs.size(); ++o) {
        result.by(o, n) = from->by(o, p);
        for (std::size_t k = 0; k < result.rows.size(); ++k) result.rows[k](o, n) = from->rows[k](o, p);
      }
      for (std::size_t e = 0; e < std::min(result.events.size(), from->events.size()); ++e)
        if (result.events[e].labels == from->events[e].labels) result.events[e].by[n] = from->events[e].by[p];
      for (UndefinedSensitivity one : from->undefined)
        if (one.direction == p) one.direction = n, undefined.push_back(std::move(one));
      break;
    }
  result.undefined = std::move(undefined);
  return result;
}

}  // namespace stribeck
