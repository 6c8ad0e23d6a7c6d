/* A small FMU of a foreign tool for model exchange, FMI 2.0 and 3.0: a ball over a floor, which is strict about the order of calls.
 *     dx/dt = v, dv/dt = a = u/m - g while on, else u/m;  x in mm, v in m/s, u in N
 *     state event:  x <= 0 and falling: v := -e v (law 1, bounce), or the ball rests there from then on (law 2, rest);  hits counts them
 *     state event:  v through zero, either way: turns counts them
 *     time event:   ticks counts those at period, 2 period, ...
 *     step event:   at the end of a completed step with v < -limit, once: alarms counts it
 *     discrete inputs: kick, whole: each change adds its new value times 0.1 m/s to v;  on, a truth
 * Compiled with -DTOKEN="...". */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, U, X, V, A, DX, E, M, PERIOD, LIMIT, DV, REALS };
enum { ON = 20, KICK, LAW, HITS, TURNS, TICKS, ALARMS, FAULT };
enum { OK, WARNING, DISCARD, FAILED, FATAL };
enum { MADE, STARTING, EVENTS, CONTINUOUS };
enum { NO_FAULT, CRASH, ENDLESS, ENDS, ALWAYS_MORE, NOT_LATER, DISCARDS };

typedef struct {
  double real[REALS];
  int whole[FAULT - ON + 1];
  int mode, kicked, rests, was_up, was_above, is_alarmed;
  double ticked_to, completed_to;
} Values;
typedef struct {
  Values now;
  void (*log)(void*, const char*);
  void* host;
} Ball;

static int* whole(Values* v, unsigned reference) { return &v->whole[reference - ON]; }
static int refuse(Ball* ball, const char* why) { return ball->log(ball->host, why), FAILED; }
static void evaluate(Values* v) {
  const double g = *whole(v, ON) ? 9.81 : 0;
  v->real[A] = v->real[DV] = v->rests ? 0 : v->real[U] / v->real[M] - g;
  v->real[DX] = v->rests ? 0 : 1000 * v->real[V];
}
static void start(Ball* ball) {
  Values* v = &ball->now;
  memset(v, 0, sizeof *v);
  v->real[X] = 1000, v->real[E] = 0.8, v->real[M] = 0.5, v->real[PERIOD] = 0.3, v->real[LIMIT] = 1e9;
  *whole(v, ON) = 1, *whole(v, LAW) = 1;
}
static void indicators(const Values* v, double* z) { z[0] = v->real[X], z[1] = v->real[V]; }
static double next_tick(const Values* v) { return v->ticked_to + v->real[PERIOD]; }

