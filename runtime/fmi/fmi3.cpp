// FMI 3.0 for Model Exchange and Co-Simulation, on what both versions have in common (fmu.h).
// Types and signatures: Functional Mock-up Interface Specification 3.0.2, Modelica Association, chapters 2 to 4.
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "fmi/host_calls.h"
#include "fmi/resource_path.h"

namespace {

using namespace stribeck::fmi;

using LogMessage = void (*)(void* environment, int status, const char* category, const char* message);

struct Component {
  void* environment = nullptr;
  LogMessage log = nullptr;
  bool may_return_early = false, has_event_mode = false;
  std::unique_ptr<Fmu> fmu;

  void say(const std::string& text) const {
    if (log != nullptr) log(environment, kError, "logStatusError", text.c_str());
  }
};

template <typename Call>
Status guarded(void* component, Call call) {
  return guarded_call<Component>(component, call);
}

/// What this FMU has nothing of: fine as long as nothing is asked for.
Status without(void* component, std::size_t asked, const char* what) {
  return guarded(component, [&](Component&, Fmu& fmu) { return asked == 0 || fmu.refuse(std::string("this FMU has no ") + what); });
}

void* instantiate(stribeck_way way, const char* token, const char* path, void* environment, LogMessage log, bool has_event_mode,
                  bool early) {
  try {
    auto own = std::make_unique<Component>();
    own->environment = environment;
    own->log = log;
    own->has_event_mode = has_event_mode, own->may_return_early = early;
    const std::string resources = path == nullptr ? "" : stribeck::fmi::path_of_uri(path);
    const std::string expected = stribeck::fmi::token_of(resources);
    if (token == nullptr || expected.empty() || expected != token) {
      own->say("the instantiation token is that of another FMU, or the FMU is not whole");
      return nullptr;
    }
    Component* const told = own.get();
    own->fmu = Fmu::open(resources, way, [told](const std::string& text) { told->say(text); });
    return own->fmu == nullptr ? nullptr : own.release();
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the standard names them
#define FMI3 extern "C" __attribute__((visibility("default")))

FMI3 const char* fmi3GetVersion() { return "3.0"; }
FMI3 int fmi3SetDebugLogging(void* component, bool, std::size_t, const char* const*) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI3 void* fmi3InstantiateModelExchange(const char*, const char* token, const char* path, bool, bool, void* environment, LogMessage log) {
  return instantiate(stribeck_equations, token, path, environment, log, true, false);
}
FMI3 void* fmi3InstantiateCoSimulation(const char*, const char* token, const char* path, bool, bool, bool event_mode, bool early,
                                       const std::uint32_t*, std::size_t intermediate, void* environment, LogMessage log, void (*)()) {
  if (intermediate > 0) {
    if (log != nullptr) log(environment, kError, "logStatusError", "this FMU has no intermediate variables");
    return nullptr;
  }
  return instantiate(stribeck_steps, token, path, environment, log, event_mode, early);
}
FMI3 void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool, void* environment, LogMessage log,
                                             void (*)(), void (*)(), void (*)()) {
  if (log != nullptr) log(environment, kError, "logStatusError", "this FMU has no scheduled execution");
  return nullptr;
}
FMI3 void fmi3FreeInstance(void* component) { delete static_cast<Component*>(component); }

FMI3 int fmi3EnterInitializationMode(void* component, bool has_tolerance, double tolerance, double start, bool has_stop, double stop) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    return fmu.setup({start, has_stop && std::isfinite(stop), has_tolerance, stop, tolerance}) && fmu.enter_initialisation();
  });
}
FMI3 int fmi3ExitInitializationMode(void* component) {
  return guarded(component, [](Component&, Fmu& fmu) { return fmu.exit_initialisation(); });
}
FMI3 int fmi3EnterEventMode(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI3 int fmi3Terminate(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI3 int fmi3Reset(void* component) {
  return guarded(component, [](Component&, Fmu& fmu) { return fmu.reset(); });
}

FMI3 int fmi3GetFloat64(void* component, const std::uint32_t* references, std::size_t count, double* values, std::size_t size) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (count > 0 && !are(fmu, references, values)) return false;
    return size == count ? fmu.get(references, count, values) : fmu.refuse("all variables are scalars");
  });
}
FMI3 int fmi3SetFloat64(void* component, const std::uint32_t* references, std::size_t count, const double* values, std::size_t size) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (count > 0 && !are(fmu, references, values)) return false;
    return size == count ? fmu.set(references, count, values) : fmu.refuse("all variables are scalars");
  });
}

FMI3 int fmi3GetInt64(void* component, const std::uint32_t* references, std::size_t count, std::int64_t* values, std::size_t size) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (count > 0 && !are(fmu, references, values)) return false;
    return size == count ? fmu.get_modes(references, count, values) : fmu.refuse("all variables are scalars");
  });
}
FMI3 int fmi3SetInt64(void* component, const std::uint32_t*, std::size_t count, const std::int64_t*, std::size_t) {
  return guarded(component, [&](Component&, Fmu& fmu) { return count == 0 || fmu.refuse("modes are seen, and not set"); });
}

