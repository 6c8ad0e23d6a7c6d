/* A small FMU of a foreign tool, for FMI 2.0 and 3.0: a lag whose input is held within a step, solved exactly, with an event of its own,
 * discrete inputs, an enumeration and a tunable gain; and, on request, every misbehaviour that a host has to survive.
 *     T dx/dt = u - x,  y = gain * x (mode 1), -gain * x (mode 2), gain * u (mode 3: feedthrough);  u in rpm, x in rad/s, y in N*m
 *     passes: how often x rose through `level`, found exactly within the step; on = false: y = 0; shift: added to y, whole
 * Compiled with -DTOKEN="..."; -DWITHOUT_STEP leaves the functions for steps out. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, U, Y, GAIN, T, X, LEVEL, REALS };
enum { ON = 20, MODE, SHIFT, PASSES, FAULT, STEPS, NAME };
enum { NO_FAULT, ERROR, CRASH, ENDLESS, TERMINATE, NOISE, EXIT };
enum { OK, WARNING, DISCARD, FAILED, FATAL };

typedef struct {
  double real[REALS];
  int on, mode, shift, passes, fault, steps;
} Values;

typedef struct {
  Values now;
  void (*log)(void*, const char*);
  void* host;
  int terminated;
} Lag;

static void set_whole(Lag* lag, unsigned reference, int value) {
  int* const places[] = {&lag->now.on, &lag->now.mode, &lag->now.shift, &lag->now.passes, &lag->now.fault, &lag->now.steps};
  *places[reference - ON] = value;
}
static int get_whole(const Lag* lag, unsigned reference) {
  const int values[] = {lag->now.on, lag->now.mode, lag->now.shift, lag->now.passes, lag->now.fault, lag->now.steps};
  return values[reference - ON];
}
static void evaluate(Lag* lag) {
  Values* v = &lag->now;
  const double w = v->real[U] * 3.14159265358979323846 / 30, x = v->real[X], gain = v->real[GAIN];
  v->real[Y] = v->on ? (v->mode == 1 ? gain * x : v->mode == 2 ? -gain * x : gain * w) + v->shift : 0;
}
static Lag* new_lag(void) {
  Lag* lag = calloc(1, sizeof *lag);
  lag->now.real[GAIN] = 2, lag->now.real[T] = 0.1, lag->now.real[LEVEL] = 5, lag->now.on = 1, lag->now.mode = 1;
  return lag;
}
static int misbehave(Lag* lag, double t) {
  if (t < 0.05) return OK;
  switch (lag->now.fault) {
    case ERROR: lag->log(lag->host, "the oil is too hot"); return FAILED;
    case CRASH: *(volatile int*)8 = 1; return OK;
    case ENDLESS: for (volatile int i = 0;; i = i + 1) continue;
    case TERMINATE: lag->terminated = 1; return OK;
    case NOISE: puts("time,nonsense"); fflush(stdout); return OK;
    case EXIT: exit(3);
    default: return OK;
  }
}
static int step(Lag* lag, double t, double h) {
  Values* v = &lag->now;
  const double w = v->real[U] * 3.14159265358979323846 / 30, before = v->real[X];
  const int status = misbehave(lag, t);
  if (status != OK) return status;
  v->real[X] = w + (before - w) * exp(-h / v->real[T]);
  v->passes += before < v->real[LEVEL] && v->real[X] >= v->real[LEVEL];
  v->steps += 1;
  v->real[TIME] = t + h;
  evaluate(lag);
  return OK;
}

/* FMI 2.0 */
typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* allocate;
  void* release;
  void* finished;
  void* environment;
} Callbacks;
typedef struct {
  Lag lag;
  Callbacks callbacks;
} Lag2;
static void log2_message(void* host, const char* message) {
  Lag2* own = host;
  own->callbacks.logger(own->callbacks.environment, "lag", FAILED, "logStatusError", "%s", message);
}
void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources, const Callbacks* callbacks, int visible, int log) {
  (void)name, (void)visible, (void)log;
  if (type != 1 || strcmp(guid, TOKEN) != 0 || strncmp(resources, "file://", 7) != 0) {
    callbacks->logger(callbacks->environment, "lag", FAILED, "logStatusError", "the GUID is %s, not %s", guid, TOKEN);
    return NULL;
  }
  Lag2* own = calloc(1, sizeof *own);
  Lag* fresh = new_lag();
  own->lag = *fresh;
  free(fresh);
  own->callbacks = *callbacks;
  own->lag.log = log2_message, own->lag.host = own;
  return own;
}
void fmi2FreeInstance(void* own) {
  if (((Lag*)own)->now.fault == NOISE) puts("freed"), fflush(stdout);
  free(own);
}
int fmi2SetupExperiment(void* own, int a, double b, double start, int c, double d) {
  (void)a, (void)b, (void)c, (void)d;
  ((Lag*)own)->now.real[TIME] = start;
  return OK;
}
int fmi2EnterInitializationMode(void* own) { (void)own; return OK; }
int fmi2ExitInitializationMode(void* own) { return evaluate(own), OK; }
int fmi2Terminate(void* own) { (void)own; return OK; }
int fmi2GetReal(void* own, const unsigned* references, size_t count, double* values) {
  for (size_t i = 0; i < count; ++i) values[i] = ((Lag*)own)->now.real[references[i]];
  return OK;
}
int fmi2SetReal(void* own, const unsigned* references, size_t count, const double* values) {
  for (size_t i = 0; i < count; ++i) ((Lag*)own)->now.real[references[i]] = values[i];
  return OK;
}
int fmi2GetInteger(void* own, const unsigned* references, size_t count, int* values) {
  for (size_t i = 0; i < count; ++i) values[i] = get_whole(own, references[i]);
  return OK;
}
int fmi2SetInteger(void* own, const unsigned* references, size_t count, const int* values) {
  for (size_t i = 0; i < count; ++i) set_whole(own, references[i], values[i]);
  return OK;
}
int fmi2GetBoolean(void* own, const unsigned* references, size_t count, int* values) { return fmi2GetInteger(own, references, count, values); }
int fmi2SetBoolean(void* own, const unsigned* references, size_t count, const int* values) {
  return fmi2SetInteger(own, references, count, values);
}
int fmi2SetString(void* own, const unsigned* references, size_t count, const char* const* values) {
  (void)own, (void)references, (void)count;
  return strcmp(values[0], "refused") == 0 ? FAILED : OK;
}
int fmi2GetFMUstate(void* own, void** state) {
  *state = malloc(sizeof(Values));
  memcpy(*state, &((Lag*)own)->now, sizeof(Values));
  return OK;
}
int fmi2SetFMUstate(void* own, void* state) { return memcpy(&((Lag*)own)->now, state, sizeof(Values)), OK; }
int fmi2FreeFMUstate(void* own, void** state) { (void)own; free(*state); *state = NULL; return OK; }
int fmi2SerializedFMUstateSize(void* own, void* state, size_t* size) { (void)own, (void)state; *size = sizeof(Values); return OK; }
int fmi2SerializeFMUstate(void* own, void* state, char* bytes, size_t size) { (void)own; return memcpy(bytes, state, size), OK; }
int fmi2DeSerializeFMUstate(void* own, const char* bytes, size_t size, void** state) {
  (void)own;
  *state = malloc(size);
  return memcpy(*state, bytes, size), OK;
}
int fmi2GetBooleanStatus(void* own, int kind, int* value) { return *value = kind == 3 && ((Lag*)own)->terminated, OK; }
#ifndef WITHOUT_STEP
int fmi2DoStep(void* own, double t, double h, int no_return) {
  (void)no_return;
  const int status = step(own, t, h);
  return status == OK && ((Lag*)own)->terminated ? DISCARD : status;
}
#endif

