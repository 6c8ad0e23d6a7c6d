// FMI 2.0.4 (Functional Mock-up Interface for Model Exchange and Co-Simulation, Modelica Association): what both interfaces have.
#include "imports/fmi2_calls.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "base/format.h"

namespace stribeck::imports {
namespace {

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

constexpr StateFunctions::Names kFmi2StateNames{"fmi2GetFMUstate",       "fmi2SetFMUstate",
                                                "fmi2FreeFMUstate",      "fmi2SerializedFMUstateSize",
                                                "fmi2SerializeFMUstate", "fmi2DeSerializeFMUstate"};

}  // namespace

Fmi2Calls::Functions::Functions(const Library& library) {
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
}

Fmi2Calls::Fmi2Calls(const InstanceOrder& order) : FmuCalls(order, kFmi2StateNames), call_(library_) {
  callbacks_ = {log_of_fmi2, std::calloc, std::free, nullptr, &log_};
}

Fmi2Calls::~Fmi2Calls() { end(call_.terminate, call_.free_instance); }

void Fmi2Calls::begin(const std::vector<Setting>& starts, const std::vector<Setting>& inputs, double t) {
  instantiate();
  for (const Setting& setting : starts) set(setting);
  check(call_.setup(component_, 0, 0, t, 0, 0), "fmi2SetupExperiment");
  check(call_.enter_initialization(component_), "fmi2EnterInitializationMode");
  for (const Setting& setting : inputs) set(setting);
  check(call_.exit_initialization(component_), "fmi2ExitInitializationMode");
  runs_ = true;
}

double Fmi2Calls::read(std::uint32_t number) {
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

void Fmi2Calls::instantiate() {
  const std::string resources = uri_of(order_.resources);
  const int kind = order_.exchange != nullptr ? 0 : 1;
  component_ = call_.instantiate(order_.name.c_str(), kind, order_.description->token.c_str(), resources.c_str(), &callbacks_, 0, 0);
  if (component_ == nullptr)
    throw FmuFault("cannot be instantiated: fmi2Instantiate returned nothing", log_.take(),
                   "its binary may want another GUID than its model description has, a licence, or a file that is not there");
}

void Fmi2Calls::set(const Setting& setting) {
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

}  // namespace stribeck::imports
