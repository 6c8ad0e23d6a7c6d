#pragma once
// The dense output of a step as polynomials in Bernstein's basis: their coefficients, the control points, bound them.
// Farouki (2012), The Bernstein polynomial basis: a centennial retrospective, Comput. Aided Geom. Des. 29, 379-419.
#include <array>
#include <span>
#include <vector>

#include "base/interval.h"
#include "simulation/integrator.h"

namespace stribeck {

class ControlPoints {
 public:
  static constexpr int kHighestDegree = 5;

  /// Takes these states, by their numbers, in the integrator's last step. False if its dense output is no polynomial of a known degree.
  bool take(Integrator& integrator, const std::vector<std::size_t>& states);
  int degree() const { return degree_; }
  double begin_s() const { return begin_s_; }
  double end_s() const { return end_s_; }
  /// Control point number 0 to degree(), in a list of all states. Between the ends only the entries of the states that were asked for have
  /// a meaning.
  std::span<const double> of_states(int number) const { return points_[static_cast<std::size_t>(number)]; }
  /// The time that belongs to a control point.
  double time(int number) const {
    return number == degree_ ? end_s_ : begin_s_ + (end_s_ - begin_s_) * number / static_cast<double>(degree_);
  }

 private:
  void from_powers(std::span<const double> powers, const std::vector<std::size_t>& states);
  void from_slopes(Integrator& integrator, const EndSlopes& slopes, const std::vector<std::size_t>& states);
  void from_samples(Integrator& integrator, const std::vector<std::size_t>& states);

  int degree_ = 0;
  double begin_s_ = 0, end_s_ = 0;
  std::array<std::vector<double>, kHighestDegree + 1> points_;
  std::array<std::vector<double>, kHighestDegree + 1> samples_;
};

/// Bounds, between a and b, of the polynomial with these Bernstein coefficients on 0 to 1, by de Casteljau's algorithm.
Interval range_of(std::span<const double> coefficients, double a, double b);

}  // namespace stribeck
