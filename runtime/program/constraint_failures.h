#pragma once
// What is said of closed loops of bodies that cannot be closed, or not as asked for.
#include <cstddef>
#include <cstdint>

#include "base/diagnostic.h"
#include "program/program.h"

namespace stribeck {

/// Two closures share forces that the motion does not determine. Numbers of components.
Failure loops_hold_together(const Program& program, std::int32_t one, std::int32_t other);
Failure loop_starts_singular(const Program& program, std::size_t freedoms);
/// A loop of several freedoms has joints that stick exactly.
Failure loop_sticks_in_part(const Program& program, std::size_t freedoms);
/// A loop's positions or velocities have jumped in an event.
Failure loop_jumps(const Program& program, std::int32_t component, bool are_positions, double t);
/// `apart`: m or rad, or m/s or rad/s.
Failure loop_stays_open(const Program& program, std::int32_t component, bool are_positions, double apart, double t);
/// A step leads to another branch of its positions.
Failure loop_leaves_branch(const Program& program, double t);

}  // namespace stribeck
