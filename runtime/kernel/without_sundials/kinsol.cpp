// Kernels without SUNDIALS have no second try for a nonlinear loop: continuation comes next.
#include "program/kinsol.h"

namespace stribeck {

bool solve_by_kinsol(const NonlinearProblem& /*problem*/, double* /*x*/) { return false; }

}  // namespace stribeck
