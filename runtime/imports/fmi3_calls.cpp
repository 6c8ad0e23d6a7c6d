// FMI 3.0.2 (Functional Mock-up Interface Specification, Modelica Association): what its interfaces have in common.
#include "imports/fmi3_calls.h"

#include "base/format.h"

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

constexpr StateFunctions::Names kFmi3StateNames{"fmi3GetFMUState",       "fmi3SetFMUState",
                                                "fmi3FreeFMUState",      "fmi3SerializedFMUStateSize",
                                                "fmi3SerializeFMUState", "fmi3DeserializeFMUState"};

}  // namespace

Fmi3Calls::Functions::Functions(const Library& library) {
  library.find(free_instance, "fmi3FreeInstance");
  library.find(enter_initialization, "fmi3EnterInitializationMode");
  library.find(exit_initialization, "fmi3ExitInitializationMode");
  library.find(terminate, "fmi3Terminate");
}

Fmi3Calls::Fmi3Calls(const InstanceOrder& order) : FmuCalls(order, kFmi3StateNames), call_(library_) {}

Fmi3Calls::~Fmi3Calls() { end(call_.terminate, call_.free_instance); }

void Fmi3Calls::begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) {
  instantiate();
  for (const Setting& setting : starts) set(setting);
  check(call_.enter_initialization(component_, false, 0, t, false, 0), "fmi3EnterInitializationMode");
  for (const Setting& setting : inputs) set(setting);
  check(call_.exit_initialization(component_), "fmi3ExitInitializationMode");
  runs_ = true;
}

double Fmi3Calls::read(std::uint32_t number) {
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

void Fmi3Calls::instantiate() {
  const std::string resources = order_.resources + "/";
  const char* const token = order_.description->token.c_str();
  const bool is_exchange = order_.exchange != nullptr;
  const char* const function = is_exchange ? "fmi3InstantiateModelExchange" : "fmi3InstantiateCoSimulation";
  if (is_exchange) {
    void* (*make)(const char*, const char*, const char*, bool, bool, void*, Fmi3Logger*) = nullptr;
    library_.find(make, function);
    component_ = make(order_.name.c_str(), token, resources.c_str(), false, false, &log_, log_of_fmi3);
  } else {
    void* (*make)(const char*, const char*, const char*, bool, bool, bool, bool, const std::uint32_t*, std::size_t, void*, Fmi3Logger*,
                  void*) = nullptr;
    library_.find(make, function);
    component_ = make(order_.name.c_str(), token, resources.c_str(), false, false, false, false, nullptr, 0, &log_, log_of_fmi3, nullptr);
  }
  if (component_ == nullptr)
    throw FmuFault(
        fmt::format("cannot be instantiated: {} returned nothing", function), log_.take(),
        "its binary may want another instantiation token than its model description has, a licence, or a file that is not there");
}

template <typename Value>
Value Fmi3Calls::get(const FmuVariable& variable, const char* name) {
  Fmi3Get<Value>* function = nullptr;
  library_.find(function, name);
  Value value{};
  check(function(component_, &variable.reference, 1, &value, 1), name);
  return value;
}

template <typename Value>
void Fmi3Calls::put(const FmuVariable& variable, Value value, const char* name) {
  Fmi3Set<Value>* function = nullptr;
  library_.find(function, name);
  check(function(component_, &variable.reference, 1, &value, 1), name);
}

void Fmi3Calls::set(const Setting& setting) {
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

void Fmi3Calls::put_whole(const FmuVariable& variable, std::int64_t value) {
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

}  // namespace stribeck::imports
