#pragma once
// The second try for a nonlinear loop: SUNDIALS KINSOL, Newton's method with a line search on the residual's norm.
#include <cstdint>
#include <functional>

namespace stribeck {

struct NonlinearProblem {
  std::int32_t size = 0;
  std::function<bool(const double* x, double* residual)> residual;  ///< false where it has no finite value
  std::function<void(const double* x, double* matrix)> matrix;      ///< dense, column by column
};

/// Solves from `x`, which is then near a root (to be polished by the caller); false if it found none, `x` being anything.
bool solve_by_kinsol(const NonlinearProblem& problem, double* x);

}  // namespace stribeck
