#pragma once
// A proof, by intervals, that a loop has one solution and no other near a straight line.
#include <span>
#include <vector>

#include "program/loop_bounds.h"

namespace stribeck {

/// From one point to another.
struct StraightLine {
  std::span<const double> from, to;
};

/// Whether, for all inputs on the straight line between those of two solutions, the loop has exactly one solution in a box around the
/// point of the line between these that lies at the same share of the way. The second solution is then the one that the first leads to by
/// continuity, however much the unknowns change in between. False says nothing. `bounds` have taken the context at one of the two;
/// `inverse`, row by row, is about that of the Jacobian there; each unknown is known to less than its entry of `least`. Krawczyk (1969),
/// Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4, 187-201; Moore, Kearfott, Cloud (2009), Introduction
/// to Interval Analysis, SIAM, chapter 8.
bool has_one_solution_along(LoopBounds& bounds, const StraightLine& unknowns, std::span<const Register> registers,
                            const StraightLine& inputs, std::span<const double> inverse, std::span<const double> least);

}  // namespace stribeck
