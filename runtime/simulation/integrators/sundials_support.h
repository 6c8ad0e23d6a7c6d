#pragma once
// What CVODES and ARKODE share: the Ode behind C callbacks, its sparse Jacobian, our error norm, and errors brought back to C++.
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simulation/integrator.h"
#include "simulation/integrators/weights.h"

namespace stribeck {

template <class T, void (*destroy)(T)>
struct SundialsDelete {
  using pointer = T;
  void operator()(T object) const { destroy(object); }
};
inline void free_matrix(SUNMatrix matrix) { SUNMatDestroy(matrix); }
inline void free_solver(SUNLinearSolver solver) { SUNLinSolFree(solver); }
inline void free_context(SUNContext context) { SUNContext_Free(&context); }
using SundialsVector = std::unique_ptr<N_Vector, SundialsDelete<N_Vector, N_VDestroy>>;
using SundialsMatrix = std::unique_ptr<SUNMatrix, SundialsDelete<SUNMatrix, free_matrix>>;
using SundialsSolver = std::unique_ptr<SUNLinearSolver, SundialsDelete<SUNLinearSolver, free_solver>>;
using SundialsContext = std::unique_ptr<SUNContext, SundialsDelete<SUNContext, free_context>>;

/// The Ode as SUNDIALS sees it. The static functions are the callbacks; `self` is a SundialsOde.
/// No exception crosses C: it is kept, the callback returns a code, and raise_pending() throws it on our side.
class SundialsOde {
 public:
  SundialsOde(Ode& ode, const IntegratorOptions& options, IntegratorStatistics& statistics);

  SUNContext context() const { return context_.get(); }
  SUNMatrix matrix() const { return matrix_.get(); }
  SUNLinearSolver solver() const { return solver_.get(); }
  /// A vector on memory of ours, whose error norm is the largest entry, as in every other integrator (weights.h).
  SundialsVector wrap(std::vector<double>& memory) const;

  static int derivatives(double t, N_Vector x, N_Vector dxdt, void* self);
  static int jacobian(double t, N_Vector x, N_Vector dxdt, SUNMatrix values, void* self, N_Vector, N_Vector, N_Vector);
  static int weights(N_Vector x, N_Vector weights, void* self);
  static void message(int code, const char* module, const char* function, char* text, void* self);

  /// Throws the exception that a callback has stored. forget() discards it, after a step that succeeded in spite of it.
  void raise_pending();
  void forget();
  /// Throws for a flag below zero: what the model said, or that the step became too small or a value not finite.
  /// `error` and `weight` (may be null) are the local errors and their weights, to name the state.
  [[noreturn]] void fail(double t, double h, N_Vector error, N_Vector weight);
  /// Evaluates at (t, x) and throws if something is not finite: before a start, where no smaller step helps.
  void check_start(double t, const std::vector<double>& x);
  /// From now on errors are held at this share of the tolerance.
  void hold_at(double share) { share_ = share; }
  /// Whether, from now on, an evaluation beyond where the motion ends fails, so that a smaller step is tried. Newton's iteration must not
  /// see such an evaluation: the matrix there is nearly infinite, so that corrections look small however wrong they are.
  void refuse_beyond(bool refuse) { refuses_beyond_ = refuse; }
  /// Whether an evaluation was refused since the last takes_refusal(): then the motion ends within a step as long as the last.
  bool is_refused() const { return has_refused_; }
  bool takes_refusal() { return std::exchange(has_refused_, false); }
  /// Whether the motion ends in the next h, and explicit Euler is as accurate until then as the tolerance asks.
  bool ends_within(double t, double h, const std::vector<double>& x);
  /// Explicit Euler over a few units in the last place of t, which SUNDIALS rejects as an interval, or up to where the motion ends.
  void creep(double t, double h, std::vector<double>& x, std::vector<double>& q);

 private:
  static SundialsOde& of(void* self) { return *static_cast<SundialsOde*>(self); }
  void make_pattern();
  template <class Call>
  int guarded(Call call);
  bool refuses();
  void fill_dense(SUNMatrix values) const;
  void fill_sparse(SUNMatrix values) const;

  Ode& ode_;
  IntegratorStatistics& statistics_;
  ErrorWeights weights_;
  SundialsContext context_;
  SundialsMatrix matrix_;
  SundialsSolver solver_;
  SundialsVector template_;
  std::vector<double> memory_, slope_, rates_, values_;
  std::vector<sunindextype> starts_, rows_;  // the pattern with its diagonal, which I - gamma J needs
  std::vector<std::size_t> entry_;           // where in it the pattern's own entries stand
  std::exception_ptr pending_;
  double share_ = 1;         // of the tolerance
  bool not_finite_ = false;  // since the last accepted step
  bool refuses_beyond_ = false, has_refused_ = false;
  std::string message_;
};

}  // namespace stribeck
