// What is asked of a model beside its curves: linear models and modes at a point of the motion.
#include <algorithm>
#include <numeric>

#include "analysis/linear_curves.h"
#include "analysis/linearise.h"
#include "analysis/modal_request.h"
#include "analysis/slopes.h"
#include "bare_run.h"
#include "compile/start.h"
#include "equations/retune.h"
#include "fmu_notes.h"
#include "model.h"
#include "results/layout.h"

namespace stribeck {
/// The linear model where the run stops, or at its start, of what analysed_ asks for; and the values that it asks for.
SparseModel Model::at_point(bool at_start, const std::vector<LinearInput>& inputs, const RunOptions& options, std::vector<double>* values) {
  const Program program = compiled(sorted_);
  RunSettings settings = this->settings(options);
  if (at_start) settings.stop_s = settings.start_s;
  BareRun run(program, parameter_values(diagram_), outputs_, flat(), settings);
  const RunSummary summary = run.loop.run();
  refuse_interrupted(summary, "the model is asked for at t = " + with_prefix(settings.stop_s, "s"));
  SparseModel model = linear_model(flat(), run.machine, summary.reached_s, run.loop.state(),
                                   {analysed_->outputs, inputs, analysed_->parameters, analysed_->kinks, settings.integrator.atol});
  for (const Diagnostic& note : summary.notes) model.notes.add(note);
  for (const Diagnostic& note : fmu_notes(run.machine.program(), "its outputs count as held, and what it would answer has no part in this",
                                          "steps of runs show the whole: --set and a study"))
    model.notes.add(note);
  if (values == nullptr) return model;
  std::vector<std::size_t> places(analysed_->values.size());
  std::iota(places.begin(), places.end(), run.machine.program().audit.powers_begin - places.size());
  *values = outputs_at(run.machine, summary.reached_s, run.loop.state(), places);
  return model;
}

LinearModel Model::linearise(const LinearPoint& point, const RunOptions& options) {
  if (make_whole_ != nullptr) return make_whole_(columns_)->linearise(point, options);
  Analysed analysed{
      .outputs = linear_outputs(outputs_), .kinks = linear_kinks(pool_, image_.program.kinks), .parameters = {}, .values = {}};
  std::vector<LinearInput> inputs;
  for (const std::string& name : point.inputs) {
    inputs.push_back(linear_input(flat(), name));
    if (inputs.back().parameter >= 0)
      analysed.parameters.push_back(inputs.back().parameter);
    else
      analysed.by_discretes = true;
  }
  const auto asked = while_analysed(std::move(analysed));
  SparseModel model = at_point(point.at_start, inputs, options, nullptr);
  note_other_columns(outputs_, model.notes);
  return dense(std::move(model));
}

StepResponses Model::step_responses(const LinearPoint& point, const LinearModel& linear, const StepAsked& asked,
                                    const RunOptions& options) {
  if (make_whole_ != nullptr) return make_whole_(columns_)->step_responses(point, linear, asked, options);
  const LinearInput input = linear_input(flat(), asked.input);
  const auto column =
      std::find_if(linear.inputs.begin(), linear.inputs.end(), [&](const LinearVariable& v) { return v.name == asked.input; });
  if (column == linear.inputs.end())
    throw Failure(Diagnostic{.code = ErrorCode::arguments_invalid,
                             .message = asked.input + " is no input of the linear model, and makes no step",
                             .where = {},
                             .because = {},
                             .remedy = "name it with --inputs, too",
                             .details = {}});
  StepResponses result{linear_step(linear, static_cast<std::size_t>(column - linear.inputs.begin()), asked.amount, asked.times_s), {}};
  const std::vector<LinearOutput> outputs = linear_outputs(outputs_);
  RunSettings settings = this->settings(options);
  const double from = point.at_start ? settings.start_s : settings.stop_s;
  settings.stop_s = from + asked.times_s.back(), settings.is_stepped = true;
  const auto rows_with = [&](double amount) {
    Matrix rows(asked.times_s.size(), outputs.size());
    std::fill(rows.values.begin(), rows.values.end(), std::nan(""));
    std::vector<double> parameters = parameter_values(diagram_);
    BareRun run(image_.program, parameters, outputs_, flat(), settings);
    run.loop.begin();
    if (from > settings.start_s) run.loop.go_to(from);
    if (input.parameter >= 0) {
      parameters[at(input.parameter)] += amount;
      run.loop.give(from, {}, parameters);
    } else {
      const double level = run.machine.held_value(image_.program.discretes[at(input.level)].value);
      const GivenValue given{input.level, input.component, level + amount};
      run.loop.give(from, {&given, 1}, {});
    }
    for (std::size_t k = 0; k < asked.times_s.size(); ++k) {
      const double t = from + asked.times_s[k];
      if (t > from) run.loop.go_to(t);
      if (run.loop.reached(t) < t) break;
      const std::span<const double> values = run.loop.look(t);
      for (std::size_t o = 0; o < outputs.size(); ++o) rows(k, o) = values[outputs[o].place];
    }
    return rows;
  };
  const Matrix beside = rows_with(0);
  result.real = rows_with(asked.amount);
  for (std::size_t k = 0; k < beside.values.size(); ++k) result.real.values[k] -= beside.values[k];
  return result;
}

Modes Model::modes(const ModalPoint& point, const RunOptions& options) {
  if (make_whole_ != nullptr) return make_whole_(columns_)->modes(point, options);
  const ModalRequest request = modal_request(flat(), pool_);
  Analysed analysed{.outputs = request.outputs, .kinks = linear_kinks(pool_, image_.program.kinks), .parameters = {}, .values = {}};
  for (const ModalRequest::Store& store : request.stores)
    for (const ModalRequest::Curvature& curvature : store.curvatures) analysed.values.push_back(curvature.value);
  const auto asked = while_analysed(std::move(analysed));
  std::vector<double> curvatures;
  const SparseModel model = at_point(point.at_start, {}, options, &curvatures);
  return stribeck::modes(model, request, curvatures, point.wanted);
}

LinearModel linearise(Model& model, const LinearPoint& point, const RunOptions& options) { return model.linearise(point, options); }
StepResponses step_responses(Model& model, const LinearPoint& point, const LinearModel& linear, const StepAsked& asked,
                             const RunOptions& options) {
  return model.step_responses(point, linear, asked, options);
}
Modes modes(Model& model, const ModalPoint& point, const RunOptions& options) { return model.modes(point, options); }

}  // namespace stribeck
