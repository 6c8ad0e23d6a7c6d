// Stribeck as a library for other programs, over the same road as the program `stribeck`.
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "component/plugin.h"
#include "diagram/definitions.h"
#include "pipeline.h"
#include "results/trajectory.h"
#include "stribeck/stribeck.hpp"

namespace stribeck {
namespace {

Error error_of(const Failure& failure) {
  std::string text;
  for (const Diagnostic& diagnostic : failure.diagnostics()) text += to_text(diagnostic);
  return {text, failure.diagnostics().empty() ? std::string() : std::string(describe(failure.diagnostics().front().code).code)};
}

/// No type of the inside leaves it.
template <typename Call>
auto with_errors(Call call) {
  try {
    return call();
  } catch (const Failure& failure) {
    throw error_of(failure);
  }
}

Curves curves_of(const Trajectory& rows, const RunSummary& summary) {
  Curves curves;
  curves.time_s = rows.times_s();
  for (std::size_t c = 0; c < rows.columns().size(); ++c) {
    const OutputColumn& column = rows.columns()[c];
    curves.columns.push_back({column.name, column.unit, column.doc, rows.values(c)});
  }
  for (const EventRecord& event : rows.events()) curves.events.push_back({event.time_s, event.label});
  curves.solver = summary.solver;
  curves.steps = summary.statistics.steps;
  curves.supplied_J = summary.audit.supplied;
  curves.stored_J = summary.audit.stored;
  curves.dissipated_J = summary.audit.dissipated;
  curves.energy_residual = summary.audit.relative();
  for (const Diagnostic& note : summary.notes) curves.remarks.push_back(to_text(note));
  curves.end = summary.end;
  return curves;
}

}  // namespace

const std::vector<double>& Curves::operator[](std::string_view name) const {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (column.name == name) return column.values;
    names.push_back(column.name);
  }
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::diagram_unknown_variable;
  diagnostic.message = "the run has no column " + in_quotes(name);
  diagnostic.remedy = did_you_mean(name, names);
  if (diagnostic.remedy.empty()) diagnostic.remedy = "name it among the diagram's \"outputs\"";
  throw error_of(Failure(std::move(diagnostic)));
}

double Curves::at(std::string_view name, double wanted_s) const {
  const std::vector<double>& values = (*this)[name];
  const auto beyond = static_cast<std::size_t>(std::upper_bound(time_s.begin(), time_s.end(), wanted_s) - time_s.begin());
  if (beyond == 0) return values.front();
  if (beyond == time_s.size()) return values.back();
  const double share = (wanted_s - time_s[beyond - 1]) / (time_s[beyond] - time_s[beyond - 1]);
  return values[beyond - 1] + share * (values[beyond] - values[beyond - 1]);
}

struct Simulation::State {
  std::string file, text;
  Registry registry;
  RunOptions options, taken;  ///< what is set, and what the model has
  ModelPtr model;
  bool changed = false;  ///< since the model took its values
  bool retuned = false;  ///< the model has other values than those that it was built with
  int built = 0;

  State(std::string name, std::string content, const std::vector<std::string>& plugins) : file(std::move(name)), text(std::move(content)) {
    add_builtin_components(registry);
    for (const std::string& plugin : plugins)
      for (const std::string& library : plugins_of_path(plugin)) load_plugin(registry, library);
    build();
  }

  void build() {
    model = load(registry, file, options, &text);
    ++built;
    changed = retuned = false;
  }

  void take_changes() {
    if (!changed) return;
    changed = false;
    try {
      const bool anew = reload(model, registry, file, options, &text);
      built += anew ? 1 : 0;
      retuned = !anew;
      taken = options;
    } catch (const Failure&) {
      options = taken;
      throw;
    }
  }

  Curves run() {
    Trajectory rows;
    const RunSummary summary = stribeck::run(*model, rows, options);
    return curves_of(rows, summary);
  }
};

Simulation::Simulation(const std::string& file, const std::vector<std::string>& plugins)
    : state_(with_errors([&] { return std::make_unique<State>(file, content_of(file), plugins); })) {}
Simulation::Simulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Simulation Simulation::from_text(const std::string& text, const std::string& name, const std::vector<std::string>& plugins) {
  return Simulation(with_errors([&] { return std::make_unique<State>(name, text, plugins); }));
}

Simulation& Simulation::set(const std::string& name, double value) { return set(name, fmt::format("{}", value)); }

Simulation& Simulation::set(const std::string& name, const std::string& value) {
  std::erase_if(state_->options.overrides, [&](const Override& known) { return known.name == name; });
  state_->options.overrides.push_back({name, value});
  state_->changed = true;
  return *this;
}

Simulation& Simulation::experiment(const std::string& key, const std::string& value) {
  RunOptions& o = state_->options;
  const std::pair<const char*, std::string*> keys[] = {
      {"stop", &o.stop}, {"interval", &o.interval}, {"solver", &o.solver}, {"rtol", &o.rtol}, {"atol", &o.atol}};
  if (key == "plain" && (value == "on" || value == "off")) {
    o.plain = value == "on";
    state_->changed = true;
    return *this;
  }
  for (const auto& [known, place] : keys)
    if (key == known) {
      *place = value;
      state_->changed = true;
      return *this;
    }
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::arguments_invalid;
  diagnostic.message = "an experiment has no " + in_quotes(key) + " that can be set" + (key == "plain" ? " to " + in_quotes(value) : "");
  diagnostic.remedy = "\"stop\", \"interval\", \"solver\", \"rtol\" and \"atol\" can; \"plain\" can be \"on\" or \"off\"";
  throw error_of(Failure(std::move(diagnostic)));
}

Curves Simulation::run() {
  return with_errors([&] {
    state_->take_changes();
    try {
      return state_->run();
    } catch (const Failure&) {
      if (!state_->retuned) throw;
    }
    state_->build();  // the equations were sorted for other values: whether it fails is told by those sorted for these
    return state_->run();
  });
}

int Simulation::built() const { return state_->built; }

}  // namespace stribeck
