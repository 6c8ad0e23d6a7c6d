#include "study/sample_run.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "base/interruption.h"
#include "base/text.h"
#include "results/expectations.h"

namespace stribeck {
namespace {

constexpr std::size_t kMostModels = 64;  // of different structure that are kept compiled

std::string cell_of(const std::optional<double>& value) { return value && !std::isnan(*value) ? number_text(*value) : ""; }

StudyRow row_of(std::int64_t i, const Sample& sample, const std::vector<std::optional<double>>& scalars, SampleStatus status,
                const std::string& code, const std::string& message, const std::string& command) {
  std::string line = std::to_string(i);
  for (const std::string& value : sample.values) line += "," + csv_field(shown_value(value));
  for (const auto& scalar : scalars) line += "," + cell_of(scalar);
  line += "," + std::string(to_text(status)) + "," + code + "," + csv_field(message) + "," + csv_field(command) + "\n";
  return {status, code, line};
}

}  // namespace

std::string_view to_text(SampleStatus status) {
  switch (status) {
    case SampleStatus::done:
      return "done";
    case SampleStatus::failed:
      return "failed";
    case SampleStatus::excluded:
      break;
  }
  return "excluded";
}

std::string table_head(const StudyPlan& plan) {
  std::string line = "sample";
  for (const StudyFactor& factor : plan.factors) line += "," + csv_field(factor.name);
  for (const StudyScalar& scalar : plan.scalars) line += "," + scalar.name;
  return line + ",status,code,message,command\n";
}

ModelPtr SampleRunner::built_for(const std::string& diagram, const RunOptions& options) {
  ++built_;
  return load(registry_, diagram, options);
}

/// The equations are built with the words of the sample and the diagram's own numbers, so that they do not depend on which sample came
/// first.
Model* SampleRunner::compiled_for(const Sample& sample) {
  const StudyPlan& plan = samples_.plan();
  RunOptions options = plan.options;
  std::vector<std::string> words;
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    if (!std::isnan(number_of(sample.values[f]))) continue;
    words.push_back(plan.factors[f].name + "=" + sample.values[f]);
    if (!plan.chooses_diagram(plan.factors[f])) options.overrides.push_back({plan.factors[f].name, sample.values[f]});
  }
  if (const auto known = models_.find(words); known != models_.end()) return known->second.get();
  ModelPtr model;
  try {
    model = built_for(plan.diagram_of(sample.values), options);
  } catch (const Failure&) {  // these words do not go with the diagram's own numbers, but may with those of a sample
  }
  if (models_.size() == kMostModels) models_.clear();
  return (models_[words] = std::move(model)).get();
}

std::vector<std::optional<double>> SampleRunner::scalars_of(const Trajectory& rows, std::string& remarks) const {
  std::vector<std::optional<double>> values;
  for (const StudyScalar& scalar : samples_.plan().scalars) {
    std::optional<double>& value = values.emplace_back();
    if (scalar.kind->of == ScalarKind::Of::events) {
      std::vector<double> times_s;
      for (const EventRecord& event : rows.events())
        if (is_event(scalar.of, event.label) && event.time_s >= scalar.from_s && event.time_s <= scalar.to_s)
          times_s.push_back(event.time_s);
      value = scalar.kind->of_events(times_s, scalar.options);
    } else if (const auto column = rows.find(scalar.column)) {
      const KeptCurve curve = part_between(rows.times_s(), rows.values(*column), scalar.from_s, scalar.to_s);
      if (curve.values.empty()) continue;
      value = scalar.kind->of_curve(curve, scalar.options);
      const std::string why = why_no_number(*scalar.kind, curve, scalar.options);
      if (!why.empty()) remarks += (remarks.empty() ? "" : "; ") + scalar.name + ": " + why;
    }
  }
  return values;
}

StudyRow SampleRunner::without_run(std::int64_t i, const MarkedSample& why) const {
  const Sample sample = samples_.at(i);
  const std::vector<std::optional<double>> none(plan().scalars.size());
  return row_of(i, sample, none, SampleStatus::failed, why.code, why.message, samples_.command(sample));
}

std::vector<double> SampleRunner::curves_of(const Trajectory& rows) const {
  std::vector<double> all;
  const bool has_rows = !rows.times_s().empty();
  for (const StudyCurve& curve : plan().curves) {
    const auto column = rows.find(curve.column);
    for (const double t : plan().curve_times_s)
      all.push_back(column && has_rows && t >= rows.times_s().front() && t <= rows.times_s().back() ? rows.at(*column, t) : std::nan(""));
  }
  return all;
}

std::optional<StudyRow> SampleRunner::run(std::int64_t i, const std::atomic<bool>* interrupted, std::vector<double>* curves) {
  const Sample sample = samples_.at(i);
  const auto outcome = outcome_of(sample, interrupted, curves);
  if (!outcome) return std::nullopt;
  const std::string command = outcome->status == SampleStatus::failed ? samples_.command(sample) : "";
  return row_of(i, sample, outcome->scalars, outcome->status, outcome->code, outcome->message, command);
}

std::optional<SampleOutcome> SampleRunner::outcome_of(const Sample& sample, const std::atomic<bool>* interrupted,
                                                      std::vector<double>* curves) {
  const StudyPlan& plan = samples_.plan();
  const std::vector<std::optional<double>> none(plan.scalars.size());
  if (!sample.is_allowed) return SampleOutcome{SampleStatus::excluded, none};
  RunOptions options = plan.options;
  options.interrupted = interrupted;
  const std::string& diagram = plan.diagram_of(sample.values);
  for (std::size_t f = 0; f < plan.factors.size(); ++f)
    if (!plan.chooses_diagram(plan.factors[f])) options.overrides.push_back({plan.factors[f].name, sample.values[f]});
  try {
    Model* const model = compiled_for(sample);
    const bool is_retuned = model != nullptr && retune(*model, registry_, diagram, options);
    ModelPtr fresh = is_retuned ? nullptr : built_for(diagram, options);
    Trajectory rows;
    RunSummary summary;
    try {
      summary = stribeck::run(is_retuned ? *model : *fresh, rows, options);
    } catch (const Failure& failure) {
      if (!is_retuned || is_interruption(failure)) throw;
      // The equations may have been sorted in an order that serves the diagram's own numbers alone.
      fresh = built_for(diagram, options);
      rows = Trajectory();
      summary = stribeck::run(*fresh, rows, options);
    }
    if (summary.interrupted) return std::nullopt;
    std::string remarks;
    auto scalars = scalars_of(rows, remarks);
    if (curves != nullptr) *curves = curves_of(rows);
    return SampleOutcome{SampleStatus::done, std::move(scalars), "", std::move(remarks)};
  } catch (const Failure& failure) {
    if (is_interruption(failure)) return std::nullopt;
    const Diagnostic& first = failure.diagnostics().front();
    return SampleOutcome{SampleStatus::failed, none, std::string(describe(first.code).code), first.message};
  } catch (const std::bad_alloc&) {
    models_.clear();  // which may be what takes the memory
    return SampleOutcome{SampleStatus::failed, none, std::string(describe(ErrorCode::diagram_too_large).code),
                         "the machine has no memory left for this sample"};
  }
}

}  // namespace stribeck
