// Co-simulation by FMI 2.0.4 (Functional Mock-up Interface for Model Exchange and Co-Simulation, Modelica Association, chapters 2 and 4).
#include "imports/fmi2_calls.h"

namespace stribeck::imports {
namespace {

class Fmi2Instance : public FmuInstance {
 public:
  explicit Fmi2Instance(const InstanceOrder& order) : calls_(order) { calls_.library().find(do_step_, "fmi2DoStep"); }

  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    calls_.begin(starts, inputs, t);
    return outcome();
  }

  Outcome step(const std::vector<Setting>& inputs, double t, double h) override {
    for (const Setting& setting : inputs) calls_.set(setting);
    const int status = do_step_(calls_.component(), t, h, 1);
    if (status == kFmiDiscard && is_terminated()) {
      Outcome last = outcome();
      last.is_over = true;
      return last;
    }
    if (status == kFmiPending)
      throw FmuFault("goes on with a step after it has returned", "such steps are not waited for", "ask for an FMU that does not");
    calls_.check(status, "fmi2DoStep");
    return outcome();
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

  bool is_terminated() {
    int (*get_status)(void*, int, int*) = nullptr;
    calls_.library().find(get_status, "fmi2GetBooleanStatus");
    constexpr int kTerminated = 3;
    int terminated = 0;
    return get_status(calls_.component(), kTerminated, &terminated) == kFmiOk && terminated != 0;
  }

  Fmi2Calls calls_;
  int (*do_step_)(void*, double, double, int) = nullptr;
};

}  // namespace

std::unique_ptr<FmuInstance> instance_of_fmi2(const InstanceOrder& order) { return std::make_unique<Fmi2Instance>(order); }

}  // namespace stribeck::imports
