#pragma once
// The boundary to the one source that is C++17: plain types only, and no header of ours that needs C++20.
// Boost 1.74's uBLAS, which Odeint's Rosenbrock stepper is made of, does not compile as C++20.
#include <cstddef>
#include <memory>
#include <vector>

namespace stribeck {

/// What the stepper calls; exceptions pass through it.
struct RosenbrockSystem {
  void* owner = nullptr;
  void (*derivatives)(void* owner, double t, const double* x, double* dxdt) = nullptr;
  /// Dense df/dx, row by row, zero on entry; dfdt has a value a state.
  void (*jacobian)(void* owner, double t, const double* x, double* row_major, double* dfdt) = nullptr;
};

/// Odeint's rosenbrock4: the RODAS coefficients, order 4(3), L-stable, stiffly accurate, dense output of order 3.
/// Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 422-426.
class RosenbrockCore {
 public:
  RosenbrockCore(std::size_t states, RosenbrockSystem system);
  ~RosenbrockCore();
  /// One trial step from x at t over h: the new state and an estimate of its error.
  void attempt(double t, const double* x, double h, double* x_new, double* error);
  /// Makes interpolate() speak of the last attempt.
  void prepare_dense_output();
  /// The state at t0 <= t <= t1, where x0 and x1 are the ends of the last attempt.
  void interpolate(double t, double* x, double t0, const double* x0, double t1, const double* x1);

 private:
  struct Stepper;
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace stribeck
