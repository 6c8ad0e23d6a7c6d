#include "equations/locked_loops.h"

#include <map>

#include "base/text.h"

namespace stribeck {

namespace {

/// "left, right", each component once, in the order of the loop.
std::string names_around(const FlatSystem& system, const AliasSystem::Loop& loop, const std::map<std::int32_t, std::int32_t>& instance_of) {
  std::string names;
  std::vector<std::int32_t> seen;
  for (const std::int32_t candidate : loop.candidates) {
    const auto found = instance_of.find(candidate);
    if (found == instance_of.end() || std::find(seen.begin(), seen.end(), found->second) != seen.end()) continue;
    seen.push_back(found->second);
    names += (names.empty() ? "" : ", ") + system.diagram().instances[static_cast<std::size_t>(found->second)].name;
  }
  return names;
}

}  // namespace

void refuse_locked_loops(const FlatSystem& system, const AliasSystem& aliases, const std::vector<std::int32_t>& velocities,
                         const std::vector<std::size_t>& first, const std::vector<std::int32_t>& candidates) {
  std::vector<std::int32_t> locking;
  for (const std::int32_t candidate : velocities)
    if (aliases.fate(candidate) == AliasSystem::Fate::locks) locking.push_back(candidate);
  if (locking.empty()) return;
  std::map<std::int32_t, std::int32_t> instance_of;
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t k = first[i]; k < (i + 1 < first.size() ? first[i + 1] : candidates.size()); ++k)
      instance_of[candidates[k]] = static_cast<std::int32_t>(i);
  Diagnostics diagnostics;
  for (const std::int32_t candidate : locking) {
    const AliasSystem::Loop loop = aliases.loop_of(candidate);
    const std::int32_t instance = instance_of.at(candidate);
    const std::string& own = system.diagram().instances[static_cast<std::size_t>(instance)].name;
    const bool ratios = !loop.candidates.empty();
    diagnostics.add(
        {.code = ErrorCode::structure_contradiction,
         .message = ratios ? "the rigid loop through " + names_around(system, loop, instance_of) + " cannot turn"
                           : own + " cannot move: the rigid parts around it hold each other still",
         .where = where_of_instance(system, instance),
         .because = ratios ? "its ratios multiply to " + short_number(loop.product) + " instead of 1, which only standstill fulfils"
                           : "together they ask that one velocity be two different multiples of another",
         .remedy = "correct a ratio so that the loop closes, or put something that yields in it: a spring, a clutch or friction",
         .details = {}});
  }
  diagnostics.throw_if_errors();
}

}  // namespace stribeck
