#pragma once
// Compiles what a run needs to find where the motion begins: states, initial targets, momenta and positions.
#include <span>
#include <vector>

#include "compile/compile.h"
#include "compile/whens.h"

namespace stribeck {

/// The speeds and momenta by which undetermined starting speeds are found. None if every speed is a state and every target is on a state,
/// so that no speed is undetermined.
std::vector<MomentumRequest> momenta_of(const SortedSystem& sorted, ExprPool& pool);
/// The positions that components prescribe as functions of time. `pool`: that of the system.
std::vector<PositionRequest> prescribed_positions(const FlatSystem& flat, ExprPool& pool);

/// Emits targets, momenta and positions with the outputs, what follows from parameters with the parameters, and the rest into section
/// `start`; fills Program::state_facts, start and watch. `emit` gives the registers of expressions in a section.
void emit_start(const SortedSystem& sorted, Emitter& emitter, const ProgramRequest& request, Program& program, const EmitSection& emit);
/// Emits Program::watch with the crossing functions, if the choice of states depends on the motion.
void emit_watch(const SortedSystem& sorted, Program& program, const EmitSection& emit);

/// The varying coefficients of differentiated constraints, ascending, in the order in which WatchCode::registers hold them.
std::vector<ExprId> watched_coefficients(const SortedSystem& sorted);
/// `watched`: values of WatchCode::registers.
MotionPoint motion_point(const SortedSystem& sorted, const WatchCode& watch, std::span<const double> watched);

/// The declared start value of a state, or of the variable whose derivative it is.
double declared_start(const FlatSystem& flat, std::int32_t variable);
/// Declared in rad.
bool is_angle(const FlatSystem& flat, std::int32_t variable);

}  // namespace stribeck
