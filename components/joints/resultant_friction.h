#pragma once
// Friction in several directions at once that sticks exactly: in all of them, up to a level of the resultant, and slips along it.
//
// Of all forces within the limit, friction while slipping is the one of most dissipation (Moreau 1974; Goyal, Ruina, Papadopoulos 1991,
// Wear 143, 307-330): on a circle or sphere of limits the one against the slip. While it sticks, a dry friction in each direction holds,
// which the resultant ends before any of them would end itself; while it slips these are open and the law of slip takes their place.
#include <string>
#include <vector>

#include "joints/joint_friction.h"

namespace stribeck::partial {

/// A freedom of the joint; its slip velocity is `lever` times its velocity.
struct SlipDirection {
  Freedom freedom;
  Expression lever;
  Expression most;  ///< which no force or torque of this freedom exceeds, whatever the others carry
};

/// A force may pass its limit by this share before it breaks loose: more than rounding, and than what the network's solution is good for.
inline constexpr double kPastRounding = 1e-9;

/// The slip of bodies that both move is known to the tolerance of the run, of their speeds: to 1e-6 m/s where these are 1 m/s and nothing
/// else is asked for. Noise of that size must neither stop what begins to slip nor break loose what stops.
inline constexpr double kRestSpeed = 1e-5;

class RestSpeed {
 public:
  explicit RestSpeed(ComponentBuilder& c)
      : speed_(c.parameter("rest_speed", kRestSpeed, "m/s", "slip below it counts as none: what is slower stops").above(0)) {}
  const Expression& speed() const { return speed_; }
  /// Below it what slips stops.
  Expression least() const { return 0.5 * speed_; }
  /// The characteristic velocity of the law by which it slips: far below, so that the force is the whole one.
  Expression creep() const { return speed_ / 40; }

 private:
  Expression speed_;
};

/// What a law of friction in several directions says of the forces held, and while it slips.
template <typename Excess, typename Heading, typename Sliding>
struct JointLaw {
  Excess excess;    ///< of forces held: by how much they are beyond the limit, N
  Heading heading;  ///< of forces held: the direction of slip, of length one, against which friction would be these
  Sliding sliding;  ///< of velocities: the forces while it slips
};

/// What stops is caught below half the speed of rest. What breaks loose has no direction of slip yet: until it has the speed of rest, half
/// that speed in the direction of the forces it held is added to its slip, so that the force goes over into that of slip without a jump;
/// what turns back before is caught again.
template <typename Law>
void stick_together(ComponentBuilder& c, const std::vector<SlipDirection>& directions, const RestSpeed& rest, const Law& law) {
  constexpr double kBack = 0.5;  // of the speed of rest: velocities of bodies that both move are known to the tolerance of the run only
  const Expression phase = c.hidden_discrete("phase", "1", "0 sticks, 1 begins to slip, 2 slips", 0);
  const Condition sticks = phase<0.5, slides = phase> 1.5;
  std::vector<Expression> held, headings, velocities, slips;
  Expression still_moving = 0, along = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const SlipDirection& one = directions[i];
    const std::string number = std::to_string(i + 1);
    held.push_back(c.hidden_variable("held_" + number, one.freedom.turns ? "N*m" : "N", "transmitted while it sticks"));
    headings.push_back(c.hidden_discrete("heading_" + number, "1", "direction of slip when it broke loose", 0));
    const FrictionLevels level{2 * one.most, one.most};
    const Expression direction = c.dry_friction("sticking " + number, one.freedom.velocity, held.back(), level, level);
    c.open_while(!sticks, direction);
    still_moving += abs(direction);  // what has just been caught
    slips.push_back(one.lever * one.freedom.velocity);
    along += headings.back() * slips.back();
    velocities.push_back(one.freedom.velocity + if_else(slides, 0, rest.least() / one.lever) * headings.back());
  }
  const std::vector<Expression> sliding = law.sliding(velocities), heading = law.heading(held);
  std::vector<Assignment> loose{{phase, 1}};
  for (std::size_t i = 0; i < directions.size(); ++i) {
    c.relation("friction " + std::to_string(i + 1), directions[i].freedom.through == held[i] + if_else(sticks, 0, sliding[i]));
    loose.push_back({headings[i], heading[i]});
  }
  const Expression slip = length_of(slips, "m/s");
  // Forces and speeds are compared where that decides: what passes by a limit that does not count is no instant to look for, and neither is
  // the rounding of forces that are none. Rounding is above any share of a limit of zero, too: what presses nothing together has nothing to
  // break loose from, so that the excess is taken times the most that is held.
  c.when("breaks loose", sticks && still_moving < 0.5 && if_else(sticks, directions.front().most * law.excess(held), 0) > 0, loose);
  c.when("slips", !slides && if_else(slides, 0, slip) > rest.speed(), {{phase, 2}});
  c.when("turns back", !sticks && !slides && along < -kBack * rest.speed(), {{phase, 0}});
  c.when("stops", slides && if_else(slides, slip, rest.speed()) < rest.least(), {{phase, 0}});
  c.named("mode", "1", "1 slips, 0 sticks", if_else(sticks, 0, 1));
}

/// The same force in every direction of slip: in any direction up to `sticking_ratio` times the limit it holds.
inline void hold_along_resultant(ComponentBuilder& c, const std::vector<Freedom>& freedoms, const std::vector<Expression>& levers,
                                 const Expression& limit) {
  const RestSpeed rest(c);
  const Parameter ratio = sticking_ratio(c);
  const auto over_levers = [&](const std::vector<Expression>& held) {
    std::vector<Expression> forces;
    for (std::size_t i = 0; i < held.size(); ++i) forces.push_back(held[i] / levers[i]);
    return forces;
  };
  const auto excess = [&](const std::vector<Expression>& held) {
    return length_of(over_levers(held), "N") - (1 + kPastRounding) * ratio * limit;
  };
  const auto heading = [&](const std::vector<Expression>& held) {
    std::vector<Expression> forces = over_levers(held);
    const Expression size = length_of(forces, "N");
    for (Expression& force : forces) force = force / size;
    return forces;
  };
  const auto sliding = [&](const std::vector<Expression>& velocities) {
    std::vector<Expression> slip;
    for (std::size_t i = 0; i < velocities.size(); ++i) slip.push_back(levers[i] * velocities[i]);
    std::vector<Expression> forces = JointFriction::smooth(rest.creep(), slip);
    for (std::size_t i = 0; i < forces.size(); ++i) forces[i] = levers[i] * limit * forces[i];
    return forces;
  };
  std::vector<SlipDirection> directions;
  for (std::size_t i = 0; i < freedoms.size(); ++i) directions.push_back({freedoms[i], levers[i], ratio * levers[i] * limit});
  stick_together(c, directions, rest, JointLaw<decltype(excess), decltype(heading), decltype(sliding)>{excess, heading, sliding});
}

}  // namespace stribeck::partial
