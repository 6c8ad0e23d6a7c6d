#pragma once
// Friction of a polygon under even pressure that slides and turns, from what happens along its sides.
//
// A place that slips with s is rubbed by the force f = phi(|s|) s over the area. The slip s = v + w e x X of a body that turns goes in
// circles about a centre, and so does f: what flows into any part of the area flows out of it (div f = 0), and the whole force is an
// integral along the rim, F = int X (f.n) dl. What is lost, int phi s^2 dA, is one too: with lambda(s) s^4 = int phi s^3 ds the rotation of
// lambda s^2 s is w phi s^2, so w times the loss is int lambda s^2 (s.t) dl, and the moment about the centre of area is (loss - v.F)/w.
// Derived here; disc_friction.h has phi and lambda. Along a side s.t stays the same and s.n goes in proportion to the way, and the
// integrands have a kink, if any, where s.n turns round: each side is cut there, and Gauss points for u^2 crowd towards the cut.
#include <cmath>
#include <vector>

#include "joints/disc_friction.h"

namespace stribeck::partial {

/// What a contact transmits at full slip, for the limit 1.
struct PlanarFriction {
  Expression force_2 = 0, force_3 = 0, torque = 0;
};
/// Of one side against the other: of the joint's centre, and by turning.
struct PlanarSlip {
  Expression slide_2, slide_3, turn;
};

struct Corner {
  Expression x, y;
};

/// Area, centre of area and second moments about it, over the area.
struct PolygonMoments {
  Expression area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};
inline PolygonMoments moments_of(const std::vector<Corner>& corners) {
  const auto next = [&](std::size_t k) { return corners[(k + 1) % corners.size()]; };
  const double share = 1 / static_cast<double>(corners.size());
  Expression middle_x = 0, middle_y = 0;  // from here, so that a polygon far from the joint's centre loses no digits
  for (const Corner& corner : corners) middle_x = middle_x + share * corner.x, middle_y = middle_y + share * corner.y;
  PolygonMoments m;
  for (std::size_t k = 0; k < corners.size(); ++k) {  // triangles between the middle and each side
    const Expression ax = corners[k].x - middle_x, ay = corners[k].y - middle_y, bx = next(k).x - middle_x, by = next(k).y - middle_y;
    const Expression area = 0.5 * (ax * by - bx * ay);
    m.area += area;
    m.x = m.x + area * (ax + bx) / 3, m.y = m.y + area * (ay + by) / 3;
    m.xx = m.xx + area * (square(ax) + ax * bx + square(bx)) / 6, m.yy = m.yy + area * (square(ay) + ay * by + square(by)) / 6;
    m.xy += area * (2 * ax * ay + ax * by + bx * ay + 2 * bx * by) / 12;
  }
  const Expression x = m.x / m.area, y = m.y / m.area;
  return {m.area, middle_x + x, middle_y + y, m.xx / m.area - square(x), m.yy / m.area - square(y), m.xy / m.area - x * y};
}

/// Everything in it is over the radius of gyration about the centre of area, its area over the square.
class PolygonRim {
 public:
  /// `corners`: counterclockwise; `points`: on either side of the cut of each side.
  PolygonRim(const std::vector<Corner>& corners, int points) : moments_(moments_of(corners)), points_(gauss_legendre(points)) {
    radius_ = sqrt(moments_.xx + moments_.yy);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Corner &from = corners[k], &to = corners[(k + 1) % corners.size()];
      const Expression dx = (to.x - from.x) / radius_, dy = (to.y - from.y) / radius_, length = sqrt(square(dx) + square(dy));
      const Expression x = (from.x - moments_.x) / radius_, y = (from.y - moments_.y) / radius_;
      const Expression along_x = dx / length, along_y = dy / length, way = x * along_x + y * along_y;
      sides_.push_back({along_x, along_y, x * along_y - y * along_x, way, way + length, length});
    }
    area_ = moments_.area / square(radius_);
  }

