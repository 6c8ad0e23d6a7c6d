#include "kernel/instance.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/format.h"
#include "base/index.h"
#include "base/limit_words.h"
#include "base/text.h"
#include "program/indicators.h"

namespace stribeck {

namespace {

/// Another one for each change of what follows.
constexpr std::string_view kStateMagic = "stribeck state 1\n";

bool is_sane(double value) { return std::isfinite(value); }

/// Empty of a name without one.
std::string folder_of(const std::string& path) {
  const std::size_t end = path.rfind('/');
  return end == std::string::npos ? std::string() : path.substr(0, end);
}

}  // namespace

KernelProgram::KernelProgram(std::string_view bytes, const std::string& name) : image(read_image(bytes, name, folder_of(name))) {
  for (const ProgramParameter& parameter : image.parameters)
    named[stribeck_parameter].push_back(
        {parameter.name, parameter.unit.starts_with("any") ? "" : parameter.unit, {}, parameter.value, parameter.shapes});
  for (const ProgramInput& input : image.inputs) named[stribeck_input].push_back({input.name, input.unit, input.doc});
  for (const ProgramOutput& output : image.outputs) {
    const OutputColumn& column = image.columns[output.column];
    named[stribeck_output].push_back({output.name, column.unit, output.doc.empty() ? column.doc : output.doc});
  }
  for (const OutputColumn& column : image.columns) named[stribeck_output].push_back({column.name, column.unit, column.doc});
  for (std::size_t s = 0; s < image.program.state_facts.size(); ++s)
    named[stribeck_state].push_back({image.program.labels->variable(image.program.state_facts[s].variable), {}, {}, nominal_of(image, s)});
  shows_heat.assign(image.row_values, false);
  for (const HeatColumn& heat : image.heats) shows_heat[heat.column] = true;
  for (const RowFormula& formula : image.formulas)
    for (const std::ptrdiff_t source : formula.sources)
      if (source >= 0 && shows_heat[static_cast<std::size_t>(source)]) shows_heat[formula.column] = true;
  Fingerprint all;
  all.add(bytes);
  fingerprint = all.to_text();
}

const std::vector<KernelProgram::Named>* KernelProgram::of(stribeck_kind kind) const {
  return kind < stribeck_parameter || kind > stribeck_state ? nullptr : &named[kind];
}

KernelInstance::KernelInstance(std::shared_ptr<const KernelProgram> program) : program_(std::move(program)), choices_(program_->image) {
  reset();
}

void KernelInstance::reset() {
  run_.reset();
  is_broken_ = false;
  experiment_ = program_->image.experiment;
  parameters_ = program_->image.parameter_values();
  time_s_ = experiment_.start_s;
  inputs_.clear();
  const Machine machine(program_->image.program, parameters_);
  for (const ProgramInput& input : program_->image.inputs)
    inputs_.push_back({machine.held_value(program_->image.program.discretes[at(input.level)].start)});
}

void KernelInstance::require_numbers(stribeck_kind kind, std::span<const std::size_t> numbers) const {
  const std::vector<KernelProgram::Named>* const known = program_->of(kind);
  if (known == nullptr) throw Refused{"there is no such kind of variable", "see enum stribeck_kind"};
  for (const std::size_t number : numbers)
    if (number >= known->size())
      throw Refused{
          "there is no variable number " + std::to_string(number) + " of this kind, of which there are " + std::to_string(known->size()),
          "stribeck_find tells the number of a name"};
}

void KernelInstance::require_way(stribeck_way way) const {
  if (!run_)
    throw Refused{is_broken_ ? "the motion has failed" : "the instance has not been initialised",
                  is_broken_ ? "reset it, or restore a state that was saved before" : "call stribeck_initialise first"};
  if (way_ != way)
    throw Refused{way == stribeck_steps ? "the caller integrates this instance" : "this instance integrates by itself",
                  "stribeck_initialise chooses between the two"};
}

void KernelInstance::set_experiment(const stribeck_experiment& wanted) {
  if (run_ || is_broken_) throw Refused{"the experiment is fixed once the motion has begun", "call stribeck_reset first"};
  const std::string solver(wanted.solver, strnlen(wanted.solver, sizeof wanted.solver));
  if (find_integrator(solver) == nullptr) throw Refused{"there is no solver " + in_quotes(solver), "take \"auto\""};
  const auto is_tolerance = [](double value) { return value >= 1e-15 && value < 1; };
  if (!is_sane(wanted.start_s) || !is_sane(wanted.stop_s) || !(wanted.stop_s > wanted.start_s) || !is_tolerance(wanted.rtol) ||
      !is_tolerance(wanted.atol) || !(wanted.step_s >= 0 && is_sane(wanted.step_s)))
    throw Refused{"such an experiment cannot be run", "the stop lies behind the start, tolerances from 1e-15 to below 1"};
  if (wanted.atol != experiment_.atol) experiment_.has_atol = true;
  experiment_.start_s = wanted.start_s, experiment_.stop_s = wanted.stop_s;
  experiment_.rtol = wanted.rtol, experiment_.atol = wanted.atol;
  experiment_.solver = solver, experiment_.step_s = wanted.step_s;
  time_s_ = experiment_.start_s;
  for (Line& input : inputs_) input.since_s = time_s_;
}

/// How long ago delayed expressions look, with these parameters: what is older has been forgotten.
std::vector<double> KernelInstance::delays(const std::vector<double>& parameters) const {
  const Machine machine(program_->image.program, parameters);
  std::vector<double> values;
  for (const HistoryCode& history : program_->image.program.histories)
    for (const Register r : {history.shortest, history.longest}) values.push_back(machine.held_value(r));
  return values;
}

void KernelInstance::set_parameters(std::span<const std::size_t> numbers, const double* values) {
  require_numbers(stribeck_parameter, numbers);
  if (is_broken_) require_way(way_);
  std::vector<double> parameters = parameters_;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const ProgramParameter& parameter = program_->image.parameters[numbers[i]];
    if (!is_sane(values[i])) throw Refused{"the value of " + parameter.name + " is not finite", ""};
    if (parameter.shapes && values[i] != parameter.value)
      throw Refused{parameter.name + " shapes the equations, and they are compiled",
                    "compile the diagram with --set " + parameter.name + "=..."};
    parameters[numbers[i]] = values[i];
  }
  require_limits(numbers, parameters);
  if (run_ && !program_->image.program.histories.empty() && delays(parameters) != delays(parameters_))
    throw Refused{"delay times are fixed once the motion has begun", "set them before stribeck_initialise"};
  parameters_ = std::move(parameters);
  if (run_) give({.time_s = time_s_, .values = {}, .parameters = parameters_});
}

