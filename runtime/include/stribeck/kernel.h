/* Compiled diagrams for other programs, in C: read a program file, step it with inputs, read outputs, keep its state and come back to it.

   A program file is made by "stribeck compile drive.json -o drive.program". A program is read once and never changes: any number of
   instances, each of them used by one thread at a time, may share it, and it lives as long as the last of them does. All values are in SI
   units. There is no global state, no call writes to the console, and no exception leaves this library.

   Every call that can fail returns one of enum stribeck_status; stribeck_why says why in words. A call that is refused has changed
   nothing. After stribeck_failed an instance can be freed, reset or restored, and no more.

   Two ways to run an instance, chosen by stribeck_initialise:
     stribeck_steps      it integrates by itself, with the solver that the diagram names: stribeck_step_to
     stribeck_equations  the caller integrates: stribeck_place, stribeck_derivatives, stribeck_indicators, stribeck_complete_step,
                         stribeck_happen */
#ifndef STRIBECK_KERNEL_H
#define STRIBECK_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#if defined(__GNUC__)
#define STRIBECK_KERNEL_API __attribute__((visibility("default")))
#else
#define STRIBECK_KERNEL_API
#endif

typedef struct stribeck_program stribeck_program;
typedef struct stribeck_instance stribeck_instance;

typedef enum {
  stribeck_ok = 0,
  stribeck_refused = 1,  /* a call at the wrong time, an index or a value out of range: nothing has changed */
  stribeck_failed = 2,   /* the equations have no solution, a component demands what does not hold, memory is exhausted */
  stribeck_ended = 3,    /* the motion has come to its stop, or a component has ended it as planned: it goes no further */
  stribeck_undefined = 4 /* what was asked for has no value where the instance is: nothing has changed */
} stribeck_status;

/* What has a number from 0 up to stribeck_count. */
typedef enum {
  stribeck_parameter = 0, /* "load.inertia", those of the diagram's components */
  stribeck_input = 1,     /* of the diagram's section "boundary" that are given: "torque", of ports "shaft.input" */
  stribeck_output = 2,    /* of the boundary that are seen, "speed", then all columns of the diagram by their names, "load.w" */
  stribeck_state = 3      /* continuous states */
} stribeck_kind;

typedef enum { stribeck_steps = 0, stribeck_equations = 1 } stribeck_way;

typedef struct {
  char code[48];   /* "run.no_solution"; empty if there is none */
  char text[1456]; /* what is wrong, where, and what to try, of several lines; cut where it is longer */
} stribeck_message;

/* The strings live as long as the program does. */
typedef struct {
  const char* name;
  const char* unit; /* SI; "1" or empty for pure numbers */
  const char* doc;
  double value; /* of parameters: as compiled; of states: a typical magnitude, 0 if none is declared; else 0 */
  int shapes;   /* of parameters: not 0 if the equations may be others with another value, so that it cannot be set */
} stribeck_variable;

typedef struct {
  double start_s, stop_s;
  double rtol, atol;
  double step_s; /* of solvers with a fixed step; 0: the interval of the diagram's rows */
  char solver[24];
} stribeck_experiment;

/* ---- programs ---- */

/* Reads a program file that stands in memory; `name` is for messages. Where it is a path, plugins whose functions the program calls are
 * loaded from its folder, if they are the same files as where it was compiled. `why` may be null. */
STRIBECK_KERNEL_API stribeck_status stribeck_program_read(const void* bytes, size_t size, const char* name, stribeck_program** program,
                                                          stribeck_message* why);
/* Null is allowed. */
STRIBECK_KERNEL_API void stribeck_program_free(stribeck_program* program);
STRIBECK_KERNEL_API size_t stribeck_count(const stribeck_program* program, stribeck_kind kind);
STRIBECK_KERNEL_API stribeck_status stribeck_describe(const stribeck_program* program, stribeck_kind kind, size_t number,
                                                      stribeck_variable* variable);
/* The number of that name, or SIZE_MAX. */
STRIBECK_KERNEL_API size_t stribeck_find(const stribeck_program* program, stribeck_kind kind, const char* name);
/* As the diagram asks to be run. */
STRIBECK_KERNEL_API void stribeck_program_experiment(const stribeck_program* program, stribeck_experiment* experiment);

/* ---- instances ---- */

/* Null if memory is exhausted. */
STRIBECK_KERNEL_API stribeck_instance* stribeck_instance_new(stribeck_program* program);
/* Null is allowed. */
STRIBECK_KERNEL_API void stribeck_instance_free(stribeck_instance* instance);
/* Back to how it was made: parameters and inputs as compiled. */
STRIBECK_KERNEL_API void stribeck_reset(stribeck_instance* instance);
/* Of the last call that returned stribeck_refused or stribeck_failed. */
STRIBECK_KERNEL_API const stribeck_message* stribeck_why(const stribeck_instance* instance);

