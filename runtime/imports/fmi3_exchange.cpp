// Model exchange by FMI 3.0.2 (Functional Mock-up Interface Specification, Modelica Association, chapters 2 and 3).
#include "imports/exchange_instance.h"
#include "imports/fmi3_calls.h"

namespace stribeck::imports {
namespace {

class Fmi3Exchange : public ExchangeInstance {
 public:
  explicit Fmi3Exchange(const InstanceOrder& order) : ExchangeInstance(order), calls_(order), call_(calls_.library()) {
    if (order.exchange->gives_slopes) calls_.library().find(directional_, "fmi3GetDirectionalDerivative");
    if (order.exchange->completes_steps) calls_.library().find(completed_, "fmi3CompletedIntegratorStep");
  }
  double read(std::uint32_t number) override { return calls_.read(number); }
  std::string state() override { return calls_.state(); }
  void set_state(const std::string& bytes) override { calls_.set_state(bytes); }

 protected:
  void initialise(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    calls_.begin(starts, inputs, t);
  }
  void set(const Setting& setting) override { calls_.set(setting); }
  void set_time(double t) override { calls_.check(call_.set_time(own(), t), "fmi3SetTime"); }
  void set_states(std::span<const double> states) override {
    calls_.check(call_.set_states(own(), states.data(), states.size()), "fmi3SetContinuousStates");
  }
  void get_states(std::span<double> states) override {
    calls_.check(call_.get_states(own(), states.data(), states.size()), "fmi3GetContinuousStates");
  }
  void get_derivatives(std::span<double> derivatives) override {
    calls_.check(call_.get_derivatives(own(), derivatives.data(), derivatives.size()), "fmi3GetContinuousStateDerivatives");
  }
  void get_indicators(std::span<double> indicators) override {
    calls_.check(call_.get_indicators(own(), indicators.data(), indicators.size()), "fmi3GetEventIndicators");
  }
  void enter_event_mode() override { calls_.check(call_.enter_event_mode(own()), "fmi3EnterEventMode"); }
  void enter_continuous_mode() override { calls_.check(call_.enter_continuous_mode(own()), "fmi3EnterContinuousTimeMode"); }
  Update update_discrete_states() override {
    bool needs_more = false, is_over = false, changed_nominals = false, changed_values = false, has_next = false;
    double next_s = 0;
    calls_.check(call_.new_discrete_states(own(), &needs_more, &is_over, &changed_nominals, &changed_values, &has_next, &next_s),
                 "fmi3UpdateDiscreteStates");
    Update update{.goes_on = needs_more, .moves_states = changed_values, .is_over = is_over, .next_event_s = {}};
    if (has_next) update.next_event_s = next_s;
    return update;
  }
  bool complete(bool& is_over) override {
    bool wants_event = false;
    calls_.check(completed_(own(), true, &wants_event, &is_over), "fmi3CompletedIntegratorStep");
    return wants_event;
  }
  void slopes(std::span<const std::uint32_t> unknowns, std::uint32_t known, std::span<double> values) override {
    const double one = 1;
    calls_.check(directional_(own(), unknowns.data(), unknowns.size(), &known, 1, &one, 1, values.data(), values.size()),
                 "fmi3GetDirectionalDerivative");
  }

 private:
  void* own() const { return calls_.component(); }

  struct Functions {
    explicit Functions(const Library& library) {
      library.find(enter_event_mode, "fmi3EnterEventMode");
      library.find(new_discrete_states, "fmi3UpdateDiscreteStates");
      library.find(enter_continuous_mode, "fmi3EnterContinuousTimeMode");
      library.find(set_time, "fmi3SetTime");
      library.find(set_states, "fmi3SetContinuousStates");
      library.find(get_states, "fmi3GetContinuousStates");
      library.find(get_derivatives, "fmi3GetContinuousStateDerivatives");
      library.find(get_indicators, "fmi3GetEventIndicators");
    }
    int (*enter_event_mode)(void*) = nullptr;
    int (*new_discrete_states)(void*, bool*, bool*, bool*, bool*, bool*, double*) = nullptr;
    int (*enter_continuous_mode)(void*) = nullptr;
    int (*set_time)(void*, double) = nullptr;
    int (*set_states)(void*, const double*, std::size_t) = nullptr;
    int (*get_states)(void*, double*, std::size_t) = nullptr;
    int (*get_derivatives)(void*, double*, std::size_t) = nullptr;
    int (*get_indicators)(void*, double*, std::size_t) = nullptr;
  };
  Fmi3Calls calls_;
  const Functions call_;
  int (*completed_)(void*, bool, bool*, bool*) = nullptr;
  int (*directional_)(void*, const std::uint32_t*, std::size_t, const std::uint32_t*, std::size_t, const double*, std::size_t, double*,
                      std::size_t) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> exchange_of_fmi3(const InstanceOrder& order) { return std::make_unique<Fmi3Exchange>(order); }

}  // namespace stribeck::imports
