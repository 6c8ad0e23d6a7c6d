#pragma once
// Friction in the joints of multibody systems: what presses them together, how much that can hold, and how it depends on slip.
//
// The law with a characteristic slip velocity stands in COMSOL's Multibody Dynamics Module User's Guide, Joint friction. Its formulas are
// pictures there and are reconstructed here, from the text and from Bauchau, Rodriguez (2002), Modeling of joints with clearance in
// flexible multibody systems, Int. J. Solids Structures 39, 41-63.
#include <cmath>
#include <string>
#include <vector>

#include "friction/sticking.h"
#include "stribeck/component.hpp"

namespace stribeck::partial {

enum class Joint { prismatic, hinge, cylindrical, screw, planar, ball };

/// A vector in the joint's frame: axis 1 is the axis of the joint or the normal of its plane, axes 2 and 3 complete it.
struct Triple {
  Expression along, second, third;
};

inline Triple triple_input(ComponentBuilder& c, const std::string& name, const char* unit, const std::string& doc) {
  const auto one = [&](const char* axis) { return c.input(name + axis, unit, doc + ", along axis " + axis, 0); };
  return {one("1"), one("2"), one("3")};
}
inline Expression dot(const Triple& a, const Triple& b) { return a.along * b.along + a.second * b.second + a.third * b.third; }

/// Below it a length counts as none: far below any, and far enough above the smallest number there is.
inline constexpr double kLeastLength = 1e-280;

/// What a vector of zero has as length, so that lengths may be divided by: far below what counts as none.
inline constexpr double kLengthOfNone = 1e-295;

/// A number in the unit of these numbers.
inline Expression constant_beside(const std::vector<Expression>& numbers, double value, const char* unit) {
  Recording recording;
  for (const Expression& number : numbers)
    if (!number.is_number()) recording = number.recording();
  return {recording, recording.api->constant(recording.recorder, value, unit)};
}
/// The sum of the magnitudes of some numbers, above zero: over it their squares neither overflow nor vanish. Not the largest of them: which
/// one that is would be a condition, whose changes a run had to find although no result depends on them. `unit`: of these numbers.
inline Expression scale_of(const std::vector<Expression>& numbers, const char* unit) {
  Expression scale = constant_beside(numbers, kLeastLength, unit);
  for (const Expression& number : numbers) scale += abs(number);
  return scale;
}
/// The root of a sum of squares that are not all small, or all zero: then it has a slope of zero, instead of none.
inline Expression safe_root(const Expression& sum) { return sqrt(sum + square(1e-15)); }

/// Of a vector of any magnitude. Of zero it is above zero, with slopes of zero, so that it may be divided by.
inline Expression length_of(const std::vector<Expression>& vector, const char* unit) {
  Expression length = constant_beside(vector, kLengthOfNone, unit);
  for (const Expression& part : vector) length = hypot(length, part);
  return length;
}
inline Expression length(const Triple& a, const char* unit = "N") { return length_of({a.along, a.second, a.third}, unit); }

/// a turned by the quaternion (w, q), which need not be of length one.
inline Triple turned(const Triple& a, const Expression& quaternion_w, const Triple& quaternion) {
  const Expression size = length_of({quaternion_w, quaternion.along, quaternion.second, quaternion.third}, "1");
  const Expression w = quaternion_w / size;
  const Triple q{quaternion.along / size, quaternion.second / size, quaternion.third / size};
  const auto cross = [](const Triple& u, const Triple& v) {
    return Triple{u.second * v.third - u.third * v.second, u.third * v.along - u.along * v.third, u.along * v.second - u.second * v.along};
  };
  const Triple t = cross(q, a), s = cross(q, t);
  return {a.along + 2 * (w * t.along + s.along), a.second + 2 * (w * t.second + s.second), a.third + 2 * (w * t.third + s.third)};
}

/// The unit vector along a vector of parameters, which must not be zero. `name`: of its length.
inline Triple direction_of(ComponentBuilder& c, const std::string& name, const Triple& vector, const char* if_zero) {
  const Expression size = c.hidden_variable(name, "1", "length of a vector that gives a direction");
  c.relation(name, size == length(vector, "1"));
  c.require(size > kLeastLength, if_zero);
  return {vector.along / size, vector.second / size, vector.third / size};
}

/// Pads by which the parts are attached: what presses each along its normal, and for screws what goes along the axis.
struct PadForces {
  Expression pressing = 0, axial = 0;
};
inline PadForces pad_forces(ComponentBuilder& c) {
  const List normals[] = {c.list("pad_normals_1", "1", "component along axis 1 of each pad's normal, of any length", {0, 0}),
                          c.list("pad_normals_2", "1", "component along axis 2", {1, -1}),
                          c.list("pad_normals_3", "1", "component along axis 3", {0, 0})};
  const int pads = c.length(normals[0], 1, 100);
  c.length(normals[1], pads, pads), c.length(normals[2], pads, pads);
  PadForces sum;
  for (int k = 0; k < pads; ++k) {
    const std::string number = std::to_string(k + 1);
    const Triple force = triple_input(c, "pad" + number + "_F", "N", "reaction force on pad " + number);
    const Triple normal{c.entry(normals[0], k), c.entry(normals[1], k), c.entry(normals[2], k)};
    sum.pressing =
        sum.pressing +
        abs(dot(force, direction_of(c, "pad" + number + "_length", normal, "the normal of a pad is zero: it must point somewhere")));
    sum.axial += force.along;
  }
  return sum;
}

inline Expression transverse(const Triple& force) { return length_of({force.second, force.third}, "N"); }

/// What joint force and moment press together; moments with a factor of 1/m, 2/L for a bearing of length L. `moment_about` gives the moment
/// about the axis of that name.
template <typename MomentAbout>
Expression pressing_of_load(ComponentBuilder& c, Joint joint, bool thrust_presses, const Triple& F, const MomentAbout& moment_about) {
  if (joint == Joint::ball) return length(F);
  const auto moment = [&](const char* axis) {
    const Expression M = moment_about(axis);
    auto factor = c.parameter(std::string("moment_factor_") + axis, 0, "1/m", "normal force per moment about this axis").at_least(0);
    return factor * abs(M);
  };
  // One after the other: which operand of a sum is evaluated first, and so declared first, is the compiler's choice.
  const Expression third = moment("3"), second = moment("2"), moments = second + third;
  if (joint == Joint::prismatic) return transverse(F) + moment("1") + moments;
  if (joint == Joint::planar) return abs(F.along) + moments;
  return (thrust_presses ? length(F) : transverse(F)) + moments;
}

/// The same of a load that comes in as signals.
inline Expression pressing_of_joint_forces(ComponentBuilder& c, Joint joint, bool thrust_presses) {
  const Triple F = triple_input(c, "F", "N", "force that the joint transmits, without its friction");
  return pressing_of_load(c, joint, thrust_presses, F, [&](const char* axis) {
    return c.input(std::string("M") + axis, "N*m", "moment that the joint transmits about this axis", 0);
  });
}

inline Expression pressing_in_direction(ComponentBuilder& c) {
  const Triple F = triple_input(c, "F", "N", "force that the joint transmits, in space");
  const auto part = [&](const char* name, double fallback) {
    return Expression(c.parameter(name, fallback, "1", "direction that presses, where the source of the joint is not turned"));
  };
  const Triple direction{part("direction_1", 0), part("direction_2", 1), part("direction_3", 0)};
  const Expression w = c.input("q0", "1", "rotation of the source as quaternion: scalar part", 1);
  const Triple q = triple_input(c, "q", "1", "vector part of that quaternion");
  return abs(
      dot(F, turned(direction_of(c, "direction_length", direction, "the direction that presses is zero: it must point somewhere"), w, q)));
}

inline bool thrust_presses_too(ComponentBuilder& c, Joint joint) {
  const bool has_thrust = joint == Joint::hinge || joint == Joint::cylindrical;
  return has_thrust && c.option<bool>("thrust", {{"presses", true}, {"slides", false}},
                                      "whether joint force along the axis presses too; the source is not clear");
}
enum class Fit { none, force, pressure };
/// What presses, and an interference fit besides.
inline Expression with_fit(ComponentBuilder& c, const Expression& pressing) {
  const auto fit = c.option<Fit>("fit", {{"none", Fit::none}, {"force", Fit::force}, {"pressure", Fit::pressure}},
                                 "interference fit, which presses besides");
  if (fit == Fit::force) return pressing + c.parameter("fit_force", 0, "N", "total normal force of the fit").at_least(0);
  if (fit == Fit::pressure) {
    const Parameter area = c.parameter("fit_area", 1, "m^2", "area of the fit").at_least(0);
    return pressing + c.parameter("fit_pressure", 0, "Pa", "contact pressure of the fit").at_least(0) * area;
  }
  return pressing;
}

enum class Pressing { constant, joint_forces, pads, direction };
/// All that presses the joint together; `thread`: for screws, the axial force of the thread and its share on the flanks.
inline Expression normal_force(ComponentBuilder& c, Joint joint, const Expression& axial = 0, const Expression& per_axial = 0) {
  std::vector<Choice<Pressing>> choices{
      {"constant", Pressing::constant}, {"joint_forces", Pressing::joint_forces}, {"pads", Pressing::pads}};
  if (joint == Joint::prismatic) choices.push_back({"direction", Pressing::direction});
  const auto by = c.option<Pressing>("normal_force", choices, "what presses the joint together");
  const bool thrust_presses = thrust_presses_too(c, joint);
  Expression pressing = 0;
  if (by == Pressing::constant) pressing = c.parameter("load", 0, "N", "constant normal force").at_least(0) + per_axial * abs(axial);
  if (by == Pressing::joint_forces) pressing = pressing_of_joint_forces(c, joint, thrust_presses) + per_axial * abs(axial);
  if (by == Pressing::pads) {
    const PadForces pads = pad_forces(c);
    pressing = pads.pressing + per_axial * abs(pads.axial);
  }
  if (by == Pressing::direction) pressing = pressing_in_direction(c);
  return with_fit(c, pressing);
}

/// Coefficient, resistance, limit and characteristic velocity.
class JointFriction {
 public:
  explicit JointFriction(ComponentBuilder& c)
      : mu_(coefficient(c)),
        resistance_(c.parameter("sliding_resistance", 0, "N", "friction without any normal force").at_least(0)),
        maximum_(c.option<Maximum>("maximum", {{"none", Maximum::none}, {"of_sum", Maximum::of_sum}, {"of_friction", Maximum::of_friction}},
                                   "whether it limits the sliding resistance too; the source is not clear")) {
    if (maximum_ != Maximum::none)
      most_ = c.parameter("maximum_friction_force", required, "N", "the friction force is never larger").at_least(0);
  }

