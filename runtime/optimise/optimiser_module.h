#pragma once
// What libexec/stribeck/libstribeck_optimiser.so offers: NLopt behind a C interface, loaded by whoever optimises, so that no other command
// needs NLopt or pays for loading it.
#ifdef __cplusplus
extern "C" {
#endif

enum { kMethodSlsqp = 0, kMethodBobyqa = 1, kMethodCobyla = 2, kMethodCrs2 = 3 };
enum { kSearchConverged = 0, kSearchLimit = 1, kSearchStopped = 2, kSearchFailed = 3 };

struct StribeckSearch {
  int method;        /* kMethod... */
  int variables;     /* how many, each from 0 to 1 */
  int constraints;   /* how many, each to be zero or less */
  double tolerance;  /* of the variables */
  double first_step; /* of methods without gradients */
  int most_evaluations;
  unsigned long seed; /* of methods that draw */
  /* The objective, to be least, its gradient unless that is null, and the constraints with theirs, row by row. 0: the search is to end. */
  int (*evaluate)(void* user, const double* u, double* objective, double* gradient, double* constraints, double* jacobian);
  void* user;
  /* in and out */
  double* u;
  /* out */
  int end;       /* kSearch... */
  char why[128]; /* in words */
};

typedef void (*StribeckSearchFor)(struct StribeckSearch* search);
#define STRIBECK_SEARCH "stribeck_search_1"

#ifdef __cplusplus
}
#endif
