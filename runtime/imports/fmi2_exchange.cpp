// Model exchange by FMI 2.0.4 (Functional Mock-up Interface for Model Exchange and Co-Simulation, Modelica Association, chapters 2 and 3).
#include "imports/exchange_by.h"
#include "imports/fmi2_calls.h"

namespace stribeck::imports {
namespace {

struct Fmi2EventInfo {
  int needs_more, is_over, changed_nominals, changed_values, has_next;
  double next_s;
};

constexpr ExchangeNames kFmi2Names{"fmi2EnterEventMode",      "fmi2EnterContinuousTimeMode", "fmi2SetTime",
                                   "fmi2SetContinuousStates", "fmi2GetContinuousStates",     "fmi2GetDerivatives",
                                   "fmi2GetEventIndicators"};

class Fmi2Exchange : public ExchangeBy<Fmi2Calls> {
 public:
  explicit Fmi2Exchange(const InstanceOrder& order) : ExchangeBy(order, kFmi2Names) {
    calls_.library().find(update_, "fmi2NewDiscreteStates");
    if (order.exchange->gives_slopes) calls_.library().find(directional_, "fmi2GetDirectionalDerivative");
    if (order.exchange->completes_steps) calls_.library().find(completed_, "fmi2CompletedIntegratorStep");
  }

 protected:
  Update update_discrete_states() override {
    Fmi2EventInfo info{};
    calls_.check(update_(own(), &info), "fmi2NewDiscreteStates");
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
  int (*update_)(void*, Fmi2EventInfo*) = nullptr;
  int (*completed_)(void*, int, int*, int*) = nullptr;
  int (*directional_)(void*, const unsigned*, std::size_t, const unsigned*, std::size_t, const double*, double*) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> exchange_of_fmi2(const InstanceOrder& order) { return std::make_unique<Fmi2Exchange>(order); }

}  // namespace stribeck::imports
