// What is wrong with a system that has no complete matching, in terms of components and ports: the Dulmage-Mendelsohn parts.
#include <algorithm>
#include <map>
#include <set>

#include "structure/culprits.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

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

/// The parts of a singular system that one message speaks of, with their names.
struct Fault {
  const FlatSystem& flat;
  std::vector<std::int32_t> equations;             // too many of them
  std::vector<std::int32_t> few;                   // for these unknowns
  std::vector<std::int32_t> free, free_equations;  // unknowns that nothing determines, and where they appear

  std::string names(const std::vector<std::int32_t>& variables) const {
    std::vector<std::string> names;
    for (const std::int32_t v : variables) names.push_back(variable_name(flat, v));
    return listed(names);
  }
  std::string equation_names(const std::vector<std::int32_t>& numbers) const {
    std::vector<std::string> names;
    for (const std::int32_t e : numbers) names.push_back('"' + equation_name(flat, e) + '"');
    return listed(names);
  }
  /// Ports that are connected to nothing and whose motion nothing determines.
  std::vector<std::string> open_ports() const {
    std::vector<std::string> open;
    for (const std::int32_t v : free) {
      if (flat.variable(v).kind != VariableKind::across) continue;
      const auto& members = flat.assembly->nodes[static_cast<std::size_t>(flat.variable(v).owner)].members;
      if (members.size() == 1) open.push_back(flat.assembly->connector_name(members.front()));
    }
    return open;
  }
  bool forces_are_free() const {
    return !free.empty() && std::all_of(free.begin(), free.end(), [&](std::int32_t v) { return is_force(flat, v); });
  }
  /// Instances of the surplus equations, each once, in order of appearance.
  std::vector<std::int32_t> prescribing() const {
    std::vector<std::int32_t> instances;
    for (const std::int32_t e : equations) {
      const std::int32_t instance = instance_of_equation(flat, e);
      if (instance >= 0 && std::find(instances.begin(), instances.end(), instance) == instances.end()) instances.push_back(instance);
    }
    return instances;
  }
};

Diagnostic signal_fault(const Fault& fault, const std::vector<std::int32_t>& loop) {
  std::string way;
  for (const std::int32_t instance : loop) way += described(fault.flat, instance) + " -> ";
  way += described(fault.flat, loop.front());
  const bool contradicts = !fault.equations.empty();
  return {.code = ErrorCode::structure_singular,
          .message =
              std::string("the closed loop of signals ") + way + (contradicts ? " contradicts itself" : " fulfils itself with any value"),
          .where = where_of_instance(fault.flat, loop.front()),
          .because =
              contradicts
                  ? "with a gain of 1 around the loop the signal cancels and leaves " + equation_text(fault.flat, fault.equations.front())
                  : "with a gain of 1 around the loop the signal cancels, and nothing else determines " + fault.names(fault.free),
          .remedy = "open the loop at one of these blocks, change a gain or a sign, or close it over something that takes time",
          .details = {}};
}

/// One equation is left without any unknown: what a part prescribes, the rest has decided already.
Diagnostic without_unknown(const Fault& fault) {
  const std::int32_t equation = fault.equations.front();
  const std::int32_t instance = instance_of_equation(fault.flat, equation);
  const std::string part = instance >= 0 ? described(fault.flat, instance) : "the network";
  const std::string reduced = "\"" + equation_name(fault.flat, equation) + "\" reduces to " + equation_text(fault.flat, equation);
  Diagnostic diagnostic{.code = ErrorCode::structure_singular,
                        .message = part + " contradicts the rest: " + reduced,
                        .where = where_of_equation(fault.flat, equation),
                        .because = "the rest of the network leaves no motion and no force that it could determine",
                        .remedy = "put something that yields or moves between its ports: a mass or inertia, spring, damper or friction",
                        .details = {}};
  if (instance < 0 || fault.free.empty()) return diagnostic;
  if (!fault.forces_are_free()) {
    diagnostic.message = part + " pushes against nothing: " + reduced;
    std::vector<std::string> open;
    for (const std::int32_t port : open_ports_around(fault.flat, instance)) open.push_back(fault.flat.assembly->connector_name(port));
    if (!open.empty())
      diagnostic.details.emplace_back("open", listed(open) + (open.size() == 1 ? " is" : " are") + " connected to nothing");
    diagnostic.because = "nothing that it reaches takes up its force: no mass or inertia, spring, damper or friction";
    diagnostic.remedy = open.empty() ? "put a mass or inertia, a spring, damper or friction where it pushes"
                                     : "connect " + listed(open) + ", or put a mass or inertia where it pushes";
    return diagnostic;
  }
  const std::string shorted = shorted_ports(fault.flat, instance);
  if (!shorted.empty()) {
    diagnostic.message = part + " prescribes a motion between two ports on the same node: " + reduced;
    diagnostic.because = shorted + " are connected to each other, so they cannot move against each other";
    diagnostic.remedy = "connect one of them to what shall move, and only the other one to the ground";
    return diagnostic;
  }
  diagnostic.message = part + " prescribes a motion that rigid parts forbid: " + reduced;
  std::vector<std::int32_t> rigid = with_grounds(fault.flat, carriers_of(fault.flat, fault.free));
  rigid.erase(std::remove(rigid.begin(), rigid.end(), instance), rigid.end());
  if (!rigid.empty()) diagnostic.details.emplace_back("rigid parts", described(fault.flat, rigid));
  diagnostic.because = "its ports are held together, or held still, by parts that do not yield";
  diagnostic.remedy =
      "remove one of the rigid parts, or put a spring, damper or friction between; sensors of force and torque belong in series, not "
      "across";
  return diagnostic;
}

