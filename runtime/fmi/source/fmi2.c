/* FMI 2.0.4 for Model Exchange and Co-Simulation. Hosts that build a library of it define FMI2_OVERRIDE_FUNCTION_PREFIX. */

#ifdef FMI2_OVERRIDE_FUNCTION_PREFIX
#define FMI(name) name
#else
#define FMI_PASTE(identifier, name) identifier##_##name
#define FMI_NAMED(identifier, name) FMI_PASTE(identifier, name)
#define FMI(name) FMI_NAMED(IDENTIFIER, name)
#endif
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

enum { kOk, kWarning, kDiscard, kError };

typedef struct {
  void (*logger)(void* environment, const char* instance, int status, const char* category, const char* message, ...);
  void* (*allocate)(size_t count, size_t size);
  void (*release)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
} Callbacks;

typedef struct {
  int new_discrete_states_needed, terminate, nominals_changed, values_changed, next_event_time_defined;
  double next_event_time;
} EventInfo;

typedef struct {
  Motion now;
  Callbacks callbacks;
  int integrates;
} Component;

static int refuse(const Component* c, const char* why) {
  if (c != NULL && c->callbacks.logger != NULL) c->callbacks.logger(c->callbacks.environment, "", kError, "logStatusError", "%s", why);
  return kError;
}

static int set_slope(Motion* m, unsigned reference, double slope) {
  const int i = (int)(reference & 0xffffff);
  if (reference >> 24 != kInput || i >= INPUTS || !(fabs(slope) <= DBL_MAX)) return 0;
  m->levels[i] = input_at(m, i, m->time_s), m->since_s[i] = m->time_s;
  m->slopes[i] = m->next_slopes[i] = slope;
  m->has_outputs = 0;
  return 1;
}

EXPORT const char* FMI(fmi2GetTypesPlatform)(void) { return "default"; }
EXPORT const char* FMI(fmi2GetVersion)(void) { return "2.0"; }
EXPORT int FMI(fmi2SetDebugLogging)(void* c, int on, size_t count, const char* const* categories) {
  (void)on, (void)count, (void)categories;
  return c == NULL ? kError : kOk;
}

EXPORT void* FMI(fmi2Instantiate)(const char* name, int type, const char* guid, const char* location, const Callbacks* callbacks, int visible,
                                  int on) {
  Component* c;
  (void)name, (void)location, (void)visible, (void)on;
  if (guid == NULL || strcmp(guid, TOKEN) != 0 || (type != 0 && type != 1)) return NULL;
  c = (Component*)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  if (callbacks != NULL) c->callbacks = *callbacks;
  c->integrates = type == 1;
  begin(&c->now);
  return c;
}
EXPORT void FMI(fmi2FreeInstance)(void* c) { free(c); }

EXPORT int FMI(fmi2SetupExperiment)(void* component, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  Component* c = (Component*)component;
  int i;
  (void)has_stop, (void)stop;
  if (c == NULL || c->now.phase != kMade) return refuse(c, "the experiment is set up before the initialisation");
  c->now.time_s = start;
  for (i = 0; i < INPUTS; ++i) c->now.since_s[i] = start;
  if (has_tolerance && tolerance > 1e-15 && tolerance < 1) c->now.rtol = tolerance;
  return kOk;
}
EXPORT int FMI(fmi2EnterInitializationMode)(void* component) {
  Component* c = (Component*)component;
  if (c == NULL || c->now.phase != kMade) return refuse(c, "the initialisation is entered once");
  c->now.phase = kInitialising;
  return kOk;
}
EXPORT int FMI(fmi2ExitInitializationMode)(void* component) {
  Component* c = (Component*)component;
  if (c == NULL || c->now.phase != kInitialising) return refuse(c, "the initialisation is left once, after it was entered");
  c->now.phase = kRunning;
  return kOk;
}
EXPORT int FMI(fmi2Terminate)(void* c) { return c == NULL ? kError : kOk; }
EXPORT int FMI(fmi2Reset)(void* component) {
  Component* c = (Component*)component;
  if (c == NULL) return kError;
  begin(&c->now);
  return kOk;
}

