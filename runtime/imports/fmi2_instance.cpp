// Co-simulation by FMI 2.0.4 (Functional Mock-up Interface for Model Exchange and Co-Simulation, Modelica Association, chapters 2 and 4).
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "base/format.h"
#include "base/text.h"
#include "imports/library.h"

namespace stribeck::imports {
namespace {

using Fmi2Logger = void(void* environment, const char* instance, int status, const char* category, const char* message, ...);

struct Fmi2Callbacks {
  Fmi2Logger* logger;
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
};

void log_of_fmi2(void* environment, const char* /*instance*/, int status, const char* category, const char* message, ...) {
  if (environment == nullptr || message == nullptr) return;
  char text[2000];
  va_list values;
  va_start(values, message);
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): va_start initialises it
  std::vsnprintf(text, sizeof text, message, values);
  va_end(values);
  static_cast<FmuLog*>(environment)->add(status, category, text);
}

struct Fmi2Functions {
  explicit Fmi2Functions(const Library& library) {
    library.find(instantiate, "fmi2Instantiate");
    library.find(free_instance, "fmi2FreeInstance");
    library.find(setup, "fmi2SetupExperiment");
    library.find(enter_initialization, "fmi2EnterInitializationMode");
    library.find(exit_initialization, "fmi2ExitInitializationMode");
    library.find(terminate, "fmi2Terminate");
    library.find(get_real, "fmi2GetReal");
    library.find(get_integer, "fmi2GetInteger");
    library.find(get_boolean, "fmi2GetBoolean");
    library.find(set_real, "fmi2SetReal");
    library.find(set_integer, "fmi2SetInteger");
    library.find(set_boolean, "fmi2SetBoolean");
    library.find(set_string, "fmi2SetString");
    library.find(do_step, "fmi2DoStep");
  }
  void* (*instantiate)(const char*, int, const char*, const char*, const Fmi2Callbacks*, int, int) = nullptr;
  void (*free_instance)(void*) = nullptr;
  int (*setup)(void*, int, double, double, int, double) = nullptr;
  int (*enter_initialization)(void*) = nullptr;
  int (*exit_initialization)(void*) = nullptr;
  int (*terminate)(void*) = nullptr;
  int (*get_real)(void*, const unsigned*, std::size_t, double*) = nullptr;
  int (*get_integer)(void*, const unsigned*, std::size_t, int*) = nullptr;
  int (*get_boolean)(void*, const unsigned*, std::size_t, int*) = nullptr;
  int (*set_real)(void*, const unsigned*, std::size_t, const double*) = nullptr;
  int (*set_integer)(void*, const unsigned*, std::size_t, const int*) = nullptr;
  int (*set_boolean)(void*, const unsigned*, std::size_t, const int*) = nullptr;
  int (*set_string)(void*, const unsigned*, std::size_t, const char* const*) = nullptr;
  int (*do_step)(void*, double, double, int) = nullptr;
};

class Fmi2Instance : public FmuInstance {
 public:
  explicit Fmi2Instance(const InstanceOrder& order) : order_(order), library_(order.library), call_(library_) {
    callbacks_ = {log_of_fmi2, std::calloc, std::free, nullptr, &log_};
  }
  ~Fmi2Instance() override {
    if (component_ == nullptr || is_broken_) return;
    if (runs_) call_.terminate(component_);
    call_.free_instance(component_);
  }

  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    instantiate();
    for (const Setting& setting : starts) set(setting);
    check(call_.setup(component_, 0, 0, t, 0, 0), "fmi2SetupExperiment");
    check(call_.enter_initialization(component_), "fmi2EnterInitializationMode");
    for (const Setting& setting : inputs) set(setting);
    check(call_.exit_initialization(component_), "fmi2ExitInitializationMode");
    runs_ = true;
    return outcome();
  }