  Expression limit(const Expression& normal) const {
    if (maximum_ == Maximum::of_sum) return min(mu_ * normal + resistance_, most_);
    return (maximum_ == Maximum::none ? mu_ * normal : min(mu_ * normal, most_)) + resistance_;
  }
  Expression characteristic_velocity(ComponentBuilder& c) const {
    return c.parameter("characteristic_velocity", 1, "mm/s", "slip over which friction rises").above(0);
  }
  /// Of the smooth law, the force over its limit by each component of the slip velocity, of which `slip` has all:
  /// (1 - exp(-|s|/v0)) s/|s|, with its slope 1/v0 at rest.
  static std::vector<Expression> smooth(const Expression& v0, const std::vector<Expression>& slip) {
    std::vector<Expression> share;
    for (const Expression& s : slip) share.push_back(s / v0);
    const Expression rises = per_slip(length_of(share, "1"));
    for (Expression& s : share) s = s * rises;
    return share;
  }
  /// (1 - exp(-u))/u, for u > 0: of the smooth law, the force over its limit by the slip over v0.
  static Expression per_slip(const Expression& u) { return -expm1(-u) / u; }

 private:
  static Expression coefficient(ComponentBuilder& c) {
    if (c.option<bool>("coefficient", {{"constant", false}, {"signal", true}},
                       "whether it is given, or comes in as mu: over speed, time or temperature"))
      return max(c.input("mu", "1", "friction force per normal force; what is negative counts as none"), 0);
    return c.parameter("friction_coefficient", 0.1, "1", "friction force per normal force").at_least(0);
  }