  /// `slip`: over the characteristic velocity. The moment is a difference over w^2, which rounding spoils where turning is slow: below
  /// kSlow of sliding its slope there takes over, which is good to kSlow^2 of the most that the moment can be.
  PlanarFriction friction(const PlanarSlip& slip) const {
    constexpr double kSlow = 1e-3, kRest = 1e-40;
    const Expression v = slip.slide_2 - slip.turn * moments_.y, u = slip.slide_3 + slip.turn * moments_.x, w = slip.turn * radius_;
    const Expression scale = scale_of({v, u, w}, "1"), a = v / scale, b = u / scale, turn = w / scale;
    Expression force_x = 0, force_y = 0, lost = 0;
    for (const Side& side : sides_) {
      const OnSide sum = along(side, scale, a, b, turn);
      force_x = force_x + side.normal_x() * side.off * sum.force + side.along_x * sum.force_way;
      force_y = force_y + side.normal_y() * side.off * sum.force + side.along_y * sum.force_way;
      lost += sum.lost;
    }
    force_x = force_x / area_, force_y = force_y / area_;
    const Expression over_turn = lost / area_ - turn * (a * force_x + b * force_y);
    const Expression slide = square(a) + square(b), speed = scale * safe_root(slide), per_slip = JointFriction::per_slip(speed);
    const Expression across = (square(a) * moments_.yy - 2 * a * b * moments_.xy + square(b) * moments_.xx) / square(radius_);
    const Expression slow = (kSlow * kSlow) * slide, slope = slide * per_slip + (exp(-speed) - per_slip) * across;
    const Expression moment = (over_turn * square(turn) + ((kSlow * kSlow) * slow * slope + kRest * per_slip) * turn) /
                              (square(square(turn)) + square(slow) + kRest);
    const Expression F = scale * force_x, G = scale * force_y;
    return {F, G, scale * radius_ * moment + moments_.x * G - moments_.y * F};
  }

 private:
  /// `off`: X.n, the same all along; `from`, `to`: X.t at its ends.
  struct Side {
    Expression along_x, along_y, off, from, to, length;
    const Expression& normal_x() const { return along_y; }
    Expression normal_y() const { return -along_x; }
  };
  /// Integrals of f.n, of X.t times that, and of lambda s^2 (s.t).
  struct OnSide {
    Expression force = 0, force_way = 0, lost = 0;
  };

  OnSide along(const Side& side, const Expression& scale, const Expression& a, const Expression& b, const Expression& turn) const {
    constexpr double kNone = 1e-30;
    const Expression slip_along = a * side.along_x + b * side.along_y + turn * side.off;
    const Expression across = a * side.normal_x() + b * side.normal_y(), first = across - turn * side.from, last = across - turn * side.to;
    const Expression cut = (abs(first) + kNone) / (abs(first) + abs(last) + 2 * kNone);
    OnSide sum;
    const auto add = [&](const Expression& share, const Expression& weight) {
      const Expression slip_across = first + share * (last - first), square_of_slip = square(slip_across) + square(slip_along);
      const Expression slip = scale * safe_root(square_of_slip), force = weight * JointFriction::per_slip(slip) * slip_across;
      sum.force += force;
      sum.force_way += force * (side.from + share * side.length);
      sum.lost += weight * lambda_of_slip(slip) * square_of_slip;
    };
    for (const QuadraturePoint& point : points_) {
      const double crowded = point.at * point.at, weight = 2 * point.at * point.weight;
      add(cut * (1 - crowded), weight * cut);
      add(cut + (1 - cut) * crowded, weight * (1 - cut));
    }
    return {side.length * sum.force, side.length * sum.force_way, side.length * slip_along * sum.lost};
  }

  PolygonMoments moments_;
  std::vector<QuadraturePoint> points_;
  Expression radius_ = 1, area_ = 1;
  std::vector<Side> sides_;
};

}  // namespace stribeck::partial
