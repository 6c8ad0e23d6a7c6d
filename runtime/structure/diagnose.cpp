// What is wrong with a system that has no complete matching, in terms of components and ports: the Dulmage-Mendelsohn parts.
#include <algorithm>
#include <map>
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
void keep_first_piece(const Incidence& incidence, std::vector<std::int32_t>& rows, std::vector<std::int32_t>& columns,
                      bool start_from_row) {
  std::map<std::int32_t, std::vector<std::int32_t>> rows_of;  // of each column of the part
  const std::set<std::int32_t> in_part(columns.begin(), columns.end());
  for (const std::int32_t r : rows)
    for (const std::int32_t c : incidence.row(r))
      if (in_part.contains(c)) rows_of[c].push_back(r);
  std::set<std::int32_t> kept_rows, kept_columns;
  std::vector<std::int32_t> new_rows, new_columns;
  if (start_from_row)
    new_rows.push_back(rows.front()), kept_rows.insert(rows.front());
  else
    new_columns.push_back(columns.front()), kept_columns.insert(columns.front());
  while (!new_rows.empty() || !new_columns.empty()) {
    if (!new_rows.empty()) {
      const std::int32_t row = new_rows.back();
      new_rows.pop_back();
      for (const std::int32_t c : incidence.row(row))
        if (in_part.contains(c) && kept_columns.insert(c).second) new_columns.push_back(c);
    } else {
      const std::int32_t column = new_columns.back();
      new_columns.pop_back();
      for (const std::int32_t r : rows_of[column])
        if (kept_rows.insert(r).second) new_rows.push_back(r);
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

/// The instance that an unknown belongs to, -1 for those of the network.
std::int32_t instance_of_unknown(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.variable(v);
  if (variable.kind == VariableKind::through) return flat.assembly->instance_of(variable.owner);
  return variable.kind == VariableKind::variable ? variable.owner : -1;
}

std::string remedy_for_free(const FlatSystem& flat, const std::vector<std::int32_t>& unknowns) {
  for (const std::int32_t v : unknowns)
    if (flat.variable(v).kind == VariableKind::across)
      return "give the node of " + variable_name(flat, v) +
             " a mass or inertia, a damper to something that moves, or connect it to a ground";
  if (std::all_of(unknowns.begin(), unknowns.end(), [&](std::int32_t v) { return is_force(flat, v); }))
    return "rigid parts side by side can share a force in any way: remove one of them, or make one elastic with a spring";
  return "connect the open side, or remove the part";
}

Diagnostic over_determined(const FlatSystem& flat, const DulmageMendelsohn& parts, const std::string& equations,
                           const std::string& unknowns) {
  const Where where = first_instance(flat, parts.over_rows);
  const std::string part = where.instance.empty() ? "the part" : where.instance;
  if (parts.over_columns.empty())
    return {.code = ErrorCode::structure_singular,
            .message = part + " acts on nothing: \"" + equations + "\" reduces to " + equation_text(flat, parts.over_rows.front()),
            .where = where,
            .because = "the rest of the network leaves no motion and no force that it could determine",
            .remedy = "put something that yields or moves between its ports: a mass or inertia, spring, damper or friction",
            .details = {}};
  return {.code = ErrorCode::structure_singular,
          .message = plural(parts.over_rows.size(), "equation") + " must hold with only " + plural(parts.over_columns.size(), "unknown") +
                     ": " + unknowns,
          .where = where,
          .because = "too much is prescribed here: " + equations,
          .remedy = "remove one of the parts that prescribe the same motion or force, or put a spring, damper or friction between them",
          .details = {}};
}

Diagnostic under_determined(const FlatSystem& flat, const DulmageMendelsohn& parts, const std::vector<std::int32_t>& free,
                            const std::string& equations, const std::string& unknowns) {
  Where where = first_instance(flat, parts.under_rows);
  for (std::size_t k = 0; k < free.size() && where.instance.empty(); ++k)
    where = where_of_instance(flat, instance_of_unknown(flat, free[k]));
  return {.code = ErrorCode::structure_singular,
          .message = "nothing determines " + unknowns + ": " + plural(parts.under_columns.size(), "unknown") + " in " +
                     plural(parts.under_rows.size(), "equation"),
          .where = where,
          .because = parts.under_rows.empty() ? "they appear in no equation" : "they appear only in: " + equations,
          .remedy = remedy_for_free(flat, free),
          .details = {}};
}

}  // namespace

bool is_force(const FlatSystem& flat, std::int32_t v) {
  const FlatVariable& variable = flat.variable(v);
  if (variable.kind == VariableKind::through) return true;
  if (variable.kind != VariableKind::variable) return false;
  static const Dimension kForce = parse_unit("N")->dimension, kTorque = parse_unit("N*m")->dimension;
  const Instance& instance = flat.diagram().instances[static_cast<std::size_t>(variable.owner)];
  const Dimension& dimension = instance.record->variables[static_cast<std::size_t>(variable.index)].dimension;
  return dimension == kForce || dimension == kTorque;
}

void report_singular(const FlatSystem& flat, const Incidence& incidence, const Matching& matching,
                     const std::vector<std::int32_t>& unknowns) {
  DulmageMendelsohn parts = dulmage_mendelsohn(incidence, matching);
  const auto variable = [&](std::int32_t column) { return variable_name(flat, unknowns[static_cast<std::size_t>(column)]); };
  const auto equation = [&](std::int32_t row) { return equation_name(flat, row); };
  const std::size_t all_free = parts.under_columns.size();
  std::vector<std::int32_t> free;
  if (all_free > 0) {
    keep_first_piece(incidence, parts.under_rows, parts.under_columns, false);
    for (const std::int32_t c : parts.under_columns) free.push_back(unknowns[static_cast<std::size_t>(c)]);
  }
  // Too much here leaves too little there: one fault, one message.
  if (!parts.over_rows.empty()) {
    keep_first_piece(incidence, parts.over_rows, parts.over_columns, true);
    Diagnostic diagnostic = over_determined(flat, parts, listed(parts.over_rows, equation), listed(parts.over_columns, variable));
    if (all_free > 0) diagnostic.details.emplace_back("leaves open", listed(parts.under_columns, variable));
    throw Failure(std::move(diagnostic));
  }
  throw Failure(under_determined(flat, parts, free, listed(parts.under_rows, equation), listed(parts.under_columns, variable)));
}

}  // namespace stribeck
