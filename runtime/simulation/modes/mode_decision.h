#pragma once
// The decision on modes at an event: which elements need one, and which modes the elements of a group take. Functions of numbers alone,
// which know neither components nor a machine.
#include <optional>
#include <vector>

#include "simulation/modes/mode_search.h"
#include "simulation/modes/phase.h"
#include "simulation/modes/stick_slip.h"

namespace stribeck {

/// The values of an element at x+, in its mode from before the event or after a jump.
struct Reading {
  Phase phase = Phase::open;
  bool is_contact = false;
  int direction = 0;  ///< of slip: -1, 0 or 1
  int share = 0;      ///< -1 or 1: it rests with its static force, because others carry the rest of the load
  double velocity = 0, rate = 0, force = 0;
  StickSlipLevels levels{};
  double noise = 0;             ///< rounding of its force
  double stillness = 0;         ///< velocities up to this are zero but for rounding
  double rounding_of_rate = 0;  ///< rounding of its rate
  bool differs = false;         ///< its guard tells that the mode has ended
};

/// The direction in which a sticking element can no longer hold its force; 0 if it can. The margin is half that of the guard, so that
/// elements which reach their limits together break away together.
int passed_limit(const Reading& reading);

/// Whether the mode has ended: a limit is passed, or slip has come to rest, at t or within its rounding.
bool has_ended(const Reading& reading, double t);

/// Whether it has no relative velocity, and none is about to begin.
bool is_at_rest(const Reading& reading);

/// One group whose elements answer to one another's forces: relative accelerations = constant - matrix * force, without the forces of all
/// of them. `matrix` is n * n, column by column.
struct ModeProblem {
  struct Candidate {
    StickSlipLevels levels;
    Phase phase = Phase::sticks;
    int passed = 0;  ///< passed_limit
    bool is_contact = false;
  };
  std::vector<double> matrix, constant;
  std::vector<Candidate> candidates;
};

/// Whether a contact may open. One that already rests opens when it is pulled by its release force, one that is about to rest by any pull.
/// One that rests beside a friction which has passed its limit opens by any pull, too: its release force must not hold what the friction
/// cannot.
bool lets_go(const ModeProblem& problem, std::size_t contact);

/// The modes of a group whose limits do not depend on its own forces. StickSlipModes::undecided lists elements without a consistent mode.
StickSlipModes decide(const ModeProblem& problem);

/// The modes of a group whose limits depend on its own forces: `network` evaluates the network in a set of modes.
std::optional<StickSlipModes> decide(const ModeProblem& problem, const ModeTrial& network);

}  // namespace stribeck