static int begin(Ball* ball) {
  Values* v = &ball->now;
  v->was_above = v->real[X] > 0, v->was_up = v->real[V] > 0, v->kicked = *whole(v, KICK), v->ticked_to = v->completed_to = v->real[TIME];
  v->mode = EVENTS;
  return OK;
}
/* Whether states have got other values. */
static bool happen(Ball* ball) {
  Values* v = &ball->now;
  bool moved = false;
  if (v->real[TIME] >= next_tick(v)) v->ticked_to = next_tick(v), ++*whole(v, TICKS);
  if (*whole(v, KICK) != v->kicked) v->kicked = *whole(v, KICK), v->real[V] += 0.1 * v->kicked, moved = true;
  if (v->real[X] <= 0 && v->was_above && v->real[V] < 0) {
    ++*whole(v, HITS), moved = true;
    if (*whole(v, LAW) == 1) v->real[V] *= -v->real[E];
    else v->real[V] = v->real[X] = 0, v->rests = 1;
  }
  if ((v->real[V] > 0) != v->was_up) ++*whole(v, TURNS);
  if (v->is_alarmed == 1) v->is_alarmed = 2, ++*whole(v, ALARMS);
  v->was_above = v->real[X] > 0, v->was_up = v->real[V] > 0, v->completed_to = v->real[TIME];
  return moved;
}
static int complete(Ball* ball, bool* wants_event) {
  Values* v = &ball->now;
  if (v->mode != CONTINUOUS) return refuse(ball, "a step is completed between events alone");
  v->completed_to = v->real[TIME];
  *wants_event = v->real[V] < -v->real[LIMIT] && v->is_alarmed == 0;
  if (*wants_event) v->is_alarmed = 1;
  return OK;
}
static int get_slopes(Ball* ball, const unsigned* unknowns, size_t rows, const unsigned* knowns, size_t columns, const double* seed,
                      double* slopes) {
  const Values* v = &ball->now;
  for (size_t i = 0; i < rows; ++i) {
    slopes[i] = 0;
    for (size_t k = 0; k < columns && !v->rests; ++k) {
      if ((unknowns[i] == A || unknowns[i] == DV) && knowns[k] == U) slopes[i] += seed[k] / v->real[M];
      if (unknowns[i] == DX && knowns[k] == V) slopes[i] += 1000 * seed[k];
      if (unknowns[i] == knowns[k]) slopes[i] += seed[k];
    }
  }
  return v->mode == MADE ? refuse(ball, "there are no derivatives yet") : OK;
}
static int set_time(Ball* ball, double t) {
  if (ball->now.mode != CONTINUOUS) return refuse(ball, "the time is set between events alone");
  if (t < ball->now.completed_to) return refuse(ball, "the time goes back behind a completed step");
  ball->now.real[TIME] = t;
  return OK;
}
static int set_states(Ball* ball, const double* states) {
  if (ball->now.mode != CONTINUOUS) return refuse(ball, "states are set between events alone");
  ball->now.real[X] = states[0], ball->now.real[V] = states[1];
  return OK;
}
static int get_rates(Ball* ball, double* rates) {
  Values* v = &ball->now;
  if (*whole(v, FAULT) == DISCARDS && v->real[V] > 3) return DISCARD;
  evaluate(v);
  rates[0] = v->real[DX], rates[1] = v->real[DV];
  return v->mode == CONTINUOUS ? OK : refuse(ball, "derivatives are asked for outside of continuous time");
}
static int enter_events(Ball* ball) {
  Values* v = &ball->now;
  if (v->mode != CONTINUOUS) return refuse(ball, "it is in event mode already");
  if (*whole(v, FAULT) == CRASH) *(volatile int*)8 = 1;
  if (*whole(v, FAULT) == ENDLESS)
    for (volatile int i = 0;; i = i + 1) continue;
  v->mode = EVENTS;
  return OK;
}
static int enter_continuous(Ball* ball) {
  if (ball->now.mode != EVENTS) return refuse(ball, "it is not in event mode");
  ball->now.mode = CONTINUOUS;
  return OK;
}
static int set_real(Ball* ball, const unsigned* references, size_t count, const double* values) {
  for (size_t i = 0; i < count; ++i) {
    if (ball->now.mode == CONTINUOUS && references[i] != U) return refuse(ball, "that is not set in continuous time");
    ball->now.real[references[i]] = values[i];
  }
  return OK;
}
static int get_real(Ball* ball, const unsigned* references, size_t count, double* values) {
  evaluate(&ball->now);
  for (size_t i = 0; i < count; ++i) values[i] = ball->now.real[references[i]];
  return OK;
}
static int set_whole(Ball* ball, unsigned reference, int value) {
  if (ball->now.mode == CONTINUOUS) return refuse(ball, "discrete inputs are not set in continuous time");
  *whole(&ball->now, reference) = value;
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
  Ball ball;
  Callbacks callbacks;
} Ball2;
static void log2_message(void* host, const char* message) {
  Ball2* own = host;
  own->callbacks.logger(own->callbacks.environment, "ball", FAILED, "logStatusError", "%s", message);
}
void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources, const Callbacks* callbacks, int visible, int log) {
  (void)name, (void)visible, (void)log, (void)resources;
  if (type != 0 || strcmp(guid, TOKEN) != 0) return NULL;
  Ball2* own = calloc(1, sizeof *own);
  start(&own->ball);
  own->callbacks = *callbacks, own->ball.log = log2_message, own->ball.host = own;
  return own;
}
void fmi2FreeInstance(void* own) { free(own); }
int fmi2SetupExperiment(void* own, int a, double b, double t, int c, double d) {
  (void)a, (void)b, (void)c, (void)d;
  ((Ball*)own)->now.real[TIME] = t;
  return OK;
}
int fmi2EnterInitializationMode(void* own) { return ((Ball*)own)->now.mode = STARTING, OK; }
int fmi2ExitInitializationMode(void* own) { return begin(own); }
int fmi2Terminate(void* own) { (void)own; return OK; }
int fmi2GetReal(void* own, const unsigned* references, size_t count, double* values) { return get_real(own, references, count, values); }
int fmi2SetReal(void* own, const unsigned* references, size_t count, const double* values) { return set_real(own, references, count, values); }
int fmi2GetInteger(void* own, const unsigned* references, size_t count, int* values) {
  for (size_t i = 0; i < count; ++i) values[i] = *whole(&((Ball*)own)->now, references[i]);
  return OK;
}
int fmi2SetInteger(void* own, const unsigned* references, size_t count, const int* values) {
  for (size_t i = 0; i < count; ++i)
    if (set_whole(own, references[i], values[i]) != OK) return FAILED;
  return OK;
}
int fmi2GetBoolean(void* own, const unsigned* references, size_t count, int* values) { return fmi2GetInteger(own, references, count, values); }
int fmi2SetBoolean(void* own, const unsigned* references, size_t count, const int* values) {
  return fmi2SetInteger(own, references, count, values);
}
int fmi2SetString(void* own, const unsigned* references, size_t count, const char* const* values) {
  (void)own, (void)references, (void)count, (void)values;
  return OK;
}
int fmi2SetTime(void* own, double t) { return set_time(own, t); }
int fmi2SetContinuousStates(void* own, const double* states, size_t count) { return count == 2 ? set_states(own, states) : FAILED; }
int fmi2GetContinuousStates(void* own, double* states, size_t count) {
  states[0] = ((Ball*)own)->now.real[X], states[1] = ((Ball*)own)->now.real[V];
  return count == 2 ? OK : FAILED;
}
int fmi2GetDerivatives(void* own, double* rates, size_t count) { return count == 2 ? get_rates(own, rates) : FAILED; }
int fmi2GetEventIndicators(void* own, double* z, size_t count) { return indicators(&((Ball*)own)->now, z), count == 2 ? OK : FAILED; }
int fmi2EnterEventMode(void* own) { return enter_events(own); }
int fmi2EnterContinuousTimeMode(void* own) { return enter_continuous(own); }
typedef struct {
  int more, terminate, nominals, values, has_next;
  double next;
} Info;
int fmi2NewDiscreteStates(void* own, Info* info) {
  Values* v = &((Ball*)own)->now;
  const bool moved = happen(own);
  const int fault = *whole(v, FAULT);
  *info = (Info){fault == ALWAYS_MORE, fault == ENDS && *whole(v, HITS) > 0, 0, moved, 1, fault == NOT_LATER ? v->real[TIME] : next_tick(v)};
  return OK;
}
int fmi2CompletedIntegratorStep(void* own, int no_setting, int* wants_event, int* terminate) {
  bool wants = false;
  const int status = complete(own, &wants);
  *wants_event = wants, *terminate = 0;
  return no_setting ? status : FAILED;
}
int fmi2GetDirectionalDerivative(void* own, const unsigned* unknowns, size_t rows, const unsigned* knowns, size_t columns,
                                 const double* seed, double* slopes) {
  return get_slopes(own, unknowns, rows, knowns, columns, seed, slopes);
}
int fmi2GetFMUstate(void* own, void** state) {
  *state = malloc(sizeof(Values));
  return memcpy(*state, &((Ball*)own)->now, sizeof(Values)), OK;
}
int fmi2SetFMUstate(void* own, void* state) { return memcpy(&((Ball*)own)->now, state, sizeof(Values)), OK; }
int fmi2FreeFMUstate(void* own, void** state) { (void)own; free(*state); return *state = NULL, OK; }
int fmi2SerializedFMUstateSize(void* own, void* state, size_t* size) { (void)own, (void)state; return *size = sizeof(Values), OK; }
int fmi2SerializeFMUstate(void* own, void* state, char* bytes, size_t size) { (void)own; return memcpy(bytes, state, size), OK; }
int fmi2DeSerializeFMUstate(void* own, const char* bytes, size_t size, void** state) {
  (void)own;
  *state = malloc(size);
  return memcpy(*state, bytes, size), OK;
}

