#pragma once
// A proof, by interval arithmetic, that a loop has exactly one solution near a straight line.
#include <span>
#include <vector>

#include "program/loop_bounds.h"

namespace stribeck {

/// From one point to another.
struct StraightLine {
  std::span<const double> from, to;
};

/// Work areas of the proof, kept from one to the next so that it allocates nothing.
struct ProofSpace {
  std::vector<Motion> motions, given, residuals, middle;
  std::vector<double> distance, used;
  std::vector<double> reach;  ///< of each unknown: half the width of the box in which the solution is the only one
};

/// Inputs along a straight line, and up to `slack` beside it, at all of which a loop has exactly one solution within `reach` of the point
/// at the same share of another straight line.
struct ProvedTube {
  std::vector<double> from, change, slack;                // of the inputs
  std::vector<double> values_from, values_change, reach;  // of the unknowns
  bool is_known = false;

  /// Whether inputs and a solution lie in it. Where two points do, the solution at one is the continuation of that at the other along the
  /// straight line between the inputs.
  bool has(std::span<const double> inputs, std::span<const double> solution) const;
};

/// Given two solutions of a loop at two sets of inputs, tries to prove that the second is the continuation of the first along the straight
/// line between the inputs. It is proved if, at every share of the way, the loop has exactly one solution in a box around the point that
/// lies at the same share of the straight line between the two solutions. False: not proved. `bounds` must have taken the context at one of
/// the two solutions; `inverse`, row by row, approximates the inverse of the Jacobian there; `least` bounds the error of each unknown. With
/// `slack`, the same is proved for inputs up to so much beside the line, and for lines that end where no solution is known; empty: none.
/// Krawczyk (1969), Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken, Computing 4, 187-201; Moore, Kearfott, Cloud
/// (2009), Introduction to Interval Analysis, SIAM, chapter 8.
bool has_one_solution_along(LoopBounds& bounds, const StraightLine& unknowns, std::span<const Register> registers,
                            const StraightLine& inputs, std::span<const double> slack, std::span<const double> inverse,
                            std::span<const double> least, ProofSpace& space);

}  // namespace stribeck