  Outcome step(const std::vector<Setting>& inputs, double t, double h) override {
    for (const Setting& setting : inputs) set(setting);
    const int status = call_.do_step(component_, t, h, 1);
    if (status == kFmiDiscard && is_terminated()) {
      Outcome last = outcome();
      last.is_over = true;
      return last;
    }
    if (status == kFmiPending)
      throw FmuFault("goes on with a step after it has returned", "such steps are not waited for", "ask for an FMU that does not");
    check(status, "fmi2DoStep");
    return outcome();
  }

  double read(std::uint32_t number) override {
    const FmuVariable& variable = order_.description->variables[number];
    double value = 0;
    int whole_value = 0;
    switch (variable.type) {
      case ValueType::float64:
        check(call_.get_real(component_, &variable.reference, 1, &value), "fmi2GetReal");
        return value;
      case ValueType::boolean:
        check(call_.get_boolean(component_, &variable.reference, 1, &whole_value), "fmi2GetBoolean");
        return whole_value != 0 ? 1 : 0;
      default:
        check(call_.get_integer(component_, &variable.reference, 1, &whole_value), "fmi2GetInteger");
        return whole_value;
    }
  }

  std::string state() override { return state_functions().state(component_, checked()); }

  void set_state(const std::string& bytes) override {
    if (component_ == nullptr) instantiate();
    state_functions().set_state(component_, bytes, checked());
    runs_ = true;
  }

 private:
  void check(int status, const char* function) {
    is_broken_ = is_broken_ || status == kFmiFatal;  // then nothing may be called
    check_status(status, function, log_);
  }

  void instantiate() {
    const std::string resources = uri_of(order_.resources);
    component_ = call_.instantiate(order_.name.c_str(), 1, order_.description->token.c_str(), resources.c_str(), &callbacks_, 0, 0);
    if (component_ == nullptr)
      throw FmuFault("cannot be instantiated: fmi2Instantiate returned nothing", log_.take(),
                     "its binary may want another GUID than its model description has, a licence, or a file that is not there");
  }

  void set(const Setting& setting) {
    const FmuVariable& variable = order_.description->variables[setting.variable];
    const char* text = setting.text.c_str();
    switch (variable.type) {
      case ValueType::float64:
        return check(call_.set_real(component_, &variable.reference, 1, &setting.value), "fmi2SetReal");
      case ValueType::text:
        return check(call_.set_string(component_, &variable.reference, 1, &text), "fmi2SetString");
      case ValueType::boolean: {
        const int truth = setting.value >= 0.5 ? 1 : 0;
        return check(call_.set_boolean(component_, &variable.reference, 1, &truth), "fmi2SetBoolean");
      }
      default: {
        const int number = static_cast<int>(whole(variable, setting.value));
        return check(call_.set_integer(component_, &variable.reference, 1, &number), "fmi2SetInteger");
      }
    }
  }

  Outcome outcome() {
    Outcome result;
    for (const std::uint32_t variable : order_.reads) result.values.push_back(read(variable));
    return result;
  }

  bool is_terminated() {
    int (*get_status)(void*, int, int*) = nullptr;
    library_.find(get_status, "fmi2GetBooleanStatus");
    constexpr int kTerminated = 3;
    int terminated = 0;
    return get_status(component_, kTerminated, &terminated) == kFmiOk && terminated != 0;
  }

  StateFunctions state_functions() const {
    static constexpr StateFunctions::Names kNames{"fmi2GetFMUstate",       "fmi2SetFMUstate",
                                                  "fmi2FreeFMUstate",      "fmi2SerializedFMUstateSize",
                                                  "fmi2SerializeFMUstate", "fmi2DeSerializeFMUstate"};
    return {library_, kNames};
  }
  StateFunctions::Check checked() {
    return [this](int status, const char* function) { check(status, function); };
  }

  const InstanceOrder order_;
  const Library library_;
  const Fmi2Functions call_;
  FmuLog log_;
  Fmi2Callbacks callbacks_{};
  void* component_ = nullptr;
  bool runs_ = false, is_broken_ = false;
};

}  // namespace

std::unique_ptr<FmuInstance> instance_of_fmi2(const InstanceOrder& order) { return std::make_unique<Fmi2Instance>(order); }

}  // namespace stribeck::imports
