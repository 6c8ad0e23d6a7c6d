// Model exchange by FMI 3.0.2 (Functional Mock-up Interface Specification, Modelica Association, chapters 2 and 3).
#include "imports/exchange_by.h"
#include "imports/fmi3_calls.h"

namespace stribeck::imports {
namespace {

constexpr ExchangeNames kFmi3Names{"fmi3EnterEventMode",      "fmi3EnterContinuousTimeMode", "fmi3SetTime",
                                   "fmi3SetContinuousStates", "fmi3GetContinuousStates",     "fmi3GetContinuousStateDerivatives",
                                   "fmi3GetEventIndicators"};

class Fmi3Exchange : public ExchangeBy<Fmi3Calls> {
 public:
  explicit Fmi3Exchange(const InstanceOrder& order) : ExchangeBy(order, kFmi3Names) {
    calls_.library().find(update_, "fmi3UpdateDiscreteStates");
    if (order.exchange->gives_slopes) calls_.library().find(directional_, "fmi3GetDirectionalDerivative");
    if (order.exchange->completes_steps) calls_.library().find(completed_, "fmi3CompletedIntegratorStep");
  }

 protected:
  Update update_discrete_states() override {
    bool needs_more = false, is_over = false, changed_nominals = false, changed_values = false, has_next = false;
    double next_s = 0;
    calls_.check(update_(own(), &needs_more, &is_over, &changed_nominals, &changed_values, &has_next, &next_s), "fmi3UpdateDiscreteStates");
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
  int (*update_)(void*, bool*, bool*, bool*, bool*, bool*, double*) = nullptr;
  int (*completed_)(void*, bool, bool*, bool*) = nullptr;
  int (*directional_)(void*, const std::uint32_t*, std::size_t, const std::uint32_t*, std::size_t, const double*, std::size_t, double*,
                      std::size_t) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> exchange_of_fmi3(const InstanceOrder& order) { return std::make_unique<Fmi3Exchange>(order); }

}  // namespace stribeck::imports
