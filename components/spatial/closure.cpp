#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

/// Closes a loop of bodies: holds frame b at frame a, rigidly or at a point alone.
///     r_b = r_a,  R_b = R_a;   what acts on b acts on a
/// Both frames are reached from a world by joints, each on a way of its own; all joints of the loop stand on these ways, with their
/// friction and their axes, and a link between them may be without mass. With `holds` point, frame b turns about its origin as it likes, as
/// on a ball. Positions and velocities are kept together to rounding. F and M are what a exerts on b, at their common origin, in the
/// world's axes. Where the loop has more constraints than the motion needs, as of four parallel revolutes, the closure holds what others do
/// not: those parts of F and M that are spare are zero, and reactions of the loop that depend on this, with the friction that they press,
/// are a choice. Source: kinematics of rigid bodies. Assumes rigid bodies without play.
void closure(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "one end of the loop");
  const Frame b = frame(c, "b", FrameRole::takes, "the other end");
  const bool is_rigid = c.option("holds", "frame|point", "origin and axes, or the origin alone") == 0;
  const auto vector = [&](const char* name, const char* unit, const char* doc) {
    const auto part = [&](const char* axis) {
      return c.variable((std::string(name) + axis).c_str(), unit, (std::string(doc) + axis).c_str());
    };
    return Vector{part("_x"), part("_y"), part("_z")};
  };
  // What is held, and an acceleration apart per force that holds it: zero, but where other constraints say the same and leave nothing to
  // hold, so that there is no force.
  const auto hold = [&](const std::string& what, const Vector& apart, const Vector& rate, const Vector& second_rate, const Vector& force,
                        const char* unit) {
    const auto part = [&](const char* axis, const Expression& at, const Expression& per_time, const Expression& per_time_squared,
                          const Expression& by) {
      c.relation((what + " apart, " + axis).c_str(),
                 per_time_squared == c.constraint((what + "_" + axis).c_str(), at, per_time, unit) * by);
    };
    part("x", apart.x, rate.x, second_rate.x, force.x);
    part("y", apart.y, rate.y, second_rate.y, force.y);
    part("z", apart.z, rate.z, second_rate.z, force.z);
  };
  const Vector force = vector("F", "N", "force of a on b along ");
  relate(c, "force on b", b.force, -force);
  relate(c, "force on a", a.force, force);
  hold("place", b.position - a.position, b.motion.velocity - a.motion.velocity, b.motion.acceleration - a.motion.acceleration, force,
       "1/kg");
  if (!is_rigid) {
    relate(c, "moment on b", b.moment, {});
    return relate(c, "moment on a", a.moment, {});
  }
  const Vector moment = vector("M", "N*m", "moment of a on b about ");
  relate(c, "moment on b", b.moment, -moment);
  relate(c, "moment on a", a.moment, moment);
  const Matrix& one = a.rotation;
  const Matrix& other = b.rotation;
  hold("direction", 0.5 * (cross(one.first, other.first) + cross(one.second, other.second) + cross(one.third, other.third)),
       b.motion.turning - a.motion.turning, b.motion.turning_rate - a.motion.turning_rate, moment, "1/(kg*m^2)");
  c.require(dot(one.first, other.first) + dot(one.second, other.second) + dot(one.third, other.third) > 0,
            "the frames of a closure are turned against one another by a right angle or more: start nearer to the closed loop");
}

}  // namespace stribeck::spatial
