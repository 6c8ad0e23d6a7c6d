#pragma once
// Of what is decided at events: words that the equations and the program have in common.
#include <array>
#include <cstddef>
#include <cstdint>

namespace stribeck {

/// What decides, between events, which force a dry friction transmits.
enum class ModeInput : std::uint8_t {
  stuck,      ///< 1 while the relative velocity is held at zero, else 0
  direction,  ///< of slip: -1 or 1, 0 while it does not slip
  share,      ///< -1 or 1: at rest with its static force, while others that stick beside it carry the rest
  push,       ///< a force that is tried, to see how the network answers
  noise,    ///< what rounding may make of its force while it sticks, of a velocity of zero while it slips, of the gap of a contact that has
            ///< opened
  fastest,  ///< the largest size of its relative velocity at an event so far
  answer,   ///< how much its relative acceleration has changed with its force, when the network was last asked
  terms,    ///< the largest sum of the terms of its relative acceleration at an event so far
  impulse,  ///< contacts: of all impacts so far
  loss      ///< contacts: energy that impacts have turned into heat so far
};
inline constexpr int kModeInputs = 10;
inline constexpr std::size_t kForwards = 0, kBackwards = 1;  // sides of a dry friction

/// What the sides of a dry friction move by while it slips.
enum class FrictionCarrier : std::uint8_t {
  inertia,  ///< one has inertia, the other inertia or a given velocity: its force changes their acceleration
  damper,   ///< one hangs on a damper alone: its force changes the relative velocity at once
  spring,   ///< one hangs on a spring alone: its force is that of the spring, so that the velocity follows from how the force changes
  none      ///< both have given velocities, which its force does not change: it cannot stick, but rests where they are the same
};

/// Whether an event ends the run: as planned, or since something that a component requires does not hold.
enum class EndOfRun : std::uint8_t { none, terminate, fail };
/// What an event does to the run beside assigning, by the names of EndOfRun, and what the sentence is that goes with it.
struct EndWord {
  const char* name;
  const char* doc;  ///< null: nobody writes it
};
inline constexpr std::array kEndsOfRun = {EndWord{"none", nullptr}, EndWord{"terminate", "why the run ends as planned"},
                                          EndWord{"fail", "why the run fails"}};

/// How much an initial target counts: high ones hold or the run is refused.
enum class Priority : std::uint8_t { none, low, high };

}  // namespace stribeck
