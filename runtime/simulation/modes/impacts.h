#pragma once
// Impulses between rigid contacts that are closed at one instant, from the response of the network to them. Functions of numbers alone.
#include <vector>

#include "base/primitives.h"

namespace stribeck {

/// Rates at which gaps open: opening+ = opening- + matrix * impulse.
struct ImpactProblem {
  std::vector<double> matrix;       ///< n * n, column by column
  std::vector<double> opening;      ///< negative: the gap closes
  std::vector<double> restitution;  ///< 0 to 1
  std::vector<double> rest_speed;   ///< contacts that close more slowly do not rebound
  std::vector<RestitutionLaw> law;
};

struct ImpactSequence {
  std::vector<std::vector<double>> rounds;  ///< impulses >= 0 of all contacts, one round after the other
  std::vector<std::size_t> undecided;       ///< contacts that no impulse keeps apart; empty if solved
};

/// Newton's law of impact, opening+ = -restitution * opening-, the restitution by the law of each contact, for several contacts at one
/// instant: all that close collide at once, 0 <= impulse complementary to opening+ + restitution * opening- >= 0, while those that touch
/// without closing feel nothing; if these close by that, they collide in the next round. So a row of equal balls passes a blow on to the
/// last one. What closes no faster than its rest speed does not rebound: once nothing else is left, all contacts share one round without
/// rebound, impulse complementary to opening+ >= 0. Every impulse of a rebound opposes a closing motion, so that no round adds energy
/// whatever the coefficients (Glocker 2001, Set-Valued Force Laws, chapter 7; Kane 1984 on the gain of energy by Newton's law where that is
/// not so). The order of the contacts does not matter.
ImpactSequence solve_impacts(const ImpactProblem& problem);

}  // namespace stribeck
