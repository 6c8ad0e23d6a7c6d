#pragma once
// What frictions do that move, and have no force that fulfils their law.
#include <string>
#include <vector>

#include "simulation/modes/instant.h"

namespace stribeck {

/// Brings frictions to rest that jam: some of `jamming`, elements that are pressed on by their own reaction. The impulses act on all that
/// answers to them at once; those that changed are candidates for the choice of modes, in groups that become `dirty`. Adds a label for each
/// that comes to rest. False if no impulses do it by the laws: then nothing has changed.
bool bring_to_rest(Instant& instant, Elements& elements, const std::vector<std::size_t>& jamming, std::vector<bool>& dirty,
                   std::vector<std::string>& labels);

}  // namespace stribeck
