#include "program/jammed.h"

#include <algorithm>

#include "base/format.h"
#include "structure/friction_groups.h"

namespace stribeck {

Failure jammed(const FlatSystem& flat, const std::vector<std::int32_t>& frictions, double t, const std::string& what) {
  Diagnostic diagnostic{.code = ErrorCode::run_jammed,
                        .message = friction_words(flat, frictions[0]) + " jams at t = " + fmt::format("{:.6g}", t) + " s: " + what,
                        .where = where_of_equation(flat, flat.frictions[static_cast<std::size_t>(frictions[0])].equation),
                        .because = "its own force presses it on, and raises its limit faster than what it has to balance",
                        .remedy = "lower the coefficient of friction or the lever of the load, or let the reaction build up in a spring",
                        .details = {}};
  for (const std::int32_t f : frictions) diagnostic.details.emplace_back("takes part", friction_name(flat, f));
  return Failure(std::move(diagnostic));
}

void fail_if_jammed(const SortedSystem& sorted, std::int32_t block, double t) {
  const FlatSystem& flat = *sorted.flat;
  const std::vector<std::int32_t>& equations = sorted.blocks[static_cast<std::size_t>(block)].equations;
  const FrictionGroups groups = friction_groups(sorted);
  std::vector<std::int32_t> frictions;
  for (std::size_t f = 0; f < flat.frictions.size(); ++f)
    if (groups.reacts[f] && std::find(equations.begin(), equations.end(), flat.frictions[f].equation) != equations.end())
      frictions.push_back(static_cast<std::int32_t>(f));
  if (!frictions.empty()) throw jammed(flat, frictions, t, "no force fulfils its law at the present direction of slip");
}

}  // namespace stribeck
