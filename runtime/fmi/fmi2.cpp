// FMI 2.0.4 for Model Exchange and Co-Simulation, on what both versions have in common (fmu.h).
// Types and signatures: Functional Mock-up Interface for Model Exchange and Co-Simulation 2.0.4, Modelica Association, chapters 2 to 4.
#include <cmath>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "fmi/host_calls.h"
#include "fmi/resource_path.h"

namespace {

using namespace stribeck::fmi;

enum StatusKind { kDoStepStatus, kPendingStatus, kLastSuccessfulTime, kTerminated };

struct Callbacks {
  void (*logger)(void* environment, const char* instance, int status, const char* category, const char* message, ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
};

struct EventInfo {
  int new_discrete_states_needed, terminate, nominals_changed, values_changed, next_event_time_defined;
  double next_event_time;
};

struct Component {
  std::string name;
  Callbacks callbacks{};
  bool logs = false;
  std::unique_ptr<Fmu> fmu;
  double reached_s = 0;
  bool is_over = false;

  void say(const std::string& text) const {
    if (callbacks.logger != nullptr) callbacks.logger(callbacks.environment, name.c_str(), kError, "logStatusError", "%s", text.c_str());
  }
};

template <typename Call>
Status guarded(void* component, Call call) {
  return guarded_call<Component>(component, call);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the standard names them
#define FMI2 extern "C" __attribute__((visibility("default")))

FMI2 const char* fmi2GetTypesPlatform() { return "default"; }
FMI2 const char* fmi2GetVersion() { return "2.0"; }

FMI2 int fmi2SetDebugLogging(void* component, int on, std::size_t, const char* const*) {
  return guarded(component, [&](Component& own, Fmu&) { return own.logs = on != 0, true; });
}

FMI2 void* fmi2Instantiate(const char* name, int type, const char* guid, const char* location, const Callbacks* callbacks, int, int on) {
  try {
    auto own = std::make_unique<Component>();
    own->name = name == nullptr ? "" : name;
    if (callbacks != nullptr) own->callbacks = *callbacks;
    own->logs = on != 0;
    const auto refuse = [&](const std::string& why) {
      own->say(why);
      return nullptr;
    };
    if (type != 0 && type != 1) return refuse("there is no such type of FMU");
    const std::string resources = location == nullptr ? "" : stribeck::fmi::path_of_uri(location);
    if (resources.empty()) return refuse("the location of the resources is no file URI");
    const std::string expected = stribeck::fmi::token_of(resources);
    if (guid == nullptr || expected != guid) return refuse("the GUID is that of another FMU, or the FMU is not whole");
    Component* const told = own.get();
    own->fmu = Fmu::open(resources, type == 0 ? stribeck_equations : stribeck_steps, [told](const std::string& text) { told->say(text); });
    return own->fmu == nullptr ? nullptr : own.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

FMI2 void fmi2FreeInstance(void* component) { delete static_cast<Component*>(component); }

FMI2 int fmi2SetupExperiment(void* component, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    return fmu.setup({start, has_stop != 0 && std::isfinite(stop), has_tolerance != 0, stop, tolerance});
  });
}
FMI2 int fmi2EnterInitializationMode(void* component) {
  return guarded(component, [](Component&, Fmu& fmu) { return fmu.enter_initialisation(); });
}
FMI2 int fmi2ExitInitializationMode(void* component) {
  return guarded(component, [](Component&, Fmu& fmu) { return fmu.exit_initialisation(); });
}
FMI2 int fmi2Terminate(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI2 int fmi2Reset(void* component) {
  return guarded(component, [](Component& own, Fmu& fmu) {
    own.is_over = false, own.reached_s = 0;
    return fmu.reset();
  });
}

FMI2 int fmi2GetReal(void* component, const unsigned* references, std::size_t count, double* values) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return count == 0 || (are(fmu, references, values) && fmu.get(references, count, values)); });
}
FMI2 int fmi2SetReal(void* component, const unsigned* references, std::size_t count, const double* values) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return count == 0 || (are(fmu, references, values) && fmu.set(references, count, values)); });
}

FMI2 int fmi2GetInteger(void* component, const unsigned* references, std::size_t count, int* values) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    return count == 0 || (are(fmu, references, values) && fmu.get_modes(references, count, values));
  });
}
FMI2 int fmi2SetInteger(void* component, const unsigned*, std::size_t count, const int*) {
  return guarded(component, [&](Component&, Fmu& fmu) { return count == 0 || fmu.refuse("modes are seen, and not set"); });
}

// Others than real variables and modes there are none.
#define STRIBECK_NO_VARIABLES(name, type)                                                                                             \
  FMI2 int fmi2Get##name(void* component, const unsigned*, std::size_t count, Out<type>) {                                            \
    return guarded(component, [&](Component&, Fmu& fmu) { return count == 0 || fmu.refuse("there are no variables of this type"); }); \
  }                                                                                                                                   \
  FMI2 int fmi2Set##name(void* component, const unsigned*, std::size_t count, In<type>) {                                             \
    return guarded(component, [&](Component&, Fmu& fmu) { return count == 0 || fmu.refuse("there are no variables of this type"); }); \
  }
STRIBECK_NO_VARIABLES(Boolean, int)
STRIBECK_NO_VARIABLES(String, char*)
#undef STRIBECK_NO_VARIABLES

