#include "../contact_places.h"
#include "../disc_friction.h"
#include "../resultant_friction.h"

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

/// What the contact transmits at full slip, for the limit 1.
struct Friction {
  Expression force_2 = 0, force_3 = 0, torque = 0;
};

/// A disc, or one with a hole: what the disc bears without it, less what the hole would bear.
class Ring {
 public:
  Ring(ComponentBuilder& c, Area area)
      : rim_(partial::rim_points(c.count("rim_points", 16, 4, 200, "of the quadrature along the rim; 12 are good for 4e-6, 16 for 5e-7"))),
        outer_(c.parameter("outer_radius", 0.05, "m", "of the contact").above(0)) {
    if (area == Area::annulus) inner_ = c.parameter("inner_radius", 0.02, "m", "of the contact").at_least(0).below(outer_);
  }
  const Expression& radius() const { return outer_; }
  Friction friction(const std::vector<Expression>& velocities, const Expression& v0) const {
    const Expression v = velocities[0] / v0, u = velocities[1] / v0, w = velocities[2] / v0;
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

/// The smooth law at every place; places turn with R.
Friction friction_at_places(ComponentBuilder& c, const PlanarMotion& motion, const Expression& v0, Area area) {
  const Expression phi = c.displacement(motion.turn.R, motion.turn.C, "phi", "angle by which the places are turned");
  const std::vector<partial::Place> places = area == Area::rectangle ? partial::rectangle_places(c)
                                             : area == Area::polygon ? partial::polygon_places(c)
                                                                     : partial::given_places(c);
  const Expression cosine = cos(phi), sine = sin(phi);
  Friction sum;
  for (const partial::Place& place : places) {
    const Expression x = place.x * cosine - place.y * sine, y = place.x * sine + place.y * cosine;
    const std::vector<Expression> slip = {motion.slide_2.velocity - motion.turn.velocity * y,
                                          motion.slide_3.velocity + motion.turn.velocity * x};
    const std::vector<Expression> force = partial::JointFriction::smooth(v0, slip);
    sum.force_2 = sum.force_2 + place.share * force[0];
    sum.force_3 = sum.force_3 + place.share * force[1];
    sum.torque = sum.torque + place.share * (x * force[1] - y * force[0]);
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
  const Parameter ratio = c.parameter("sticking_ratio", 1, "1", "limit that holds over the one that opposes slip").at_least(1);
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
  const auto excess = [&](const std::vector<Expression>& held) {
    const std::vector<Expression> values = beyond(held);
    Expression largest = values[1];
    for (std::size_t k = 2; k <= kMotions; ++k) largest = max(largest, values[k]);
    return largest;
  };
  const auto heading = [&](const std::vector<Expression>& held) -> std::vector<Expression> {
    const std::vector<Expression> values = beyond(held);
    const Expression largest = excess(held), size = partial::length_of({held[0], held[1]}, "N");
    Expression angle = 0;
    for (std::size_t k = 1; k <= kMotions; ++k) {  // of the largest, the top of the parabola through its neighbours
      const Expression is_largest = max(1 + sign(values[k] - largest), 0);
      const Expression off = 0.5 * (values[k + 1] - values[k - 1]) / (2 * values[k] - values[k - 1] - values[k + 1]);
      angle = angle + is_largest * kStep * (static_cast<double>(k) - 0.5 + off);
    }
    return {cos(angle) * held[0] / size, cos(angle) * held[1] / size, sin(angle) * sign(held[2])};
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) -> std::vector<Expression> {
    const Friction friction = ring.friction(velocities, rest.creep());
    return {limit * friction.force_2, limit * friction.force_3, limit * friction.torque};
  };
  partial::stick_together(c, {{motion.slide_2, 1, most}, {motion.slide_3, 1, most}, {motion.turn, R, most * R}}, rest,
                          partial::JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
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
/// area. Disc and annulus are integrals along the rim, derived here: n Gauss points on half of it, 12 good for 4e-6 and 16 for 5e-7 of a
/// disc's whole force, an annulus (R^2 + r^2)/(R^2 - r^2) times worse. A rectangle has n x n Gauss points, exact to degree 2 n - 1 along
/// each side, a polygon n x n in each triangle between the mean of its corners and a side, exact to degree 2 n - 2. Where the slip turns
/// round within the area these are off by up to 3 % of the whole force for a rectangle with n = 6, 1 % with n = 12, and 0.6 % for the same
/// cut into triangles with n = 6. Points may be anything (wear, an area that is not seen whole from the mean of its corners).
/// The area and its places turn with R; pads do not turn.
/// Exact (centre, disc, annulus), it sticks in all ways at once, up to the force of full slip, or to what a disc or annulus can hold of
/// force and moment together, known to 2e-5. Virtual work F.delta(u) + T delta(phi), loss: the sum of F.v over all places.
/// How sure: the source shows its formulas as pictures. Reconstructed with high confidence: the law of slip, which is Bauchau's; with
/// good confidence: F_r and F_max, whose order is an option (maximum), their sum over the area, N of pads, and of joint forces and
/// moments. Sure: N of a fit, virtual work and loss. Of the exact joint: derived, from the most dissipation.
/// Exact where both sides move, rest_speed over their speeds must be well above the tolerance (ten times rtol at least): else it breaks
/// loose and is caught again and again.
/// Assumes rigid bodies without play, and one coefficient of friction whatever pressure and temperature.
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
      transmit(c, motion, limit, ring.friction(velocities_of(motion), friction.characteristic_velocity(c)));
  } else {
    transmit(c, motion, limit, friction_at_places(c, motion, friction.characteristic_velocity(c), area));
  }
  const auto power = [](const partial::Freedom& freedom) { return freedom.through * freedom.velocity; };
  partial::show_joint(c, N, power(motion.slide_2) + power(motion.slide_3) + power(motion.turn));
}

}  // namespace stribeck::joints