/* FMI 3.0 */
typedef struct {
  Ball ball;
  void (*logger)(void*, int, const char*, const char*);
  void* environment;
} Ball3;
static void log3_message(void* host, const char* message) {
  Ball3* own = host;
  own->logger(own->environment, FAILED, "logStatusError", message);
}
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible, bool log, void* environment,
                                   void (*logger)(void*, int, const char*, const char*)) {
  (void)name, (void)resources, (void)visible, (void)log;
  if (strcmp(token, TOKEN) != 0) return NULL;
  Ball3* own = calloc(1, sizeof *own);
  start(&own->ball);
  own->logger = logger, own->environment = environment, own->ball.log = log3_message, own->ball.host = own;
  return own;
}
void fmi3FreeInstance(void* own) { free(own); }
int fmi3EnterInitializationMode(void* own, bool a, double b, double t, bool c, double d) {
  (void)a, (void)b, (void)c, (void)d;
  ((Ball*)own)->now.mode = STARTING, ((Ball*)own)->now.real[TIME] = t;
  return OK;
}
int fmi3ExitInitializationMode(void* own) { return begin(own); }
int fmi3Terminate(void* own) { (void)own; return OK; }
int fmi3GetFloat64(void* own, const uint32_t* references, size_t count, double* values, size_t n) {
  (void)n;
  return get_real(own, references, count, values);
}
int fmi3SetFloat64(void* own, const uint32_t* references, size_t count, const double* values, size_t n) {
  (void)n;
  return set_real(own, references, count, values);
}
int fmi3GetInt32(void* own, const uint32_t* references, size_t count, int32_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i) values[i] = *whole(&((Ball*)own)->now, references[i]);
  return OK;
}
int fmi3SetInt32(void* own, const uint32_t* references, size_t count, const int32_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i)
    if (set_whole(own, references[i], values[i]) != OK) return FAILED;
  return OK;
}
int fmi3SetInt64(void* own, const uint32_t* references, size_t count, const int64_t* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i)
    if (set_whole(own, references[i], (int)values[i]) != OK) return FAILED;
  return OK;
}
int fmi3SetBoolean(void* own, const uint32_t* references, size_t count, const bool* values, size_t n) {
  for (size_t i = 0; i < count && i < n; ++i)
    if (set_whole(own, references[i], values[i]) != OK) return FAILED;
  return OK;
}
int fmi3SetTime(void* own, double t) { return set_time(own, t); }
int fmi3SetContinuousStates(void* own, const double* states, size_t count) { return fmi2SetContinuousStates(own, states, count); }
int fmi3GetContinuousStates(void* own, double* states, size_t count) { return fmi2GetContinuousStates(own, states, count); }
int fmi3GetContinuousStateDerivatives(void* own, double* rates, size_t count) { return fmi2GetDerivatives(own, rates, count); }
int fmi3GetEventIndicators(void* own, double* z, size_t count) { return fmi2GetEventIndicators(own, z, count); }
int fmi3EnterEventMode(void* own) { return enter_events(own); }
int fmi3EnterContinuousTimeMode(void* own) { return enter_continuous(own); }
int fmi3UpdateDiscreteStates(void* own, bool* more, bool* terminate, bool* nominals, bool* values, bool* has_next, double* next) {
  Info info;
  const int status = fmi2NewDiscreteStates(own, &info);
  *more = info.more, *terminate = info.terminate, *nominals = false, *values = info.values, *has_next = true, *next = info.next;
  return status;
}
int fmi3CompletedIntegratorStep(void* own, bool no_setting, bool* wants_event, bool* terminate) {
  *terminate = false;
  return no_setting ? complete(own, wants_event) : FAILED;
}
