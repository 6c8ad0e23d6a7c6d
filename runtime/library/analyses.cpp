// Analyses of a diagram, for other programs: the road of the commands linearise, modes, sensitivity and fit.
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "fit/fit.h"
#include "library/simulation_state.h"

namespace stribeck {
namespace {

std::vector<NamedValue> told(const std::vector<LinearVariable>& variables) {
  std::vector<NamedValue> all;
  for (const LinearVariable& one : variables) all.push_back({one.name, one.unit, one.value});
  return all;
}

std::vector<std::string> told(const Diagnostics& notes) {
  std::vector<std::string> all;
  for (const Diagnostic& note : notes.list()) all.push_back(to_text(note));
  return all;
}

Numbers told(Matrix matrix) { return {matrix.rows, matrix.columns, std::move(matrix.values)}; }

std::vector<std::pair<std::string, double>> told(const std::vector<ModeShare>& shares) {
  std::vector<std::pair<std::string, double>> all;
  for (const ModeShare& one : shares) all.emplace_back(one.name, one.share);
  return all;
}

}  // namespace

LinearSystem Simulation::linearise(const std::vector<std::string>& inputs, bool at_start) {
  State& state = held(state_);
  return with_errors([&] {
    state.take_changes(inputs);
    LinearModel model = state.session.with_model([&](Model& whole) {
      return stribeck::linearise(whole, LinearPoint{at_start, inputs}, state.options);
    });
    LinearSystem system;
    system.time_s = model.time_s;
    system.states = told(model.states), system.inputs = told(model.inputs), system.outputs = told(model.outputs);
    system.poles = poles_of(model.a);
    system.a = told(std::move(model.a)), system.b = told(std::move(model.b));
    system.c = told(std::move(model.c)), system.d = told(std::move(model.d));
    for (const HeldElement& one : model.held) system.held.push_back(one.name);
    system.remarks = told(model.notes);
    return system;
  });
}

std::vector<VibrationMode> Simulation::modes(bool at_start, std::size_t most) {
  State& state = held(state_);
  return with_errors([&] {
    state.take_changes();
    const Modes found = state.session.with_model([&](Model& whole) {
      return stribeck::modes(whole, ModalPoint{at_start, {most, 0}}, state.options);
    });
    std::vector<VibrationMode> modes;
    for (const NaturalMode& one : found.modes) {
      VibrationMode mode{one.pole, {}, told(one.energy), told(one.participation)};
      for (const ModePlace& place : one.shape) mode.shape.emplace_back(place.name, place.amount);
      modes.push_back(std::move(mode));
    }
    return modes;
  });
}

Derivatives Simulation::sensitivities(const std::vector<std::string>& parameters) {
  State& state = held(state_);
  return with_errors([&] {
    state.take_changes();
    Sensitivities found = state.session.with_model([&](Model& whole) {
      return stribeck::sensitivities(whole, state.session.registry(), state.session.file(), {parameters, {}}, state.options,
                                     &state.session.text());
    });
    Derivatives derivatives;
    derivatives.time_s = found.time_s;
    derivatives.parameters = told(found.parameters), derivatives.outputs = told(found.outputs);
    derivatives.by = told(std::move(found.by));
    for (EventSensitivity& event : found.events) derivatives.events.push_back({event.time_s, std::move(event.labels), std::move(event.by)});
    for (const UndefinedSensitivity& one : found.undefined)
      derivatives.undefined.push_back(found.parameters[one.direction].name + ": " + one.why);
    derivatives.remarks = told(found.notes);
    return derivatives;
  });
}

Fitted Simulation::fit(const std::string& data) {
  State& state = held(state_);
  return with_errors([&] {
    state.take_changes();
    RunOptions options = state.options;
    options.columns = ColumnsFor::outputs;
    Session& session = state.session;
    options.sources = std::make_shared<Sources>(*options.sources);
    options.sources->put(session.file(), session.text());  // which may be no file
    const Fit found = stribeck::fit(read_fit_plan(session.file(), session.text(), session.registry(), options, data), session.registry());
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    Fitted fitted;
    for (std::size_t p = 0; p < found.parameters.size(); ++p) {
      const FoundParameter& one = found.parameters[p];
      fitted.parameters.push_back({found.plan.parameters[p].name, found.plan.parameters[p].unit, one.value, one.error.value_or(kUnknown),
                                   one.low.value_or(kUnknown), one.high.value_or(kUnknown)});
    }
    fitted.sum_of_squares = found.sum_of_squares;
    fitted.rows = found.rows;
    fitted.diagram = fitted_diagram(found, session.registry());
    fitted.remarks = told(found.notes);
    return fitted;
  });
}

}  // namespace stribeck
