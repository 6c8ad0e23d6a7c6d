// Co-simulation by FMI 3.0.2 (Functional Mock-up Interface Specification, Modelica Association, chapters 2 and 4), without event mode: the
// FMU goes over its events itself, within a step.
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "imports/library.h"

namespace stribeck::imports {
namespace {

using Fmi3Logger = void(void* environment, int status, const char* category, const char* message);

void log_of_fmi3(void* environment, int status, const char* category, const char* message) {
  if (environment != nullptr && message != nullptr) static_cast<FmuLog*>(environment)->add(status, category, message);
}

template <typename Value>
using Fmi3Get = int(void*, const std::uint32_t*, std::size_t, Value*, std::size_t);
template <typename Value>
using Fmi3Set = int(void*, const std::uint32_t*, std::size_t, const Value*, std::size_t);

struct Fmi3Functions {
  explicit Fmi3Functions(const Library& library) {
    library.find(instantiate, "fmi3InstantiateCoSimulation");
    library.find(free_instance, "fmi3FreeInstance");
    library.find(enter_initialization, "fmi3EnterInitializationMode");
    library.find(exit_initialization, "fmi3ExitInitializationMode");
    library.find(terminate, "fmi3Terminate");
    library.find(do_step, "fmi3DoStep");
  }
  void* (*instantiate)(const char*, const char*, const char*, bool, bool, bool, bool, const std::uint32_t*, std::size_t, void*, Fmi3Logger*,
                       void*) = nullptr;
  void (*free_instance)(void*) = nullptr;
  int (*enter_initialization)(void*, bool, double, double, bool, double) = nullptr;
  int (*exit_initialization)(void*) = nullptr;
  int (*terminate)(void*) = nullptr;
  int (*do_step)(void*, double, double, bool, bool*, bool*, bool*, double*) = nullptr;
};

class Fmi3Instance : public FmuInstance {
 public:
  explicit Fmi3Instance(const InstanceOrder& order) : order_(order), library_(order.library), call_(library_) {}
  ~Fmi3Instance() override {
    if (component_ == nullptr || is_broken_) return;
    if (runs_) call_.terminate(component_);
    call_.free_instance(component_);
  }

  Outcome begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) override {
    instantiate();
    for (const Setting& setting : starts) set(setting);
    check(call_.enter_initialization(component_, false, 0, t, false, 0), "fmi3EnterInitializationMode");
    for (const Setting& setting : inputs) set(setting);
    check(call_.exit_initialization(component_), "fmi3ExitInitializationMode");
    runs_ = true;
    return outcome();
  }

  Outcome step(const std::vector<Setting>& inputs, double t, double h) override {
    for (const Setting& setting : inputs) set(setting);
    bool needs_events = false, is_over = false, is_early = false;
    double reached = t + h;
    check(call_.do_step(component_, t, h, true, &needs_events, &is_over, &is_early, &reached), "fmi3DoStep");
    if (is_early && !is_over)
      throw FmuFault(fmt::format("returned early, at t = {} s", short_number(reached)), "it was told not to", "ask for an FMU that obeys");
    Outcome result = outcome();
    result.is_over = is_over;
    return result;
  }

