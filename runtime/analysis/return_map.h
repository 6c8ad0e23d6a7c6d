#pragma once
// Periodic motions as fixed points of the return map: where a passage of one period ends, against where it began.
//
//   P (end(y, T, p) - y) + D D' (y - y_near) = 0     closes; D: directions in which nothing depends on where the motion is, P = 1 - D D'
//   a' (y - y_near) = 0                              if the period is free: which point of the motion it is; a: along the flow
//   t' (u - u_near) = step                           if a parameter is free, too: pseudo-arclength; u = (y, T, p)
//
// Where small changes grow by orders of magnitude in a period, the orbit is taken in parts, each from a node of its own (multiple shooting:
// Stoer, Bulirsch (2002), Introduction to Numerical Analysis, section 7.3.5): nodes y_k at k T/M,
//
//   end_k(y_k-1, T/M, p) - y_k = 0        for k < M, and as above for the last; the nodes are eliminated, so that y, T and p remain
//
// All in scales of the states; solved by Newton's method with the derivatives of the passage. The multipliers are the eigenvalues of those
// derivatives beside D and the flow, whose own is 1 (Leine, Nijmeijer (2004), Dynamics and Bifurcations of Non-Smooth Mechanical Systems,
// sections 7 and 8; Seydel (2010), Practical Bifurcation and Stability Analysis, sections 4 and 7).
#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/linear_model.h"

namespace stribeck {

struct OrbitPoint {
  std::vector<double> y;  ///< states, then discrete variables
  double period_s = 0, parameter = 0;
  std::vector<std::vector<double>> nodes{};  ///< between equal parts of the period; none: it is taken at once
};

/// What one period along the flow makes of where it begins.
struct Passage {
  std::vector<double> end, begin_rates, end_rates;
  Matrix by_begin;                    ///< d end / d begin
  std::vector<double> by_parameter;   ///< d end / d parameter; empty: none is free
  std::vector<std::string> sequence;  ///< what happens on the way
  std::vector<Passage> parts{};       ///< of a point with nodes
  std::vector<double> carried{};      ///< of these: what the gaps between them make of the end
  std::string undefined;              ///< why there are no derivatives; empty: there are
};
/// May throw Failure where there is no motion.
using Passing = std::function<Passage(const OrbitPoint& point)>;

/// What does not change while a point is looked for.
struct ShootingFrame {
  std::vector<double> scales;
  Matrix drifts;                    ///< an orthonormal column for each, in the scales
  std::vector<double> begin_rates;  ///< where it begins near the point looked for; empty: the period is given
  OrbitPoint near;
  double period_by_parameter = 0;  ///< of a period that is given
  double parameter_scale = 1;
  double tolerance = 1e-8;  ///< of closing, in the scales
};

/// Along a branch: of y in the scales, of ln T, of the parameter in its scale. Of length 1.
using Tangent = std::vector<double>;

struct Shot {
  OrbitPoint point;
  Passage passage;
  double closure = 0;  ///< what it misses, in the scales
  bool converged = false;
  int rounds = 0;
  Tangent tangent;  ///< if a parameter is free
};
/// Newton's method from `guess`. `along`: a parameter is free, and the point is looked for across this direction through `guess`.
Shot shoot(const Passing& passing, const ShootingFrame& frame, const OrbitPoint& guess, const Tangent* along = nullptr);

/// Puts the parts of a period, from nodes of `point`, together. `is_forced`: each begins at an instant of its own.
Passage passage_of(std::vector<Passage> parts, const OrbitPoint& point, bool is_forced);
/// `by`: of y in the scales, of ln T if the period is free, of the parameter in its scale. Nodes follow as the parts take them along;
/// `closed`: so much of the gaps between parts is closed.
OrbitPoint moved(const ShootingFrame& frame, const OrbitPoint& point, const Passage& passage, const std::vector<double>& by,
                 bool by_parameter, double closed);

/// Of the branch that goes through a point, or near it; `across`: not orthogonal to it.
Tangent tangent_at(const ShootingFrame& frame, const OrbitPoint& point, const Passage& passage, const Tangent& across);

struct Multipliers {
  std::vector<std::complex<double>> values;  ///< by descending size; without those of flow and drifts
  double of_flow = 1;                        ///< as computed, where the period is free: says how exact they are
};
/// `zeros`: so many are known to be zero, because something sticks or rests on the way.
Multipliers multipliers_of(const Passage& passage, const ShootingFrame& frame, std::size_t zeros);

/// Directions, in the scales, in which no row changes: orthonormal columns. `rows`: what the motion depends on, by the states along it.
Matrix invariant_directions(const std::vector<std::vector<double>>& rows, std::size_t columns);
/// The matrix that takes everything that changes these rows out of what is multiplied by it.
Matrix projector_beside(const std::vector<std::vector<double>>& rows, const std::vector<double>& scales);
std::size_t rank_of(const std::vector<std::vector<double>>& rows, const std::vector<double>& scales);

}  // namespace stribeck