#define STRIBECK_NO_VARIABLES(name, type)                                                                    \
  FMI3 int fmi3Get##name(void* component, const std::uint32_t*, std::size_t count, Out<type>, std::size_t) { \
    return without(component, count, "variables of this type");                                              \
  }                                                                                                          \
  FMI3 int fmi3Set##name(void* component, const std::uint32_t*, std::size_t count, In<type>, std::size_t) {  \
    return without(component, count, "variables of this type");                                              \
  }
STRIBECK_NO_VARIABLES(Float32, float)
STRIBECK_NO_VARIABLES(Int8, std::int8_t)
STRIBECK_NO_VARIABLES(UInt8, std::uint8_t)
STRIBECK_NO_VARIABLES(Int16, std::int16_t)
STRIBECK_NO_VARIABLES(UInt16, std::uint16_t)
STRIBECK_NO_VARIABLES(Int32, std::int32_t)
STRIBECK_NO_VARIABLES(UInt32, std::uint32_t)
STRIBECK_NO_VARIABLES(UInt64, std::uint64_t)
STRIBECK_NO_VARIABLES(Boolean, bool)
STRIBECK_NO_VARIABLES(String, char*)
#undef STRIBECK_NO_VARIABLES
FMI3 int fmi3GetBinary(void* component, const std::uint32_t*, std::size_t count, std::size_t*, const std::uint8_t**, std::size_t) {
  return without(component, count, "binary variables");
}
FMI3 int fmi3SetBinary(void* component, const std::uint32_t*, std::size_t count, const std::size_t*, const std::uint8_t* const*,
                       std::size_t) {
  return without(component, count, "binary variables");
}
FMI3 int fmi3GetClock(void* component, const std::uint32_t*, std::size_t count, bool*) { return without(component, count, "clocks"); }
FMI3 int fmi3SetClock(void* component, const std::uint32_t*, std::size_t count, const bool*) { return without(component, count, "clocks"); }
FMI3 int fmi3GetNumberOfVariableDependencies(void* component, std::uint32_t, std::size_t*) {
  return without(component, 1, "dependencies that change");
}
FMI3 int fmi3GetVariableDependencies(void* component, std::uint32_t, std::size_t*, std::uint32_t*, std::size_t*, int*, std::size_t) {
  return without(component, 1, "dependencies that change");
}

FMI3 int fmi3GetFMUState(void* component, void** state) {
  return guarded(component, [&](Component&, Fmu& fmu) { return get_state(fmu, state); });
}
FMI3 int fmi3SetFMUState(void* component, void* state) {
  return guarded(component, [&](Component&, Fmu& fmu) { return set_state(fmu, state); });
}
FMI3 int fmi3FreeFMUState(void* component, void** state) {
  return guarded(component, [&](Component&, Fmu&) { return free_state(state); });
}
FMI3 int fmi3SerializedFMUStateSize(void* component, void* state, std::size_t* size) {
  return guarded(component, [&](Component&, Fmu& fmu) { return state_size(fmu, state, size); });
}
FMI3 int fmi3SerializeFMUState(void* component, void* state, std::uint8_t* bytes, std::size_t size) {
  return guarded(component, [&](Component&, Fmu& fmu) { return serialise_state(fmu, state, bytes, size); });
}
FMI3 int fmi3DeserializeFMUState(void* component, const std::uint8_t* bytes, std::size_t size, void** state) {
  return guarded(component, [&](Component&, Fmu& fmu) { return deserialise_state(fmu, bytes, size, state); });
}

FMI3 int fmi3GetDirectionalDerivative(void* component, const std::uint32_t* unknowns, std::size_t rows, const std::uint32_t* knowns,
                                      std::size_t columns, const double* seed, std::size_t seeds, double* result, std::size_t results) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if ((rows > 0 && !are(fmu, unknowns, result)) || (columns > 0 && !are(fmu, knowns, seed))) return false;
    if (seeds != columns || results != rows) return fmu.refuse("all variables are scalars");
    return fmu.directional(unknowns, rows, knowns, columns, seed, result);
  });
}
/// Row by row: seed times the Jacobian.
FMI3 int fmi3GetAdjointDerivative(void* component, const std::uint32_t* unknowns, std::size_t rows, const std::uint32_t* knowns,
                                  std::size_t columns, const double* seed, std::size_t seeds, double* result, std::size_t results) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if ((rows > 0 && !are(fmu, unknowns, seed)) || (columns > 0 && !are(fmu, knowns, result))) return false;
    if (seeds != rows || results != columns) return fmu.refuse("all variables are scalars");
    std::vector<double> product(rows);
    for (std::size_t k = 0; k < columns; ++k) {
      const double one = 1;
      if (!fmu.directional(unknowns, rows, &knowns[k], 1, &one, product.data())) return false;
      result[k] = 0;
      for (std::size_t i = 0; i < rows; ++i) result[k] += seed[i] * product[i];
    }
    return true;
  });
}

