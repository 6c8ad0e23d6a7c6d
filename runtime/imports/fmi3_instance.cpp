// Co-simulation by FMI 3.0.2 (Functional Mock-up Interface Specification, Modelica Association, chapters 2 and 4), without event mode: the
// FMU goes over its events itself, within a step.
#include "base/format.h"
#include "base/text.h"
#include "imports/fmi3_calls.h"

namespace stribeck::imports {
namespace {

class Fmi3Instance : public FmuInstance {
 public:
  explicit Fmi3Instance(const InstanceOrder& order) : calls_(order) { calls_.library().find(do_step_, "fmi3DoStep"); }

  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    calls_.begin(starts, inputs, t);
    return outcome();
  }

  Outcome step(const std::vector<Setting>& inputs, double t, double h) override {
    for (const Setting& setting : inputs) calls_.set(setting);
    bool needs_events = false, is_over = false, is_early = false;
    double reached = t + h;
    calls_.check(do_step_(calls_.component(), t, h, true, &needs_events, &is_over, &is_early, &reached), "fmi3DoStep");
    if (is_early && !is_over)
      throw FmuFault(fmt::format("returned early, at t = {} s", short_number(reached)), "it was told not to", "ask for an FMU that obeys");
    Outcome result = outcome();
    result.is_over = is_over;
    return result;
  }

  double read(std::uint32_t number) override { return calls_.read(number); }
  ExchangeReply exchange(const ExchangeRequest& /*request*/) override { throw FmuFault("is not for model exchange"); }
  std::string state() override { return calls_.state(); }
  void set_state(const std::string& bytes) override { calls_.set_state(bytes); }

 private:
  Outcome outcome() {
    Outcome result;
    for (const std::uint32_t variable : calls_.order().reads) result.values.push_back(calls_.read(variable));
    return result;
  }

  Fmi3Calls calls_;
  int (*do_step_)(void*, double, double, bool, bool*, bool*, bool*, double*) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> instance_of_fmi3(const InstanceOrder& order) { return std::make_unique<Fmi3Instance>(order); }

}  // namespace stribeck::imports
