#include "fmi/fmu.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

namespace stribeck::fmi {

namespace {

bool read_file(const std::string& path, std::vector<char>& bytes) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) return false;
  char part[1 << 16];
  for (std::size_t size = 0; (size = std::fread(part, 1, sizeof part, file.get())) > 0;) bytes.insert(bytes.end(), part, part + size);
  return std::ferror(file.get()) == 0;
}

}  // namespace

std::unique_ptr<Fmu> Fmu::open(const std::string& resources, stribeck_way way, Log log) {
  const std::string path = resources + "/" + kProgramFile;
  std::vector<char> bytes;
  if (!read_file(path, bytes)) {
    log(path + " cannot be read: is the FMU unpacked there?");
    return nullptr;
  }
  stribeck_program* program = nullptr;
  stribeck_message why;
  if (stribeck_program_read(bytes.data(), bytes.size(), path.c_str(), &program, &why) != stribeck_ok) {
    log(why.text);
    return nullptr;
  }
  std::unique_ptr<Fmu> fmu(new Fmu(program, way, std::move(log)));
  return fmu->instance_ != nullptr && fmu->reset() ? std::move(fmu) : nullptr;
}

Fmu::Fmu(stribeck_program* program, stribeck_way way, Log log)
    : program_(program), instance_(stribeck_instance_new(program)), way_(way), log_(std::move(log)) {}

Fmu::~Fmu() {
  stribeck_instance_free(instance_);
  stribeck_program_free(program_);
}

bool Fmu::refuse(const std::string& why) {
  outcome_ = Outcome::failed;
  log_(why);
  return false;
}

bool Fmu::check(stribeck_status status) {
  if (status == stribeck_ok || status == stribeck_ended) return true;
  if (status == stribeck_failed) phase_ = Phase::broken;
  refuse(stribeck_why(instance_)->text);
  if (status == stribeck_undefined) outcome_ = Outcome::undefined;
  return false;
}

bool Fmu::reset() {
  stribeck_reset(instance_);
  phase_ = Phase::made;
  time_s_ = stribeck_time(instance_);
  stribeck_experiment experiment{};
  stribeck_program_experiment(program_, &experiment);
  stop_s_ = experiment.stop_s, span_s_ = experiment.stop_s - experiment.start_s;
  setup_ = {};
  setup_.start_s = experiment.start_s;
  parameters_.resize(count(stribeck_parameter));
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    stribeck_variable variable{};
    stribeck_describe(program_, stribeck_parameter, i, &variable);
    parameters_[i] = variable.value;
  }
  states_.assign(count(stribeck_state), 0.0);
  read_inputs();
  inputs_differ_ = parameters_differ_ = is_initialised_ = is_placed_ = false;
  return true;
}

/// As the instance has them.
void Fmu::read_inputs() {
  inputs_.assign(count(stribeck_input), {});
  next_slopes_.assign(inputs_.size(), 0.0);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    stribeck_get(instance_, stribeck_input, 1, &i, &inputs_[i].value);
    inputs_[i].since_s = time_s_;
  }
  wanted_ = inputs_;
}

bool Fmu::setup(const Setup& setup) {
  if (phase_ != Phase::made) return refuse("the experiment is set up before the initialisation");
  stribeck_experiment experiment{};
  stribeck_program_experiment(program_, &experiment);
  const double span_s = experiment.stop_s - experiment.start_s;
  experiment.start_s = setup.start_s;
  experiment.stop_s = setup.has_stop ? setup.stop_s : std::max(experiment.stop_s, setup.start_s + span_s);
  if (setup.has_tolerance) experiment.rtol = setup.tolerance;
  if (!check(stribeck_set_experiment(instance_, &experiment))) return false;
  setup_ = setup;
  stop_s_ = experiment.stop_s, span_s_ = experiment.stop_s - experiment.start_s;
  time_s_ = setup.start_s;
  for (Input& input : wanted_) input.since_s = time_s_;
  return true;
}

bool Fmu::enter_initialisation() {
  if (phase_ != Phase::made) return refuse("the initialisation is entered once, after instantiating or resetting");
  phase_ = Phase::initialising;
  return true;
}

