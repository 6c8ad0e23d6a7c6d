// Model exchange by FMI 2.0.4 (Functional Mock-up Interface for Model Exchange and Co-Simulation, Modelica Association, chapters 2 and 3).
#include "imports/exchange_instance.h"
#include "imports/fmi2_calls.h"

namespace stribeck::imports {
namespace {

struct Fmi2EventInfo {
  int needs_more, is_over, changed_nominals, changed_values, has_next;
  double next_s;
};

class Fmi2Exchange : public ExchangeInstance {
 public:
  explicit Fmi2Exchange(const InstanceOrder& order) : ExchangeInstance(order), calls_(order), call_(calls_.library()) {
    if (order.exchange->gives_slopes) calls_.library().find(directional_, "fmi2GetDirectionalDerivative");
    if (order.exchange->completes_steps) calls_.library().find(completed_, "fmi2CompletedIntegratorStep");
  }
  double read(std::uint32_t number) override { return calls_.read(number); }
  std::string state() override { return calls_.state(); }
  void set_state(const std::string& bytes) override { calls_.set_state(bytes); }

 protected:
  void initialise(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    calls_.begin(starts, inputs, t);
  }
  void set(const Setting& setting) override { calls_.set(setting); }
  void set_time(double t) override { calls_.check(call_.set_time(own(), t), "fmi2SetTime"); }
  void set_states(std::span<const double> states) override {
    calls_.check(call_.set_states(own(), states.data(), states.size()), "fmi2SetContinuousStates");
  }
  void get_states(std::span<double> states) override {
    calls_.check(call_.get_states(own(), states.data(), states.size()), "fmi2GetContinuousStates");
  }
  void get_derivatives(std::span<double> derivatives) override {
    calls_.check(call_.get_derivatives(own(), derivatives.data(), derivatives.size()), "fmi2GetDerivatives");
  }
  void get_indicators(std::span<double> indicators) override {
    calls_.check(call_.get_indicators(own(), indicators.data(), indicators.size()), "fmi2GetEventIndicators");
  }
  void enter_event_mode() override { calls_.check(call_.enter_event_mode(own()), "fmi2EnterEventMode"); }
  void enter_continuous_mode() override { calls_.check(call_.enter_continuous_mode(own()), "fmi2EnterContinuousTimeMode"); }
  Update update_discrete_states() override {
    Fmi2EventInfo info{};
    calls_.check(call_.new_discrete_states(own(), &info), "fmi2NewDiscreteStates");
    Update update{
        .goes_on = info.needs_more != 0, .moves_states = info.changed_values != 0, .is_over = info.is_over != 0, .next_event_s = {}};
    if (info.has_next != 0) update.next_event_s = info.next_s;
    return update;
  }
  bool complete(bool& is_over) override {
    int wants_event = 0, ends = 0;
    calls_.check(completed_(own(), 1, &wants_event, &ends), "fmi2CompletedIntegratorStep");
    is_over = ends != 0;
    return wants_event != 0;
  }
  void slopes(std::span<const std::uint32_t> unknowns, std::uint32_t known, std::span<double> values) override {
    const double one = 1;
    calls_.check(directional_(own(), unknowns.data(), unknowns.size(), &known, 1, &one, values.data()), "fmi2GetDirectionalDerivative");
  }

 private:
  void* own() const { return calls_.component(); }

  struct Functions {
    explicit Functions(const Library& library) {
      library.find(enter_event_mode, "fmi2EnterEventMode");
      library.find(new_discrete_states, "fmi2NewDiscreteStates");
      library.find(enter_continuous_mode, "fmi2EnterContinuousTimeMode");
      library.find(set_time, "fmi2SetTime");
      library.find(set_states, "fmi2SetContinuousStates");
      library.find(get_states, "fmi2GetContinuousStates");
      library.find(get_derivatives, "fmi2GetDerivatives");
      library.find(get_indicators, "fmi2GetEventIndicators");
    }
    int (*enter_event_mode)(void*) = nullptr;
    int (*new_discrete_states)(void*, Fmi2EventInfo*) = nullptr;
    int (*enter_continuous_mode)(void*) = nullptr;
    int (*set_time)(void*, double) = nullptr;
    int (*set_states)(void*, const double*, std::size_t) = nullptr;
    int (*get_states)(void*, double*, std::size_t) = nullptr;
    int (*get_derivatives)(void*, double*, std::size_t) = nullptr;
    int (*get_indicators)(void*, double*, std::size_t) = nullptr;
  };
  Fmi2Calls calls_;
  const Functions call_;
  int (*completed_)(void*, int, int*, int*) = nullptr;
  int (*directional_)(void*, const unsigned*, std::size_t, const unsigned*, std::size_t, const double*, double*) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> exchange_of_fmi2(const InstanceOrder& order) { return std::make_unique<Fmi2Exchange>(order); }

}  // namespace stribeck::imports
