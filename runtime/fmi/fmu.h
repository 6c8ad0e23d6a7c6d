#pragma once
// What FMI 2.0 and 3.0 have in common: an instance of a compiled diagram in a simulator of somebody else. It sees the C interface of the
// kernel alone. A call that a host makes at a wrong time or with a wrong argument returns false and tells the host's log.
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fmi/layout.h"
#include "stribeck/kernel.h"

namespace stribeck::fmi {

/// Told what went wrong, in words.
using Log = std::function<void(const std::string& text)>;

class Fmu {
 public:
  /// Reads the program in that folder; null if it cannot be read.
  static std::unique_ptr<Fmu> open(const std::string& resources, stribeck_way way, Log log);
  ~Fmu();
  Fmu(const Fmu&) = delete;
  Fmu& operator=(const Fmu&) = delete;

  struct Setup {
    double start_s = 0;
    bool has_stop = false, has_tolerance = false;
    double stop_s = 0, tolerance = 0;
  };
  /// What a call came to.
  enum class Outcome { done, undefined, failed };
  /// Of the last call that returned false: undefined where the equations have no value at the state that the host tries.
  Outcome outcome() const { return outcome_; }
  bool setup(const Setup& setup);
  bool enter_initialisation();
  bool exit_initialisation();
  bool reset();

  bool get(const std::uint32_t* references, std::size_t count, double* values);
  /// Of outputs whose values are whole numbers.
  template <typename Integer>
  bool get_modes(const std::uint32_t* references, std::size_t count, Integer* values) {
    for (std::size_t i = 0; i < count; ++i)
      if (kind_of(references[i]) != Kind::output) return refuse("variable " + std::to_string(references[i]) + " is a real one");
    std::vector<double> reals(count);
    if (!get(references, count, reals.data())) return false;
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Integer>(std::lround(reals[i]));
    return true;
  }
  bool set(const std::uint32_t* references, std::size_t count, const double* values);
  /// Of inputs, from where they are set next on.
  bool set_slopes(const std::uint32_t* references, std::size_t count, const double* slopes);
  /// Derivatives of unknowns (derivatives, outputs) by knowns (states, inputs), times a direction.
  bool directional(const std::uint32_t* unknowns, std::size_t rows, const std::uint32_t* knowns, std::size_t columns,
                   const double* direction, double* product);

  // Co-simulation.
  struct Step {
    double reached_s = 0;
    bool is_over = false;
  };
  bool do_step(double from_s, double length_s, bool stops_at_event, Step& step);

  // Model exchange.
  bool set_time(double time_s);
  bool set_states(const double* states, std::size_t count);
  bool get_states(double* states, std::size_t count);
  bool get_derivatives(double* derivatives, std::size_t count);
  bool get_nominals(double* nominals, std::size_t count);
  bool get_indicators(double* indicators, std::size_t count);
  bool complete_step(bool& is_event);
  struct Update {
    bool states_changed = false, is_over = false;
    double next_event_s = 0;  ///< infinity if none is known
  };
  bool update(Update& update);

  bool save(std::vector<unsigned char>& bytes);
  bool restore(const unsigned char* bytes, std::size_t size);

  /// What the host has set acts from here on.
  bool flush();
  bool is_of_host() const { return way_ == stribeck_equations; }
  std::size_t states() const { return states_.size(); }
  std::size_t count(stribeck_kind kind) const { return stribeck_count(program_, kind); }
  std::size_t indicators() const { return stribeck_count_indicators(instance_); }
  bool refuse(const std::string& why);

 private:
  enum class Phase { made, initialising, running, broken };
  Fmu(stribeck_program* program, stribeck_way way, Log log);
  bool check(stribeck_status status);
  bool initialise();
  bool place();
  bool value(std::uint32_t reference, double& value);
  bool set_one(std::uint32_t reference, double value);
  void read_inputs();

  struct Input {
    double value = 0, slope = 0, since_s = 0;
    double at(double time_s) const { return value + slope * (time_s - since_s); }
  };

  struct Head {
    stribeck_way way;
    Phase phase;
    Setup setup;
    double stop_s;
  };

  stribeck_program* program_;
  stribeck_instance* instance_;
  stribeck_way way_;
  Log log_;
  Phase phase_ = Phase::made;
  Outcome outcome_ = Outcome::done;
  Setup setup_;
  double time_s_ = 0, stop_s_ = 0, span_s_ = 1;
  std::vector<double> parameters_;
  std::vector<Input> inputs_;        // as they go on now
  std::vector<Input> wanted_;        // as the host wants them from here on
  std::vector<double> next_slopes_;  // given for the values that are set next
  bool inputs_differ_ = false, parameters_differ_ = false;
  bool is_initialised_ = false;  // with the values at hand
  std::vector<double> states_;
  bool is_placed_ = false;
};

}  // namespace stribeck::fmi