/// With the values that the host has set so far; while it initialises they may change as often as it likes.
bool Fmu::initialise() {
  if (is_initialised_) return true;
  const Setup setup = setup_;
  const std::vector<Input> wanted = wanted_;
  const std::vector<double> parameters = parameters_;
  stribeck_reset(instance_);
  if (setup.has_stop || setup.has_tolerance || setup.start_s != stribeck_time(instance_)) {
    const Phase phase = std::exchange(phase_, Phase::made);
    if (!this->setup(setup)) return false;
    phase_ = phase;
  }
  std::vector<std::size_t> numbers;
  std::vector<double> values, slopes;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    stribeck_variable variable{};
    stribeck_describe(program_, stribeck_parameter, i, &variable);
    if (variable.value != parameters[i]) numbers.push_back(i), values.push_back(parameters[i]);
  }
  if (!check(stribeck_set_parameters(instance_, numbers.size(), numbers.data(), values.data()))) return false;
  numbers.clear(), values.clear();
  for (std::size_t i = 0; i < wanted.size(); ++i)
    numbers.push_back(i), values.push_back(wanted[i].value), slopes.push_back(wanted[i].slope);
  if (!check(stribeck_set_inputs(instance_, numbers.size(), numbers.data(), values.data(), slopes.data()))) return false;
  if (!check(stribeck_initialise(instance_, way_))) return false;
  inputs_ = wanted_ = wanted;
  inputs_differ_ = parameters_differ_ = false;
  is_initialised_ = is_placed_ = true;
  return get_states(states_.data(), states_.size());
}

bool Fmu::exit_initialisation() {
  if (phase_ != Phase::initialising) return refuse("the initialisation is left once, after it was entered");
  if (!initialise()) return false;
  std::fill(next_slopes_.begin(), next_slopes_.end(), 0.0);
  phase_ = Phase::running;
  return true;
}

bool Fmu::flush() {
  if (phase_ == Phase::initialising) return initialise();
  if (phase_ != Phase::running) return refuse("the motion has not begun: it is to be initialised first");
  std::vector<std::size_t> numbers;
  std::vector<double> values, slopes;
  if (parameters_differ_) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      double now = 0;
      stribeck_get(instance_, stribeck_parameter, 1, &i, &now);
      if (now != parameters_[i]) numbers.push_back(i), values.push_back(parameters_[i]);
    }
    parameters_differ_ = false;
    if (!numbers.empty() && !check(stribeck_set_parameters(instance_, numbers.size(), numbers.data(), values.data()))) {
      for (const std::size_t i : numbers) stribeck_get(instance_, stribeck_parameter, 1, &i, &parameters_[i]);
      return false;
    }
    numbers.clear(), values.clear();
  }
  if (!std::exchange(inputs_differ_, false)) return true;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const bool goes_on = wanted_[i].value == inputs_[i].at(time_s_) && wanted_[i].slope == inputs_[i].slope;
    if (goes_on) continue;
    inputs_[i] = wanted_[i];
    inputs_[i].since_s = time_s_;
    numbers.push_back(i), values.push_back(wanted_[i].value), slopes.push_back(wanted_[i].slope);
  }
  return numbers.empty() || check(stribeck_set_inputs(instance_, numbers.size(), numbers.data(), values.data(), slopes.data()));
}

bool Fmu::place() {
  if (is_placed_ || way_ == stribeck_steps) return true;
  is_placed_ = true;
  return check(stribeck_place(instance_, time_s_, states_.data()));
}