EXPORT int FMI(fmi2GetReal)(void* component, const unsigned* references, size_t count, double* values) {
  Component* c = (Component*)component;
  size_t k;
  if (c == NULL || (count > 0 && (references == NULL || values == NULL))) return kError;
  for (k = 0; k < count; ++k)
    if (!get_value(&c->now, references[k], &values[k])) return refuse(c, "there is no such variable");
  return kOk;
}
EXPORT int FMI(fmi2SetReal)(void* component, const unsigned* references, size_t count, const double* values) {
  Component* c = (Component*)component;
  size_t k;
  if (c == NULL || (count > 0 && (references == NULL || values == NULL))) return kError;
  for (k = 0; k < count; ++k)
    if (!set_value(&c->now, references[k], values[k])) return refuse(c, "a variable cannot be set, or not to this value");
  return kOk;
}

#define NO_VARIABLES(name, type)                                                                      \
  EXPORT int FMI(fmi2Get##name)(void* c, const unsigned* references, size_t count, type* values) {       \
    (void)references, (void)values;                                                                   \
    return c != NULL && count == 0 ? kOk : kError;                                                    \
  }                                                                                                   \
  EXPORT int FMI(fmi2Set##name)(void* c, const unsigned* references, size_t count, const type* values) { \
    (void)references, (void)values;                                                                   \
    return c != NULL && count == 0 ? kOk : kError;                                                    \
  }
typedef const char* Text;
NO_VARIABLES(Integer, int)
NO_VARIABLES(Boolean, int)
NO_VARIABLES(String, Text)

EXPORT int FMI(fmi2GetFMUstate)(void* component, void** state) {
  Component* c = (Component*)component;
  if (c == NULL || state == NULL || (*state == NULL && (*state = malloc(sizeof(Motion))) == NULL)) return kError;
  memcpy(*state, &c->now, sizeof(Motion));
  return kOk;
}
EXPORT int FMI(fmi2SetFMUstate)(void* component, void* state) {
  Component* c = (Component*)component;
  if (c == NULL || state == NULL) return kError;
  memcpy(&c->now, state, sizeof(Motion));
  return kOk;
}
EXPORT int FMI(fmi2FreeFMUstate)(void* c, void** state) {
  if (c == NULL || state == NULL) return kError;
  free(*state);
  *state = NULL;
  return kOk;
}
EXPORT int FMI(fmi2SerializedFMUstateSize)(void* c, void* state, size_t* size) {
  if (c == NULL || state == NULL || size == NULL) return kError;
  *size = sizeof(Motion);
  return kOk;
}
EXPORT int FMI(fmi2SerializeFMUstate)(void* c, void* state, char* bytes, size_t size) {
  if (c == NULL || state == NULL || bytes == NULL || size < sizeof(Motion)) return kError;
  memcpy(bytes, state, sizeof(Motion));
  return kOk;
}
EXPORT int FMI(fmi2DeSerializeFMUstate)(void* c, const char* bytes, size_t size, void** state) {
  if (c == NULL || state == NULL || bytes == NULL || size != sizeof(Motion)) return kError;
  if (*state == NULL && (*state = malloc(sizeof(Motion))) == NULL) return kError;
  memcpy(*state, bytes, sizeof(Motion));
  return kOk;
}
EXPORT int FMI(fmi2GetDirectionalDerivative)(void* c, const unsigned* unknowns, size_t rows, const unsigned* knowns, size_t columns,
                                             const double* direction, double* product) {
  (void)unknowns, (void)rows, (void)knowns, (void)columns, (void)direction, (void)product;
  return refuse((Component*)c, "derivatives by direction are not there");
}

