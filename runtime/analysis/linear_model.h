#pragma once
// A system near a point of its motion: dx/dt = A x + B u, y = C x + D u, all of them differences from what they are there.
#include <complex>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace stribeck {

/// Of the terms of a sum: less is what rounding has left of it.
inline constexpr double kNothing = 1e-11;

/// Row by row.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
  Matrix() = default;
  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, 0.0) {}
  double& operator()(std::size_t r, std::size_t c) { return values[r * columns + c]; }
  double operator()(std::size_t r, std::size_t c) const { return values[r * columns + c]; }
};

struct LinearVariable {
  std::string name, unit;
  double value = 0;  ///< at the point, SI
};

/// A dry friction that sticks, or a rigid contact that is closed.
struct HeldElement {
  std::string name;
  bool is_contact = false;
};

/// What is not zero of each row, by column.
struct SparseMatrix {
  std::size_t columns = 0;
  std::vector<std::map<std::size_t, double>> rows;
  SparseMatrix() = default;
  SparseMatrix(std::size_t r, std::size_t c) : columns(c), rows(r) {}
};

template <typename MatrixType>
struct LinearModelOf {
  double time_s = 0;
  std::vector<LinearVariable> states, inputs, outputs;
  std::vector<double> rates;  ///< d state / d time at the point
  MatrixType a, b, c, d;
  std::vector<HeldElement> held;
  std::vector<std::string> left;  ///< states that are no longer free because of what is held
  Diagnostics notes;
};
using LinearModel = LinearModelOf<Matrix>;
using SparseModel = LinearModelOf<SparseMatrix>;  ///< the same of large systems

LinearModel dense(SparseModel model);

/// Takes the states out that the constraints determine from the others, and those that can then no longer move. Of each constraint there is
/// a row: times the states it is zero, and stays so. Throws Failure run.not_finite if the motion of `model` does not keep the constraints:
/// then its equations are not differentiable there.
void reduce(SparseModel& model, const SparseMatrix& constraints);

/// The eigenvalues of A, by ascending size, the one with the positive imaginary part of each pair first. The matrix is balanced before,
/// which also finds those that are exact (Parlett, Reinsch (1969), Numerische Mathematik 13, pp. 293-304).
std::vector<std::complex<double>> poles_of(const Matrix& a);

/// What one output answers to one input: gain times (s - zeros) over (s - poles).
struct TransferFunction {
  std::vector<std::complex<double>> zeros;
  double gain = 0;               ///< of the highest powers; 0: the output does not answer
  std::optional<double> steady;  ///< at s = 0; nothing if A has no inverse
};
TransferFunction transfer_function(const LinearModel& model, std::size_t output, std::size_t input);

/// y over u of a sine at these angular frequencies.
std::vector<std::complex<double>> response(const LinearModel& model, std::size_t output, std::size_t input,
                                           const std::vector<double>& frequencies_rad_s);

}  // namespace stribeck
