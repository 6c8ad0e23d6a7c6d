// How a run changes with parameters and initial values: the diagram read beside itself, and the run followed by its variations.
#include <algorithm>
#include <cmath>

#include "analysis/sensitivity.h"
#include "base/text.h"
#include "equations/retune.h"
#include "model.h"
#include "program/machine.h"
#include "results/layout.h"
#include "simulation/loop/hybrid_loop.h"
#include "simulation/rows/energy_audit.h"

namespace stribeck {
namespace {

struct Nobody : RowSink {
  void begin(const std::vector<OutputColumn>& /*columns*/) override {}
  void row(double /*time_s*/, const double* /*values*/) override {}
};

/// A run of a program without rows.
struct BareRun {
  Machine machine;
  Nobody nobody;
  RowWriter rows;
  HybridLoop loop;
  BareRun(const Program& program, const std::vector<double>& parameters, const OutputSelection& outputs, const FlatSystem& flat,
          const RunSettings& settings)
      : machine(program, parameters),
        rows(machine, nobody, outputs.expressions.size(), outputs.columns, audit_outputs(program.audit),
             heat_sources(program.audit, outputs.heats), row_formulas(outputs, flat)),
        loop(machine, rows, settings) {}
};

/// Of the diagram's own quantities by name, in SI.
LinearVariable quantity(const Diagram& diagram, const std::string& name) {
  std::vector<std::string> known;
  for (const DiagramParameter& parameter : diagram.parameters) {
    known.push_back(parameter.name);
    if (parameter.name == name) return {name, "", parameter.value.value};
  }
  for (const Instance& instance : diagram.instances) {
    const std::vector<ParameterDeclaration>& parameters = instance.record->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p].list >= 0) continue;
      known.push_back(instance.name + "." + parameters[p].name);
      if (known.back() == name) return {name, parameters[p].unit, instance.parameters[p]};
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

[[noreturn]] void refuse_quantity(const std::string& what, const std::string& because, const std::string& remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::arguments_invalid;
  diagnostic.message = what, diagnostic.because = because, diagnostic.remedy = remedy;
  throw Failure(std::move(diagnostic));
}

Direction direction_of(const NearDiagrams& variant) {
  Direction direction{.variable = variant.variable, .parameters = {}, .all_parameters = {}, .targets = {}};
  const std::vector<double> less = parameter_values(variant.less), more = parameter_values(variant.more);
  for (std::size_t p = 0; p < less.size(); ++p)
    direction.all_parameters.push_back(more[p] == less[p] ? 0 : (more[p] - less[p]) / variant.step);
  const InitialTargets low = initial_targets(variant.less), high = initial_targets(variant.more);
  for (std::size_t t = 0; t < low.size(); ++t) direction.targets.push_back((high[t].value - low[t].value) / variant.step);
  return direction;
}

/// The start and the events of runs of one program, repeated with other values.
struct Repeater : EventRepeater {
  const OutputSelection& outputs;
  const FlatSystem& flat;
  const Program& program;
  RunSettings settings;
  Repeater(const OutputSelection& o, const FlatSystem& f, const Program& p, const RunSettings& s)
      : outputs(o), flat(f), program(p), settings(s) {
    settings.follower = nullptr, settings.progress = {}, settings.at_leg = {}, settings.chosen_rows = nullptr;
  }
  After after(BareRun& run) {
    After result{.x = run.loop.state(), .discretes = {}, .modes = held_modes(run.machine), .exists = &run.machine.program() == &program};
    for (const DiscreteCode& discrete : program.discretes) result.discretes.push_back(run.machine.value(discrete.value));
    return result;
  }
  After start(const std::vector<double>& parameters, const std::vector<double>& changes) override {
    RunSettings own = settings;
    for (std::size_t t = 0; t < changes.size(); ++t) (*own.targets)[t].value += changes[t];
    try {
      BareRun run(program, parameters, outputs, flat, own);
      run.loop.begin();
      return after(run);
    } catch (const Failure&) {
      return {};
    }
  }
  After event(const std::string& record, double t, std::span<const double> x, const std::vector<double>& discretes,
              const std::vector<double>& parameters) override {
    RunSettings own = settings;
    own.from_outside = true, own.resume = &record, own.span_s = settings.stop_s - settings.start_s;
    own.stop_s = HUGE_VAL;
    try {
      BareRun run(program, parameters, outputs, flat, own);
      run.loop.begin();
      run.machine.set_parameters(parameters);
      std::vector<GivenValue> given;
      for (std::size_t d = 0; d < discretes.size(); ++d) given.push_back({static_cast<std::int32_t>(d), -1, discretes[d]});
      run.loop.tell(given);
      run.loop.place(t, x);
      run.loop.happen();
      return after(run);
    } catch (const Failure&) {
      return {};
    }
  }
  /// Of the outputs at the end, between a whole run with so much more of a quantity and what they are.
  std::vector<double> differences(const Direction& direction, double step, std::vector<double> parameters, const SensitivityRows& rows,
                                  const std::vector<LinearVariable>& shown) const {
    RunSettings own = settings;
    for (std::size_t p = 0; p < parameters.size(); ++p) parameters[p] += step * direction.all_parameters[p];
    for (std::size_t t = 0; t < direction.targets.size(); ++t) (*own.targets)[t].value += step * direction.targets[t];
    std::vector<double> values;
    try {
      BareRun run(program, parameters, outputs, flat, own);
      run.loop.run();
      run.machine.run(Section::outputs);
      for (std::size_t o = 0; o < shown.size(); ++o)
        values.push_back((run.machine.value(run.machine.program().outputs[rows.outputs[o]]) - shown[o].value) / step);
    } catch (const Failure&) {
      values.assign(shown.size(), std::numeric_limits<double>::quiet_NaN());
    }
    return values;
  }
};

}  // namespace

Sensitivities Model::sensitivities(const std::vector<NearDiagrams>& variants, const RunOptions& options, std::vector<double> times_s) {
  if (!image_.program.histories.empty())
    refuse_quantity("there are no sensitivities of a diagram with delays",
                    "what is delayed has sensitivities of its own, all along the run", "leave the delays out, or compare runs");
  std::vector<Direction> directions;
  Analysed analysed{.outputs = linear_outputs(outputs_), .kinks = {}, .parameters = {}, .values = {}, .by_discretes = true};
  SensitivityRows rows;
  const std::size_t outputs = analysed.outputs.size();
  for (const LinearOutput& output : analysed.outputs) rows.outputs.push_back(output.place);
  for (const ConditionCode& condition : image_.program.conditions) {
    const Node node = flat_.pool[static_cast<ExprId>(condition.origin)];
    if (node.op == Operator::symbol || node.b < 0) continue;
    rows.conditions.push_back(condition.origin);
    const ExprId crossing = flat_.pool.sub(static_cast<ExprId>(node.a), static_cast<ExprId>(node.b));
    analysed.outputs.push_back({{"", "", "", ""}, crossing, LinearOutput::kNotShown});
  }
  for (const NearDiagrams& variant : variants) directions.push_back(direction_of(variant));
  for (Direction& direction : directions)
    for (std::size_t p = 0; p < direction.all_parameters.size(); ++p) {
      if (direction.all_parameters[p] == 0) continue;
      const auto number = static_cast<std::int32_t>(p);
      const auto found = std::find(analysed.parameters.begin(), analysed.parameters.end(), number);
      direction.parameters.emplace_back(static_cast<std::size_t>(found - analysed.parameters.begin()), direction.all_parameters[p]);
      if (found == analysed.parameters.end()) analysed.parameters.push_back(number);
    }
  rows.parameters = analysed.parameters.size();
  rows.rtol = std::min(1e-6, std::max(diagram_.experiment.rtol, 1e-12));
  const auto asked = while_analysed(std::move(analysed));
  const Program program = compiled(sorted_);
  RunSettings settings = this->settings(options);

  Repeater repeater(outputs_, flat_, program, settings);

  // The follower needs the machine of the run that it follows.
  Machine machine(program, flat_.parameter_values);
  SensitivityFollower follower(machine, repeater, rows, directions, std::move(times_s));
  settings.follower = &follower;
  Nobody nobody;
  RowWriter writer(machine, nobody, outputs_.expressions.size(), outputs_.columns, audit_outputs(program.audit),
                   heat_sources(program.audit, outputs_.heats), row_formulas(outputs_, flat_));
  HybridLoop loop(machine, writer, settings);
  follower.set_loop(loop);
  const RunSummary summary = loop.run();
  if (summary.interrupted)
    throw Failure(Diagnostic{.code = ErrorCode::run_interrupted,
                             .message = "the run was interrupted at t = " + with_prefix(summary.reached_s, "s"),
                             .where = {},
                             .because = {},
                             .remedy = {},
                             .details = {}});
  Sensitivities result = follower.take(summary.reached_s, loop.state());
  const std::vector<LinearOutput> shown = linear_outputs(outputs_);
  for (std::size_t o = 0; o < outputs; ++o) result.outputs[o].name = shown[o].column.name, result.outputs[o].unit = shown[o].column.unit;
  for (const Diagnostic& note : summary.notes) result.notes.add(note);
  note_other_columns(outputs_, result.notes);

  // What runs with a little less and more say where there is no derivative.
  for (UndefinedSensitivity& undefined : result.undefined) {
    const Direction& direction = directions[undefined.direction];
    constexpr double kShare = 1e-5;
    undefined.step = kShare * (direction.variable.value != 0 ? std::fabs(direction.variable.value) : 1);
    undefined.left = repeater.differences(direction, -undefined.step, flat_.parameter_values, rows, result.outputs);
    undefined.right = repeater.differences(direction, undefined.step, flat_.parameter_values, rows, result.outputs);
  }
  return result;
}

Sensitivities sensitivities(Model& model, Registry& registry, const std::string& file, const SensitivityPoint& point,
                            const RunOptions& options, const std::string* text) {
  std::vector<NearDiagrams> variants;
  for (const std::string& name : point.parameters) {
    NearDiagrams variant{.variable = quantity(diagram_of(model), name), .step = 0, .less = {}, .more = {}};
    constexpr double kShare = 1e-4;
    const double step = kShare * (variant.variable.value != 0 ? std::fabs(variant.variable.value) : 1);
    const auto read_with = [&](double value) {
      RunOptions beside = options;
      beside.overrides.push_back({name, number_text(value)});
      Diagram read = read_diagram(registry, file, read_options(beside), text);
      if (!same_equations(diagram_of(model), read))
        refuse_quantity(variant.variable.value == 0 ? name + " is zero, where its equations may be others than with any other value"
                                                    : name + " shapes the equations, or lists of numbers",
                        "a derivative by it is not one of the same equations", "give it a value that is not zero, or compare runs");
      return read;
    };
    // To one side where the other one is out of bounds.
    const auto read_beside = [&](double side, Diagram& to) {
      try {
        to = read_with(variant.variable.value + side * step);
        variant.step += step;
      } catch (const Failure& failure) {
        if (failure.diagnostics().front().code == ErrorCode::arguments_invalid || (side > 0 && variant.step == 0)) throw;
        to = read_with(variant.variable.value);
      }
    };
    read_beside(-1, variant.less), read_beside(1, variant.more);
    variants.push_back(std::move(variant));
  }
  return model.sensitivities(variants, options, point.times_s);
}

}  // namespace stribeck
