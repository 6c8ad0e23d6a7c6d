#pragma once
// What a run needs to know of states, targets and positions to find where the motion begins.
#include <span>
#include <vector>

#include "compile/compile.h"
#include "compile/whens.h"

namespace stribeck {

/// Speeds and momenta that starting speeds are found by; none where each speed is a state of its own and each target one on a state, so
/// that nothing is left to find.
std::vector<MomentumRequest> momenta_of(const SortedSystem& sorted, FlatSystem& flat);
/// Positions that components hold at a given value which changes with time. Adds expressions to the pool of `flat`.
std::vector<PositionRequest> prescribed_positions(FlatSystem& flat);

/// Emits targets, momenta and positions with the outputs, what follows from parameters with the parameters, and the rest into section
/// `start`; fills Program::state_facts, start and watch. `emit` gives the registers of expressions in a section.
void emit_start(const SortedSystem& sorted, Emitter& emitter, const ProgramRequest& request, Program& program, const EmitSection& emit);
/// Where the choice of states depends on the motion; with the crossing functions.
void emit_watch(const SortedSystem& sorted, Program& program, const EmitSection& emit);

/// The coefficients of differentiated constraints that vary, ascending: what WatchCode::registers hold behind the variables.
std::vector<ExprId> watched_coefficients(const SortedSystem& sorted);
/// `watched`: values of WatchCode::registers.
MotionPoint motion_point(const SortedSystem& sorted, const WatchCode& watch, std::span<const double> watched);

/// Declared start value of a state, or of what it is a derivative of.
double declared_start(const FlatSystem& flat, std::int32_t variable);
/// Declared in rad.
bool is_angle(const FlatSystem& flat, std::int32_t variable);

}  // namespace stribeck
