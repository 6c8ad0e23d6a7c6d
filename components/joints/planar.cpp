#include "../contact_places.h"
#include "../disc_friction.h"
#include "../polygon_friction.h"
#include "../resultant_friction.h"
#include "../worst_motion.h"

#include "stribeck/component.hpp"

namespace stribeck::joints {

namespace {

enum class Area { centre, disc, annulus, rectangle, polygon, points };

struct PlanarMotion {
  partial::Freedom slide_2, slide_3, turn;
};

std::vector<Expression> velocities_of(const PlanarMotion& motion) {
  return {motion.slide_2.velocity, motion.slide_3.velocity, motion.turn.velocity};
}

using Friction = partial::PlanarFriction;
using partial::PlanarSlip;

PlanarSlip over(const std::vector<Expression>& velocities, const Expression& v0) {
  return {velocities[0] / v0, velocities[1] / v0, velocities[2] / v0};
}

/// A disc, or one with a hole: what the disc bears without it, less what the hole would bear.
class Ring {
 public:
  Ring(ComponentBuilder& c, Area area)
      : rim_(partial::rim_points(c.count("rim_points", 16, 4, 200, "of the quadrature along the rim; 12 are good for 4e-6, 16 for 5e-7"))),
        outer_(c.parameter("outer_radius", 0.05, "m", "of the contact").above(0)) {
    if (area == Area::annulus) inner_ = c.parameter("inner_radius", 0.02, "m", "of the contact").at_least(0).below(outer_);
  }
  const Expression& radius() const { return outer_; }
  Friction friction(const PlanarSlip& slip) const {
    const Expression &v = slip.slide_2, &u = slip.slide_3, &w = slip.turn;
    const Expression slide = partial::length_of({v, u}, "1");
    const auto disc = [&](const Expression& radius) { return partial::disc_friction(rim_, slide, abs(w * radius)); };
    partial::DiscFriction whole = disc(outer_);
    if (has_hole()) {
      const partial::DiscFriction hole = disc(inner_);
      whole = {without_hole(whole.per_slide, hole.per_slide), without_hole(whole.per_spin, square(inner_ / outer_) * hole.per_spin)};
    }
    return {whole.per_slide * v, whole.per_slide * u, whole.per_spin * w * square(outer_)};
  }
  /// The mean of |slide + turn X/R|.
  Expression loss(double slide, double turn) const {
    const Expression whole = partial::coulomb_loss(rim_, slide, turn);
    return has_hole() ? without_hole(whole, partial::coulomb_loss(rim_, slide, turn * inner_ / outer_)) : whole;
  }

 private:
  bool has_hole() const { return !inner_.is_number(); }
  Expression without_hole(const Expression& whole, const Expression& hole) const {
    const Expression share = square(inner_ / outer_);
    return (whole - share * hole) / (1 - share);
  }

  std::vector<partial::RimPoint> rim_;
  Expression outer_, inner_ = 0;
};

/// Directions that turn with R.
class Turned {
 public:
  Turned(ComponentBuilder& c, const PlanarMotion& motion) {
    const Expression phi = c.displacement(motion.turn.R, motion.turn.C, "phi", "angle by which the area is turned");
    cosine_ = cos(phi), sine_ = sin(phi);
  }
  PlanarSlip into(const PlanarSlip& s) const {
    return {s.slide_2 * cosine_ + s.slide_3 * sine_, s.slide_3 * cosine_ - s.slide_2 * sine_, s.turn};
  }
  Friction back(const Friction& f) const {
    return {f.force_2 * cosine_ - f.force_3 * sine_, f.force_2 * sine_ + f.force_3 * cosine_, f.torque};
  }

