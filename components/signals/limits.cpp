#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Keeps a signal between two limits (saturation).
///     y = u,  but not above upper_bound nor below lower_bound
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto lower = c.parameter("lower_bound", -1, "any:u", "least value");
  auto upper = c.parameter("upper_bound", 1, "any:u", "greatest value").above(lower);
  const Expression y = c.output("y", "any:u", "the signal within the limits");
  c.relation("limits", y == if_else(u >= upper, upper, if_else(u <= lower, lower, u)));
}

/// Keeps a signal between two limits that are signals themselves.
///     y = u,  but not above upper nor below lower
/// Assumes a signal processed at once, without noise or rounding.
/// Limits: should lower rise above upper, the upper limit holds.
/// Source: definition.
void variable_limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  const Expression upper = c.input("upper", "any:u", "greatest value");
  const Expression lower = c.input("lower", "any:u", "least value");
  const Expression y = c.output("y", "any:u", "the signal within the limits");
  c.relation("limits", y == if_else(u >= upper, upper, if_else(lower >= upper, upper, if_else(u <= lower, lower, u))));
}

/// Passes on by how much a signal leaves a zone in which nothing happens.
///     y = u - upper_bound above, u - lower_bound below, 0 between
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void dead_zone(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that comes in");
  auto lower = c.parameter("lower_bound", -1, "any:u", "where the zone ends below");
  auto upper = c.parameter("upper_bound", 1, "any:u", "where the zone ends above").at_least(lower);
  const Expression y = c.output("y", "any:u", "by how much it leaves the zone");
  c.relation("zone", y == if_else(u >= upper, u - upper, if_else(u <= lower, u - lower, 0)));
}

/// Follows a signal no faster than two rates allow (slew rate).
///     dy/dt = (u - y) / T,  but not above rising_rate nor below falling_rate
/// The target of x says where y begins.
/// Assumes a time constant far below that of the signal.
/// Limits: T is a short time in which what is left of the way is made up; it costs a lag of T.
/// Source: definition; Modelica Standard Library 4.1, Blocks.Nonlinear.SlewRateLimiter, has the same law.
void rate_limiter(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "the signal that is followed");
  auto rising = c.parameter("rising_rate", 1, "any:rate", "greatest rate, per second").above(0);
  auto falling = c.parameter("falling_rate", -1, "any:rate", "least rate, per second, negative").below(0);
  auto T = c.parameter("time_constant", 0.001, "s", "of following within the rates").above(0);
  const Expression y = c.output("y", "any:u", "the signal that follows");
  const Expression x = c.variable("x", "any:u", "the signal that follows");
  const Expression wanted = (u - x) / T;
  c.relation("rate", der(x) == if_else(wanted >= rising, rising, if_else(wanted <= falling, falling, wanted)));
  c.relation("output", y == x);
}

/// Play of a transmission: stays where it is until its input has crossed the play, then follows it at half the play.
///     dy/dt = (u - y - width/2)/T above the play,  (u - y + width/2)/T below it,  0 within
/// The target of x says where y begins; u within half the play of it moves nothing. Play that carries a torque is
/// rotational.elastic_backlash.
/// Assumes a time constant far below that of the signal.
/// Limits: T is a short time in which what is left of the way is made up, also after a jump; it costs a lag of T while y follows.
/// Source: definition of the play operator, followed with a lag; Simulink's Backlash is the same without it.
void backlash(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:u", "what drives");
  auto width = c.parameter("width", 1, "any:u", "way that the input goes between one flank and the other").at_least(0);
  auto T = c.parameter("time_constant", 0.001, "s", "of following").above(0);
  const Expression y = c.output("y", "any:u", "what is driven");
  const Expression x = c.variable("x", "any:u", "what is driven");
  const Expression ahead = u - x, half = width / 2;
  c.relation("play", T * der(x) == if_else(ahead > half, ahead - half, if_else(ahead < -half, ahead + half, 0)));
  c.relation("output", y == x);
}

/// A two-point switch (relay): on when the input rises above `switch_on`, off when it falls below `switch_off`, and in between what it was.
///     y = on_value while it is on, off_value while it is off
/// Assumes a signal processed at once, without noise or rounding.
/// Source: definition.
void hysteresis(ComponentBuilder& c) {
  const Expression u = c.input("u", "any:input", "what is watched");
  const Expression y = c.output("y", "any:output", "one of the two values");
  auto on = c.parameter("switch_on", 1, "any:input", "on when the input rises above this");
  auto off = c.parameter("switch_off", 0, "any:input", "off when the input falls below this").below(on);
  auto high = c.parameter("on_value", 1, "any:output", "output while it is on");
  auto low = c.parameter("off_value", 0, "any:output", "output while it is off");
  auto start = c.parameter("starts_on", 0, "1", "1: on at the start where the input is in between, 0: off").between(0, 1);
  const Expression state = c.discrete("state", "1", "1 on, 0 off", start);
  c.when("switches on", u > on, {{state, 1}});
  c.when("switches off", u < off, {{state, 0}});
  c.relation("value", y == low + state * (high - low));
}

/// Rounds a signal to whole multiples of a step, exactly where it passes from one to the next.
///     floor: y = q floor(u/q);  ceil: the next one above;  nearest: q floor(u/q + 1/2);  truncate: towards zero
/// Each change of y is an event. signals.adc rounds at samples only.
/// Assumes a signal processed at once, without noise: one that dwells on an edge changes as often as it crosses it.
/// Source: definition.
void rounding(ComponentBuilder& c) {
  enum class Way { floor, ceil, nearest, truncate };
  const auto way =
      c.option<Way>("way", {{"floor", Way::floor}, {"ceil", Way::ceil}, {"nearest", Way::nearest}, {"truncate", Way::truncate}},
                    "down, up, to the nearest, towards zero");
  const Expression u = c.input("u", "any:u", "what is rounded");
  const Expression y = c.output("y", "any:u", "rounded");
  auto step = c.parameter("step", 1, "any:u", "q: y is a multiple of this").above(0);
  const Expression share = u / step;
  const Expression place = way == Way::floor     ? share
                           : way == Way::ceil    ? -share
                           : way == Way::nearest ? share + 0.5
                                                 : if_else(u >= 0, share, -share);
  const Expression count = c.hidden_discrete("count", "1", "whole steps", 0);
  c.when("", place < count || place >= count + 1, {{count, floor(place)}});
  const Expression multiple = step * count;
  c.relation("rounding", y == (way == Way::ceil ? -multiple : way == Way::truncate ? if_else(u >= 0, multiple, -multiple) : multiple));
}

}  // namespace stribeck::signals
