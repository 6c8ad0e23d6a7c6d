#include "compile/constraints.h"

#include <algorithm>
#include <string_view>

#include "base/index.h"
#include "equations/flat_system.h"

namespace stribeck {

namespace {

bool has_ports(const ComponentRecord& record) {
  return std::any_of(record.connectors.begin(), record.connectors.end(),
                     [](const ConnectorDeclaration& connector) { return connector.domain >= 0; });
}

/// By variable: whether a component without ports defines its derivative. A quantity that equals a signal, as a prescribed velocity, may be
/// the same variable.
std::vector<bool> integrated_signals(const FlatSystem& flat) {
  std::vector<bool> is_signal(flat.variables.size(), false);
  const Assembly& assembly = *flat.assembly;
  for (std::size_t i = 0; i < flat.diagram().instances.size(); ++i) {
    const ComponentRecord& record = *flat.diagram().instances[i].record;
    if (has_ports(record)) continue;
    for (std::int32_t n = 0; n < record.pool.size(); ++n) {
      if (record.pool.node(n).op != Operator::derivative) continue;
      std::int32_t of = record.pool.node(n).a;
      while (record.pool.node(of).op == Operator::neg) of = record.pool.node(of).a;
      if (record.pool.node(of).op != Operator::symbol) continue;
      const RecordSymbol& symbol = record.symbols[at(record.pool.node(of).a)];
      std::int32_t v = -1;
      if (symbol.kind == SymbolKind::variable) v = flat.first_variable[i] + symbol.index;
      if (symbol.kind == SymbolKind::signal && record.connectors[at(symbol.index)].kind == ConnectorKind::output)
        v = flat.node_variable[at(assembly.node_of[at(assembly.connector(static_cast<std::int32_t>(i), symbol.index))])];
      while (v >= 0 && flat.variable(v).alias_of >= 0) v = flat.variable(v).alias_of;
      if (v >= 0) is_signal[at(v)] = true;
    }
  }
  return is_signal;
}

/// Whether a state is a coordinate or a velocity of bodies, rotors or masses, which closing a loop may move: not a signal, and not a
/// quantity that a signal prescribes.
bool is_of_mechanism(const FlatSystem& flat, std::int32_t state) {
  const std::int32_t v = flat.undifferentiated(state);
  const FlatVariable& known = flat.known_as(v);
  if (known.kind == VariableKind::position || known.kind == VariableKind::potential) return true;
  const auto is_of_motion = [](std::string_view unit) { return unit == "m" || unit == "rad" || unit == "m/s" || unit == "rad/s"; };
  if (known.kind == VariableKind::across) return is_of_motion(domains()[at(flat.assembly->nodes[at(known.owner)].domain)].across_unit);
  const VariableDeclaration* const declared = flat.declaration_of(v);
  if (declared == nullptr) return false;
  const ComponentRecord& record = *flat.diagram().instances[at(known.owner)].record;
  if (!has_ports(record)) return false;
  return record.type.starts_with("spatial.") || is_of_motion(declared->unit);
}

}  // namespace

std::vector<std::int32_t> states_of_mechanism(const SortedSystem& sorted) {
  const FlatSystem& flat = *sorted.flat;
  const std::vector<bool> is_signal = integrated_signals(flat);
  std::vector<std::int32_t> states;
  for (std::size_t s = 0; s < sorted.states.size(); ++s)
    if (is_of_mechanism(flat, sorted.states[s]) && !is_signal[at(flat.undifferentiated(sorted.states[s]))])
      states.push_back(static_cast<std::int32_t>(s));
  return states;
}

void hold_given_positions(const SortedSystem& sorted, ConstraintCode& code) {
  const FlatSystem& flat = *sorted.flat;
  const auto is_given = [](const FlatEquation& equation) { return equation.kind == EquationKind::displacement && equation.index == 1; };
  if (std::none_of(flat.equations.begin(), flat.equations.end(), is_given)) return;
  const auto is_in = [](const std::vector<std::int32_t>& list, std::int32_t s) {
    return std::find(list.begin(), list.end(), s) != list.end();
  };
  std::vector<bool> moves(sorted.states.size(), false);
  for (std::size_t e = 0; e < code.entry_rows.size(); ++e) {
    const std::int32_t row = code.entry_rows[e] - 2 * code.positions, by = code.entry_states[e];
    if (row >= 0 && is_in(code.movable, by) && !is_in(code.coordinates, by)) moves[at(code.coordinates[at(row)])] = true;
  }
  std::erase_if(code.movable, [&](std::int32_t s) { return is_in(code.coordinates, s) && !moves[at(s)]; });
}

Failure constraint_in_loop(const FlatSystem& flat, std::int32_t instance) {
  return Failure(Diagnostic{.code = ErrorCode::spatial_loop,
                            .message = "the positions or velocities of the loop that " + flat.diagram().instances[at(instance)].name +
                                       " closes follow from an algebraic loop",
                            .where = where_of_instance(flat, instance),
                            .because = "a loop of bodies needs them as functions of the states",
                            .remedy = "drive the joints of the loop by torques and springs, or by parts with inertia",
                            .details = {}});
}

Failure not_in_closed_loop(const FlatSystem& flat, const FlatFriction& friction, std::int32_t closure) {
  const auto name = [&](std::int32_t instance) { return flat.diagram().instances[at(instance)].name; };
  const bool is_contact = friction.is_contact();
  return Failure(Diagnostic{.code = ErrorCode::spatial_loop,
                            .message = std::string(is_contact ? "a rigid contact" : "friction that sticks exactly") + ", as of " +
                                       name(friction.instance) + ", is not supported in a closed loop of bodies" +
                                       (is_contact ? "" : ", but for that of joints that move in one direction and rub by their reactions"),
                            .where = where_of_instance(flat, friction.instance),
                            .because = name(closure) + " closes the loop: " +
                                       (is_contact ? "where a part of it strikes, all of it jumps, and how is not computed yet"
                                                   : "how such friction comes to rest and begins to slip there is not decided yet"),
                            .remedy = is_contact ? "take a compliant stop, as hard_stop or elasto_gap"
                                                 : "take smooth friction, or give the joint friction of its own",
                            .details = {}});
}

}  // namespace stribeck
