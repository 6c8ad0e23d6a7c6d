#pragma once
// The names of events.
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"
#include "simulation/modes/phase.h"

namespace stribeck {

/// A friction or a contact goes into a mode.
std::string mode_event(const Program& program, std::size_t friction, Mode mode);
std::string rebound_event(const Program& program, std::size_t friction);
std::string jam_event(const Program& program, std::size_t friction);
/// The event that a condition ends: "stop: x < upper_bound" of "stop: x >= upper_bound". What is no single comparison has kNoLonger behind
/// it.
std::string ended_condition(const std::string& label);
/// A condition, by its number, has become true: "stop: x >= upper_bound"; or false, as ended_condition() tells.
std::string condition_event(const Program& program, std::size_t condition, bool holds);
/// A component acts on a condition; by number in Program::whens. Empty if the event is not reported.
std::string when_event(const Program& program, std::size_t when);
/// A loop is called by its first unknowns, by which it is found in `stribeck explain`; it jumps to another of its solutions.
std::string loop_name(const Program& program, std::size_t block);
std::string jump_event(const Program& program, std::size_t block);

/// An event at a known time that has no name of its own.
inline constexpr const char* kScheduledEvent = "scheduled";

/// Every name that an event of this program can have, in alphabetical order.
std::vector<std::string> possible_events(const Program& program);

}  // namespace stribeck
