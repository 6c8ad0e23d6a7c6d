#ifndef STRIBECK_PLUGIN_H
#define STRIBECK_PLUGIN_H
/* The C interface through which every component is recorded, built in or from a plugin (design D10). It may grow at the end of
 * struct stribeck_interface; the minor version and `size` tell how far. Nothing in it is ever reordered or removed within a major version.
 * No C++ type and no exception crosses it: a faulty call is noted by the recorder and reported when the declaration is complete. */
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STRIBECK_INTERFACE_MAJOR 1
#define STRIBECK_INTERFACE_MINOR 12

typedef struct stribeck_recorder stribeck_recorder;
typedef int32_t stribeck_expression; /* handle of a recorded expression; negative: none */

/* A function that cannot be recorded. It is called during runs and must be pure: the same arguments give the same value, whatever was asked
 * before, as steps are tried and taken back, and a run goes on from a checkpoint. Where it has no value it returns NaN, and may point
 * `*why` to a sentence, which must stay until its next call; the run then fails and names it. No exception may leave it. */
typedef double (*stribeck_function)(void* data, const double* arguments, const char** why);

/* Strings are UTF-8, zero-terminated, and copied. */
typedef struct stribeck_interface {
  uint32_t size; /* of this struct, in bytes */
  uint16_t major, minor;

  stribeck_expression (*constant)(stribeck_recorder*, double value, const char* unit);
  /* operation: a name of the operator table ("add", "tanh", "select") or "der" */
  stribeck_expression (*apply)(stribeck_recorder*, const char* operation, const stribeck_expression* operands, int32_t count);
  stribeck_expression (*time)(stribeck_recorder*);

  int32_t (*port)(stribeck_recorder*, const char* name, const char* domain, const char* doc);
  stribeck_expression (*across)(stribeck_recorder*, int32_t port);
  stribeck_expression (*through)(stribeck_recorder*, int32_t port);
  /* fallback: value of an open input; negative: it must be connected */
  stribeck_expression (*input)(stribeck_recorder*, const char* name, const char* unit, const char* doc, stribeck_expression fallback);
  stribeck_expression (*output)(stribeck_recorder*, const char* name, const char* unit, const char* doc);

  /* fallback in `unit`; NaN: the diagram must give it */
  stribeck_expression (*parameter)(stribeck_recorder*, const char* name, double fallback, const char* unit, const char* doc);
  /* relation: "ge", "gt", "le", "lt" */
  void (*limit)(stribeck_recorder*, stribeck_expression parameter, const char* relation, stribeck_expression bound);
  /* choices: "linear|cubic", the first is the default; returns the index chosen in this recording */
  int32_t (*option)(stribeck_recorder*, const char* name, const char* choices, const char* doc);
  /* flags: bit 0 ascending; bit 1: two neighbours may be equal, where a function through points jumps; bit 2, from minor version 12: the
   * ten integrals of a mesh, read from its file, the unit "1" (component.hpp). fallback: count values in `unit`, count 0: must be given.
   * Returns a list handle */
  int32_t (*list)(stribeck_recorder*, const char* name, const char* unit, const char* doc, const double* fallback, int32_t count,
                  uint32_t flags);
  /* piecewise linear interpolation of ordinates over abscissae, held constant outside */
  stribeck_expression (*interpolate)(stribeck_recorder*, int32_t abscissae, int32_t ordinates, stribeck_expression argument);

  /* flags: bit 0 hidden (no default output) */
  stribeck_expression (*variable)(stribeck_recorder*, const char* name, const char* unit, const char* doc, uint32_t flags);
  /* start and nominal value of a variable, in its unit; NaN leaves one as it is */
  void (*attributes)(stribeck_recorder*, stribeck_expression variable, double start, double nominal);
  /* port_c -1: the origin of the domain. kind: "free", "fixed", "prescribed"; value negative for free. Declares a variable. */
  stribeck_expression (*displacement)(stribeck_recorder*, int32_t port_r, int32_t port_c, const char* name, const char* doc,
                                      const char* kind, stribeck_expression value);
  void (*relation)(stribeck_recorder*, const char* label, stribeck_expression left, stribeck_expression right);
  /* wish: "fixed_force_out", "fixed_velocity_out", "preferred_force_out", "preferred_velocity_out", "indifferent" */
  void (*causality)(stribeck_recorder*, stribeck_expression variable, const char* wish);
  /* kind: "stores" (energy), "dissipates" (power), "supplies" (power); several calls add up */
  void (*energy)(stribeck_recorder*, const char* kind, stribeck_expression value);
  /* The declaration failed (an exception was caught); the sentence says why. */
  void (*fault)(stribeck_recorder*, const char* sentence);

  /* From minor version 1. Dry friction that transmits `force` at the relative velocity `velocity` and opposes it; returns the direction of
   * slip: -1, 1, or 0 while it sticks. friction_levels completes it: the most force that holds while it sticks, and the force while it
   * slips, which may depend on the direction. Together they make one relation. */
  stribeck_expression (*friction)(stribeck_recorder*, const char* label, stribeck_expression velocity, stribeck_expression force);
  void (*friction_levels)(stribeck_recorder*, stribeck_expression direction, stribeck_expression static_level,
                          stribeck_expression kinetic_level);

  /* From minor version 2. The same as friction_levels with levels of their own against slip forwards and backwards. A static level may be
   * infinite: nothing makes it slip that way. friction_open: it transmits nothing while the condition holds; at most once. */
  void (*friction_sides)(stribeck_recorder*, stribeck_expression direction, stribeck_expression static_forwards,
                         stribeck_expression kinetic_forwards, stribeck_expression static_backwards, stribeck_expression kinetic_backwards);
  void (*friction_open)(stribeck_recorder*, stribeck_expression direction, stribeck_expression condition);

  /* A rigid contact on one side. `force` pushes and opens the gap, `approach` is the rate at which the gap closes. At a gap of zero sides
   * that approach faster than rest_speed rebound at restitution times that speed, by an impulse on the whole network; slower ones rest on
   * one another until they are pulled apart with more than release_force. Returns 1 while they rest, else 0. contact_total, kind "impulse"
   * or "loss": of all its impacts so far. */
  stribeck_expression (*contact)(stribeck_recorder*, const char* label, stribeck_expression gap, stribeck_expression approach,
                                 stribeck_expression force, stribeck_expression restitution, stribeck_expression rest_speed,
                                 stribeck_expression release_force);
  stribeck_expression (*contact_total)(stribeck_recorder*, stribeck_expression touching, const char* kind);

  /* From minor version 3. A discrete variable: it keeps its value between events. `start` depends on parameters alone. flags: bit 0 hidden.
   */
  stribeck_expression (*discrete)(stribeck_recorder*, const char* name, const char* unit, const char* doc, stribeck_expression start,
                                  uint32_t flags);
  /* What happens at the instant at which `condition` becomes true, and at the start if it holds there; returns a handle. An empty label:
   * not told among the events of a run. */
  int32_t (*when)(stribeck_recorder*, const char* label, stribeck_expression condition);
  /* There `target`, a discrete variable or a variable that the component differentiates, gets a new value, computed from what everything
   * was just before. */
  void (*when_set)(stribeck_recorder*, int32_t when, stribeck_expression target, stribeck_expression value);
  /* There the run ends. action: "terminate", as planned, or "fail", with an error; the sentence says why. */
  void (*when_end)(stribeck_recorder*, int32_t when, const char* action, const char* sentence);

  /* From minor version 4. What decides what is declared: a whole number from low to high, a parameter of the diagram; and the length of a
   * list, `fallback` in recordings without a diagram. */
  int32_t (*count)(stribeck_recorder*, const char* name, int32_t fallback, int32_t low, int32_t high, const char* doc);
  int32_t (*length)(stribeck_recorder*, int32_t list, int32_t low, int32_t high);
  /* an entry of a list, from 0 */
  stribeck_expression (*entry)(stribeck_recorder*, int32_t list, int32_t i);
  /* A function through points: row number `row` of `rows` of the ordinates over the abscissae. method, and ends, what
   * holds outside: names of interpolations.hpp. order: of the derivative, -1 for the integral from the first abscissa on */
  stribeck_expression (*table)(stribeck_recorder*, int32_t abscissae, int32_t ordinates, int32_t row, int32_t rows, const char* method,
                               const char* ends, int32_t order, stribeck_expression argument);
  /* A text of the diagram, "2*u1 + sin(u2)", in `names`, which stand for `meanings`. Its dimension is not checked. */
  stribeck_expression (*formula)(stribeck_recorder*, const char* name, const char* fallback, const char* doc, const char* const* names,
                                 const stribeck_expression* meanings, int32_t count);

  /* From minor version 5. What `value` was at the time `when`, which lies `shortest` to `longest` ago (s, above zero; parameters alone);
   * `before`, of parameters alone, at times before the start. */
  stribeck_expression (*past)(stribeck_recorder*, stribeck_expression value, stribeck_expression when, stribeck_expression shortest,
                              stribeck_expression longest, stribeck_expression before);

  /* From minor version 6. A function that cannot be recorded, of one to three arguments in the given units, with a value in `unit`; returns
   * a handle. `data` is handed to each call, and must stay as long as the library. */
  int32_t (*function)(stribeck_recorder*, const char* name, const char* unit, const char* doc, const char* const* argument_names,
                      const char* const* argument_units, int32_t count, stribeck_function value, void* data);
  /* Its partial derivative by an argument (from 0), of the same arguments, in unit/argument unit. Needed for every argument that changes
   * during a run. Returns the derivative's handle, which may be given derivatives in turn: some diagrams need them. */
  int32_t (*function_derivative)(stribeck_recorder*, int32_t function, int32_t argument, stribeck_function value, void* data);
  stribeck_expression (*call)(stribeck_recorder*, int32_t function, const stribeck_expression* arguments, int32_t count);

  /* From minor version 7. What each entry of a list must keep; relation as for limit, the bound in the list's unit. */
  void (*list_limit)(stribeck_recorder*, int32_t list, const char* relation, double bound);

  /* From minor version 8. Friction that creeps where dry friction sticks: a relation, `force` is `share` of `level`; the share lies between
   * -1 and 1 and rises with `velocity` through zero. Where the force presses itself on so much that no motion fulfils the relation, an
   * impulse brings the velocity to zero. */
  void (*creeping_friction)(stribeck_recorder*, const char* label, stribeck_expression velocity, stribeck_expression force,
                            stribeck_expression level, stribeck_expression share);

  /* From minor version 9. What is there only where a diagram names it: an expression, and the position of a port from the origin. */
  void (*on_request)(stribeck_recorder*, const char* name, const char* unit, const char* doc, stribeck_expression value);
  void (*position_on_request)(stribeck_recorder*, int32_t port, const char* name, const char* doc);

  /* From minor version 10. How the restitution of a contact follows from the speed of approach: a name of restitution.hpp. */
  void (*contact_law)(stribeck_recorder*, stribeck_expression touching, const char* law);

  /* From minor version 11. A constraint between states, which relations keep at the level of accelerations: `position` is zero along the
   * motion, and so is `rate`, its derivative by time. `shares` and `given`, discrete variables, are set by the run to a row of what
   * forces that the motion does not determine, scaled by `per_force`, must not have, or to zero, and to a part that is to be added. */
  void (*constraint)(stribeck_recorder*, const char* label, stribeck_expression position, stribeck_expression rate,
                     stribeck_expression per_force, stribeck_expression given, const stribeck_expression* shares, int32_t count);

  /* From minor version 12. A parameter of any unit, where no diagram gives it, is a pure number: what comes in and goes out has one unit.
   */
  void (*pure_by_default)(stribeck_recorder*, stribeck_expression parameter);
} stribeck_interface;

typedef void (*stribeck_component_function)(const stribeck_interface*, stribeck_recorder*);

typedef struct stribeck_component {
  const char* type; /* "rotational.friction" */
  stribeck_component_function declare;
  const char* doc;    /* the comment above the function */
  const char* source; /* file, for messages */
} stribeck_component;

typedef struct stribeck_library {
  uint32_t size;
  uint16_t major, minor; /* of the interface it was compiled against */
  const stribeck_component* components;
  int32_t count;
} stribeck_library;

/* A plugin exports one function of this type, named stribeck_plugin. */
typedef const stribeck_library* (*stribeck_library_function)(void);

#ifdef __cplusplus
}
#endif
#endif
