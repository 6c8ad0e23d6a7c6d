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
#define STRIBECK_INTERFACE_MINOR 0

typedef struct stribeck_recorder stribeck_recorder;
typedef int32_t stribeck_expression; /* handle of a recorded expression; negative: none */

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
  /* flags: bit 0 ascending. fallback: count values in `unit`, count 0: must be given. Returns a list handle */
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
