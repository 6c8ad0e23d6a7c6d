#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Moves from one position to another as fast as limits of velocity and acceleration allow.
///     trapezoidal:     full acceleration, full velocity, full deceleration (minimum time under these limits)
///     of limited jerk: the acceleration itself changes no faster than the jerk limit
///     polynomial:      of the fifth degree in time, at rest with no acceleration at both ends, in the least time within both limits
/// q is the position, v its rate, a that of v; what limits are not reached on a short way do not matter. The way may be negative.
/// Source: Biagiotti, Melchiorri (2008), Trajectory Planning for Automatic Machines and Robots, Springer, sections 2.1.5, 3.2, 3.4.
/// Assumes a drive that is able to follow.
void motion_profile(ComponentBuilder& c) {
  enum class Profile { trapezoidal, s_curve, polynomial };
  const auto kind = c.option<Profile>(
      "profile", {{"trapezoidal", Profile::trapezoidal}, {"s_curve", Profile::s_curve}, {"polynomial", Profile::polynomial}},
      "how velocity and acceleration change");
  auto begin = c.parameter("begin", 0, "any:q", "position before the motion");
  auto end = c.parameter("end", 1, "any:q", "position after it");
  auto v_max = c.parameter("max_velocity", 1, "any:speed", "greatest speed, per second").above(0);
  auto a_max = c.parameter("max_acceleration", 1, "any:limit", "greatest acceleration, per second squared").above(0);
  auto start = c.parameter("start_time", 0, "s", "when the motion begins");
  const Expression q = c.output("q", "any:q", "position");
  const Expression v = c.output("v", "any:v", "velocity");
  const Expression a = c.output("a", "any:a", "acceleration");
  const Expression distance_given = abs(end - begin), way = if_else(distance_given > 0, distance_given, 1);  // no way at all: times of any
  const Expression forwards = if_else(end > begin, 1, if_else(end < begin, -1, 0)), elapsed = c.time() - start;
  // A sum of powers that begin one after the other; each begins at an instant known beforehand.
  const auto since = [&](const Expression& instant, const Expression& value) { return if_else(elapsed >= instant, value, 0); };
  const auto motion = [&](const Expression& distance, const Expression& speed, const Expression& acceleration) {
    c.relation("position", q == begin + forwards * distance);
    c.relation("velocity", v == forwards * speed);
    c.relation("acceleration", a == forwards * acceleration);
  };
  if (kind == Profile::trapezoidal) {
    const Expression T_a = min(v_max / a_max, sqrt(way / a_max)), T_v = way / (a_max * T_a) - T_a;
    Expression distance = 0, speed = 0, acceleration = 0;
    const auto change = [&](const Expression& instant, double sign) {
      const Expression t = elapsed - instant;
      distance += since(instant, sign * 0.5 * a_max * t * t);
      speed += since(instant, sign * a_max * t);
      acceleration += since(instant, sign * a_max);
    };
    change(0, 1), change(T_a, -1), change(T_a + T_v, -1);
    const Expression over = 2 * T_a + T_v;
    return motion(if_else(elapsed >= over, way, distance), if_else(elapsed >= over, 0, speed), if_else(elapsed >= over, 0, acceleration));
  }
  if (kind == Profile::s_curve) {
    auto jerk = c.parameter("max_jerk", 10, "any:jerk", "s_curve only: greatest rate of the acceleration, per second cubed").above(0);
    // Whether the acceleration reaches its limit, first if the velocity does, then if it does not.
    const Expression reached = min(a_max / jerk, sqrt(v_max / jerk)), T_full = reached + v_max / (jerk * reached);
    const Expression cruise = way / v_max - T_full;
    const Expression short_jerk = min(a_max / jerk, pow(way / (2 * jerk), 1.0 / 3));
    const Expression short_time = short_jerk / 2 + sqrt(square(short_jerk / 2) + way / (jerk * short_jerk));
    const Expression T_j = if_else(cruise >= 0, reached, short_jerk), T_a = if_else(cruise >= 0, T_full, short_time);
    const Expression T_v = max(cruise, 0);
    Expression distance = 0, speed = 0, acceleration = 0;
    const auto change = [&](const Expression& instant, double sign) {
      const Expression t = elapsed - instant;
      distance += since(instant, sign * jerk * t * t * t / 6);
      speed += since(instant, sign * 0.5 * jerk * t * t);
      acceleration += since(instant, sign * jerk * t);
    };
    change(0, 1), change(T_j, -1), change(T_a - T_j, -1), change(T_a, 1);
    change(T_a + T_v, -1), change(T_a + T_v + T_j, 1), change(2 * T_a + T_v - T_j, 1);
    const Expression over = 2 * T_a + T_v;
    return motion(if_else(elapsed >= over, way, distance), if_else(elapsed >= over, 0, speed), if_else(elapsed >= over, 0, acceleration));
  }
  // Its greatest velocity is 15/8 way/T, its greatest acceleration 10/sqrt(3) way/T^2.
  const Expression T = max(1.875 * way / v_max, sqrt(10 / std::sqrt(3.0) * way / a_max));
  const Expression u = if_else(elapsed >= T, 1, if_else(elapsed >= 0, elapsed / T, 0));
  motion(way * u * u * u * (10 + u * (6 * u - 15)), way / T * 30 * square(u * (1 - u)), way / (T * T) * 60 * u * (1 - u) * (1 - 2 * u));
}

}  // namespace stribeck::signals