/// Values that their components do not allow, as a mass below zero; where a bound depends on a parameter that is set, also those of others.
void KernelInstance::require_limits(std::span<const std::size_t> numbers, const std::vector<double>& parameters) const {
  const auto is_set = [&](std::ptrdiff_t parameter) {
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](std::size_t number) { return static_cast<std::ptrdiff_t>(number) == parameter; });
  };
  for (const ProgramLimit& limit : program_->image.limits) {
    if (!is_set(static_cast<std::ptrdiff_t>(limit.parameter)) && std::none_of(limit.symbols.begin(), limit.symbols.end(), is_set)) continue;
    if (!limit.is_broken_by(parameters)) continue;
    const ProgramParameter& parameter = program_->image.parameters[limit.parameter];
    const std::string unit = parameter.unit.empty() || parameter.unit == "1" ? "" : " " + parameter.unit;
    const std::string bound = fmt::format("{}{}", limit.allowed(parameters), unit);
    throw Refused{fmt::format("{} is {}{}, but must be {} {}", parameter.name, parameters[limit.parameter], unit,
                              limit_words(limit.relation), limit.name.empty() ? bound : limit.name + " (" + bound + ")"),
                  "it is as it was before; values that depend on one another are set in one call"};
  }
}

std::vector<GivenValue> KernelInstance::values_of_inputs() const {
  std::vector<GivenValue> values;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const ProgramInput& input = program_->image.inputs[i];
    values.push_back({input.level, input.component, inputs_[i].level});
    values.push_back({input.slope, input.component, inputs_[i].slope});
    values.push_back({input.since, input.component, inputs_[i].since_s});
  }
  return values;
}

void KernelInstance::set_inputs(std::span<const std::size_t> numbers, const double* values, const double* slopes) {
  require_numbers(stribeck_input, numbers);
  if (is_broken_) require_way(way_);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!is_sane(values[i]) || (slopes != nullptr && !is_sane(slopes[i])))
      throw Refused{"the value of the input " + program_->image.inputs[numbers[i]].name + " is not finite", ""};
  for (std::size_t i = 0; i < numbers.size(); ++i) inputs_[numbers[i]] = {values[i], slopes == nullptr ? 0 : slopes[i], time_s_};
  if (!run_) return;
  if (way_ == stribeck_steps) return give({.time_s = time_s_, .values = values_of_inputs(), .parameters = {}});
  run_->loop().tell(values_of_inputs());
  row_ = nullptr;
}

