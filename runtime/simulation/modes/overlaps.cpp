#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/format.h"
#include "simulation/modes/contact_impacts.h"

namespace stribeck {

namespace {

void require_gaps(const Elements& elements) {
  std::vector<Diagnostic> diagnostics;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements.overlaps(i)) continue;
    diagnostics.push_back({.code = ErrorCode::initial_overlap,
                           .message = "the sides of " + elements.labels().friction_words(i) + " start " +
                                      fmt::format("{:.6g}", -elements.gap(i)) + " (SI units) inside one another",
                           .where = elements.labels().where_of_friction(i),
                           .because = "they are rigid: their gap may not be negative",
                           .remedy = "give the positions initial values at which there is a gap, or move the place where they touch",
                           .details = {}});
  }
  if (!diagnostics.empty()) throw Failure(std::move(diagnostics));
}

/// Makes the gaps of overlapping contacts zero; returns the contacts that it moved, in their order.
std::vector<std::size_t> put_on_bounds(Instant& instant, Elements& elements) {
  std::vector<bool> is_moved(elements.size());
  bool any = true;
  for (std::size_t round = 0; any && round <= elements.size(); ++round) {
    any = false;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (!elements.overlaps(i) || elements[i].gap_slopes.empty()) continue;
      instant.put_on_bound(i);
      is_moved[i] = any = true;
    }
  }
  std::vector<std::size_t> moved;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (is_moved[i]) moved.push_back(i);
  return moved;
}

}  // namespace

std::vector<Diagnostic> part_overlaps(Instant& instant, Elements& elements, const std::function<std::vector<double>()>& targets) {
  const std::vector<double> start = instant.states(), wanted = targets();
  const std::vector<std::size_t> moved = put_on_bounds(instant, elements);
  if (moved.empty()) {
    require_gaps(elements);
    return {};
  }
  const std::vector<double> met = targets();
  for (std::size_t k = 0; k < met.size(); ++k) {
    if (std::fabs(met[k] - wanted[k]) <= kTouching * std::fabs(wanted[k])) continue;
    instant.states() = start;
    instant.evaluate();
    break;
  }
  require_gaps(elements);
  std::vector<Diagnostic> notes;
  for (const std::size_t i : moved) {
    notes.push_back({.code = ErrorCode::initial_overlap,
                     .message = "the sides of " + elements.labels().friction_words(i) + " start where they touch",
                     .where = elements.labels().where_of_friction(i),
                     .because = "at a position of zero, where it would start without a target, they are inside one another",
                     .remedy = "give that position an initial value",
                     .severity = Severity::warning,
                     .details = {}});
  }
  return notes;
}

}  // namespace stribeck
