#include "simulation/integrators/rodas.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stribeck {

namespace {

constexpr double kDiagonal = 0.25;
constexpr std::size_t kMostTerms = 5;
using Row = std::array<double, kMostTerms>;

/// The coefficients of RODAS in the form that needs no products with the Jacobian (Hairer, Wanner, p. 421): the state of a stage is x plus
/// the sum of these times the increments of the stages before it,
constexpr std::array<Row, 6> kStates{{{},
                                      {1.544},
                                      {0.9466785280815826, 0.2557011698983284},
                                      {3.314825187068521, 2.896124015972201, 0.9986419139977817},
                                      {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
                                      {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}}};
/// its right side has the sum of these times those increments, divided by h,
constexpr std::array<Row, 6> kRightSides{
    {{},
     {-5.668800000000000},
     {-2.430093356833875, -0.2063599157091915},
     {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
     {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
     {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}}};
/// and h times these, times the derivatives by the time.
constexpr std::array<double, 6> kByTime{0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0};
/// What the dense output is made of the increments (p. 426).
constexpr std::array<Row, 2> kDense{{{10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662},
                                     {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872}}};

}  // namespace

Rodas::Rodas(std::size_t states)
    : states_(states), matrix_(states * states), pivots_(states), slope_(states), by_time_(states), state_(states) {
  for (std::vector<double>& increment : increments_) increment.resize(states);
  for (std::vector<double>& coefficient : dense_) coefficient.resize(states);
}

/// LU factors of I/(gamma h) - J, J being the matrix at hand, with the largest pivot of each column (Golub, Van Loan, section 3.4). Of a
/// singular matrix a pivot is zero, and what is solved with it is not finite, as the step control expects of a step that is too long.
void Rodas::factor(double h) {
  const std::size_t n = states_;
  for (double& entry : matrix_) entry = -entry;
  for (std::size_t i = 0; i < n; ++i) matrix_[i * n + i] += 1 / kDiagonal / h;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t row = k + 1; row < n; ++row)
      if (std::fabs(matrix_[row * n + k]) > std::fabs(matrix_[best * n + k])) best = row;
    pivots_[k] = best;
    double* const pivot_row = &matrix_[k * n];
    if (best != k) std::swap_ranges(pivot_row, pivot_row + n, &matrix_[best * n]);
    const double by = pivot_row[k] != 0 ? 1 / pivot_row[k] : 1;
    for (std::size_t row = k + 1; row < n; ++row) {
      double* const entries = &matrix_[row * n];
      const double factor = entries[k] *= by;
      for (std::size_t column = k + 1; column < n; ++column) entries[column] -= factor * pivot_row[column];
    }
  }
}

void Rodas::solve(double* b) const {
  const std::size_t n = states_;
  for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[pivots_[k]]);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < row; ++column) b[row] -= matrix_[row * n + column] * b[column];
  for (std::size_t row = n; row-- > 0;) {
    for (std::size_t column = row + 1; column < n; ++column) b[row] -= matrix_[row * n + column] * b[column];
    b[row] /= matrix_[row * n + row];
  }
}

void Rodas::set_state(std::size_t stage, const double* x) {
  for (std::size_t i = 0; i < states_; ++i) {
    state_[i] = x[i];
    for (std::size_t k = 0; k < stage; ++k) state_[i] += kStates[stage][k] * increments_[k][i];
  }
}

/// From the derivatives in slope_.
void Rodas::solve_stage(std::size_t stage, double h) {
  std::vector<double>& increment = increments_[stage];
  const double by_time = h * kByTime[stage];
  for (std::size_t i = 0; i < states_; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < stage; ++k) sum += kRightSides[stage][k] * increments_[k][i];
    increment[i] = slope_[i] + by_time * by_time_[i] + sum / h;
  }
  solve(increment.data());
}

/// The last stage is the estimate of the error, and with it the step is of order 4.
void Rodas::finish(double* x_new, double* error) {
  for (std::size_t i = 0; i < states_; ++i) {
    error[i] = increments_[kStages - 1][i];
    x_new[i] = state_[i] + error[i];
    for (std::size_t d = 0; d < dense_.size(); ++d) {
      dense_[d][i] = 0;
      for (std::size_t k = 0; k < kMostTerms; ++k) dense_[d][i] += kDense[d][k] * increments_[k][i];
    }
  }
}

void Rodas::interpolate(double t, std::span<double> x, double t0, std::span<const double> x0, double t1, std::span<const double> x1) const {
  const double s = (t - t0) / (t1 - t0), r = 1 - s;
  for (std::size_t i = 0; i < states_; ++i) x[i] = x0[i] * r + s * (x1[i] + r * (dense_[0][i] + s * dense_[1][i]));
}

}  // namespace stribeck