/* FMI 3.0 */
typedef struct {
  Lag lag;
  void (*logger)(void*, int, const char*, const char*);
  void* environment;
} Lag3;
static void log3_message(void* host, const char* message) {
  Lag3* own = host;
  own->logger(own->environment, FAILED, "logStatusError", message);
}
void* fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible, bool log, bool events, bool early,
                                  const uint32_t* required, size_t count, void* environment,
                                  void (*logger)(void*, int, const char*, const char*), void* update) {
  (void)name, (void)visible, (void)log, (void)required, (void)count, (void)update;
  if (strcmp(token, TOKEN) != 0 || events || early || resources[strlen(resources) - 1] != '/') {
    logger(environment, FAILED, "logStatusError", "the instantiation token is that of another FMU");
    return NULL;
  }
  Lag3* own = calloc(1, sizeof *own);
  Lag* fresh = new_lag();
  own->lag = *fresh;
  free(fresh);
  own->logger = logger, own->environment = environment;
  own->lag.log = log3_message, own->lag.host = own;
  return own;
}
void fmi3FreeInstance(void* own) { free(own); }
int fmi3EnterInitializationMode(void* own, bool a, double b, double start, bool c, double d) {
  (void)a, (void)b, (void)c, (void)d;
  ((Lag*)own)->now.real[TIME] = start;
  return OK;
}
int fmi3ExitInitializationMode(void* own) { return evaluate(own), OK; }
int fmi3Terminate(void* own) { (void)own; return OK; }
int fmi3GetFloat64(void* own, const uint32_t* references, size_t count, double* values, size_t n) {
  (void)n;
  return fmi2GetReal(own, references, count, values);
}
int fmi3SetFloat64(void* own, const uint32_t* references, size_t count, const double* values, size_t n) {
  (void)n;
  return fmi2SetReal(own, references, count, values);
}
int fmi3SetInt64(void* own, const uint32_t* references, size_t count, const int64_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) set_whole(own, references[i], (int)values[i]);
  return OK;
}
int fmi3GetUInt16(void* own, const uint32_t* references, size_t count, uint16_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) values[i] = (uint16_t)get_whole(own, references[i]);
  return OK;
}
int fmi3SetInt8(void* own, const uint32_t* references, size_t count, const int8_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) set_whole(own, references[i], values[i]);
  return OK;
}
int fmi3SetUInt16(void* own, const uint32_t* references, size_t count, const uint16_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) set_whole(own, references[i], values[i]);
  return OK;
}
int fmi3SetBoolean(void* own, const uint32_t* references, size_t count, const bool* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) set_whole(own, references[i], values[i]);
  return OK;
}
int fmi3DoStep(void* own, double t, double h, bool prior, bool* events, bool* terminate, bool* early, double* reached) {
  (void)prior;
  const int status = step(own, t, h);
  *events = false, *early = false, *terminate = ((Lag*)own)->terminated, *reached = t + h;
  return status;
}
