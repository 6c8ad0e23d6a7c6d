// What steady motions are found from: the motion at single points.
#include <cmath>

#include "base/text.h"
#include "orbit_runs.h"
#include "simulation/events/event_names.h"

namespace stribeck {
namespace {

std::vector<std::string> modes_in_words(const Machine& machine) {
  const Program& program = machine.program();
  std::vector<std::string> words;
  for (std::size_t f = 0; f < program.frictions.size(); ++f) {
    const auto value = [&](ModeInput input) { return machine.held_value(program.frictions[f].inputs[static_cast<std::size_t>(input)]); };
    const double direction = value(ModeInput::direction);
    const Mode mode = value(ModeInput::stuck) != 0 ? Mode::stuck
                      : direction > 0              ? Mode::forwards
                      : direction < 0              ? Mode::backwards
                                                   : Mode::open;
    words.push_back(mode_event(program, f, mode));
  }
  return words;
}

}  // namespace

/// By states and discrete variables: of the rates, then of conditions, frictions and contacts.
Matrix OrbitRuns::slopes_of(const Slopes& slopes) const {
  const std::size_t others = layout_.rows() - layout_.outputs;
  Matrix m(size() + others, size());
  for (std::size_t r = 0; r < states() + others; ++r) {
    const std::size_t from = r < states() ? r : r + layout_.outputs, to = r < states() ? r : r + size() - states();
    for (std::size_t c = 0; c < size(); ++c)
      m(to, c) = c < states() ? slopes.by_states(from, c) : slopes.by_parameters(from, layout_.parameters + c - states());
  }
  return m;
}

SteadyFlow OrbitRuns::flow(const OrbitStart& start, const std::vector<double>& scales, const OrbitPoint& point) {
  const RunSettings own = settings_from(start, start.t);
  BareRun run(program_, parameters(point.parameter), outputs_, flat_, own);
  place(run, point);
  Machine& machine = run.machine;
  if (&machine.program() != &program_) no_orbit("the mechanism goes on with other states", "a branch is one of the same states", "");
  const std::vector<double> x = run.loop.state();
  const std::size_t columns = layout_.parameters + program_.discretes.size();
  const auto at = [&](std::span<const double> there) { return slopes_at(machine, start.t, there, layout_.rows(), columns); };
  const Slopes slopes = at(x);
  SteadyFlow flow;
  flow.rates = slopes.rates, flow.rates.resize(size());
  flow.by_states = slopes_of(slopes);
  const auto by_parameter = [&](std::size_t row) {
    double sum = 0;
    if (free_)
      for (const auto& [column, factor] : free_->parameters) sum += factor * slopes.by_parameters(row, column);
    return sum;
  };
  for (std::size_t r = 0; r < size(); ++r) flow.by_parameter.push_back(r < states() ? by_parameter(r) : 0);

  // Around the point, to tell what nothing depends on from what does not count just here: by shares of the scales that have no common
  // measure.
  constexpr double kShare = 1e-3;
  constexpr std::size_t kPoints = 3;
  std::vector<double> there = x;
  for (std::size_t k = 0; k < kPoints; ++k) {
    for (std::size_t i = 0; i < x.size(); ++i) there[i] = x[i] + kShare * scales[i] * std::sin(1.0 + static_cast<double>(i * i + 7 * k));
    const Matrix rows = slopes_of(at(there));
    for (std::size_t r = 0; r < rows.rows; ++r) {
      std::vector<double>& row = flow.nearby.emplace_back();
      for (std::size_t c = 0; c < rows.columns; ++c) row.push_back(std::isfinite(rows(r, c)) ? rows(r, c) : flow.by_states(r, c));
    }
  }
  flow.held = held_rows(machine, start.t, x, layout_);
  std::size_t row = states() + layout_.before_frictions;
  for (std::size_t f = 0; f < layout_.is_contact.size(); ++f) {
    const FrictionCode& code = program_.frictions[f];
    const bool is_held = !code.creeps && machine.held_value(code.inputs[static_cast<std::size_t>(ModeInput::stuck)]) != 0;
    const std::size_t count = layout_.is_contact[f] ? 2 : 1;
    for (std::size_t k = 0; k < count && is_held; ++k) flow.held_by_parameter.push_back(by_parameter(row + k));
    row += count;
    flow.has_contact = flow.has_contact || (is_held && layout_.is_contact[f]);
  }
  flow.modes = held_modes(machine);
  flow.sequence = modes_in_words(machine);
  std::vector<double> rates(states());
  machine.derivatives(start.t, x.data(), rates.data());
  machine.run(Section::outputs);
  const Snapshot now = machine.snapshot();
  for (const std::size_t place : rows_.outputs) flow.outputs.push_back(now.value(program_.outputs[place]));
  return flow;
}

}  // namespace stribeck