void KernelInstance::give(Gift gift) {
  row_ = nullptr;
  gifts_.push_back(std::move(gift));
  if (gifts_.back().stop_s > 0) {
    settings_.stop_s = gifts_.back().stop_s;
    return;
  }
  run_->loop().give(time_s_, gifts_.back().values, gifts_.back().parameters);
  if (way_ == stribeck_steps && run_->loop().is_over()) time_s_ = run_->loop().time();
}

/// From the record, or from the start.
void KernelInstance::make_run() {
  run_.reset();
  row_ = nullptr;
  settings_ = settings_of(experiment_);
  settings_.span_s = experiment_.stop_s - experiment_.start_s;
  settings_.stop_s = first_stop_s_;
  settings_.is_stepped = way_ == stribeck_steps;
  settings_.from_outside = way_ == stribeck_equations;
  if (way_ == stribeck_steps) settings_.choices = &choices_;  // a host that integrates has these states alone
  settings_.resume = record_.empty() ? nullptr : &record_;
  std::swap(inputs_, first_inputs_);
  settings_.given = values_of_inputs();
  std::swap(inputs_, first_inputs_);
  settings_.at_leg = [this](std::string state) {
    record_ = std::move(state);
    first_parameters_ = parameters_, first_inputs_ = inputs_, first_stop_s_ = settings_.stop_s;
    gifts_.clear();
  };
  run_.emplace(program_->image, first_parameters_, no_rows_, settings_);
  run_->loop().begin();
}

void KernelInstance::initialise(stribeck_way way) {
  if (run_ || is_broken_) throw Refused{"the motion has begun already", "call stribeck_reset first"};
  if (way != stribeck_steps && way != stribeck_equations) throw Refused{"there is no such way to run an instance", "see enum stribeck_way"};
  way_ = way;
  time_s_ = experiment_.start_s;
  for (Line& input : inputs_) input.since_s = time_s_;
  first_stop_s_ = experiment_.stop_s;
  record_.clear(), gifts_.clear();
  first_parameters_ = parameters_, first_inputs_ = inputs_;
  make_run();
}

/// Steps, rows and resolutions stay those of the experiment.
void KernelInstance::set_stop(double stop_s) {
  require_way(way_);
  if (!is_sane(stop_s) || stop_s < settings_.stop_s) throw Refused{"the stop can be moved to a later time alone", ""};
  give({.time_s = time_s_, .values = {}, .parameters = {}, .stop_s = stop_s});
}

const double* KernelInstance::row() {
  if (row_ == nullptr) row_ = run_->loop().look(time_s_).data();
  return row_;
}

void KernelInstance::get(stribeck_kind kind, std::span<const std::size_t> numbers, double* values) {
  require_numbers(kind, numbers);
  if (kind == stribeck_parameter) {
    for (std::size_t i = 0; i < numbers.size(); ++i) values[i] = parameters_[numbers[i]];
    return;
  }
  if (kind == stribeck_input) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Line& line = inputs_[numbers[i]];
      values[i] = line.level + line.slope * (time_s_ - line.since_s);
    }
    return;
  }
  require_way(way_);
  if (kind == stribeck_state) {
    states_.resize(states());
    run_->loop().states_of(program_->image.program, time_s_, states_);
    for (std::size_t i = 0; i < numbers.size(); ++i) values[i] = states_[numbers[i]];
    return;
  }
  const double* const row = this->row();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t column = program_->column(numbers[i]);
    const bool is_unknown = way_ == stribeck_equations && program_->shows_heat[column];
    values[i] = is_unknown ? std::numeric_limits<double>::quiet_NaN() : row[column];
    if (!is_unknown && !std::isfinite(values[i]))
      throw Failure(Diagnostic{
          .code = ErrorCode::run_not_finite,
          .message = "at t = " + number_text(time_s_) + " s " + program_->named[stribeck_output][numbers[i]].name + " is not finite",
          .where = {},
          .because = {},
          .remedy = {},
          .details = {}});
  }
}

