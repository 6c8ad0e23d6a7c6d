#include "program/kinsol.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <cmath>
#include <exception>
#include <memory>

namespace stribeck {

namespace {

/// The data that KINSOL passes to its callbacks. Exceptions must not pass through its C code: they are stored here and thrown after it has
/// returned.
struct Asked {
  const NonlinearProblem& problem;
  std::exception_ptr thrown = nullptr;

  template <typename Call>
  int answer(Call call) {
    constexpr int kUnrecoverable = -1;
    try {
      return call();
    } catch (...) {
      thrown = std::current_exception();
      return kUnrecoverable;
    }
  }
};

int residual(N_Vector x, N_Vector f, void* data) {
  Asked& asked = *static_cast<Asked*>(data);
  return asked.answer([&] { return asked.problem.residual(N_VGetArrayPointer(x), N_VGetArrayPointer(f)) ? 0 : 1; });
}

int matrix(N_Vector x, N_Vector, SUNMatrix values, void* data, N_Vector, N_Vector) {
  Asked& asked = *static_cast<Asked*>(data);
  return asked.answer([&] {
    asked.problem.matrix(N_VGetArrayPointer(x), SUNDenseMatrix_Data(values));
    return 0;
  });
}

void silent(int, const char*, const char*, char*, void*) {}

/// Owns the objects of one attempt.
class Try {
 public:
  explicit Try(const NonlinearProblem& problem) : problem_(problem) {
    SUNContext_Create(nullptr, &context_);
    x_ = N_VNew_Serial(problem.size, context_);
    scale_ = N_VClone(x_);
    residual_scale_ = N_VClone(x_);
    matrix_ = SUNDenseMatrix(problem.size, problem.size, context_);
    solver_ = SUNLinSol_Dense(x_, matrix_, context_);
    memory_ = KINCreate(context_);
  }
  ~Try() {
    KINFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    for (N_Vector v : {x_, scale_, residual_scale_}) N_VDestroy(v);
    SUNContext_Free(&context_);
  }
  Try(const Try&) = delete;
  Try& operator=(const Try&) = delete;

  bool run(double* x) {
    double* const start = N_VGetArrayPointer(x_);
    std::copy_n(x, problem_.size, start);
    if (!scale_rows(start)) return false;
    N_VConst(1.0, scale_);
    KINInit(memory_, residual, x_);
    KINSetErrHandlerFn(memory_, silent, nullptr);
    Asked asked{problem_};
    KINSetUserData(memory_, &asked);
    KINSetLinearSolver(memory_, solver_, matrix_);
    KINSetJacFn(memory_, matrix);
    KINSetMaxSetupCalls(memory_, 1);
    const int flag = KINSol(memory_, x_, KIN_LINESEARCH, scale_, residual_scale_);
    if (asked.thrown) std::rethrow_exception(asked.thrown);
    std::copy_n(start, problem_.size, x);
    return flag >= 0;
  }

 private:
  /// Scales every equation by the largest entry of its row where the search starts, so that units do not matter.
  bool scale_rows(const double* x) {
    double* const scale = N_VGetArrayPointer(residual_scale_);
    double* const values = SUNDenseMatrix_Data(matrix_);
    if (!problem_.residual(x, scale)) return false;
    problem_.matrix(x, values);
    for (std::int32_t r = 0; r < problem_.size; ++r) {
      double largest = 0;
      for (std::int32_t c = 0; c < problem_.size; ++c) largest = std::fmax(largest, std::fabs(values[c * problem_.size + r]));
      scale[r] = largest > 0 && std::isfinite(largest) ? 1 / largest : 1;
    }
    return true;
  }

  const NonlinearProblem& problem_;
  SUNContext context_ = nullptr;
  N_Vector x_ = nullptr, scale_ = nullptr, residual_scale_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

bool solve_by_kinsol(const NonlinearProblem& problem, double* x) { return Try(problem).run(x); }

}  // namespace stribeck
