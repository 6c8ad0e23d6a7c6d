#include <array>

#include "stribeck/component.hpp"
#include "stribeck/spatial.hpp"

namespace stribeck::spatial {

namespace {

/// One of the three parts of what is held: how far apart the frames are, the first two derivatives, the force and what scales it.
struct Held {
  std::string label;
  Expression apart, rate, second_rate, force, per_force;
};

void hold(ComponentBuilder& c, const std::vector<Held>& all) {
  const Recording recording = all[0].apart.recording();
  const Expression per_mass(recording, recording.api->constant(recording.recorder, 1, "1/kg"));
  const std::size_t size = all.size();
  std::vector<std::vector<Expression>> shares(size);
  std::vector<Expression> given;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const std::string name = "share_" + std::to_string(i + 1) + std::to_string(j + 1);
      shares[i].push_back(c.hidden_discrete(name, "1", "of forces that the motion does not determine", 0));
    }
    given.push_back(c.hidden_discrete("given_" + std::to_string(i + 1), "N", "added to them for a trial", 0));
  }
  for (std::size_t i = 0; i < size; ++i) {
    const Held& held = all[i];
    c.constraint(held.label, held.apart, held.rate, held.per_force, given[i], shares[i]);
    Expression undetermined = shares[i][0] * (all[0].per_force * all[0].force - given[0]);
    for (std::size_t j = 1; j < size; ++j) undetermined += shares[i][j] * (all[j].per_force * all[j].force - given[j]);
    // One side is zero: shares[i][i] is 1 where the row is one of forces, else 0 as all of the row. So no mass has to be known.
    c.relation(held.label + " apart", (1 - shares[i][i]) * held.second_rate / held.per_force == -per_mass * undetermined);
  }
}

/// Both ends of a loop in a planar mechanism: across the plane and about its axes the closure holds nothing, nor need it.
void stays_in_plane(ComponentBuilder& c, const std::array<bool, 3>& along_normal, const Frame& a, const Frame& b) {
  constexpr double kRounding = 1e-9;  // m, and of an axis of length one
  const Recording recording = b.position.x.recording();
  const Expression tiny(recording, recording.api->constant(recording.recorder, kRounding, "m"));
  const bool x = along_normal[0], y = along_normal[1];
  const auto across = [x, y](const Vector& v) { return x ? v.x : y ? v.y : v.z; };
  const auto upright = [&](const Frame& f) {
    return across(x ? f.rotation.first : y ? f.rotation.second : f.rotation.third) > 1 - kRounding;
  };
  c.require(abs(across(b.position - a.position)) < tiny && upright(a) && upright(b),
            "the closure of a planar mechanism holds its ends in the plane alone, but they leave it: give it \"plane\": \"space\"");
}

}  // namespace

/// Closes a loop of bodies: holds frame b at frame a, rigidly or at a point alone.
///     r_b = r_a,  R_b = R_a;   what acts on b acts on a
/// Both frames are reached from a world by joints, each on a way of its own; all joints of the loop stand on these ways, with their
/// friction and their axes, and a link between them may be without mass. With `holds` point, frame b turns about its origin as it likes, as
/// on a ball. Positions and velocities are kept together to rounding. F and M are what a exerts on b, at their common origin, in the
/// world's axes. In a planar mechanism what leads out of the plane is not held: its other joints see to it, and so no reaction is shared.
/// Where other constraints of the loop say the same as some of these six, as in a loop of four parallel revolutes, the motion does not
/// determine all of F and M: of those that fit it is the least one, |F|^2 + |M/length|^2. It does not depend on axes and units. Reactions
/// of the loop that depend on this, with the friction that they press, are a choice, and the run says which they are. Source: kinematics of
/// rigid bodies; least norm: Golub, Van Loan (2013), Matrix Computations, 4th ed., section 5.5. Assumes rigid bodies without play.
void closure(ComponentBuilder& c) {
  const Frame a = frame(c, "a", FrameRole::takes, "one end of the loop");
  const Frame b = frame(c, "b", FrameRole::takes, "the other end");
  const bool is_rigid = c.option<bool>("holds", {{"frame", true}, {"point", false}}, "origin and axes, or the origin alone");
  const Plane plane = plane_option(c);
  const Vector n = plane == Plane::space ? Vector{0, 0, 0} : normal_of(plane);
  const auto lies_along = [](const Expression& part) { return part.number() != 0; };
  const std::array<bool, 3> along_normal{lies_along(n.x), lies_along(n.y), lies_along(n.z)};
  const auto vector = [&](const char* name, const char* unit, const char* doc, const std::array<bool, 3>& is_held) {
    const auto part = [&](std::size_t k, const char* axis) {
      return is_held.at(k) ? c.variable(std::string(name) + axis, unit, std::string(doc) + axis[1]) : Expression(0);
    };
    return Vector{part(0, "_x"), part(1, "_y"), part(2, "_z")};
  };
  std::vector<Held> all;
  const auto add = [&](const std::string& what, const Vector& apart, const Vector& rate, const Vector& second_rate, const Vector& force,
                       const Expression& per_force) {
    const auto part = [&](const char* axis, const Expression& way, const Expression& velocity, const Expression& acceleration,
                          const Expression& held) {
      if (!held.is_number()) all.push_back({what + axis, way, velocity, acceleration, held, per_force});  // else it is not held
    };
    part("_x", apart.x, rate.x, second_rate.x, force.x);
    part("_y", apart.y, rate.y, second_rate.y, force.y);
    part("_z", apart.z, rate.z, second_rate.z, force.z);
  };
  const Vector force = vector("F", "N", "force of a on b along ", {!along_normal[0], !along_normal[1], !along_normal[2]});
  relate(c, "force on b", b.force, -force);
  relate(c, "force on a", a.force, force);
  add("place", b.position - a.position, b.motion.velocity - a.motion.velocity, b.motion.acceleration - a.motion.acceleration, force, 1);
  if (!is_rigid) {
    relate(c, "moment on b", b.moment, {});
    relate(c, "moment on a", a.moment, {});
    hold(c, all);
    if (plane != Plane::space) stays_in_plane(c, along_normal, a, b);
    return;
  }
  const Vector moment = vector("M", "N*m", "moment of a on b about ", plane == Plane::space ? std::array{true, true, true} : along_normal);
  relate(c, "moment on b", b.moment, -moment);
  relate(c, "moment on a", a.moment, moment);
  const Matrix& one = a.rotation;
  const Matrix& other = b.rotation;
  const Expression length =
      c.parameter("length", 100, "mm", "at which a moment counts as a force where the motion does not determine both").above(0);
  add("direction", 0.5 * (cross(one.first, other.first) + cross(one.second, other.second) + cross(one.third, other.third)),
      b.motion.turning - a.motion.turning, b.motion.turning_rate - a.motion.turning_rate, moment, 1 / length);
  hold(c, all);
  if (plane != Plane::space) stays_in_plane(c, along_normal, a, b);
  c.require(dot(one.first, other.first) + dot(one.second, other.second) + dot(one.third, other.third) > 0,
            "the frames of a closure are turned against one another by a third of a turn or more: start nearer to the closed loop");
}

}  // namespace stribeck::spatial
