#pragma once
// Friction where two planes touch, at one place, all over an area or at some of its places (joints.planar and spatial.planar).
#include <functional>
#include <vector>

#include "joints/contact_places.h"
#include "joints/disc_friction.h"
#include "joints/polygon_friction.h"
#include "joints/resultant_friction.h"
#include "joints/worst_motion.h"

namespace stribeck::partial {

/// Slip along axes 2 and 3 and about the normal of the plane.
struct PlanarMotion {
  Freedom slide_2, slide_3, turn;
  std::function<Expression()> angle;  ///< by which the area is turned; asked for where that matters
};

inline std::vector<Expression> planar_velocities(const PlanarMotion& motion) {
  return {motion.slide_2.velocity, motion.slide_3.velocity, motion.turn.velocity};
}

inline PlanarSlip slip_over(const std::vector<Expression>& velocities, const Expression& v0) {
  return {velocities[0] / v0, velocities[1] / v0, velocities[2] / v0};
}

/// A disc, or one with a hole: what the disc bears without it, less what the hole would bear.
class ContactRing {
 public:
  ContactRing(ComponentBuilder& c, bool hollow)
      : rim_(rim_points(c.count("rim_points", 16, 4, 200, "of the quadrature along the rim; 12 are good for 4e-6, 16 for 5e-7"))),
        outer_(c.parameter("outer_radius", 0.05, "m", "of the contact").above(0)) {
    if (hollow) inner_ = c.parameter("inner_radius", 0.02, "m", "of the contact").at_least(0).below(outer_);
  }
  const Expression& radius() const { return outer_; }
  PlanarFriction friction(const PlanarSlip& slip) const {
    const Expression &v = slip.slide_2, &u = slip.slide_3, &w = slip.turn;
    const Expression slide = length_of({v, u}, "1");
    const auto disc = [&](const Expression& radius) { return disc_friction(rim_, slide, abs(w * radius)); };
    DiscFriction whole = disc(outer_);
    if (has_hole()) {
      const DiscFriction hole = disc(inner_);
      whole = {without_hole(whole.per_slide, hole.per_slide), without_hole(whole.per_spin, square(inner_ / outer_) * hole.per_spin)};
    }
    return {whole.per_slide * v, whole.per_slide * u, whole.per_spin * w * square(outer_)};
  }
  /// The mean of |slide + turn X/R|.
  Expression loss(double slide, double turn) const {
    const Expression whole = coulomb_loss(rim_, slide, turn);
    return has_hole() ? without_hole(whole, coulomb_loss(rim_, slide, turn * inner_ / outer_)) : whole;
  }

 private:
  bool has_hole() const { return !inner_.is_number(); }
  Expression without_hole(const Expression& whole, const Expression& hole) const {
    const Expression share = square(inner_ / outer_);
    return (whole - share * hole) / (1 - share);
  }

  std::vector<RimPoint> rim_;
  Expression outer_, inner_ = 0;
};

/// Directions that turn with R.
class TurnedArea {
 public:
  explicit TurnedArea(const Expression& angle) : cosine_(cos(angle)), sine_(sin(angle)) {}
  PlanarSlip into(const PlanarSlip& s) const {
    return {s.slide_2 * cosine_ + s.slide_3 * sine_, s.slide_3 * cosine_ - s.slide_2 * sine_, s.turn};
  }
  PlanarFriction back(const PlanarFriction& f) const {
    return {f.force_2 * cosine_ - f.force_3 * sine_, f.force_2 * sine_ + f.force_3 * cosine_, f.torque};
  }

