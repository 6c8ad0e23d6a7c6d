#pragma once
// The stages and the dense output of RODAS, a Rosenbrock method of order 4(3), L-stable and stiffly accurate.
// Hairer, Wanner (1996), Solving Ordinary Differential Equations II, p. 420-426.
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace stribeck {

/// Work areas for one system of equations. All are made at the beginning, so that a step allocates nothing.
class Rodas {
 public:
  explicit Rodas(std::size_t states);

  /// One trial step of length h from x at t to x_new, with an estimate of the error of each state.
  /// system.derivatives(t, x, dxdt) gives the derivatives, system.jacobian(t, x, row_major, dfdt) the dense Jacobian, which is zero on
  /// entry, and the derivatives by the time. Exceptions of both pass through.
  template <class System>
  void attempt(System& system, double t, const double* x, double h, double* x_new, double* error) {
    system.derivatives(t, x, slope_.data());
    matrix_.assign(matrix_.size(), 0.0);
    system.jacobian(t, x, matrix_.data(), by_time_.data());
    factor(h);
    solve_stage(0, h);
    for (std::size_t stage = 1; stage < kStages; ++stage) {
      set_state(stage, x);
      system.derivatives(t + kTimes[stage] * h, state_.data(), slope_.data());
      solve_stage(stage, h);
    }
    finish(x_new, error);
  }
  /// The state at t, t0 <= t <= t1, where x0 and x1 are the ends of the last attempt.
  void interpolate(double t, std::span<double> x, double t0, std::span<const double> x0, double t1, std::span<const double> x1) const;

 private:
  static constexpr std::size_t kStages = 6;
  static constexpr std::array<double, kStages> kTimes{0, 0.386, 0.21, 0.63, 1, 1};  ///< of the stages, as shares of the step

  void factor(double h);
  void solve(double* b) const;
  void set_state(std::size_t stage, const double* x);
  void solve_stage(std::size_t stage, double h);
  void finish(double* x_new, double* error);

  std::size_t states_;
  std::vector<double> matrix_;                           // I/(gamma h) - J, row by row; then its LU factors
  std::vector<std::size_t> pivots_;                      // the row that each row was exchanged with
  std::vector<double> slope_, by_time_, state_;          // of the stage at hand
  std::array<std::vector<double>, kStages> increments_;  // what each stage adds
  std::array<std::vector<double>, 2> dense_;             // coefficients of the dense output beyond the straight line
};

}  // namespace stribeck