bool Fmu::get(const std::uint32_t* references, std::size_t count, double* values) {
  if (phase_ == Phase::broken) return refuse("the motion has failed");
  if (phase_ != Phase::made && !(flush() && place())) return false;
  std::vector<double> derivatives, indicators;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = number_of(references[i]);
    const auto known = [&](stribeck_kind kind) {
      if (number >= this->count(kind)) return refuse("there is no variable " + std::to_string(references[i]));
      return phase_ == Phase::made && (kind == stribeck_output || kind == stribeck_state)
                 ? refuse("this variable has no value before the initialisation")
                 : check(stribeck_get(instance_, kind, 1, &number, &values[i]));
    };
    switch (kind_of(references[i])) {
      case Kind::time:
        if (number > 0) break;
        values[i] = time_s_;
        continue;
      case Kind::parameter:
        if (number >= parameters_.size()) return refuse("there is no variable " + std::to_string(references[i]));
        values[i] = parameters_[number];
        continue;
      case Kind::input:
        if (number >= inputs_.size()) return refuse("there is no variable " + std::to_string(references[i]));
        values[i] = phase_ == Phase::running ? inputs_[number].at(time_s_) : wanted_[number].value;
        continue;
      case Kind::output:
        if (!known(stribeck_output)) return false;
        continue;
      case Kind::state:
        if (!known(stribeck_state)) return false;
        continue;
      case Kind::derivative: {
        if (number >= states_.size()) return refuse("there is no variable " + std::to_string(references[i]));
        if (phase_ == Phase::made) return refuse("this variable has no value before the initialisation");
        if (derivatives.empty()) {
          derivatives.resize(states_.size());
          if (!check(stribeck_derivatives(instance_, derivatives.data()))) return false;
        }
        values[i] = derivatives[number];
        continue;
      }
      case Kind::indicator:
        if (number >= this->indicators()) return refuse("there is no variable " + std::to_string(references[i]));
        if (indicators.empty()) {
          indicators.resize(this->indicators());
          if (!check(stribeck_indicators(instance_, indicators.data()))) return false;
        }
        values[i] = indicators[number];
        continue;
    }
    return refuse("there is no variable " + std::to_string(references[i]));
  }
  return true;
}

bool Fmu::set_one(std::uint32_t reference, double value) {
  const std::size_t number = number_of(reference);
  switch (kind_of(reference)) {
    case Kind::parameter:
      if (number >= parameters_.size()) break;
      if (parameters_[number] != value) parameters_differ_ = true, is_initialised_ = false;
      parameters_[number] = value;
      return true;
    case Kind::input:
      if (number >= wanted_.size()) break;
      wanted_[number] = {value, next_slopes_[number], time_s_};
      inputs_differ_ = true, is_initialised_ = false;
      return true;
    case Kind::state:
      if (number >= states_.size() || way_ == stribeck_steps || phase_ != Phase::running) break;
      states_[number] = value;
      is_placed_ = false;
      return true;
    default:
      break;
  }
  return refuse("the variable " + std::to_string(reference) + " cannot be set now");
}

bool Fmu::set(const std::uint32_t* references, std::size_t count, const double* values) {
  if (phase_ == Phase::broken) return refuse("the motion has failed");
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) return refuse("the value of the variable " + std::to_string(references[i]) + " is not finite");
    if (!set_one(references[i], values[i])) return false;
  }
  return true;
}

bool Fmu::set_slopes(const std::uint32_t* references, std::size_t count, const double* slopes) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = number_of(references[i]);
    if (kind_of(references[i]) != Kind::input || number >= wanted_.size() || !std::isfinite(slopes[i]))
      return refuse("derivatives are set of inputs alone");
    next_slopes_[number] = wanted_[number].slope = slopes[i];
    inputs_differ_ = true, is_initialised_ = false;
  }
  return true;
}

/// The derivatives of derivatives by states are formulas; what the outputs and inputs have a part in follows from differences.
bool Fmu::directional(const std::uint32_t* unknowns, std::size_t rows, const std::uint32_t* knowns, std::size_t columns,
                      const double* direction, double* product) {
  if (way_ != stribeck_equations || phase_ == Phase::made) return refuse("derivatives by direction are there where the host integrates");
  if (!(flush() && place())) return false;
  const auto is_of = [](const std::uint32_t* list, std::size_t count, Kind kind) {
    return std::all_of(list, list + count, [kind](std::uint32_t reference) { return kind_of(reference) == kind; });
  };
  const std::size_t n = states_.size();
  if (is_of(unknowns, rows, Kind::derivative) && is_of(knowns, columns, Kind::state)) {
    std::vector<double> whole(n, 0.0), result(n, 0.0);
    for (std::size_t k = 0; k < columns; ++k) {
      if (number_of(knowns[k]) >= n) return refuse("there is no such state");
      whole[number_of(knowns[k])] += direction[k];
    }
    if (!check(stribeck_jacobian_times(instance_, whole.data(), result.data()))) return false;
    for (std::size_t i = 0; i < rows; ++i) {
      if (number_of(unknowns[i]) >= n) return refuse("there is no such derivative");
      product[i] = result[number_of(unknowns[i])];
    }
    return true;
  }
  const double share = std::cbrt(std::numeric_limits<double>::epsilon());  // truncation and rounding of central differences are alike
  std::vector<double> nominals(n), side(rows);
  if (!get_nominals(nominals.data(), n)) return false;
  std::fill_n(product, rows, 0.0);
  for (std::size_t k = 0; k < columns; ++k) {
    if (direction[k] == 0) continue;
    double middle = 0;
    if (!get(&knowns[k], 1, &middle)) return false;
    const bool is_state = kind_of(knowns[k]) == Kind::state && number_of(knowns[k]) < n;
    const double step = share * std::max(std::fabs(middle), is_state ? nominals[number_of(knowns[k])] : 1.0);
    bool good = true;
    for (const double sign : {1.0, -1.0}) {
      const double shifted = middle + sign * step;
      good = good && set(&knowns[k], 1, &shifted) && get(unknowns, rows, side.data());
      for (std::size_t i = 0; good && i < rows; ++i) product[i] += sign * side[i] * direction[k] / (2 * step);
    }
    if (!(set(&knowns[k], 1, &middle) && flush() && place() && good)) return false;
  }
  return true;
}

