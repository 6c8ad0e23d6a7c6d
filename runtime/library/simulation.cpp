// Runs of a diagram, for other programs: the road of the program `stribeck`.
#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "diagram/definitions.h"
#include "library/simulation_state.h"
#include "results/trajectory.h"

namespace stribeck {
namespace {

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
  const std::string near = did_you_mean(name, names);
  refuse(ErrorCode::diagram_unknown_variable, "the run has no column " + in_quotes(name),
         near.empty() ? "name it among the diagram's \"outputs\"" : near);
}

double Curves::at(std::string_view name, double wanted_s) const {
  const std::vector<double>& values = (*this)[name];
  if (values.empty() || values.size() != time_s.size())
    refuse(ErrorCode::arguments_invalid, "the column " + in_quotes(name) + " has not one value for each time",
           "ask curves that a run gave");
  if (std::isnan(wanted_s)) refuse(ErrorCode::arguments_invalid, in_quotes(name) + " is asked for at a time that is no number", "");
  const auto beyond = static_cast<std::size_t>(std::upper_bound(time_s.begin(), time_s.end(), wanted_s) - time_s.begin());
  if (beyond == 0) return values.front();
  if (beyond == time_s.size()) return values.back();
  const double share = (wanted_s - time_s[beyond - 1]) / (time_s[beyond] - time_s[beyond - 1]);
  return values[beyond - 1] + share * (values[beyond] - values[beyond - 1]);
}

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
  State& state = held(state_);
  std::erase_if(state.options.overrides, [&](const Override& known) { return known.name == name; });
  state.options.overrides.push_back({name, value});
  state.changed = true;
  return *this;
}

Simulation& Simulation::set(const std::string& name, const char* value) {
  if (value == nullptr) refuse(ErrorCode::arguments_invalid, "the value of " + in_quotes(name) + " is a null pointer", "");
  return set(name, std::string(value));
}

Simulation& Simulation::experiment(const std::string& key, const std::string& value) {
  RunOptions& o = held(state_).options;
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
  refuse(ErrorCode::arguments_invalid,
         "an experiment has no " + in_quotes(key) + " that can be set" + (key == "plain" ? " to " + in_quotes(value) : ""),
         "\"stop\", \"interval\", \"solver\", \"rtol\" and \"atol\" can; \"plain\" can be \"on\" or \"off\"");
}

Curves Simulation::run() {
  State& state = held(state_);
  return with_errors([&] {
    state.take_changes();
    return state.session.with_model([&](Model& model) {
      Trajectory rows;
      const RunSummary summary = stribeck::run(model, rows, state.options);
      return curves_of(rows, summary);
    });
  });
}

int Simulation::built() const { return held(state_).session.built(); }

}  // namespace stribeck