bool KernelInstance::step_to(double time_s, bool stops_at_event) {
  require_way(stribeck_steps);
  if (!(time_s >= time_s_) || !is_sane(time_s))
    throw Refused{"the motion goes on from t = " + number_text(time_s_) + " s, not from " + number_text(time_s) + " s",
                  "go back by stribeck_restore"};
  HybridLoop& loop = run_->loop();
  row_ = nullptr;
  loop.go_to(time_s, stops_at_event);
  time_s_ = loop.reached(time_s);
  return !loop.is_over();
}

void KernelInstance::place(double time_s, const double* values) {
  require_way(stribeck_equations);
  if (!is_sane(time_s) || !std::all_of(values, values + states(), is_sane)) throw Refused{"the time or a state is not finite", ""};
  row_ = nullptr;
  time_s_ = time_s;
  run_->loop().place(time_s, {values, states()});
}

void KernelInstance::derivatives(double* values) {
  require_way(way_);
  if (!run_->loop().has_states_of(program_->image.program))
    throw Refused{"the motion goes on in other states than those of the program", "their derivatives are none of this instance"};
  if (way_ == stribeck_steps) return run_->loop().rates(time_s_, {values, states()});
  run_->loop().derivatives({values, states()});
}

void KernelInstance::jacobian_times(const double* direction, double* product) {
  require_way(stribeck_equations);
  run_->loop().jacobian_times({direction, states()}, {product, states()});
}

std::size_t KernelInstance::count_indicators() const { return stribeck::count_indicators(program_->image.program); }

void KernelInstance::indicators(double* values) {
  require_way(way_);
  if (way_ == stribeck_steps) return run_->loop().indicators_at(time_s_, {values, count_indicators()});
  run_->loop().indicators({values, count_indicators()});
}

bool KernelInstance::complete_step() {
  require_way(stribeck_equations);
  row_ = nullptr;
  return run_->loop().complete_step();
}

bool KernelInstance::happen() {
  require_way(stribeck_equations);
  row_ = nullptr;
  run_->loop().happen();
  return !run_->loop().has_ended();
}

double KernelInstance::next_event_s() const {
  const bool is_asked_of_it = run_ && way_ == stribeck_equations;
  return is_asked_of_it ? run_->loop().next_event_s() : std::numeric_limits<double>::infinity();
}

void KernelInstance::carry(Archive& archive) {
  archive(way_, time_s_, first_stop_s_, experiment_, parameters_, inputs_, record_, first_parameters_, first_inputs_, gifts_, placed_);
}

std::string_view KernelInstance::save() {
  require_way(way_);
  if (way_ == stribeck_equations) {
    placed_.resize(states());
    run_->loop().states(time_s_, placed_);
    record_ = run_->loop().record();
    first_parameters_ = parameters_, first_inputs_ = inputs_, first_stop_s_ = settings_.stop_s;
    gifts_.clear();
  }
  Archive archive;
  std::string fingerprint = program_->fingerprint;
  archive(fingerprint);
  carry(archive);
  saved_ = sealed(kStateMagic, archive.take());
  return saved_;
}

void KernelInstance::restore(std::string_view bytes) {
  const std::optional<std::string_view> body = unsealed(kStateMagic, bytes);
  if (!body) throw Refused{"these bytes are no state that was saved, or they are damaged", ""};
  KernelInstance fresh(program_);
  std::string fingerprint;
  Archive archive(*body);
  archive(fingerprint);
  if (fingerprint != program_->fingerprint)
    throw Refused{"this state was saved from another program", "restore it into an instance of that one"};
  fresh.carry(archive);
  is_broken_ = false;
  std::swap(way_, fresh.way_);
  experiment_ = fresh.experiment_;
  first_stop_s_ = fresh.first_stop_s_;
  record_ = std::move(fresh.record_);
  first_parameters_ = std::move(fresh.first_parameters_), first_inputs_ = std::move(fresh.first_inputs_);
  gifts_.clear();
  parameters_ = first_parameters_, inputs_ = first_inputs_;
  make_run();
  for (Gift& gift : fresh.gifts_) {
    run_->loop().go_to(gift.time_s);
    time_s_ = gift.time_s;
    give(std::move(gift));
  }
  if (way_ == stribeck_steps) run_->loop().go_to(fresh.time_s_);
  if (way_ == stribeck_equations && fresh.placed_.size() == states()) run_->loop().place(fresh.time_s_, fresh.placed_);
  time_s_ = fresh.time_s_;
  parameters_ = std::move(fresh.parameters_), inputs_ = std::move(fresh.inputs_);
}

}  // namespace stribeck
