#pragma once
// Rigid contacts at an event: impacts, before the modes of dry friction are decided on.
#include <functional>
#include <string>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// How it is decided which contacts collide.
struct ImpactRule {
  bool is_start = false;  ///< positions are known to rounding only
  bool gently = false;    ///< what closes more slowly than its rest speed does not collide
};

/// Lets closed contacts collide, and those that these impacts close, and prepares touching contacts for the choice of modes. Groups in
/// which anything changes become `dirty`. Adds a label for each rebound. True if any contact collided, opened or may begin to rest.
bool follow_contacts(Instant& instant, Elements& elements, const ImpactRule& rule, std::vector<bool>& dirty,
                     std::vector<std::string>& labels);

/// Whether contacts are left that still close after the modes have been decided on.
bool still_closing(const Elements& elements, double t);

/// At the start: moves overlapping sides of rigid contacts apart where default start values, and no targets, have put them there; returns
/// remarks. Throws Failure initial.overlap where targets ask for the overlap.
std::vector<Diagnostic> part_overlaps(Instant& instant, Elements& elements, const std::function<std::vector<double>()>& targets);

}  // namespace stribeck