bool Fmu::do_step(double from_s, double length_s, bool stops_at_event, Step& step) {
  if (way_ != stribeck_steps) return refuse("the host integrates this instance");
  if (phase_ != Phase::running) return refuse("a step is taken after the initialisation");
  const double rounding = 1e-12 * std::max(std::fabs(from_s), std::fabs(time_s_));
  if (std::fabs(from_s - time_s_) > std::max(rounding, 1e-12 * length_s))
    return refuse("the step is to begin at " + std::to_string(from_s) + " s, but the motion is at " + std::to_string(time_s_) + " s");
  if (!(length_s >= 0)) return refuse("a step goes forwards");
  if (!flush()) return false;
  const double until_s = std::max(time_s_, from_s + length_s);
  if (!setup_.has_stop && until_s > stop_s_) {  // the diagram's stop is none of the host's
    if (!check(stribeck_set_stop(instance_, until_s + span_s_))) return false;
    stop_s_ = until_s + span_s_;
  }
  const stribeck_status status = stribeck_step_to(instance_, until_s, stops_at_event ? 1 : 0);
  time_s_ = stribeck_time(instance_);
  for (std::size_t i = 0; i < wanted_.size(); ++i) wanted_[i] = {inputs_[i].at(time_s_), inputs_[i].slope, time_s_};
  std::fill(next_slopes_.begin(), next_slopes_.end(), 0.0);
  // The last step of a host whose steps add up to the stop but for rounding is whole.
  step = {time_s_, status == stribeck_ended && time_s_ < from_s + length_s - std::max(rounding, 1e-12 * length_s)};
  return check(status);
}

bool Fmu::set_time(double time_s) {
  if (way_ != stribeck_equations || phase_ != Phase::running || !std::isfinite(time_s)) return refuse("the time cannot be set now");
  time_s_ = time_s;
  is_placed_ = false;
  return true;
}

bool Fmu::set_states(const double* states, std::size_t count) {
  if (way_ != stribeck_equations || phase_ != Phase::running || count != states_.size()) return refuse("the states cannot be set now");
  std::copy(states, states + count, states_.begin());
  is_placed_ = false;
  return true;
}

bool Fmu::get_states(double* states, std::size_t count) {
  if (count != states_.size()) return refuse("there are " + std::to_string(states_.size()) + " states");
  if (phase_ != Phase::running && phase_ != Phase::initialising) return refuse("there are no states before the initialisation");
  if (phase_ == Phase::initialising && !is_initialised_ && !initialise()) return false;
  if (phase_ == Phase::running && !place()) return false;
  std::vector<std::size_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = i;
  return check(stribeck_get(instance_, stribeck_state, count, numbers.data(), states));
}

bool Fmu::get_derivatives(double* derivatives, std::size_t count) {
  if (count != states_.size()) return refuse("there are " + std::to_string(states_.size()) + " derivatives");
  return flush() && place() && check(stribeck_derivatives(instance_, derivatives));
}

