#include "stribeck/component.hpp"

namespace stribeck::signals {

/// Play of a transmission: stays where it is until its input has crossed the play, then follows it at half the play.
///     dy/dt = (u - y - width/2)/T above the play,  (u - y + width/2)/T below it,  0 within
/// T is a short time in which what is left of the way is made up, also after a jump; it costs a lag of T while y follows. The target of x
/// says where y begins; u within half the play of it moves nothing. Play that carries a torque is rotational.elastic_backlash.
/// Assumes a time constant far below that of the signal.
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

}  // namespace stribeck::signals