 private:
  Expression cosine_, sine_;
};

/// The law of slip at every place with its share.
inline PlanarFriction friction_at_places(const std::vector<Place>& places, const PlanarSlip& slip) {
  PlanarFriction sum;
  for (const Place& place : places) {
    const Expression x = slip.slide_2 - slip.turn * place.y, y = slip.slide_3 + slip.turn * place.x;
    const Expression force = place.share * JointFriction::per_slip(length_of({x, y}, "1"));
    sum.force_2 += force * x;
    sum.force_3 += force * y;
    sum.torque += force * (place.x * y - place.y * x);
  }
  return sum;
}

inline void transmit_planar(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const PlanarFriction& friction) {
  c.relation("friction along axis 2", motion.slide_2.through == limit * friction.force_2);
  c.relation("friction along axis 3", motion.slide_3.through == limit * friction.force_3);
  c.relation("friction about the normal", motion.turn.through == limit * friction.torque);
}

/// Disc or annulus that sticks exactly: it holds each force F together with each torque T for which no motion would lose less than they
/// would give it, F v + T w <= limit * mean of |v + w e x X| for all v and w. That is asked for in kMotions directions between sliding and
/// turning, which lets it hold at most 1/cos(pi/(4 kMotions)) - 1 = 2e-5 too much.
inline void hold_on_ring(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const ContactRing& ring) {
  constexpr int kMotions = 128;
  const RestSpeed rest(c);
  const Parameter ratio = sticking_ratio(c);
  const Expression &R = ring.radius(), most = ratio * limit;
  constexpr double kStep = M_PI / 2 / kMotions;
  /// What the forces held would give to each of the motions beyond what it loses; with a motion before the first and one after the last.
  const auto beyond = [&](const std::vector<Expression>& held) {
    const Expression force = length_of({held[0], held[1]}, "N"), torque = abs(held[2]) / R;
    std::vector<Expression> values;
    for (int k = -1; k <= kMotions; ++k) {
      const double slide = std::cos((k + 0.5) * kStep), turn = std::sin((k + 0.5) * kStep);
      const Expression loss = ring.loss(std::fabs(slide), std::fabs(turn));
      values.push_back(slide * force + turn * torque - (1 + kPastRounding) * most * loss);
    }
    return values;
  };
  const auto largest_of = [](const std::vector<Expression>& values) {
    Expression largest = values[1];
    for (std::size_t k = 2; k <= kMotions; ++k) largest = max(largest, values[k]);
    return largest;
  };
  const auto excess = [&](const std::vector<Expression>& held) { return largest_of(beyond(held)); };
  const auto heading = [&](const std::vector<Expression>& held) -> std::vector<Expression> {
    const std::vector<Expression> values = beyond(held);
    const Expression largest = largest_of(values), size = length_of({held[0], held[1]}, "N");
    Expression angle = 0;
    for (std::size_t k = 1; k <= kMotions; ++k) {  // of the largest, the top of the parabola through its neighbours
      const Expression is_largest = max(1 + sign(values[k] - largest), 0);
      const Expression off = 0.5 * (values[k + 1] - values[k - 1]) / (2 * values[k] - values[k - 1] - values[k + 1]);
      angle += is_largest * kStep * (static_cast<double>(k) - 0.5 + off);
    }
    return {cos(angle) * held[0] / size, cos(angle) * held[1] / size, sin(angle) * sign(held[2])};
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) -> std::vector<Expression> {
    const PlanarFriction friction = ring.friction(slip_over(velocities, rest.creep()));
    return {limit * friction.force_2, limit * friction.force_3, limit * friction.torque};
  };
  stick_together(c, {{motion.slide_2, 1, most}, {motion.slide_3, 1, most}, {motion.turn, R, most * R}}, rest,
                 JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
}

/// Rectangle, polygon or points. `law`: of slip over the characteristic velocity, in directions that turn with R; `worst` of its places.
template <typename Law>
void hold_on_area(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const TurnedArea& turned,
                  const WorstMotion& worst, const Law& law) {
  constexpr double kFast = 1e8;  // over the characteristic velocity, that friction is Coulomb's
  const RestSpeed rest(c);
  const Parameter ratio = sticking_ratio(c);
  const Expression &R = worst.radius(), most = ratio * limit;
  const auto in_area = [&](const std::vector<Expression>& held) {
    const PlanarSlip there = turned.into({held[0], held[1], held[2]});
    return PlanarFriction{there.slide_2, there.slide_3, there.turn};
  };
  const auto excess = [&](const std::vector<Expression>& held) {
    const PlanarFriction force = in_area(held);
    const auto slip = worst.of(force);
    const PlanarFriction friction = law(PlanarSlip{kFast * slip[0], kFast * slip[1], kFast * slip[2] / R});
    const auto power = [&](const PlanarFriction& f) { return f.force_2 * slip[0] + f.force_3 * slip[1] + f.torque / R * slip[2]; };
    return power(force) - (1 + kPastRounding) * most * power(friction);
  };
  const auto heading = [&](const std::vector<Expression>& held) -> std::vector<Expression> {
    const auto slip = worst.of(in_area(held));
    const PlanarFriction back = turned.back({slip[0], slip[1], slip[2]});
    return {back.force_2, back.force_3, back.torque};
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) -> std::vector<Expression> {
    const PlanarFriction friction = turned.back(law(turned.into(slip_over(velocities, rest.creep()))));
    return {limit * friction.force_2, limit * friction.force_3, limit * friction.torque};
  };
  stick_together(c, {{motion.slide_2, 1, most}, {motion.slide_3, 1, most}, {motion.turn, R, most * R}}, rest,
                 JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
}

template <typename Law>
void friction_on_area(ComponentBuilder& c, const PlanarMotion& motion, const JointFriction& friction, const Expression& limit,
                      const WorstMotion& worst, const std::function<bool()>& exact, const Law& law) {
  const TurnedArea turned(motion.angle());
  if (exact()) {
    hold_on_area(c, motion, limit, turned, worst, law);
  } else {
    const PlanarSlip slip = turned.into(slip_over(planar_velocities(motion), friction.characteristic_velocity(c)));
    transmit_planar(c, motion, limit, turned.back(law(slip)));
  }
}

/// The whole force at the centre, without a moment.
inline void friction_at_centre(ComponentBuilder& c, const PlanarMotion& motion, const JointFriction& friction, const Expression& limit,
                               const std::function<bool()>& exact) {
  if (exact()) {
    hold_along_resultant(c, {motion.slide_2, motion.slide_3}, {1, 1}, limit);
    c.relation("friction about the normal", motion.turn.through == 0);
  } else {
    const std::vector<Expression> share =
        JointFriction::smooth(friction.characteristic_velocity(c), {motion.slide_2.velocity, motion.slide_3.velocity});
    transmit_planar(c, motion, limit, {share[0], share[1], 0});
  }
}

/// Where two planes touch, as the option `contact` says.
enum class PlanarContact { centre, disc, annulus, rectangle, polygon, points };
inline PlanarContact planar_contact_option(ComponentBuilder& c) {
  return c.option<PlanarContact>("contact",
                                 {{"centre", PlanarContact::centre},
                                  {"disc", PlanarContact::disc},
                                  {"annulus", PlanarContact::annulus},
                                  {"rectangle", PlanarContact::rectangle},
                                  {"polygon", PlanarContact::polygon},
                                  {"points", PlanarContact::points}},
                                 "where the parts touch");
}

/// Force and torque of friction, against the motion, up to `limit` at full slip. `exact`: whether it sticks exactly; asked once.
inline void planar_friction(ComponentBuilder& c, PlanarContact contact, const PlanarMotion& motion, const JointFriction& friction,
                            const Expression& limit, const std::function<bool()>& exact) {
  if (contact == PlanarContact::centre) return friction_at_centre(c, motion, friction, limit, exact);
  if (contact == PlanarContact::disc || contact == PlanarContact::annulus) {
    const bool sticks = exact();
    const ContactRing ring(c, contact == PlanarContact::annulus);
    if (sticks) return hold_on_ring(c, motion, limit, ring);
    return transmit_planar(c, motion, limit, ring.friction(slip_over(planar_velocities(motion), friction.characteristic_velocity(c))));
  }
  if (contact == PlanarContact::points) {
    const std::vector<Place> places = given_places(c);
    const WorstMotion worst(places, 12, 0.005);
    return friction_on_area(c, motion, friction, limit, worst, exact,
                            [&](const PlanarSlip& slip) { return friction_at_places(places, slip); });
  }
  const auto corners = contact == PlanarContact::rectangle ? rectangle_corners(c) : polygon_corners(c);
  const PolygonRim rim(corners, c.count("rim_points", 8, 2, 64, "of the quadrature along each side, on either side of a cut"));
  constexpr int kWithin = 4;  // each triangle, along each way, to find the motion that forces would start
  const WorstMotion worst(places_within(corners, kWithin), 6, 0.02);
  friction_on_area(c, motion, friction, limit, worst, exact, [&](const PlanarSlip& slip) { return rim.friction(slip); });
}

inline Expression planar_loss(const PlanarMotion& motion) {
  const auto power = [](const Freedom& freedom) { return freedom.through * freedom.velocity; };
  return power(motion.slide_2) + power(motion.slide_3) + power(motion.turn);
}

}  // namespace stribeck::partial
