// What is wrong with a system that has no complete matching, in terms of components and ports: the Dulmage-Mendelsohn parts.
#include <algorithm>
#include <set>

#include "structure/sorted_system.h"

namespace stribeck {

namespace {

constexpr std::size_t kMostListed = 8;  // names in one message; more hide the cause

template <typename NameOf>
std::string listed(const std::vector<std::int32_t>& numbers, NameOf name_of) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < kMostListed; ++i) text += (i > 0 ? ", " : "") + name_of(numbers[i]);
  if (numbers.size() > kMostListed) text += " and " + std::to_string(numbers.size() - kMostListed) + " more";
  return text;
}

std::string plural(std::size_t count, const std::string& noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

/// The connected piece of the part that holds its first member, so that one message speaks of one fault.
void keep_first_piece(const Incidence& incidence, std::vector<std::int32_t>& rows, std::vector<std::int32_t>& columns, bool start_from_row) {
  std::set<std::int32_t> rows_left(rows.begin(), rows.end()), columns_left(columns.begin(), columns.end()), kept_rows, kept_columns;
  if (start_from_row && !rows.empty()) kept_rows.insert(rows.front());
  if (!start_from_row && !columns.empty()) kept_columns.insert(columns.front());
  for (bool grew = true; grew;) {
    grew = false;
    for (const std::int32_t r : rows_left) {
      bool touches = kept_rows.contains(r);
      for (const std::int32_t c : incidence.row(r)) touches = touches || kept_columns.contains(c);
      if (!touches) continue;
      grew = kept_rows.insert(r).second || grew;
      for (const std::int32_t c : incidence.row(r))
        if (columns_left.contains(c)) grew = kept_columns.insert(c).second || grew;
    }
  }
  rows.assign(kept_rows.begin(), kept_rows.end());
  columns.assign(kept_columns.begin(), kept_columns.end());
}

Where first_instance(const FlatSystem& flat, const std::vector<std::int32_t>& equations) {
  for (const std::int32_t e : equations)
    if (instance_of_equation(flat, e) >= 0) return where_of_equation(flat, e);
  Where where;
  where.file = flat.diagram().file;
  return where;
}

std::string remedy_for_free(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns) {
  for (const std::int32_t v : unknowns)
    if (flat.variable(v).kind == VariableKind::across)
      return "give the node of " + variable_name(flat, v) + " a mass or inertia, a damper to something that moves, or connect it to a ground";
  return "connect the open side, or remove the part";
}

}  // namespace

void report_singular(const FlatSystem& flat, const Incidence& incidence, const Matching& matching, const std::vector<std::int32_t>& unknowns) {
  DulmageMendelsohn parts = dulmage_mendelsohn(incidence, matching);
  std::vector<Diagnostic> diagnostics;
  const auto variable = [&](std::int32_t column) { return variable_name(flat, unknowns[static_cast<std::size_t>(column)]); };
  const auto equation = [&](std::int32_t row) { return equation_name(flat, row); };
  if (!parts.over_rows.empty()) {
    keep_first_piece(incidence, parts.over_rows, parts.over_columns, true);
    diagnostics.push_back({.code = ErrorCode::structure_singular,
                           .message = plural(parts.over_rows.size(), "equation") + " must hold with only " +
                                      plural(parts.over_columns.size(), "unknown") + (parts.over_columns.empty() ? "" : ": " + listed(parts.over_columns, variable)),
                           .where = first_instance(flat, parts.over_rows),
                           .because = "too much is prescribed here: " + listed(parts.over_rows, equation),
                           .remedy = "remove one of the parts that prescribe the same motion or force, or put a spring, damper or friction between them",
                           .details = {}});
  }
  if (!parts.under_columns.empty()) {
    keep_first_piece(incidence, parts.under_rows, parts.under_columns, false);
    std::vector<std::int32_t> free;
    for (const std::int32_t c : parts.under_columns) free.push_back(unknowns[static_cast<std::size_t>(c)]);
    diagnostics.push_back({.code = ErrorCode::structure_singular,
                           .message = "nothing determines " + listed(parts.under_columns, variable) + ": " +
                                      plural(parts.under_columns.size(), "unknown") + " share " + plural(parts.under_rows.size(), "equation"),
                           .where = first_instance(flat, parts.under_rows),
                           .because = parts.under_rows.empty() ? "they appear in no equation" : "they appear only in: " + listed(parts.under_rows, equation),
                           .remedy = remedy_for_free(flat, free),
                           .details = {}});
  }
  throw Failure(std::move(diagnostics));
}

}  // namespace stribeck
