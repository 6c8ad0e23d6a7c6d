#pragma once
// Friction of a disc under even pressure that slides and spins, from what happens at its rim.
//
// A place that slips with s is rubbed by the force phi(|s|) s over the area. The slip of a body that slides and spins goes in circles about
// a centre, and so does this force: what flows into any part of the disc flows out of it (div f = 0). The whole force is then an integral
// over the rim, int f dA = int X (f.n) dl, and with lambda(s) s^4 = int phi(s) s^3 ds so is the moment. With the angle psi from where
// sliding and spinning add up, s^2 = v^2 + (w R)^2 + 2 v w R cos(psi), for the normal force 1:
//     F = v/pi int phi sin^2(psi) dpsi,   M = 1/(pi w) int lambda (s^2 - 2 v^2 sin^2(psi)) dpsi,   psi from 0 to 2 pi
// Both are derived here. For Coulomb friction, phi = 1/s and lambda = 1/(3 s), they are the complete elliptic integrals of Farkas, Bartels,
// Unger, Wolf (2003), Phys. Rev. Lett. 90, 248302.
#include <cmath>
#include <vector>

#include "joints/joint_friction.h"
#include "joints/quadrature.h"

namespace stribeck::partial {

/// Half of the rim, the other being its mirror image. Where sliding and spinning cancel, at psi = pi, the integrands may have a kink: Gauss
/// points for u with psi = pi (1 - u^2) crowd there.
struct RimPoint {
  double psi, weight;  ///< the weights are those of a mean over the rim, times two
};
inline std::vector<RimPoint> rim_points(int n) {
  std::vector<RimPoint> points;
  for (const QuadraturePoint& point : gauss_legendre(n)) points.push_back({M_PI * (1 - point.at * point.at), 4 * point.at * point.weight});
  return points;
}

/// Of the law phi = (1 - exp(-u))/u, lambda = (u^3/3 - 2 + exp(-u)(u^2 + 2 u + 2))/u^4; where these terms would cancel, by its power
/// series: good to 1e-10. Slips are in units of the characteristic velocity.
inline Expression lambda_of_slip(const Expression& u) {
  constexpr double kFrom = 0.1;
  const auto series = [](const Expression& y) { return y * (-1.0 / 10 + y * (1.0 / 36 + y * (-1.0 / 168 + y * (1.0 / 960 - y / 6480)))); };
  const Expression above = max(u, kFrom), r = 1 / above;
  const Expression in_full = r / 3 + square(r) * (exp(-above) * (1 + 2 * r + 2 * square(r)) - 2 * square(r));
  return in_full + (series(min(u, kFrom)) - series(kFrom));
}

/// For the normal force 1: force over slip of the centre, and moment over w R and over R, with slips in units of the characteristic
/// velocity.
struct DiscFriction {
  Expression per_slide, per_spin;
};

/// `slide`: slip of the centre, >= 0; `spin`: slip at the rim by turning, >= 0. The moment is a difference over w, which rounding spoils
/// where spin is slow: below kSlow of slide its slope there, (2 phi + u phi')/4, takes over, which is as good to kSlow^2.
inline DiscFriction disc_friction(const std::vector<RimPoint>& rim, const Expression& slide, const Expression& spin) {
  constexpr double kSlow = 1e-4, kRest = 1e-30;
  const Expression scale = scale_of({slide, spin}, "1"), a = slide / scale, b = spin / scale;
  const Expression middle = lambda_of_slip(scale * safe_root(square(a) + square(b)));
  Expression force = 0, moment = 0;
  for (const RimPoint& point : rim) {
    const double cosine = std::cos(point.psi), sine = std::sin(point.psi);
    const Expression slip = scale * safe_root(square(a - b) + 2 * (1 + cosine) * a * b);
    force += point.weight * sine * sine * JointFriction::per_slip(slip);
    moment +=
        point.weight * (lambda_of_slip(slip) - middle) * (square(b) + 2 * cosine * a * b + (cosine * cosine - sine * sine) * square(a));
  }
  const Expression slow = kSlow * kSlow * square(a);
  return {force, (moment + 2 * (square(b) + kRest) * middle + slow * (JointFriction::per_slip(slide) + exp(-slide)) / 4) /
                     (square(b) + slow + kRest)};
}

/// What sliding at `slide` and spinning at `spin` (w R) together lose to Coulomb friction, for the normal force 1: the mean of |s|.
inline Expression coulomb_loss(const std::vector<RimPoint>& rim, double slide, const Expression& spin) {
  Expression sum = 0;
  for (const RimPoint& point : rim) {
    const double sine = std::sin(point.psi);
    const Expression slip = square(slide - spin) + 2 * (1 + std::cos(point.psi)) * slide * spin;
    sum += point.weight * (slip + square(slide * sine)) / (3 * sqrt(slip));
  }
  return sum;
}

}  // namespace stribeck::partial
