#pragma once
// The decision on modes at an event, as functions of numbers: which elements it is about, and what those of one group do. No components,
// no machine.
#include <optional>
#include <vector>

#include "simulation/modes/mode_search.h"
#include "simulation/modes/phase.h"
#include "simulation/modes/stick_slip.h"

namespace stribeck {

/// An element as it is found at x+, in the modes from before the event or those that jumps have given it.
struct Reading {
  Phase phase = Phase::open;
  bool is_contact = false;
  int direction = 0;  ///< of slip: -1, 0 or 1
  int share = 0;      ///< at rest with its static force, because others carry the rest
  double velocity = 0, rate = 0, force = 0;
  StickSlipLevels levels{};
  double noise = 0;             ///< of its force
  double stillness = 0;         ///< of its velocity: less is none
  double rounding_of_rate = 0;  ///< of its rate
  bool differs = false;         ///< its guard says that the mode has ended
};

/// The direction in which what sticks cannot hold its force any more, 0 if it can. Half the margins of its guard: what comes together with
/// the one whose guard it was, breaks away together.
int passed_limit(const Reading& reading);

/// Whether the mode has ended: a limit is passed, or slip has come to rest. `t`: what comes to rest within its rounding has.
bool has_ended(const Reading& reading, double t);

/// Whether it has no relative velocity, and is not held by others with one about to begin.
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

/// What already rests is pulled off by its release force, what may begin to rest by anything. So may what rests beside a friction that has
/// passed its limit: sides that touch do not pull, and the release force must not hold what that friction cannot.
bool lets_go(const ModeProblem& problem, std::size_t contact);

/// Where limits do not depend on what is decided on. `undecided` says where there is no decision.
StickSlipModes decide(const ModeProblem& problem);

/// Where they do: by asking the network, which answers to the modes that it is told.
std::optional<StickSlipModes> decide(const ModeProblem& problem, const ModeTrial& network);

}  // namespace stribeck
