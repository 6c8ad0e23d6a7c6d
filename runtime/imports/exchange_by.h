#pragma once
// Model exchange by the functions that differ between FMI 2.0 and 3.0 in their names alone.
#include "imports/exchange_instance.h"

namespace stribeck::imports {

struct ExchangeNames {
  const char *enter_event_mode, *enter_continuous_mode, *set_time, *set_states, *get_states, *get_derivatives, *get_indicators;
};

template <typename Calls>
class ExchangeBy : public ExchangeInstance {
 public:
  double read(std::uint32_t number) override { return calls_.read(number); }
  std::string state() override { return calls_.state(); }
  void set_state(const std::string& bytes) override { calls_.set_state(bytes); }

 protected:
  /// The names stay where they are.
  ExchangeBy(const InstanceOrder& order, const ExchangeNames& names) : ExchangeInstance(order), calls_(order), names_(names) {
    const Library& library = calls_.library();
    library.find(enter_event_mode_, names.enter_event_mode);
    library.find(enter_continuous_mode_, names.enter_continuous_mode);
    library.find(set_time_, names.set_time);
    library.find(set_states_, names.set_states);
    library.find(get_states_, names.get_states);
    library.find(get_derivatives_, names.get_derivatives);
    library.find(get_indicators_, names.get_indicators);
  }
  void initialise(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    calls_.begin(starts, inputs, t);
  }
  void set(const Setting& setting) override { calls_.set(setting); }
  void set_time(double t) override { calls_.check(set_time_(own(), t), names_.set_time); }
  void set_states(std::span<const double> states) override {
    calls_.check(set_states_(own(), states.data(), states.size()), names_.set_states);
  }
  void get_states(std::span<double> states) override { get(get_states_, states, names_.get_states); }
  void get_derivatives(std::span<double> derivatives) override { get(get_derivatives_, derivatives, names_.get_derivatives); }
  void get_indicators(std::span<double> indicators) override { get(get_indicators_, indicators, names_.get_indicators); }
  void enter_event_mode() override { calls_.check(enter_event_mode_(own()), names_.enter_event_mode); }
  void enter_continuous_mode() override { calls_.check(enter_continuous_mode_(own()), names_.enter_continuous_mode); }

  void* own() const { return calls_.component(); }

  Calls calls_;

 private:
  using Get = int (*)(void*, double*, std::size_t);
  void get(Get function, std::span<double> values, const char* name) { calls_.check(function(own(), values.data(), values.size()), name); }

  const ExchangeNames& names_;
  int (*enter_event_mode_)(void*) = nullptr;
  int (*enter_continuous_mode_)(void*) = nullptr;
  int (*set_time_)(void*, double) = nullptr;
  int (*set_states_)(void*, const double*, std::size_t) = nullptr;
  Get get_states_ = nullptr, get_derivatives_ = nullptr, get_indicators_ = nullptr;
};

}  // namespace stribeck::imports