  enum class Maximum { none, of_sum, of_friction };
  Expression mu_, resistance_;
  Maximum maximum_;
  Expression most_ = 0;
};

/// What every joint shows, and what it turns into heat.
inline void show_joint(ComponentBuilder& c, const Expression& normal, const Expression& loss) {
  c.named("N", "N", "normal force", normal);
  c.dissipates(loss);
}

inline bool is_exact(ComponentBuilder& c) {
  return c.option<bool>("friction", {{"smooth", false}, {"exact", true}}, "creeps where it should stick, or sticks");
}

/// Of one degree of freedom: `force` is `lever` times friction against slip at `velocity` times `lever`, smooth or sticking exactly.
inline void one_way_friction(ComponentBuilder& c, bool exact, const Expression& velocity, const Expression& force, JointFriction& friction,
                             const Expression& normal, const Expression& lever) {
  if (!exact) {
    const Expression v0 = friction.characteristic_velocity(c);
    c.relation("friction", force == lever * friction.limit(normal) * JointFriction::smooth(v0, {lever * velocity})[0]);
  } else {
    hold_at_level(c, velocity, force, lever * friction.limit(normal));
  }
  c.causality(force, indifferent);
  show_joint(c, normal, force * velocity);
}
inline void one_way_joint(ComponentBuilder& c, const RelativeMotion& motion, JointFriction& friction, const Expression& normal,
                          const Expression& lever) {
  one_way_friction(c, is_exact(c), motion.velocity, motion.force, friction, normal, lever);
}

/// The sides of a joint in one of its degrees of freedom: ports `name`_R and `name`_C, with the velocity of R relative to C and what goes
/// through from R to C.
struct Freedom {
  Port R, C;
  Expression velocity, through;
  bool turns;
};
inline Freedom freedom(ComponentBuilder& c, const std::string& name, bool turns, const char* axis) {
  const char* const domain = turns ? "rotational" : "translational";
  const Port R = c.port(name + "_R", domain, std::string("destination of the joint, ") + axis);
  const Port C = c.port(name + "_C", domain, std::string("source of the joint, ") + axis);
  const Expression v = c.named(name + (turns ? "_w" : "_v"), turns ? "rad/s" : "m/s", "relative velocity", R.across() - C.across());
  const Expression F = c.variable(name + (turns ? "_T" : "_F"), turns ? "N*m" : "N", "transmitted from R to C");
  c.relation(name + " on R", R.through() == F);
  c.relation(name + " on C", C.through() == -F);
  return {R, C, v, F, turns};
}

}  // namespace stribeck::partial
