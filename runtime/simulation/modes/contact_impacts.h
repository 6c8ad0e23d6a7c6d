#pragma once
// What rigid contacts do at an event, before the modes of dry friction are decided on.
#include <functional>
#include <string>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// Which contacts collide at an instant.
struct ImpactRule {
  bool is_start = false;  ///< positions are known to rounding only
  bool gently = false;    ///< what closes more slowly than its rest speed does not collide
};

/// Lets closed contacts collide, also those that are closed by that, and prepares those that touch for the choice of modes: groups in which
/// that changes anything become `dirty`. Adds a label for what rebounds. True if any collided, opened or may begin to rest.
bool follow_contacts(Instant& instant, Elements& elements, const ImpactRule& rule, std::vector<bool>& dirty,
                     std::vector<std::string>& labels);

/// Whether what has been decided on leaves something to collide.
bool still_closing(const Elements& elements, double t);

/// Moves what starts inside one another apart, if that is where no target has put it: as declared start values do. Returns remarks. Throws
/// Failure initial.overlap otherwise, as rigid bodies cannot be there.
std::vector<Diagnostic> part_overlaps(Instant& instant, Elements& elements, const std::function<std::vector<double>()>& targets);

}  // namespace stribeck
