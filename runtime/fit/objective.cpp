#include "fit/objective.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "model.h"
#include "results/expectations.h"
#include "results/layout.h"
#include "results/trajectory.h"

namespace stribeck {
namespace {

/// Of differences, in parts of a parameter: the error of a run to rtol is then a hundredth of what the parameter does, or less.
constexpr double kDifference = 1e-4;

/// The instants of the events that were measured. `found`: those of the run by that label, in order; `labels`: of all that it has.
std::vector<double> matched(const FittedEvents& events, const std::vector<double>& found, const std::set<std::string>& labels) {
  const auto first = static_cast<std::size_t>(events.first - 1);
  if (found.size() < first + events.times_s.size())
    refuse_fit(fmt::format("the run has {} of {}, and number {} was measured", counted(static_cast<std::int64_t>(found.size()), "event"),
                           in_quotes(events.label), first + events.times_s.size()),
               "start nearer to what was measured, let it run longer, or compare fewer instants",
               labels.empty() ? "it has no events" : "what happens in it: " + joined({labels.begin(), labels.end()}));
  return {found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(first + events.times_s.size())};
}

std::size_t place_of(const std::vector<double>& ascending, double t) {
  return static_cast<std::size_t>(std::lower_bound(ascending.begin(), ascending.end(), t) - ascending.begin());
}

}  // namespace

void refuse_fit(std::string message, std::string remedy, std::string because) {
  throw Failure(Diagnostic{.code = ErrorCode::fit_failed,
                           .message = std::move(message),
                           .where = {},
                           .because = std::move(because),
                           .remedy = std::move(remedy),
                           .details = {}});
}

FitObjective::FitObjective(const FitPlan& plan, Registry& registry)
    : plan_(plan), registry_(registry), derivatives_(plan.parameters.size()) {
  std::vector<double> start;
  for (const FitParameter& parameter : plan.parameters) start.push_back(parameter.start);
  for (const FitExperiment& asked : plan.experiments) {
    Experiment& experiment = experiments_.emplace_back();
    experiment.asked = &asked;
    experiment.first = count_;
    for (const FittedColumn& column : asked.columns) experiment.rows += column.times_s.size();
    for (const FittedEvents& events : asked.events) experiment.rows += events.times_s.size();
    count_ += experiment.rows;
    experiment.model = load(registry_, plan_.diagram, options_of(asked, start));
    prepare(experiment);
  }
}

/// Which parameters act in it.
void FitObjective::prepare(Experiment& experiment) const {
  const FitExperiment& asked = *experiment.asked;
  experiment.is_used.assign(plan_.parameters.size(), false);
  const auto use = [&](const FitValue& value) {
    if (value.parameter >= 0) experiment.is_used[static_cast<std::size_t>(value.parameter)] = true;
  };
  use(asked.delay);
  for (const FittedColumn& column : asked.columns) use(column.offset), use(column.gain);
  for (const FitSetting& setting : asked.settings)
    if (setting.parameter >= 0) experiment.is_used[static_cast<std::size_t>(setting.parameter)] = true;
}

std::vector<Override> FitObjective::settings(const FitExperiment& experiment, const std::vector<double>& values) const {
  std::vector<Override> all = plan_.options.overrides;
  for (const FitSetting& setting : experiment.settings) {
    if (setting.parameter < 0) {
      all.push_back({setting.name, setting.value});
      continue;
    }
    const double value = values[static_cast<std::size_t>(setting.parameter)];
    all.push_back({setting.name, number_text(value) + (setting.unit.empty() ? "" : " " + setting.unit)});
  }
  return all;
}

RunOptions FitObjective::options_of(const FitExperiment& experiment, const std::vector<double>& values) const {
  RunOptions options = plan_.options;
  options.overrides = settings(experiment, values);
  return options;
}

double FitObjective::value_of(const FitValue& value, const std::vector<double>& values) const {
  return value.parameter < 0 ? value.value : values[static_cast<std::size_t>(value.parameter)];
}

/// All instants of the run at which something is compared, ascending, each once.
std::vector<double> FitObjective::instants(const FitExperiment& experiment, double delay_s) const {
  std::vector<double> all;
  for (const FittedColumn& column : experiment.columns)
    for (const double t : column.times_s) all.push_back(std::clamp(t - delay_s, experiment.start_s, experiment.stop_s));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Computed FitObjective::computed(Experiment& experiment, const std::vector<double>& values) {
  const FitExperiment& asked = *experiment.asked;
  const double delay_s = value_of(asked.delay, values);
  RunOptions options = options_of(asked, values);
  options.extra_times_s = instants(asked, delay_s);
  reload(experiment.model, registry_, plan_.diagram, options);
  Trajectory rows;
  ++runs_;
  const RunSummary summary = run(*experiment.model, rows, options);
  if (summary.interrupted)
    throw Failure(Diagnostic{
        .code = ErrorCode::run_interrupted, .message = "the fit was interrupted", .where = {}, .because = {}, .remedy = {}, .details = {}});
  Computed result;
  for (const FittedColumn& column : asked.columns) {
    const std::size_t c = rows.find(column.output).value();
    const double gain = value_of(column.gain, values), offset = value_of(column.offset, values);
    std::vector<double>& all = result.columns.emplace_back();
    for (const double t : column.times_s) {
      const double at = std::clamp(t - delay_s, asked.start_s, asked.stop_s);
      if (at > summary.reached_s)
        refuse_fit(fmt::format("the run ends at {}, before the last measured row", with_prefix(summary.reached_s, "s")),
                   "cut the data by \"to\", or see why the run ends");
      all.push_back(gain * rows.at(c, at, EventSide::before) + offset);
    }
  }
  for (const FittedEvents& events : asked.events) {
    std::vector<double> found;
    std::set<std::string> labels;
    for (const EventRecord& event : rows.events()) {
      labels.insert(event.label);
      if (is_event(events.label, event.label)) found.push_back(event.time_s + delay_s);
    }
    result.events.push_back(matched(events, found, labels));
  }
  return result;
}

std::vector<Computed> FitObjective::computed(const std::vector<double>& values) {
  std::vector<Computed> all;
  for (Experiment& experiment : experiments_) all.push_back(computed(experiment, values));
  return all;
}

void FitObjective::fill(const Experiment& experiment, const Computed& computed, double* residuals) const {
  const FitExperiment& asked = *experiment.asked;
  for (std::size_t c = 0; c < asked.columns.size(); ++c)
    for (std::size_t k = 0; k < asked.columns[c].times_s.size(); ++k)
      *residuals++ = (computed.columns[c][k] - asked.columns[c].values[k]) / asked.columns[c].sigmas[k];
  for (std::size_t e = 0; e < asked.events.size(); ++e)
    for (std::size_t k = 0; k < asked.events[e].times_s.size(); ++k)
      *residuals++ = (computed.events[e][k] - asked.events[e].times_s[k]) / asked.events[e].sigma;
}

/// Residuals and derivatives of one run with its sensitivities; false if there are none at all. `open`: of each free parameter why its
/// derivatives are missing.
bool FitObjective::follow(Experiment& experiment, const std::vector<double>& values, double* residuals, Matrix& jacobian,
                          std::vector<std::string>& open) {
  const FitExperiment& asked = *experiment.asked;
  const double delay_s = value_of(asked.delay, values);
  const RunOptions options = options_of(asked, values);
  reload(experiment.model, registry_, plan_.diagram, options);
  const std::vector<double> times_s = instants(asked, delay_s);
  std::vector<NearDiagrams> variants;
  std::vector<std::size_t> parameters;  // of each
  for (const FitSetting& setting : asked.settings) {
    if (setting.parameter < 0) continue;
    const auto p = static_cast<std::size_t>(setting.parameter);
    try {
      variants.push_back(near_diagrams(*experiment.model, registry_, plan_.diagram, setting.name, options, nullptr));
      parameters.push_back(p);
    } catch (const Failure& failure) {  // it shapes the equations, at this value or at all
      open[p] = failure.diagnostics().front().message;
    }
  }
  Sensitivities found;
  try {
    ++runs_;
    found = experiment.model->sensitivities(variants, options, times_s);
  } catch (const Failure& failure) {
    if (failure.diagnostics().front().code != ErrorCode::arguments_invalid) throw;
    open.assign(open.size(), failure.diagnostics().front().message);
    return false;
  }
  std::vector<std::size_t> outputs;
  for (const FittedColumn& column : asked.columns) {
    const auto output = std::ranges::find(found.outputs, column.output, &LinearVariable::name);
    if (output == found.outputs.end()) {
      open.assign(open.size(), column.variable + " is no variable, but a formula in some");
      return false;
    }
    outputs.push_back(static_cast<std::size_t>(output - found.outputs.begin()));
  }
  if (found.times_s.size() != times_s.size())
    refuse_fit(fmt::format("the run ends at {}, before the last measured row", with_prefix(found.time_s, "s")),
               "cut the data by \"to\", or see why the run ends");
  Computed result;
  std::size_t row = experiment.first;
  const auto add = [&](const FitValue& value, double slope) {
    if (value.parameter >= 0) jacobian(row, static_cast<std::size_t>(value.parameter)) += slope;
  };
  for (std::size_t c = 0; c < asked.columns.size(); ++c) {
    const FittedColumn& column = asked.columns[c];
    const double gain = value_of(column.gain, values), offset = value_of(column.offset, values);
    std::vector<double>& all = result.columns.emplace_back();
    for (std::size_t k = 0; k < column.times_s.size(); ++k, ++row) {
      const std::size_t at = place_of(times_s, std::clamp(column.times_s[k] - delay_s, asked.start_s, asked.stop_s));
      const double y = found.values[at][outputs[c]], weight = 1 / column.sigmas[k];
      all.push_back(gain * y + offset);
      for (std::size_t d = 0; d < parameters.size(); ++d) jacobian(row, parameters[d]) += weight * gain * found.rows[at](outputs[c], d);
      add(column.offset, weight), add(column.gain, weight * y), add(asked.delay, -weight * gain * found.rates[at][outputs[c]]);
    }
  }
  for (const FittedEvents& events : asked.events) {
    std::vector<const EventSensitivity*> those;
    std::vector<double> instants;
    std::set<std::string> labels;
    for (const EventSensitivity& event : found.events) {
      labels.insert(event.labels.begin(), event.labels.end());
      if (std::ranges::any_of(event.labels, [&](const std::string& label) { return is_event(events.label, label); }))
        those.push_back(&event), instants.push_back(event.time_s + delay_s);
    }
    result.events.push_back(matched(events, instants, labels));
    for (std::size_t k = 0; k < events.times_s.size(); ++k, ++row) {
      const EventSensitivity& event = *those[static_cast<std::size_t>(events.first - 1) + k];
      for (std::size_t d = 0; d < parameters.size(); ++d) jacobian(row, parameters[d]) += event.by[d] / events.sigma;
      add(asked.delay, 1 / events.sigma);
    }
  }
  for (const UndefinedSensitivity& undefined : found.undefined)
    open[parameters[undefined.direction]] = fmt::format("from t = {} on, {}", with_prefix(undefined.time_s, "s"), undefined.why);
  fill(experiment, result, residuals);
  return true;
}

void FitObjective::by_differences(Experiment& experiment, std::size_t parameter, const std::vector<double>& values, Matrix& jacobian) {
  const FitParameter& asked = plan_.parameters[parameter];
  const double step = kDifference * std::max(std::fabs(values[parameter]), asked.size > 0 ? 1e-2 * asked.size : 0);
  std::vector<double> less = values, more = values;
  less[parameter] = std::max(values[parameter] - (step > 0 ? step : kDifference), asked.low);
  more[parameter] = std::min(values[parameter] + (step > 0 ? step : kDifference), asked.high);
  std::vector<double> low(experiment.rows), high(experiment.rows);
  const auto computed_at = [&](std::vector<double>& at) {
    try {
      return computed(experiment, at);
    } catch (const Failure&) {  // it may not go to that side
      at[parameter] = values[parameter];
      return computed(experiment, at);
    }
  };
  fill(experiment, computed_at(less), low.data());
  fill(experiment, computed_at(more), high.data());
  const double way = more[parameter] - less[parameter];
  if (!(way > 0)) refuse_fit("the diagram runs neither with a little less nor with a little more of " + asked.name, "give it other bounds");
  for (std::size_t r = 0; r < experiment.rows; ++r) jacobian(experiment.first + r, parameter) = (high[r] - low[r]) / way;
}

void FitObjective::evaluate(const std::vector<double>& values, std::vector<double>& residuals, Matrix* jacobian) {
  residuals.resize(count_);
  if (jacobian != nullptr) *jacobian = Matrix(count_, plan_.parameters.size());
  for (Experiment& experiment : experiments_) {
    double* const own = residuals.data() + experiment.first;
    if (jacobian == nullptr) {
      fill(experiment, computed(experiment, values), own);
      continue;
    }
    std::vector<std::string> open(plan_.parameters.size());
    if (!follow(experiment, values, own, *jacobian, open)) fill(experiment, computed(experiment, values), own);
    for (std::size_t p = 0; p < plan_.parameters.size(); ++p) {
      if (!experiment.is_used[p]) continue;
      DerivativeCount& count = derivatives_[p];
      if (open[p].empty()) {
        ++count.exact;
        continue;
      }
      by_differences(experiment, p, values, *jacobian);
      ++count.differences;
      if (count.why.empty()) count.why = open[p];
    }
  }
}

}  // namespace stribeck
