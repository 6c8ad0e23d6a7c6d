#include "stribeck/component.hpp"

namespace stribeck::mechanisms {

/// Cam and follower: the follower stands where the profile says.
///     x = profile(phi),  T_C = -F_F dprofile/dphi;  phi within a turn
/// Drawing: the cam (C) turns about a fixed axis; the follower (F) slides along a line and rests on it, x being its position from the
/// origin. The profile goes through the given lifts at the given angles, from 0 to 360 deg, with continuous slope; begin and end it with
/// three points of the same lift, so that it closes smoothly: where it does not, passing 0 deg would take an infinite force, and ends the
/// run with an error. The follower is held on both sides: watch F.F, positive while the cam pushes it up, for where a spring would have to
/// help. Force and torque are positive into the cam. The relation is one between positions: velocities and accelerations follow from it by
/// differentiation, and it never drifts.
/// Assumes rigid parts without friction. Law of the forces: virtual work, F dx + T dphi = 0.
/// Source: principle of virtual work.
void cam(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "cam");
  const Port F = c.port("F", "translational", "follower");
  const bool monotone = c.option("curve", "akima|monotone", "how the profile goes between its points") == 1;
  const List angles = c.ascending_list("angles", "deg", "angles of the cam, from 0 to 360 deg", {0, 45, 90, 135, 180, 225, 270, 315, 360});
  const List lifts = c.list("lifts", "mm", "positions of the follower at these", {0, 0, 0, 5, 10, 5, 0, 0, 0});
  c.each(angles).at_least(0).at_most(360);
  const Expression phi = c.position(C, "phi", "angle of the cam");
  const Expression x = c.position(F, "x", "position of the follower");
  const Expression within = phi - 2 * pi * floor(phi / (2 * pi));
  const auto profile = [&](const Expression& at, int order) {
    return c.interpolate(angles, lifts, at, {.method = monotone ? "monotone" : "akima", .order = order});
  };
  c.relation("profile", x == profile(within, 0));
  c.relation("torque on the cam", C.through() == -F.through() * profile(within, 1));
  const auto same = [&](int order) {
    constexpr double kRounding = 1e-9;  // of the sizes
    const Expression begin = profile(0, order), end = profile(2 * pi, order);
    return abs(begin - end) <= kRounding * (abs(begin) + abs(end));
  };
  c.require((same(0) && same(1)) || (phi >= 0 && phi <= 2 * pi),
            "the cam passes 0 deg, where its profile does not close smoothly: begin and end it with three points of the same lift");
}

}  // namespace stribeck::mechanisms
