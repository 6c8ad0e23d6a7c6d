#pragma once
// What the events of a run are called.
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "simulation/modes/phase.h"

namespace stribeck {

/// Of a friction or a contact that goes into a mode.
std::string mode_event(const Program& program, std::size_t friction, Mode mode);
std::string rebound_event(const Program& program, std::size_t friction);
std::string jam_event(const Program& program, std::size_t friction);
/// Of a condition that has become true or false, by its number.
std::string condition_event(const Program& program, std::size_t condition);
/// Of what happens at an event, by its number among the `whens`; empty: it is not told.
std::string when_event(const Program& program, std::size_t when);
/// The first unknowns of a loop, which find it in `explain`; and the event at which it jumps to another of its solutions.
std::string loop_name(const Program& program, std::size_t block);
std::string jump_event(const Program& program, std::size_t block);

/// What time alone brings without a name of its own, as the next piece of a table.
inline constexpr const char* kScheduledEvent = "scheduled";

/// Every name that an event of this program can have, in alphabetical order.
std::vector<std::string> possible_events(const Program& program);

}  // namespace stribeck
