#pragma once
// What libexec/stribeck/libstribeck_least_squares.so offers: Ceres behind a C interface, loaded by whoever fits, so that no other command
// needs Ceres or pays for loading it.
#ifdef __cplusplus
extern "C" {
#endif

enum { kLossPlain = 0, kLossHuber = 1, kLossCauchy = 2, kLossSoftL1 = 3 };
enum { kEndConverged = 0, kEndLimit = 1, kEndFailed = 2 };

struct StribeckLeastSquares {
  int parameters;      /* how many */
  int residuals;       /* how many */
  const double* lower; /* bounds of parameters; -HUGE_VAL, HUGE_VAL: none */
  const double* upper;
  int loss;          /* kLoss...: of each residual by itself */
  double loss_scale; /* where it begins to differ from squares */
  int most_iterations;
  /* Residuals at `x` and, unless null, their derivatives, row by row. 0: there are none at x. */
  int (*evaluate)(void* user, const double* x, double* residuals, double* jacobian);
  void* user;
  /* in and out */
  double* x;
  /* out */
  double cost; /* half the sum of losses */
  int iterations;
  int end;       /* kEnd... */
  char why[512]; /* in Ceres' words */
};

typedef void (*StribeckSolveLeastSquares)(struct StribeckLeastSquares* problem);
#define STRIBECK_SOLVE_LEAST_SQUARES "stribeck_solve_least_squares_1"

#ifdef __cplusplus
}
#endif