EXPORT int FMI(fmi2EnterEventMode)(void* c) { return c == NULL ? kError : kOk; }
EXPORT int FMI(fmi2NewDiscreteStates)(void* c, EventInfo* info) {
  if (c == NULL || info == NULL) return kError;
  memset(info, 0, sizeof *info);
  return kOk;
}
EXPORT int FMI(fmi2EnterContinuousTimeMode)(void* c) { return c == NULL ? kError : kOk; }
EXPORT int FMI(fmi2CompletedIntegratorStep)(void* c, int no_state_prior, int* enter_event_mode, int* terminate) {
  (void)no_state_prior;
  if (c == NULL || enter_event_mode == NULL || terminate == NULL) return kError;
  *enter_event_mode = *terminate = 0;
  return kOk;
}
EXPORT int FMI(fmi2SetTime)(void* component, double time) {
  Component* c = (Component*)component;
  if (c == NULL || c->integrates || !(fabs(time) <= DBL_MAX)) return refuse(c, "the time cannot be set");
  c->now.time_s = time, c->now.has_outputs = 0;
  return kOk;
}
EXPORT int FMI(fmi2SetContinuousStates)(void* component, const double* states, size_t count) {
  Component* c = (Component*)component;
  if (c == NULL || c->integrates || count != STATES || (count > 0 && states == NULL)) return refuse(c, "the states cannot be set");
  if (count > 0) memcpy(c->now.states, states, count * sizeof *states);
  c->now.has_outputs = 0;
  return kOk;
}
EXPORT int FMI(fmi2GetDerivatives)(void* component, double* derivatives, size_t count) {
  Component* c = (Component*)component;
  if (c == NULL || count != STATES || (count > 0 && derivatives == NULL)) return refuse(c, "there are not so many derivatives");
  if (count > 0) derivatives_at(&c->now, c->now.time_s, c->now.states, derivatives);
  return kOk;
}
EXPORT int FMI(fmi2GetEventIndicators)(void* c, double* indicators, size_t count) {
  (void)indicators;
  return c != NULL && count == 0 ? kOk : kError;
}
EXPORT int FMI(fmi2GetContinuousStates)(void* component, double* states, size_t count) {
  Component* c = (Component*)component;
  if (c == NULL || count != STATES || (count > 0 && states == NULL)) return refuse(c, "there are not so many states");
  if (count > 0) memcpy(states, c->now.states, count * sizeof *states);
  return kOk;
}
EXPORT int FMI(fmi2GetNominalsOfContinuousStates)(void* component, double* values, size_t count) {
  Component* c = (Component*)component;
  if (c == NULL || count != STATES || (count > 0 && values == NULL)) return refuse(c, "there are not so many states");
  if (count > 0) memcpy(values, nominals, count * sizeof *values);
  return kOk;
}

EXPORT int FMI(fmi2SetRealInputDerivatives)(void* component, const unsigned* references, size_t count, const int* orders,
                                            const double* values) {
  Component* c = (Component*)component;
  size_t k;
  if (c == NULL || (count > 0 && (references == NULL || orders == NULL || values == NULL))) return kError;
  for (k = 0; k < count; ++k)
    if (orders[k] != 1 || !set_slope(&c->now, references[k], values[k])) return refuse(c, "inputs have first derivatives alone");
  return kOk;
}
EXPORT int FMI(fmi2GetRealOutputDerivatives)(void* c, const unsigned* references, size_t count, const int* orders, double* values) {
  (void)references, (void)orders, (void)values;
  return c != NULL && count == 0 ? kOk : kError;
}
EXPORT int FMI(fmi2DoStep)(void* component, double time, double length, int no_state_prior) {
  Component* c = (Component*)component;
  (void)no_state_prior;
  if (c == NULL || !c->integrates || !step(&c->now, time, length))
    return refuse(c, "the step cannot be taken: it begins elsewhere, goes backwards, or no step of the solver is short enough");
  return kOk;
}
EXPORT int FMI(fmi2CancelStep)(void* c) {
  (void)c;
  return kError;
}
#define NO_STATUS(name, type)                                        \
  EXPORT int FMI(fmi2Get##name)(void* c, int kind, type* value) { \
    (void)c, (void)kind, (void)value;                                \
    return kDiscard;                                                 \
  }
NO_STATUS(Status, int)
NO_STATUS(RealStatus, double)
NO_STATUS(IntegerStatus, int)
NO_STATUS(BooleanStatus, int)
NO_STATUS(StringStatus, Text)