FMI3 int fmi3EnterConfigurationMode(void* component) { return without(component, 1, "structural parameters"); }
FMI3 int fmi3ExitConfigurationMode(void* component) { return without(component, 1, "structural parameters"); }
FMI3 int fmi3GetIntervalDecimal(void* component, const std::uint32_t*, std::size_t count, double*, int*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3GetIntervalFraction(void* component, const std::uint32_t*, std::size_t count, std::uint64_t*, std::uint64_t*, int*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3GetShiftDecimal(void* component, const std::uint32_t*, std::size_t count, double*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3GetShiftFraction(void* component, const std::uint32_t*, std::size_t count, std::uint64_t*, std::uint64_t*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3SetIntervalDecimal(void* component, const std::uint32_t*, std::size_t count, const double*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3SetIntervalFraction(void* component, const std::uint32_t*, std::size_t count, const std::uint64_t*, const std::uint64_t*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3SetShiftDecimal(void* component, const std::uint32_t*, std::size_t count, const double*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3SetShiftFraction(void* component, const std::uint32_t*, std::size_t count, const std::uint64_t*, const std::uint64_t*) {
  return without(component, count, "clocks");
}
FMI3 int fmi3EvaluateDiscreteStates(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI3 int fmi3UpdateDiscreteStates(void* component, bool* again, bool* terminate, bool* nominals, bool* values, bool* has_next,
                                  double* next) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (!are(fmu, again, terminate, nominals, values, has_next, next)) return false;
    *again = *terminate = *nominals = *values = *has_next = false;
    if (!fmu.is_of_host()) return fmu.flush();  // its events are in its own steps; what was set acts now
    Fmu::Update update;
    if (!fmu.update(update)) return false;
    *terminate = update.is_over, *values = update.states_changed;
    *has_next = std::isfinite(update.next_event_s);
    if (*has_next) *next = update.next_event_s;
    return true;
  });
}

// Model exchange.

FMI3 int fmi3EnterContinuousTimeMode(void* component) {
  return guarded(component, [](Component&, Fmu&) { return true; });
}
FMI3 int fmi3CompletedIntegratorStep(void* component, bool, bool* enter_event_mode, bool* terminate) {
  return guarded(component, [&](Component&, Fmu& fmu) {
    if (!are(fmu, enter_event_mode, terminate)) return false;
    *enter_event_mode = *terminate = false;
    return fmu.complete_step(*enter_event_mode);
  });
}
FMI3 int fmi3SetTime(void* component, double time) {
  return guarded(component, [&](Component&, Fmu& fmu) { return fmu.set_time(time); });
}
FMI3 int fmi3SetContinuousStates(void* component, const double* states, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, states)) && fmu.set_states(states, count); });
}
FMI3 int fmi3GetContinuousStateDerivatives(void* component, double* derivatives, std::size_t count) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, derivatives)) && fmu.get_derivatives(derivatives, count); });
}
FMI3 int fmi3GetEventIndicators(void* component, double* indicators, std::size_t count) {
  return guarded(component,
                 [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, indicators)) && fmu.get_indicators(indicators, count); });
}
FMI3 int fmi3GetContinuousStates(void* component, double* states, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, states)) && fmu.get_states(states, count); });
}
FMI3 int fmi3GetNominalsOfContinuousStates(void* component, double* nominals, std::size_t count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return (count == 0 || are(fmu, nominals)) && fmu.get_nominals(nominals, count); });
}
FMI3 int fmi3GetNumberOfEventIndicators(void* component, std::size_t* count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return are(fmu, count) && (*count = fmu.indicators(), true); });
}
FMI3 int fmi3GetNumberOfContinuousStates(void* component, std::size_t* count) {
  return guarded(component, [&](Component&, Fmu& fmu) { return are(fmu, count) && (*count = fmu.states(), true); });
}

// Co-simulation.

FMI3 int fmi3EnterStepMode(void* component) {
  return guarded(component, [](Component&, Fmu& fmu) { return fmu.flush(); });
}
FMI3 int fmi3GetOutputDerivatives(void* component, const std::uint32_t*, std::size_t count, const std::int32_t*, double*, std::size_t) {
  return without(component, count, "derivatives of outputs");
}
FMI3 int fmi3DoStep(void* component, double time, double step, bool, bool* event, bool* terminate, bool* early, double* reached) {
  return guarded(component, [&](Component& own, Fmu& fmu) {
    if (!are(fmu, event, terminate, early, reached)) return false;
    *event = *terminate = *early = false;
    Fmu::Step done;
    if (!fmu.do_step(time, step, own.may_return_early && own.has_event_mode, done)) return false;
    *reached = done.reached_s;
    *terminate = done.is_over;
    *early = !done.is_over && done.reached_s < time + step - 1e-12 * step;
    *event = *early;
    return true;
  });
}
FMI3 int fmi3ActivateModelPartition(void* component, std::uint32_t, double) { return without(component, 1, "clocks"); }
// NOLINTEND(readability-identifier-naming)