 private:
  Expression cosine_ = 1, sine_ = 0;
};

/// The law of slip at every place with its share.
Friction friction_at_places(const std::vector<partial::Place>& places, const PlanarSlip& slip) {
  Friction sum;
  for (const partial::Place& place : places) {
    const Expression x = slip.slide_2 - slip.turn * place.y, y = slip.slide_3 + slip.turn * place.x;
    const Expression force = place.share * partial::JointFriction::per_slip(partial::length_of({x, y}, "1"));
    sum.force_2 = sum.force_2 + force * x;
    sum.force_3 = sum.force_3 + force * y;
    sum.torque = sum.torque + force * (place.x * y - place.y * x);
  }
  return sum;
}

void transmit(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const Friction& friction) {
  c.relation("friction along axis 2", motion.slide_2.through == limit * friction.force_2);
  c.relation("friction along axis 3", motion.slide_3.through == limit * friction.force_3);
  c.relation("friction about the normal", motion.turn.through == limit * friction.torque);
}

/// Disc or annulus that sticks exactly: it holds each force F together with each torque T for which no motion would lose less than they
/// would give it, F v + T w <= limit * mean of |v + w e x X| for all v and w. That is asked for in kMotions directions between sliding and
/// turning, which lets it hold at most 1/cos(pi/(4 kMotions)) - 1 = 2e-5 too much.
void hold_on_ring(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const Ring& ring) {
  constexpr int kMotions = 128;
  const partial::RestSpeed rest(c);
  const Parameter ratio = partial::sticking_ratio(c);
  const Expression &R = ring.radius(), most = ratio * limit;
  constexpr double kStep = M_PI / 2 / kMotions;
  /// What the forces held would give to each of the motions beyond what it loses; with a motion before the first and one after the last.
  const auto beyond = [&](const std::vector<Expression>& held) {
    const Expression force = partial::length_of({held[0], held[1]}, "N"), torque = abs(held[2]) / R;
    std::vector<Expression> values;
    for (int k = -1; k <= kMotions; ++k) {
      const double slide = std::cos((k + 0.5) * kStep), turn = std::sin((k + 0.5) * kStep);
      const Expression loss = ring.loss(std::fabs(slide), std::fabs(turn));
      values.push_back(slide * force + turn * torque - (1 + partial::kPastRounding) * most * loss);
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
    const Expression largest = largest_of(values), size = partial::length_of({held[0], held[1]}, "N");
    Expression angle = 0;
    for (std::size_t k = 1; k <= kMotions; ++k) {  // of the largest, the top of the parabola through its neighbours
      const Expression is_largest = max(1 + sign(values[k] - largest), 0);
      const Expression off = 0.5 * (values[k + 1] - values[k - 1]) / (2 * values[k] - values[k - 1] - values[k + 1]);
      angle = angle + is_largest * kStep * (static_cast<double>(k) - 0.5 + off);
    }
    return {cos(angle) * held[0] / size, cos(angle) * held[1] / size, sin(angle) * sign(held[2])};
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) -> std::vector<Expression> {
    const Friction friction = ring.friction(over(velocities, rest.creep()));
    return {limit * friction.force_2, limit * friction.force_3, limit * friction.torque};
  };
  partial::stick_together(c, {{motion.slide_2, 1, most}, {motion.slide_3, 1, most}, {motion.turn, R, most * R}}, rest,
                          partial::JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
}

/// Rectangle, polygon or points. `law`: of slip over the characteristic velocity, in directions that turn with R; `worst` of its places.
template <typename Law>
void hold_on_area(ComponentBuilder& c, const PlanarMotion& motion, const Expression& limit, const Turned& turned,
                  const partial::WorstMotion& worst, const Law& law) {
  constexpr double kFast = 1e8;  // over the characteristic velocity, that friction is Coulomb's
  const partial::RestSpeed rest(c);
  const Parameter ratio = partial::sticking_ratio(c);
  const Expression &R = worst.radius(), most = ratio * limit;
  const auto in_area = [&](const std::vector<Expression>& held) {
    const PlanarSlip there = turned.into({held[0], held[1], held[2]});
    return Friction{there.slide_2, there.slide_3, there.turn};
  };
  const auto excess = [&](const std::vector<Expression>& held) {
    const Friction force = in_area(held);
    const auto slip = worst.of(force);
    const Friction friction = law(PlanarSlip{kFast * slip[0], kFast * slip[1], kFast * slip[2] / R});
    const auto power = [&](const Friction& f) { return f.force_2 * slip[0] + f.force_3 * slip[1] + f.torque / R * slip[2]; };
    return power(force) - (1 + partial::kPastRounding) * most * power(friction);
  };
  const auto heading = [&](const std::vector<Expression>& held) -> std::vector<Expression> {
    const auto slip = worst.of(in_area(held));
    const Friction back = turned.back({slip[0], slip[1], slip[2]});
    return {back.force_2, back.force_3, back.torque};
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) -> std::vector<Expression> {
    const Friction friction = turned.back(law(turned.into(over(velocities, rest.creep()))));
    return {limit * friction.force_2, limit * friction.force_3, limit * friction.torque};
  };
  partial::stick_together(c, {{motion.slide_2, 1, most}, {motion.slide_3, 1, most}, {motion.turn, R, most * R}}, rest,
                          partial::JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
}

template <typename Law>
void friction_on_area(ComponentBuilder& c, const PlanarMotion& motion, const partial::JointFriction& friction, const Expression& limit,
                      const partial::WorstMotion& worst, const Law& law) {
  const Turned turned(c, motion);
  if (partial::is_exact(c)) {
    hold_on_area(c, motion, limit, turned, worst, law);
  } else {
    const PlanarSlip slip = turned.into(over(velocities_of(motion), friction.characteristic_velocity(c)));
    transmit(c, motion, limit, turned.back(law(slip)));
  }
}

/// The whole force at the centre, without a moment.
void friction_at_centre(ComponentBuilder& c, const PlanarMotion& motion, const partial::JointFriction& friction, const Expression& limit) {
  if (partial::is_exact(c)) {
    partial::hold_along_resultant(c, {motion.slide_2, motion.slide_3}, {1, 1}, limit);
    c.relation("friction about the normal", motion.turn.through == 0);
  } else {
    const std::vector<Expression> share =
        partial::JointFriction::smooth(friction.characteristic_velocity(c), {motion.slide_2.velocity, motion.slide_3.velocity});
    transmit(c, motion, limit, {share[0], share[1], 0});
  }
}

}  // namespace

/// Planar joint with friction: slides along axes 2 and 3 and turns about the normal of its plane, axis 1.
///     centre:  F = min(mu N + F_r, F_max) (1 - exp(-|v|/v_0)) v/|v|, no moment
///     disc, annulus, rectangle, polygon, points:  the same at every place X of the contact with its share of the normal force and its own
///              slip v + w e x X;  F is the sum, T the sum of X x F
///     N = |F_j.e| + sum alpha_i |M_i| across, sum |F_a.n| of pads, or a constant; and an interference fit besides
/// A disc that spins is moved by any force: what slides and spins stops doing both at the same instant. Pressure is the same all over the
/// area. All areas are integrals along the rim, derived here. Disc and annulus: n Gauss points on half of it, 12 good for 4e-6 and 16 for
/// 5e-7 of a disc's whole force, an annulus (R^2 + r^2)/(R^2 - r^2) times worse. Rectangle and polygon: n Gauss points on either side of
/// where the slip turns round on each side; the whole force is good to 6e-3 with n = 4, 7e-4 with 8, 2e-4 with 12 and 4e-5 with 16 of a
/// rectangle, at worst, where it turns about a place next to a side, and far better about its middle. Corners are in turn, seen whole from
/// their mean; points may be anything (wear, pads, other areas). The area and its places turn with R; pads do not turn. Exact, it sticks in
/// all ways at once, up to the force of full slip, or to what the area can hold of force and moment together; disc and annulus hold at most
/// 2e-5 too much, rectangle and polygon 0.2 % (1 % where ten times as long as wide), two points 1.1 %, three and more 0.2 %, as the motion
/// that the forces would start is searched for in a few rounds. Virtual work F.delta(u) + T delta(phi), loss: the sum of F.v over all
/// places. How sure: the source shows its formulas as pictures. Reconstructed with high confidence: the law of slip, which is Bauchau's;
/// with good confidence: F_r and F_max, whose order is an option (maximum), their sum over the area, N of pads, and of joint forces and
/// moments. Sure: N of a fit, virtual work and loss. Of the exact joint: derived, from the most dissipation. Exact where both sides move,
/// rest_speed over their speeds must be well above the tolerance (ten times rtol at least): else it breaks loose and is caught again and
/// again.
/// Assumes rigid bodies without play, and a coefficient of friction that does not depend on the pressure; over speed, time or temperature
/// it may come in as a signal.
/// Source: COMSOL Multibody Dynamics Module User's Guide, Joint friction (reconstructed); Bauchau, Rodriguez (2002), Int. J. Solids
/// Structures 39, 41-63.
void planar(ComponentBuilder& c) {
  const PlanarMotion motion{partial::freedom(c, "slide2", false, "along axis 2"), partial::freedom(c, "slide3", false, "along axis 3"),
                            partial::freedom(c, "turn", true, "about the normal")};
  const auto area = static_cast<Area>(c.option("contact", "centre|disc|annulus|rectangle|polygon|points", "where the parts touch"));
  partial::JointFriction friction(c);
  const Expression N = partial::normal_force(c, partial::Joint::planar);
  const Expression limit = c.named("limit", "N", "friction force at full slip", friction.limit(N));
  if (area == Area::centre) {
    friction_at_centre(c, motion, friction, limit);
  } else if (area == Area::disc || area == Area::annulus) {
    const bool exact = partial::is_exact(c);
    const Ring ring(c, area);
    if (exact)
      hold_on_ring(c, motion, limit, ring);
    else
      transmit(c, motion, limit, ring.friction(over(velocities_of(motion), friction.characteristic_velocity(c))));
  } else if (area == Area::points) {
    const std::vector<partial::Place> places = partial::given_places(c);
    const partial::WorstMotion worst(places, 12, 0.005);
    friction_on_area(c, motion, friction, limit, worst, [&](const PlanarSlip& slip) { return friction_at_places(places, slip); });
  } else {
    const auto corners = area == Area::rectangle ? partial::rectangle_corners(c) : partial::polygon_corners(c);
    const partial::PolygonRim rim(corners, c.count("rim_points", 8, 2, 64, "of the quadrature along each side, on either side of a cut"));
    constexpr int kWithin = 4;  // each triangle, along each way, to find the motion that forces would start
    const partial::WorstMotion worst(partial::places_within(corners, kWithin), 6, 0.02);
    friction_on_area(c, motion, friction, limit, worst, [&](const PlanarSlip& slip) { return rim.friction(slip); });
  }
  const auto power = [](const partial::Freedom& freedom) { return freedom.through * freedom.velocity; };
  partial::show_joint(c, N, power(motion.slide_2) + power(motion.slide_3) + power(motion.turn));
}

}  // namespace stribeck::joints
