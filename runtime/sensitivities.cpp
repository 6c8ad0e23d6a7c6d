// How a run changes with parameters and initial values: the diagram read beside itself, and the run followed by its variations.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/sensitivity.h"
#include "bare_run.h"
#include "base/format.h"
#include "base/interruption.h"
#include "base/numbers.h"
#include "base/text.h"
#include "equations/retune.h"
#include "model.h"
#include "results/layout.h"
#include "sensitivity_differences.h"

namespace stribeck {

namespace {

/// Where the value decides on the unit that of the value, if it has one.
std::string unit_of(const Instance& instance, std::size_t parameter) {
  const ParameterDeclaration& declared = instance.record->parameters[parameter];
  if (!declared.dimension.any) return declared.unit;
  const Dimension& own = instance.generic_dimensions[parameter];
  return own.any ? "" : to_text(own);
}

/// So that a number alone would not be the same.
bool has_unit_of_its_own(const Diagram& diagram, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return true;
  const auto instance = std::ranges::find(diagram.instances, name.substr(0, dot), &Instance::name);
  if (instance == diagram.instances.end()) return false;
  const std::vector<ParameterDeclaration>& parameters = instance->record->parameters;
  const auto parameter = std::ranges::find(parameters, name.substr(dot + 1), &ParameterDeclaration::name);
  return parameter != parameters.end() && parameter->dimension.any;
}

}  // namespace

LinearVariable diagram_quantity(const Diagram& diagram, const std::string& name) {
  std::vector<std::string> known;
  for (const DiagramParameter& parameter : diagram.parameters) {
    known.push_back(parameter.name);
    if (parameter.name == name) return {name, parameter.value.has_unit ? to_text(parameter.value.dimension) : "", parameter.value.value};
  }
  for (const Instance& instance : diagram.instances) {
    const std::vector<ParameterDeclaration>& parameters = instance.record->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (!parameters[p].is_named()) continue;
      known.push_back(instance.name + "." + parameters[p].name);
      if (known.back() == name) return {name, unit_of(instance, p), instance.parameters[p]};
    }
    for (const Target& target : instance.targets) {
      const VariableDeclaration& variable = instance.record->variables[static_cast<std::size_t>(target.variable)];
      known.push_back(instance.name + ".initial." + variable.name);
      if (known.back() == name) return {name, variable.unit, target.value};
    }
  }
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::diagram_unknown_parameter;
  diagnostic.message = "no parameter or initial value is called " + in_quotes(name);
  diagnostic.remedy = did_you_mean(name, known);
  if (diagnostic.remedy.empty())
    diagnostic.remedy = "name a parameter as \"load.inertia\", or a value of the start that the diagram gives as \"load.initial.w\"";
  throw Failure(std::move(diagnostic));
}

Override override_of(const Model& model, const std::string& name, double value) {
  const Diagram& diagram = diagram_of(model);
  const std::string unit = has_unit_of_its_own(diagram, name) ? diagram_quantity(diagram, name).unit : "";
  return {name, number_text(value) + (unit.empty() ? "" : " " + unit)};
}
namespace {

[[noreturn]] void refuse_quantity(const std::string& what, const std::string& because, const std::string& remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::arguments_invalid;
  diagnostic.message = what, diagnostic.because = because, diagnostic.remedy = remedy;
  throw Failure(std::move(diagnostic));
}

}  // namespace

Direction direction_of(const NearDiagrams& variant) {
  Direction direction{.variable = variant.variable, .parameters = {}, .all_parameters = {}, .targets = {}};
  const std::vector<double> less = parameter_values(variant.less), more = parameter_values(variant.more);
  for (std::size_t p = 0; p < less.size(); ++p)
    direction.all_parameters.push_back(more[p] == less[p] ? 0 : (more[p] - less[p]) / variant.step);
  const InitialTargets low = initial_targets(variant.less), high = initial_targets(variant.more);
  for (std::size_t t = 0; t < low.size(); ++t) direction.targets.push_back((high[t].value - low[t].value) / variant.step);
  return direction;
}

/// Columns of the program for the parameters that change with it.
void Model::ask_for(Direction& direction, Analysed& analysed) {
  for (std::size_t p = 0; p < direction.all_parameters.size(); ++p) {
    if (direction.all_parameters[p] == 0) continue;
    const auto number = static_cast<std::int32_t>(p);
    const auto found = std::find(analysed.parameters.begin(), analysed.parameters.end(), number);
    direction.parameters.emplace_back(static_cast<std::size_t>(found - analysed.parameters.begin()), direction.all_parameters[p]);
    if (found == analysed.parameters.end()) analysed.parameters.push_back(number);
  }
}