bool Fmu::get_nominals(double* nominals, std::size_t count) {
  if (count != states_.size()) return refuse("there are " + std::to_string(states_.size()) + " states");
  for (std::size_t i = 0; i < count; ++i) {
    stribeck_variable variable{};
    stribeck_describe(program_, stribeck_state, i, &variable);
    nominals[i] = variable.value > 0 ? variable.value : 1;
  }
  return true;
}

bool Fmu::get_indicators(double* indicators, std::size_t count) {
  if (!flush()) return false;
  if (count != this->indicators()) return refuse("there are " + std::to_string(this->indicators()) + " event indicators");
  return flush() && place() && check(stribeck_indicators(instance_, indicators));
}

bool Fmu::complete_step(bool& is_event) {
  int event = 0;
  if (!(flush() && place() && check(stribeck_complete_step(instance_, &event)))) return false;
  is_event = event != 0;
  return true;
}

bool Fmu::update(Update& update) {
  if (way_ != stribeck_equations) return refuse("the FMU has its events in its own steps");
  if (!(flush() && place())) return false;
  const std::vector<double> before = states_;
  const stribeck_status status = stribeck_happen(instance_, &update.next_event_s);
  if (!check(status) || !get_states(states_.data(), states_.size())) return false;
  update.states_changed = states_ != before;
  update.is_over = status == stribeck_ended;
  return true;
}

namespace {

template <typename Value>
void append(std::vector<unsigned char>& bytes, const Value* values, std::size_t count) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(values);
  bytes.insert(bytes.end(), begin, begin + count * sizeof(Value));
}

/// False if there are not so many left.
template <typename Value>
bool take(const unsigned char*& bytes, std::size_t& size, Value* values, std::size_t count) {
  if (size < count * sizeof(Value)) return false;
  if (count > 0) std::memcpy(values, bytes, count * sizeof(Value));
  bytes += count * sizeof(Value), size -= count * sizeof(Value);
  return true;
}

}  // namespace

bool Fmu::save(std::vector<unsigned char>& bytes) {
  if (phase_ == Phase::broken) return refuse("the motion has failed");
  if (phase_ == Phase::running && !(flush() && place())) return false;
  bytes.clear();
  const Head head{way_, phase_, setup_, stop_s_};
  append(bytes, &head, 1);
  append(bytes, parameters_.data(), parameters_.size());
  append(bytes, (phase_ == Phase::running ? inputs_ : wanted_).data(), inputs_.size());
  if (phase_ != Phase::running) return true;
  const void* state = nullptr;
  std::size_t size = 0;
  if (!check(stribeck_save(instance_, &state, &size))) return false;
  append(bytes, static_cast<const unsigned char*>(state), size);
  return true;
}

bool Fmu::restore(const unsigned char* bytes, std::size_t size) {
  Head head{way_, phase_, setup_, stop_s_};
  std::vector<double> parameters(parameters_.size());
  std::vector<Input> inputs(inputs_.size());
  if (!take(bytes, size, &head, 1) || !take(bytes, size, parameters.data(), parameters.size()) ||
      !take(bytes, size, inputs.data(), inputs.size()) || head.phase < Phase::made || head.phase > Phase::running)
    return refuse("these bytes are no state of this FMU");
  if (head.way != way_) return refuse("this state is that of an instance of the other kind");
  if (head.phase == Phase::running) {
    if (!check(stribeck_restore(instance_, bytes, size))) return false;
  } else {
    reset();
  }
  phase_ = head.phase, setup_ = head.setup, stop_s_ = head.stop_s;
  parameters_ = std::move(parameters);
  is_initialised_ = is_placed_ = phase_ == Phase::running;
  inputs_differ_ = parameters_differ_ = false;
  std::fill(next_slopes_.begin(), next_slopes_.end(), 0.0);
  if (phase_ != Phase::running) {
    wanted_ = std::move(inputs);
    time_s_ = setup_.start_s;
    return true;
  }
  inputs_ = std::move(inputs);
  time_s_ = stribeck_time(instance_);
  for (std::size_t i = 0; i < inputs_.size(); ++i) wanted_[i] = {inputs_[i].at(time_s_), inputs_[i].slope, time_s_};
  return get_states(states_.data(), states_.size());
}

}  // namespace stribeck::fmi