  double read(std::uint32_t number) override {
    const FmuVariable& variable = order_.description->variables[number];
    switch (variable.type) {
      case ValueType::float64:
        return get<double>(variable, "fmi3GetFloat64");
      case ValueType::float32:
        return static_cast<double>(get<float>(variable, "fmi3GetFloat32"));
      case ValueType::int8:
        return get<std::int8_t>(variable, "fmi3GetInt8");
      case ValueType::uint8:
        return get<std::uint8_t>(variable, "fmi3GetUInt8");
      case ValueType::int16:
        return get<std::int16_t>(variable, "fmi3GetInt16");
      case ValueType::uint16:
        return get<std::uint16_t>(variable, "fmi3GetUInt16");
      case ValueType::int32:
        return get<std::int32_t>(variable, "fmi3GetInt32");
      case ValueType::uint32:
        return get<std::uint32_t>(variable, "fmi3GetUInt32");
      case ValueType::uint64:
        return static_cast<double>(get<std::uint64_t>(variable, "fmi3GetUInt64"));
      case ValueType::boolean:
        return get<bool>(variable, "fmi3GetBoolean") ? 1 : 0;
      default:
        return static_cast<double>(get<std::int64_t>(variable, "fmi3GetInt64"));
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
    const std::string resources = order_.resources + "/";
    component_ = call_.instantiate(order_.name.c_str(), order_.description->token.c_str(), resources.c_str(), false, false, false, false,
                                   nullptr, 0, &log_, log_of_fmi3, nullptr);
    if (component_ == nullptr)
      throw FmuFault(
          "cannot be instantiated: fmi3InstantiateCoSimulation returned nothing", log_.take(),
          "its binary may want another instantiation token than its model description has, a licence, or a file that is not there");
  }

  template <typename Value>
  Value get(const FmuVariable& variable, const char* name) {
    Fmi3Get<Value>* function = nullptr;
    library_.find(function, name);
    Value value{};
    check(function(component_, &variable.reference, 1, &value, 1), name);
    return value;
  }
  template <typename Value>
  void put(const FmuVariable& variable, Value value, const char* name) {
    Fmi3Set<Value>* function = nullptr;
    library_.find(function, name);
    check(function(component_, &variable.reference, 1, &value, 1), name);
  }

  void set(const Setting& setting) {
    const FmuVariable& variable = order_.description->variables[setting.variable];
    switch (variable.type) {
      case ValueType::float64:
        return put(variable, setting.value, "fmi3SetFloat64");
      case ValueType::float32:
        return put(variable, static_cast<float>(setting.value), "fmi3SetFloat32");
      case ValueType::boolean:
        return put(variable, setting.value >= 0.5, "fmi3SetBoolean");
      case ValueType::text:
        return put(variable, setting.text.c_str(), "fmi3SetString");
      default:
        return put_whole(variable, whole(variable, setting.value));
    }
  }

  void put_whole(const FmuVariable& variable, std::int64_t value) {
    switch (variable.type) {
      case ValueType::int8:
        return put(variable, static_cast<std::int8_t>(value), "fmi3SetInt8");
      case ValueType::uint8:
        return put(variable, static_cast<std::uint8_t>(value), "fmi3SetUInt8");
      case ValueType::int16:
        return put(variable, static_cast<std::int16_t>(value), "fmi3SetInt16");
      case ValueType::uint16:
        return put(variable, static_cast<std::uint16_t>(value), "fmi3SetUInt16");
      case ValueType::int32:
        return put(variable, static_cast<std::int32_t>(value), "fmi3SetInt32");
      case ValueType::uint32:
        return put(variable, static_cast<std::uint32_t>(value), "fmi3SetUInt32");
      case ValueType::uint64:
        return put(variable, static_cast<std::uint64_t>(value), "fmi3SetUInt64");
      default:
        return put(variable, value, "fmi3SetInt64");
    }
  }

  Outcome outcome() {
    Outcome result;
    for (const std::uint32_t variable : order_.reads) result.values.push_back(read(variable));
    return result;
  }

  StateFunctions state_functions() const {
    static constexpr StateFunctions::Names kNames{"fmi3GetFMUState",       "fmi3SetFMUState",
                                                  "fmi3FreeFMUState",      "fmi3SerializedFMUStateSize",
                                                  "fmi3SerializeFMUState", "fmi3DeserializeFMUState"};
    return {library_, kNames};
  }
  StateFunctions::Check checked() {
    return [this](int status, const char* function) { check(status, function); };
  }

  const InstanceOrder order_;
  const Library library_;
  const Fmi3Functions call_;
  FmuLog log_;
  void* component_ = nullptr;
  bool runs_ = false, is_broken_ = false;
};

}  // namespace

std::unique_ptr<FmuInstance> instance_of_fmi3(const InstanceOrder& order) { return std::make_unique<Fmi3Instance>(order); }

}  // namespace stribeck::imports
