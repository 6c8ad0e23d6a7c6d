// Dry friction changes the velocity between its sides through what has inertia. Where nothing has, no mode of it can be computed.
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// The equations as they are while all friction slips: its relations determine forces, none a rate.
Incidence while_slipping(const FlatSystem& flat, const SortedSystem& sorted, const std::vector<std::int32_t>& column_of,
                         std::int32_t columns) {
  std::vector<const FlatFriction*> friction_of(flat.equations.size(), nullptr);
  for (const FlatFriction& friction : flat.frictions) friction_of[at(friction.equation)] = &friction;
  Incidence incidence;
  incidence.column_count = columns;
  for (std::size_t e = 0; e < sorted.incidence.size(); ++e) {
    for (const IncidenceTerm& term : sorted.incidence[e]) {
      const bool is_rate = friction_of[e] != nullptr && flat.variable(term.variable).kind == VariableKind::derivative;
      if (column_of[at(term.variable)] >= 0 && !is_rate) incidence.add(column_of[at(term.variable)]);
    }
    incidence.end_row();
  }
  return incidence;
}

}  // namespace

void require_inertia_at_friction(const FlatSystem& flat, const SortedSystem& sorted) {
  if (flat.frictions.empty()) return;
  std::vector<std::int32_t> column_of(flat.variables.size(), -1);
  std::int32_t columns = 0;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of == -1 && variable.value != ExprId::none && !sorted.state_flags[v]) column_of[v] = columns++;
  }
  const Incidence incidence = while_slipping(flat, sorted, column_of, columns);
  const Matching matching = maximum_matching(incidence);
  if (matching.size == columns) return;
  std::vector<bool> undetermined(at(columns), false);
  for (const std::int32_t column : dulmage_mendelsohn(incidence, matching).under_columns) undetermined[at(column)] = true;
  std::vector<Diagnostic> diagnostics;
  for (const FlatFriction& friction : flat.frictions) {
    bool found = false;
    for (const IncidenceTerm& term : sorted.incidence[at(friction.equation)]) {
      const std::int32_t column = column_of[at(term.variable)];
      found = found || (column >= 0 && undetermined[at(column)] && flat.variable(term.variable).kind == VariableKind::derivative);
    }
    if (!found) continue;
    const auto number = static_cast<std::int32_t>(&friction - flat.frictions.data());
    diagnostics.push_back(
        {.code = ErrorCode::structure_friction_without_inertia,
         .message = "one side of " + friction_words(flat, number) + " has neither mass or inertia nor a given velocity",
         .where = where_of_equation(flat, friction.equation),
         .because = friction.is_contact()
                        ? "how it rebounds and rests follows from the acceleration that its force causes, and nothing there "
                          "accelerates"
                        : "how fast it slips follows from the acceleration that its force causes, and nothing there "
                          "accelerates",
         .remedy = friction.is_contact() ? "give that side a small mass or inertia, or use a compliant contact: elasto_gap or hard_stop"
                                         : "give that side a small mass or inertia, or use the smooth friction component",
         .details = {}});
  }
  if (!diagnostics.empty()) throw Failure(std::move(diagnostics));
}

}  // namespace stribeck