Diagnostic over_determined(const Fault& fault) {
  if (fault.few.empty()) return without_unknown(fault);
  constexpr std::size_t kMostNamed = 4;  // with more, who contradicts whom is not so clear
  const std::vector<std::int32_t> instances = fault.prescribing();
  const std::string counted = plural(fault.equations.size(), "equation") + " must hold with only " + plural(fault.few.size(), "unknown") +
                              ": " + fault.names(fault.few);
  Diagnostic diagnostic{
      .code = ErrorCode::structure_singular,
      .message = counted,
      .where = first_instance(fault.flat, fault.equations),
      .because = "too much is prescribed here: " + fault.equation_names(fault.equations),
      .remedy = "remove one of the parts that prescribe the same motion or force, or put a spring, damper or friction between them",
      .details = {}};
  const bool motion = fault.forces_are_free();
  if (instances.size() > 1 && instances.size() <= kMostNamed && !fault.free.empty())
    diagnostic.message = described(fault.flat, instances) + " prescribe the same " + (motion ? "motion" : "force") + ": " + counted;
  if (motion) {
    diagnostic.remedy = "remove one of the parts that prescribe the same motion, or put a spring, damper or friction between them";
  } else if (!fault.free.empty()) {
    diagnostic.remedy = "remove one of the parts that prescribe the same force, or put a mass or inertia at the node between them";
    diagnostic.details.emplace_back("leaves open", fault.names(fault.free));
  }
  if (const std::vector<std::string> open = fault.open_ports(); !open.empty()) {
    diagnostic.message = listed(open) + (open.size() == 1 ? " is" : " are") + " connected to nothing: " + diagnostic.message;
    diagnostic.remedy = "connect " + listed(open) + " to what it should act on or hold on to: a mass or inertia, a spring, a ground";
  }
  return diagnostic;
}

std::string remedy_for_free(const Fault& fault) {
  const FlatSystem& flat = fault.flat;
  for (const std::int32_t v : fault.free) {
    if (flat.variable(v).kind != VariableKind::across) continue;
    std::vector<std::string> ports;
    for (const std::int32_t member : flat.assembly->nodes[static_cast<std::size_t>(flat.variable(v).owner)].members)
      ports.push_back(flat.assembly->connector_name(member));
    return "give the node of " + listed(ports) + " a mass or inertia, a damper to something that moves, or connect it to a ground";
  }
  if (fault.forces_are_free())
    return "rigid parts side by side can share a force in any way: remove one of them, or make one elastic with a spring";
  return "connect the open side, or remove the part";
}

Diagnostic under_determined(const Fault& fault) {
  Where where = first_instance(fault.flat, fault.free_equations);
  for (std::size_t k = 0; k < fault.free.size() && where.instance.empty(); ++k)
    where = where_of_instance(fault.flat, instance_of_unknown(fault.flat, fault.free[k]));
  return {.code = ErrorCode::structure_singular,
          .message = "nothing determines " + fault.names(fault.free) + ": " + plural(fault.free.size(), "unknown") + " in " +
                     plural(fault.free_equations.size(), "equation"),
          .where = where,
          .because = fault.free_equations.empty() ? "they appear in no equation"
                                                  : "they appear only in: " + fault.equation_names(fault.free_equations),
          .remedy = remedy_for_free(fault),
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
  const auto variables = [&](const std::vector<std::int32_t>& columns) {
    std::vector<std::int32_t> result;
    for (const std::int32_t column : columns) result.push_back(unknowns[static_cast<std::size_t>(column)]);
    return result;
  };
  if (!parts.under_columns.empty()) keep_first_piece(incidence, parts.under_rows, parts.under_columns, false);
  if (!parts.over_rows.empty()) keep_first_piece(incidence, parts.over_rows, parts.over_columns, true);
  const Fault fault{.flat = flat,
                    .equations = parts.over_rows,
                    .few = variables(parts.over_columns),
                    .free = variables(parts.under_columns),
                    .free_equations = parts.under_rows};
  const std::vector<std::int32_t> loop = signal_loop_through(flat, fault.free);
  if (!loop.empty()) throw Failure(signal_fault(fault, loop));
  // Too much here leaves too little there: one fault, one message.
  throw Failure(fault.equations.empty() ? under_determined(fault) : over_determined(fault));
}

}  // namespace stribeck
