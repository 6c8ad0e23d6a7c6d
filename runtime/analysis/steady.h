#pragma once
// Steady motions over a parameter: the rates are zero but for what drifts, as the angle of a shaft that turns at constant speed.
//
//   G' f(y, p) = 0     y = y_base + S (G w + h (p - p_base))
//
// S: scales of the states. G, orthonormal in the scales, spans what is free: not what sticks or rests, whose velocities h makes follow the
// parameter; not what drifts, on which nothing depends; and not what never changes, as the place of something that sticks. The poles are
// the eigenvalues of G' S^-1 (df/dy) S G. Hopf points are found by the product of all sums of two poles, which is zero with a pair on the
// imaginary axis (Kuznetsov (2004), Elements of Applied Bifurcation Theory, section 10.2.2; Seydel (2010), sections 2.3 and 5.4).
#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/branch.h"
#include "analysis/return_map.h"

namespace stribeck {

/// The motion at a point, with the modes that it decides on there.
struct SteadyFlow {
  std::vector<double> rates;                ///< of states, then discrete variables
  Matrix by_states;                         ///< of the rates, then of what the motion depends on besides
  std::vector<double> by_parameter;         ///< of the rates
  std::vector<std::vector<double>> nearby;  ///< rows of by_states at points close by, in the same modes, one point after another
  std::vector<std::vector<double>> held;    ///< rows by states, which stay zero
  std::vector<double> held_by_parameter;
  bool has_contact = false;           ///< among what is held
  std::vector<double> modes;          ///< as numbers
  std::vector<std::string> sequence;  ///< of frictions and contacts, in words
  std::vector<double> outputs;
};
/// May throw Failure where there is no motion.
using SteadyFlowAt = std::function<SteadyFlow(const OrbitPoint& point)>;

struct SteadyPoint {
  OrbitPoint point;
  SteadyFlow flow;
  std::vector<std::complex<double>> poles;  ///< by descending real part
  BranchMark mark = BranchMark::none;
  std::string what{};
  double frequency_rad_s = 0;  ///< of a Hopf point
};

/// How a small motion about a point swings: y + S (real cos(w t) - imaginary sin(w t)).
struct SteadySwing {
  std::vector<double> real, imaginary;  ///< in the scales, orthogonal, the first not the shorter one
  double frequency_rad_s = 0;
};

class SteadyFollower {
 public:
  SteadyFollower(SteadyFlowAt flow_at, std::vector<double> scales, BranchSettings settings);
  /// Newton's method at the value of the parameter that the guess has; nothing if it finds no steady motion.
  std::optional<SteadyPoint> at(const OrbitPoint& guess) const;
  std::vector<SteadyPoint> follow(const SteadyPoint& from, bool upwards) const;
  /// Of the pair that passes the imaginary axis at a Hopf point, else of the one nearest to it.
  SteadySwing swing(const SteadyPoint& point) const;
  /// Directions in which the motion may be anywhere: an orthonormal column each, in the scales.
  Matrix drifts(const SteadyPoint& point) const;

 private:
  struct Place {
    SteadyPoint point;
    std::vector<double> tangent;  ///< of y in the scales and of the parameter in its scale; of length 1
  };
  std::optional<Place> solve(const OrbitPoint& guess, const std::vector<double>* along) const;
  std::optional<Place> step(const Place& from, double length) const;
  std::optional<Place> refined(const Place& from, double length, const std::function<double(const Place&)>& test) const;
  bool passes_axis(const Place& place, double frequency_rad_s) const;
  bool note_marks(const Place& from, const Place& to, double length, std::vector<SteadyPoint>& points) const;
  std::optional<Place> pass_change_of_modes(const Place& from, double length, std::vector<SteadyPoint>& points) const;

  SteadyFlowAt flow_at_;
  std::vector<double> scales_;
  BranchSettings settings_;
  double parameter_scale_;
};

/// Of the last point of a branch that stops where it has all the points that were asked for.
void end_early(BranchMark& mark, std::string& what);

/// Zero with a pair of poles of opposite sign or on the imaginary axis; its sign changes where one passes.
double product_of_sums(const std::vector<std::complex<double>>& poles);

}  // namespace stribeck