/* Before stribeck_initialise. */
STRIBECK_KERNEL_API stribeck_status stribeck_set_experiment(stribeck_instance* instance, const stribeck_experiment* experiment);
/* Before stribeck_initialise, or later, where the instance is: an event. Refused for parameters that shape the equations, and later for
   delay times. Parameters of the start tell no more once the motion has begun. */
STRIBECK_KERNEL_API stribeck_status stribeck_set_parameters(stribeck_instance* instance, size_t count, const size_t* numbers,
                                                            const double* values);
/* From where the instance is, the inputs go on from these values along straight lines; `slopes`, their derivatives with time, may be null:
   they are held. Later than stribeck_initialise this is an event where the instance integrates; where the caller does, the inputs go on
   continuously, and a jump takes stribeck_happen. Inputs that are not named go on as they did. A velocity that is held has no derivative:
   what a port that gives its force has of masses rigidly behind it is missing there. */
STRIBECK_KERNEL_API stribeck_status stribeck_set_inputs(stribeck_instance* instance, size_t count, const size_t* numbers,
                                                        const double* values, const double* slopes);
/* Finds the start: initial values, modes. */
STRIBECK_KERNEL_API stribeck_status stribeck_initialise(stribeck_instance* instance, stribeck_way way);
/* A later stop than that of the experiment, once the motion has begun: it goes on. */
STRIBECK_KERNEL_API stribeck_status stribeck_set_stop(stribeck_instance* instance, double stop_s);
STRIBECK_KERNEL_API double stribeck_time(const stribeck_instance* instance);
/* Any variables, where the instance is. Outputs that show the heat of a component are not a number where the caller integrates. */
STRIBECK_KERNEL_API stribeck_status stribeck_get(stribeck_instance* instance, stribeck_kind kind, size_t count, const size_t* numbers,
                                                 double* values);

/* ---- the instance integrates ---- */

/* Up to `time_s`, and what happens then; or, if `stops_at_event` is not 0, up to the next event if that comes before. How far it came:
   stribeck_time. Outputs there do not depend on where it stopped in between, as long as no input was set. */
STRIBECK_KERNEL_API stribeck_status stribeck_step_to(stribeck_instance* instance, double time_s, int stops_at_event);

/* ---- the caller integrates ---- */

/* It is at this time, with these values of all states: in a step that it tries, or at its end. */
STRIBECK_KERNEL_API stribeck_status stribeck_place(stribeck_instance* instance, double time_s, const double* states);
/* Also where the instance integrates by itself: where it is. */
STRIBECK_KERNEL_API stribeck_status stribeck_derivatives(stribeck_instance* instance, double* derivatives);
/* derivatives of the derivatives by the states, times `direction`, by the formulas of the diagram. */
STRIBECK_KERNEL_API stribeck_status stribeck_jacobian_times(stribeck_instance* instance, const double* direction, double* product);
STRIBECK_KERNEL_API size_t stribeck_count_indicators(const stribeck_instance* instance);
/* Above zero while what is held between events is right, below zero beyond an event; never zero. Also where the instance integrates by
   itself: where it is. */
STRIBECK_KERNEL_API stribeck_status stribeck_indicators(stribeck_instance* instance, double* indicators);
/* The step that ends where the instance was placed belongs to the motion. `is_event` is not 0 if stribeck_happen is to follow. */
STRIBECK_KERNEL_API stribeck_status stribeck_complete_step(stribeck_instance* instance, int* is_event);
/* The event where the instance was placed: states may jump (stribeck_get). `next_event_s`: when the next one comes whose time is known, or
   infinity. */
STRIBECK_KERNEL_API stribeck_status stribeck_happen(stribeck_instance* instance, double* next_event_s);
STRIBECK_KERNEL_API double stribeck_next_event(const stribeck_instance* instance);

/* ---- its state ---- */

/* All that the motion follows from, where the instance is, between two calls: as so many bytes. They can be restored into any instance of
   the same program file, in this process or another one, and then go on to the same bytes as the one that they were saved from; where the
   caller integrates, nonlinear loops to their last digits. The pointer is valid until the next call with that instance. */
STRIBECK_KERNEL_API stribeck_status stribeck_save(stribeck_instance* instance, const void** bytes, size_t* size);
STRIBECK_KERNEL_API stribeck_status stribeck_restore(stribeck_instance* instance, const void* bytes, size_t size);

#if defined(__cplusplus)
}
#endif

#endif
