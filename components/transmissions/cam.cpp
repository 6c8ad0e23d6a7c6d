#include "stribeck/component.hpp"

namespace stribeck::mechanisms {
namespace {

enum class Foot { none, flat, roller };

}  // namespace

/// Cam and follower: the follower stands where the profile says.
///     x = profile(phi),  T_C = -F_F dprofile/dphi;  phi within a turn
/// Drawing: the cam (C) turns about a fixed axis; the follower (F) slides along a line and rests on it, x being its position from the
/// origin. The profile goes through the given lifts at the given angles, from 0 to 360 deg, with continuous slope; begin and end it with
/// three points of the same lift, so that it closes smoothly: where it does not, passing 0 deg would take an infinite force, and ends the
/// run with an error. Force and torque are positive into the cam. The relation is one between positions: velocities and accelerations
/// follow from it by differentiation, and it never drifts. reactions, for the joints that carry them: a flat foot presses with
/// contact_force = -F_F, off its line, so that its guide carries guide_moment = -F_F dprofile/dphi; a roller presses askew, tan(alpha) =
/// dprofile/dphi/(r_0 + x), with contact_force = -F_F/cos(alpha), its guide carries guide_force = -F_F tan(alpha) across. The bearing of
/// the cam carries the same contact force.
/// Assumes rigid parts without friction, forces on the follower along its line. Law of the forces: virtual work, F dx + T dphi = 0.
/// Limits: the follower is held on both sides: where F.F is positive it pulls at the cam, and a spring would have to help.
/// Source: principle of virtual work.
void cam(ComponentBuilder& c) {
  const Port C = c.port("C", "rotational", "cam");
  const Port F = c.port("F", "translational", "follower");
  const bool monotone = c.option<bool>("curve", {{"akima", false}, {"monotone", true}}, "how the profile goes between its points");
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
  const auto foot = c.option<Foot>("reactions", {{"none", Foot::none}, {"flat", Foot::flat}, {"roller", Foot::roller}},
                                   "what stands on the cam, where its forces on guide and bearing are wanted");
  const Expression F_F = F.through(), slope = profile(within, 1);
  if (foot == Foot::flat) {
    c.on_request("contact_force", "N", "of the cam on the foot", -F_F);
    c.on_request("guide_moment", "N*m", "moment of the follower on its guide, the way the cam turns", -F_F * slope);
  } else if (foot == Foot::roller) {
    auto base = c.parameter("base_radius", required, "mm", "r_0, from the axis of the cam to the middle of the roller at x = 0").above(0);
    const Expression askew = slope / (base + x);
    c.on_request("pressure_angle", "rad", "between the contact force and the line of the follower", atan(askew));
    c.on_request("contact_force", "N", "of the cam on the roller", -F_F * sqrt(1 + square(askew)));
    c.on_request("guide_force", "N", "of the follower on its guide, the way the rim goes while the cam turns forwards", -F_F * askew);
  }
  c.require((same(0) && same(1)) || (phi >= 0 && phi <= 2 * pi),
            "the cam passes 0 deg, where its profile does not close smoothly: begin and end it with three points of the same lift");
}

}  // namespace stribeck::mechanisms