/// What is asked of a program so that a run can be followed by its variations: outputs, conditions, and what depends on discrete variables.
std::pair<Model::Analysed, SensitivityRows> Model::followed() {
  Analysed analysed{.outputs = linear_outputs(outputs_), .kinks = {}, .parameters = {}, .values = {}, .by_discretes = true};
  SensitivityRows rows;
  for (const LinearOutput& output : analysed.outputs) rows.outputs.push_back(output.place);
  for (const ConditionCode& condition : image_.program.conditions) {
    const Node node = (*flat().pool)[static_cast<ExprId>(condition.origin)];
    if (node.op == Operator::symbol || node.b < 0) continue;
    rows.conditions.push_back(condition.origin);
    const ExprId crossing = pool_.sub(static_cast<ExprId>(node.a), static_cast<ExprId>(node.b));
    analysed.outputs.push_back({{"", "", "", ""}, crossing, LinearOutput::kNotShown});
  }
  rows.rtol = std::min(1e-6, std::max(diagram_.experiment.rtol, 1e-12));
  return {std::move(analysed), std::move(rows)};
}

namespace {

/// What contacts have transmitted and lost so far is held, and no derivatives of it are known: outputs that read it have none, and a note.
void leave_out_impulses(Sensitivities& result, Machine& machine, double t, const std::vector<double>& x, const SensitivityRows& rows) {
  const Program& program = machine.program();
  std::vector<double> rates(program.derivatives.size());
  const auto outputs = [&] {
    machine.derivatives(t, x.data(), rates.data());
    machine.run(Section::outputs);
    const Snapshot now = machine.snapshot();
    std::vector<double> values;
    for (const std::size_t place : rows.outputs) values.push_back(now.value(program.outputs[place]));
    return values;
  };
  const std::vector<double> before = outputs();
  std::vector<bool> reads(rows.outputs.size(), false);
  for (const FrictionCode& friction : program.frictions)
    for (const ModeInput which : {ModeInput::impulse, ModeInput::loss}) {
      const Register r = friction.inputs[static_cast<std::size_t>(which)];
      const double kept = machine.held_value(r);
      if (kept == 0) continue;
      machine.set(r, 2 * kept);
      const std::vector<double> changed = outputs();
      machine.set(r, kept);
      for (std::size_t o = 0; o < reads.size(); ++o) reads[o] = reads[o] || !is_same(changed[o], before[o]);
    }
  std::vector<std::string> names;
  for (std::size_t o = 0; o < reads.size(); ++o) {
    if (!reads[o]) continue;
    names.push_back(result.outputs[o].name);
    for (std::size_t j = 0; j < result.by.columns; ++j) result.by(o, j) = std::numeric_limits<double>::quiet_NaN();
    for (Matrix& row : result.rows)
      for (std::size_t j = 0; j < row.columns; ++j) row(o, j) = std::numeric_limits<double>::quiet_NaN();
  }
  if (names.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::arguments_invalid;
  note.severity = Severity::warning;
  note.message = "no derivatives are known of " + joined(names, ", ");
  note.because = "impulses that contacts have transmitted, and what these have lost, are not followed";
  note.remedy = "compare runs with a little more and a little less";
  result.notes.add(std::move(note));
}

/// A change of a parameter by all of it moves states that are so much larger than what it moves: in parts of their scales.
constexpr double kNegligible = 1e-3;

}  // namespace

Sensitivities Model::sensitivities(const std::vector<NearDiagrams>& variants, const RunOptions& options, std::vector<double> times_s) {
  if (has_delays())
    refuse_quantity("there are no sensitivities of a diagram with delays",
                    "what is delayed has sensitivities of its own, all along the run", "leave the delays out, or compare runs");
  std::vector<Direction> directions;
  auto [analysed, rows] = followed();
  const std::size_t outputs = rows.outputs.size();
  for (const NearDiagrams& variant : variants) directions.push_back(direction_of(variant));
  for (Direction& direction : directions) ask_for(direction, analysed);
  rows.parameters = analysed.parameters.size(), rows.negligible = kNegligible;
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  RunSettings settings = this->settings(options);

  RunRepeater repeater(outputs_, flat(), program, settings);

  BareRun run(program, parameter_values(diagram_), outputs_, flat(), settings);
  SensitivityFollower follower(run.machine, repeater, rows, directions, std::move(times_s));
  settings.follower = &follower;
  follower.set_loop(run.loop);
  const RunSummary summary = run.loop.run();
  refuse_interrupted(summary);
  Sensitivities result = follower.take(summary.reached_s, run.loop.state());
  const std::vector<LinearOutput> shown = linear_outputs(outputs_);
  for (std::size_t o = 0; o < outputs; ++o) result.outputs[o].name = shown[o].column.name, result.outputs[o].unit = shown[o].column.unit;
  leave_out_impulses(result, run.machine, summary.reached_s, run.loop.state(), rows);
  for (const Diagnostic& note : summary.notes) result.notes.add(note);
  note_other_columns(outputs_, result.notes);

  // What runs with a little less and more say where there is no derivative.
  for (UndefinedSensitivity& undefined : result.undefined) {
    const Direction& direction = directions[undefined.direction];
    constexpr double kShare = 1e-5;
    undefined.step = kShare * (direction.variable.value != 0 ? std::fabs(direction.variable.value) : 1);
    undefined.left = repeater.differences(direction, -undefined.step, parameter_values(diagram_), rows, result.outputs);
    undefined.right = repeater.differences(direction, undefined.step, parameter_values(diagram_), rows, result.outputs);
  }
  return result;
}

Diagram near_diagram(const Model& model, Registry& registry, const std::string& file, const std::string& name, double value,
                     const RunOptions& options, const std::string* text) {
  RunOptions beside = options;
  beside.overrides.push_back(override_of(model, name, value));
  Diagram read = read_diagram(registry, file, read_options(beside), text);
  if (!same_equations(diagram_of(model), read))
    refuse_quantity(value != 0 && diagram_quantity(diagram_of(model), name).value == 0
                        ? name + " is zero, where its equations may be others than with any other value"
                        : name + " shapes the equations, or lists of numbers",
                    "a derivative by it is not one of the same equations", "give it a value that is not zero, or compare runs");
  return read;
}

NearDiagrams near_diagrams(const Model& model, Registry& registry, const std::string& file, const std::string& name,
                           const RunOptions& options, const std::string* text, double share) {
  NearDiagrams variant{.variable = diagram_quantity(diagram_of(model), name), .step = 0, .less = {}, .more = {}};
  const double value = variant.variable.value;
  const double step = share * (value != 0 ? std::fabs(value) : 1);
  const auto read_with = [&](double other) { return near_diagram(model, registry, file, name, other, options, text); };
  // To one side where the other one is out of bounds.
  const auto read_beside = [&](double side, Diagram& to) {
    try {
      to = read_with(value + side * step);
      variant.step += step;
    } catch (const Failure& failure) {
      if (failure.diagnostics().front().code == ErrorCode::arguments_invalid || (side > 0 && variant.step == 0)) throw;
      to = read_with(value);
    }
  };
  read_beside(-1, variant.less), read_beside(1, variant.more);
  return variant;
}

void Model::keep_equations_with(const Diagram& values) {
  Diagram copy = values;
  exchange_values(diagram_, copy);
  choices_.clear();
}

namespace {

/// Of parameters that are zero: a little above, for whatever unit.
constexpr double kBesideZero = 1e-6;

bool is_zero_of_equations(const Model& model, Registry& registry, const std::string& file, const std::string& name,
                          const RunOptions& options, const std::string* text) {
  if (diagram_quantity(diagram_of(model), name).value != 0 || name.find(".initial.") != std::string::npos) return false;
  RunOptions beside = options;
  beside.overrides.push_back(override_of(model, name, kBesideZero));
  return !same_equations(diagram_of(model), read_diagram(registry, file, read_options(beside), text));
}

/// The equations may only lack terms at zero: another motion would be none that a change from zero begins with.
void require_same_motion(const Sensitivities& with_terms, const Sensitivities& without, const std::string& names) {
  constexpr double kSame = 1e-4, kOfLargest = 1e-6;
  bool is_same = with_terms.events.size() == without.events.size();
  double largest = 0;
  for (const LinearVariable& output : without.outputs) largest = std::max(largest, std::fabs(output.value));
  for (std::size_t o = 0; o < without.outputs.size() && is_same; ++o) {
    const double a = with_terms.outputs[o].value, b = without.outputs[o].value;
    is_same = std::fabs(a - b) <= kSame * std::max(std::fabs(a), std::fabs(b)) + kOfLargest * largest;
  }
  if (!is_same)
    refuse_quantity(names + " is zero, and the equations that hold with any other value give another motion there",
                    "a derivative from zero on would be none of the run", "give it a value that is not zero, or compare runs");
}

/// Where parameters are zero: with the equations that hold beside zero, and the values of zero.
Sensitivities sensitivities_at_zero(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                                    const std::vector<std::string>& zeros, const RunOptions& options, const std::string* text) {
  RunOptions beside = options;
  for (const std::string& name : zeros) beside.overrides.push_back(override_of(model, name, kBesideZero));
  const ModelPtr other = load(registry, file, beside, text);
  std::vector<NearDiagrams> variants;
  for (const std::string& name : point.parameters) {
    constexpr double kOfZero = 0.5, kOfOthers = 1e-4;
    const bool is_zero = std::find(zeros.begin(), zeros.end(), name) != zeros.end();
    variants.push_back(near_diagrams(*other, registry, file, name, beside, text, is_zero ? kOfZero : kOfOthers));
    if (is_zero) variants.back().variable.value = 0;
  }
  other->keep_equations_with(diagram_of(model));
  Sensitivities result = other->sensitivities(variants, options, point.times_s);
  require_same_motion(result, model.sensitivities({}, options, {}), joined(zeros, " or "));
  return result;
}

void note_compared(const std::vector<std::string>& names, bool has_delays, Diagnostics& notes) {
  Diagnostic note;
  note.code = ErrorCode::arguments_invalid;
  note.severity = Severity::note;
  note.message = "by differences of whole runs: " + joined(names, ", ");
  note.because = has_delays ? "the diagram has delays, and what is delayed has derivatives of its own, all along the run"
                            : "it shapes the equations, or numbers in lists, so that the run cannot be followed by its derivative";
  notes.add(std::move(note));
}

/// Where the run cannot be followed, but runs to both sides agree, there is a derivative all the same: as where a friction that shares its
/// load with another one comes to its limit without any effect on the motion.
void settle_by_runs(Sensitivities& followed, Model& model, Registry& registry, const std::string& file, const RunOptions& options,
                    const std::string* text) {
  if (followed.undefined.empty()) return;
  SensitivityPoint undefined{{}, followed.times_s};
  std::vector<std::string> outputs, reasons;
  for (const UndefinedSensitivity& one : followed.undefined) {
    undefined.parameters.push_back(followed.parameters[one.direction].name);
    reasons.push_back("from t = " + with_prefix(one.time_s, "s") + " on: " + one.why);
  }
  std::sort(reasons.begin(), reasons.end());
  reasons.erase(std::unique(reasons.begin(), reasons.end()), reasons.end());
  for (const LinearVariable& output : followed.outputs) outputs.push_back(output.name);
  std::vector<std::string> settled;
  try {
    settled = fill_by_differences(followed, differences_of_runs(model, registry, file, undefined, outputs, options, text));
  } catch (const Failure& failure) {
    if (is_interruption(failure)) throw;
  }
  if (settled.empty()) return;
  Diagnostic note;
  note.code = ErrorCode::arguments_invalid;
  note.severity = Severity::note;
  note.message = "by differences of whole runs, which agree to both sides: " + joined(settled, ", ");
  note.because = "the run cannot be followed by its derivative " + joined(reasons, "; ");
  followed.notes.add(std::move(note));
}

}  // namespace

Sensitivities sensitivities(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                            const RunOptions& options, const std::string* text) {
  std::vector<std::string> zeros;
  std::vector<NearDiagrams> variants;  // of what is followed, but for the zeros
  SensitivityPoint followed{{}, point.times_s}, compared{{}, point.times_s};
  for (const std::string& name : point.parameters) {
    const bool is_zero = diagram_quantity(diagram_of(model), name).value == 0;
    if (model.has_delays()) {
      compared.parameters.push_back(name);
      continue;
    }
    if (is_zero_of_equations(model, registry, file, name, options, text)) {
      zeros.push_back(name), followed.parameters.push_back(name);
      continue;
    }
    try {
      variants.push_back(near_diagrams(model, registry, file, name, options, text));
      followed.parameters.push_back(name);
    } catch (const Failure& failure) {  // it shapes the equations
      if (is_zero || failure.diagnostics().front().code != ErrorCode::arguments_invalid) throw;
      compared.parameters.push_back(name);
    }
  }
  const auto followed_ones = [&] {
    if (!zeros.empty()) return sensitivities_at_zero(model, registry, file, followed, zeros, options, text);
    Sensitivities result = model.sensitivities(variants, options, point.times_s);
    settle_by_runs(result, model, registry, file, options, text);
    return result;
  };
  if (compared.parameters.empty() && !model.has_delays()) return followed_ones();
  Sensitivities result;
  std::vector<std::string> outputs;
  if (model.has_delays()) {
    const std::vector<OutputColumn> columns = output_columns(model);
    for (std::size_t c = 0; c < asked_columns(model); ++c) outputs.push_back(columns[c].name);
    result = differences_of_runs(model, registry, file, compared, outputs, options, text);
  } else {
    const Sensitivities others = followed_ones();
    for (const LinearVariable& output : others.outputs) outputs.push_back(output.name);
    result = joined_by_name(others, differences_of_runs(model, registry, file, compared, outputs, options, text), point.parameters);
  }
  if (!compared.parameters.empty()) note_compared(compared.parameters, model.has_delays(), result.notes);
  return result;
}

}  // namespace stribeck
