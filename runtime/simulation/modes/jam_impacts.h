#pragma once
// Impulses that bring jammed frictions to rest: they move, and no finite force fulfils their law.
#include <string>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// Brings some or all of the elements `jamming` to rest, whose normal forces grow with their own friction. The impulses act on all elements
/// of the network that they accelerate; the groups of those become `dirty`, so that their modes are decided on again. Adds a label for each
/// element that comes to rest. False, with nothing changed, if no impulses fulfil the laws.
bool bring_to_rest(Instant& instant, Elements& elements, const std::vector<std::size_t>& jamming, std::vector<bool>& dirty,
                   std::vector<std::string>& labels);

}  // namespace stribeck