FMI2 int fmi2GetFMUstate(void* component, void** state) {
  return guarded(component, [&](Component&, Fmu& fmu) { return get_state(fmu, state); });
}
FMI2 int fmi2SetFMUstate(void* component, void* state) {
  return guarded(component, [&](Component& own, Fmu& fmu) {
    own.is_over = false;
    return set_state(fmu, state);
  });
}
FMI2 int fmi2FreeFMUstate(void* component, void** state) {
  return guarded(component, [&](Component&, Fmu&) { return free_state(state); });
}
FMI2 int fmi2SerializedFMUstateSize(void* component, void* state, std::size_t* size) {
  return guarded(component, [&](Component&, Fmu& fmu) { return state_size(fmu, state, size); });
}
FMI2 int fmi2SerializeFMUstate(void* component, void* state, char* bytes, std::size_t size) {
  return guarded(component, [&](Component&, Fmu& fmu) { return serialise_state(fmu, state, bytes, size); });
}
FMI2 int fmi2DeSerializeFMUstate(void* component, const char* bytes, std::size_t size, void** state) {
  return guarded(component, [&](Component&, Fmu& fmu) { return deserialise_state(fmu, bytes, size, state); });
}

FMI2 int fmi2GetDirectionalDerivative(void* component, const unsigned* unknowns, std::size_t rows, const unsigned* knowns,
                                      std::size_t columns, const double* direction, double* product) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if ((rows > 0 && !are(fmu, unknowns, product)) || (columns > 0 && !are(fmu, knowns, direction))) return false;
    return fmu.directional(unknowns, rows, knowns, columns, direction, product);
  });
}

// Model exchange.

FMI2 int fmi2EnterEventMode(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI2 int fmi2NewDiscreteStates(void* component, EventInfo* info) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (!are(fmu, info)) return false;
    Fmu::Update update;
    *info = {};
    if (!fmu.update(update)) return false;
    info->terminate = update.is_over ? 1 : 0;
    info->values_changed = update.states_changed ? 1 : 0;
    info->next_event_time_defined = std::isfinite(update.next_event_s) ? 1 : 0;
    info->next_event_time = update.next_event_s;
    return true;
  });
}
FMI2 int fmi2EnterContinuousTimeMode(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI2 int fmi2CompletedIntegratorStep(void* component, int, int* enter_event_mode, int* terminate) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (!are(fmu, enter_event_mode, terminate)) return false;
    bool is_event = false;
    if (!fmu.complete_step(is_event)) return false;
    *enter_event_mode = is_event ? 1 : 0;
    *terminate = 0;
    return true;
  });
}
FMI2 int fmi2SetTime(void* component, double time) {
  return guarded(component, [&](Component&, Fmu& fmu) { return fmu.set_time(time); });
}
FMI2 int fmi2SetContinuousStates(void* component, const double* states, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, states)) && fmu.set_states(states, count); });
}
FMI2 int fmi2GetDerivatives(void* component, double* derivatives, std::size_t count) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, derivatives)) && fmu.get_derivatives(derivatives, count); });
}
FMI2 int fmi2GetEventIndicators(void* component, double* indicators, std::size_t count) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, indicators)) && fmu.get_indicators(indicators, count); });
}
FMI2 int fmi2GetContinuousStates(void* component, double* states, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, states)) && fmu.get_states(states, count); });
}
FMI2 int fmi2GetNominalsOfContinuousStates(void* component, double* nominals, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, nominals)) && fmu.get_nominals(nominals, count); });
}

// Co-simulation.

FMI2 int fmi2SetRealInputDerivatives(void* component, const unsigned* references, std::size_t count, const int* orders,
                                     const double* values) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (count > 0 && !are(fmu, references, orders, values)) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (orders[i] != 1) return fmu.refuse("inputs have derivatives of the first order alone");
    return fmu.set_slopes(references, count, values);
  });
}
FMI2 int fmi2GetRealOutputDerivatives(void* component, const unsigned*, std::size_t count, const int*, double*) {
  return guarded(component, [&](Component&, Fmu& fmu) { return count == 0 || fmu.refuse("outputs tell no derivatives"); });
}
FMI2 int fmi2DoStep(void* component, double time, double step, int) {
  Status discarded = kOk;
  const Status status = guarded(component, [&](Component& own, Fmu& fmu) {
    Fmu::Step done;
    if (!fmu.do_step(time, step, false, done)) return false;
    own.reached_s = done.reached_s;
    own.is_over = done.is_over;
    if (done.is_over) discarded = kDiscard;
    return true;
  });
  return status == kOk ? discarded : status;
}
FMI2 int fmi2CancelStep(void*) { return kError; }
FMI2 int fmi2GetStatus(void*, int, int*) { return kDiscard; }
FMI2 int fmi2GetRealStatus(void* component, int kind, double* value) {
  Status known = kDiscard;
  const Status status = guarded(component, [&](Component& own, Fmu&) {
    if (kind == kLastSuccessfulTime) *value = own.reached_s, known = kOk;
    return true;
  });
  return status == kOk ? known : status;
}
FMI2 int fmi2GetIntegerStatus(void*, int, int*) { return kDiscard; }
FMI2 int fmi2GetBooleanStatus(void* component, int kind, int* value) {
  Status known = kDiscard;
  const Status status = guarded(component, [&](Component& own, Fmu&) {
    if (kind == kTerminated) *value = own.is_over ? 1 : 0, known = kOk;
    return true;
  });
  return status == kOk ? known : status;
}
FMI2 int fmi2GetStringStatus(void*, int, const char**) { return kDiscard; }
// NOLINTEND(readability-identifier-naming)
