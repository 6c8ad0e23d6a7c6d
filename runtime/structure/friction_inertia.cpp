// Dry friction changes the velocity between its sides through what has inertia, or through a damper or spring that a side hangs on. Where
// there is nothing of the kind, no mode of it can be computed.
#include <algorithm>
#include <set>
#include <span>

#include "base/index.h"
#include "expression/derivative.h"
#include "expression/replacing.h"
#include "expression/walk.h"
#include "structure/sorted_system.h"

namespace stribeck {

namespace {

constexpr ModeInput kOfSlip[] = {ModeInput::stuck};
constexpr ModeInput kOfNothing[] = {ModeInput::stuck, ModeInput::direction, ModeInput::share};

/// Tells which coefficients are zero while these inputs of a friction are, with the values that parameters have.
class Vanishing {
 public:
  Vanishing(const FlatSystem& flat, ExprPool& pool, std::span<const ModeInput> inputs) : flat_(flat), inputs_(inputs), replacing_(pool) {}
  bool vanishes(const FlatFriction& friction, ExprId coefficient) {
    std::vector<ExprId> zeros;
    for (const ModeInput input : inputs_) zeros.push_back(friction.inputs[static_cast<std::size_t>(input)]);
    symbols_below(*flat_.pool, walker_, coefficient, kParameter, symbols_);
    for (const std::int32_t s : symbols_)
      if (parameter_value(flat_, static_cast<ExprId>(s)) == 0) zeros.push_back(static_cast<ExprId>(s));
    return replacing_.at_zero(coefficient, zeros) == flat_.pool->zero();
  }

 private:
  const FlatSystem& flat_;
  std::span<const ModeInput> inputs_;
  Replacing replacing_;
  Walker walker_;
  std::vector<std::int32_t> symbols_;
};

/// The equations as they are while friction transmits nothing: how the network answers to its force is asked from there, and a law that
/// depends on its own speed is no damper that its side hangs on.
Incidence while_open(const SortedSystem& sorted, ExprPool& pool, const std::vector<std::int32_t>& column_of, std::int32_t columns) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<const FlatFriction*> friction_of(flat.equations.size(), nullptr);
  for (const FlatFriction& friction : flat.frictions)
    for (std::int32_t e = friction.equation; e >= 0; e = flat.equations[at(e)].derivative) friction_of[at(e)] = &friction;
  Vanishing open(flat, pool, kOfNothing), slip(flat, pool, kOfSlip);
  Incidence incidence;
  incidence.column_count = columns;
  for (std::size_t e = 0; e < sorted.incidence.size(); ++e) {
    for (const IncidenceTerm& term : sorted.incidence[e]) {
      const FlatFriction* const friction = friction_of[e];
      const bool vanishes =
          term.solvability == kWithoutSlope || (friction != nullptr && (friction->creeps ? slip : open).vanishes(*friction, term.partial));
      if (column_of[at(term.variable)] >= 0 && !vanishes) incidence.add(column_of[at(term.variable)]);
    }
    incidence.end_row();
  }
  return incidence;
}

Failure without_carrier(const FlatSystem& flat, const std::vector<std::int32_t>& frictions) {
  std::vector<Diagnostic> diagnostics;
  for (const std::int32_t f : frictions) {
    const FlatFriction& friction = flat.frictions[at(f)];
    const bool contact = friction.is_contact();
    diagnostics.push_back(
        {.code = ErrorCode::structure_friction_without_inertia,
         .message = "one side of " + friction_words(flat, f) + " has neither mass or inertia nor a given velocity",
         .where = where_of_equation(flat, friction.equation),
         .because = contact
                        ? "how it rebounds and rests follows from the acceleration that its force causes, and nothing there accelerates"
                        : "how fast it slips follows from how that side answers to its force: by a mass, by a damper, or by a spring if "
                          "the kinetic force does not change with speed",
         .remedy = contact ? "give that side a small mass or inertia, or use a compliant contact: elasto_gap or hard_stop"
                           : "give that side a small mass or inertia or a damper, or use the smooth friction component",
         .details = {}});
  }
  return Failure(std::move(diagnostics));
}

}  // namespace

std::vector<std::int32_t> frictions_without_carrier(const SortedSystem& sorted, ExprPool& pool) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<std::int32_t> found;
  if (flat.frictions.empty()) return found;
  std::vector<std::int32_t> column_of(flat.variables.size(), -1);
  std::int32_t columns = 0;
  for (std::size_t v = 0; v < flat.variables.size(); ++v) {
    const FlatVariable& variable = flat.variables[v];
    if (variable.alias_of == -1 && variable.value != ExprId::none && !sorted.state_flags[v]) column_of[v] = columns++;
  }
  const Incidence incidence = while_open(sorted, pool, column_of, columns);
  const Matching matching = maximum_matching(incidence);
  if (matching.size == columns) return found;
  std::vector<bool> undetermined(at(columns), false);
  for (const std::int32_t column : dulmage_mendelsohn(incidence, matching).under_columns) undetermined[at(column)] = true;
  const auto is_undetermined = [&](const IncidenceTerm& term) {
    const std::int32_t column = column_of[at(term.variable)];
    return column >= 0 && undetermined[at(column)];
  };
  for (std::size_t f = 0; f < flat.frictions.size(); ++f) {
    bool lacks = false;
    for (std::int32_t e = flat.frictions[f].equation; e >= 0 && !lacks; e = flat.equations[at(e)].derivative) {
      const auto terms = sorted.incidence[at(e)];
      lacks = std::any_of(terms.begin(), terms.end(), is_undetermined);
    }
    if (lacks) found.push_back(static_cast<std::int32_t>(f));
  }
  return found;
}

namespace {

/// Whether what determines a block, itself included, holds another one.
class Ancestry {
 public:
  explicit Ancestry(const SortedSystem& sorted) : sorted_(sorted), block_of_(sorted.block_of()), seen_(sorted.blocks.size(), -1) {}

  /// `search` differs from that of earlier calls.
  bool holds(const std::vector<std::int32_t>& variables, std::int32_t wanted, std::int32_t search) {
    std::vector<std::int32_t> open;
    const auto visit = [&](std::int32_t v) {
      const std::int32_t b = block_of_[at(v)];
      if (b < 0 || b < wanted || seen_[at(b)] == search) return;  // each block stands after those that it needs
      seen_[at(b)] = search;
      open.push_back(b);
    };
    for (const std::int32_t v : variables) visit(v);
    while (!open.empty()) {
      const std::int32_t b = open.back();
      open.pop_back();
      if (b == wanted) return true;
      for (const std::int32_t e : sorted_.blocks[at(b)].equations)
        for (const IncidenceTerm& term : sorted_.incidence[at(e)]) visit(term.variable);
    }
    return false;
  }
  std::int32_t block_of_equation(std::int32_t equation) const {
    for (const IncidenceTerm& term : sorted_.incidence[at(equation)]) {
      const std::int32_t b = block_of_[at(term.variable)];
      if (b < 0) continue;
      const std::vector<std::int32_t>& equations = sorted_.blocks[at(b)].equations;
      if (std::find(equations.begin(), equations.end(), equation) != equations.end()) return b;
    }
    return -1;
  }

 private:
  const SortedSystem& sorted_;
  std::vector<std::int32_t> block_of_, seen_;
};

}  // namespace

std::vector<std::int32_t> frictions_of_given_motion(const SortedSystem& sorted) {
  std::vector<std::int32_t> found;
  const FlatSystem& flat = *sorted.flat;
  if (flat.frictions.empty()) return found;
  Ancestry ancestry(sorted);
  Walker walker;
  std::vector<std::int32_t> symbols, rates;
  for (std::size_t f = 0; f < flat.frictions.size(); ++f) {
    const FlatFriction& friction = flat.frictions[f];
    if (friction.is_contact() || friction.carrier != FrictionCarrier::inertia) continue;
    symbols_below(*flat.pool, walker, friction.rate, kUnknown, symbols);
    rates.clear();
    for (const std::int32_t s : symbols) rates.push_back(flat.variable_of(s));
    if (rates.empty()) continue;  // it never moves: held by what is rigid, which it shares its force with
    const std::int32_t block = ancestry.block_of_equation(friction.equation);
    if (block >= 0 && !ancestry.holds(rates, block, static_cast<std::int32_t>(f))) found.push_back(static_cast<std::int32_t>(f));
  }
  return found;
}

namespace {

/// A law that falls with speed would make what hangs on a spring alone jump.
bool depends_on_speed(const FlatSystem& flat, ExprPool& pool, const FlatFriction& friction) {
  Differentiator differentiator(pool);
  std::set<std::int32_t> speeds;
  for (const Partial& partial : differentiator.partials(friction.velocity)) speeds.insert(partial.symbol);
  Vanishing slip(flat, pool, kOfSlip);
  for (const FrictionSide<ExprId>& side : friction.sides)
    for (const Partial& partial : std::vector<Partial>(differentiator.partials(side.kinetic_level)))
      if (speeds.count(partial.symbol) > 0 && !slip.vanishes(friction, partial.value)) return true;
  return false;
}

}  // namespace

namespace {

/// Whether one of its two sides is connected to nothing: no law carries a friction there.
bool hangs_open(const FlatSystem& flat, const FlatFriction& friction) {
  const std::int32_t instance = instance_of_equation(flat, friction.equation);
  const auto& connectors = flat.diagram().instances[at(instance)].record->connectors;
  int ports = 0;
  bool is_open = false;
  for (std::size_t k = 0; k < connectors.size(); ++k) {
    if (connectors[k].kind != ConnectorKind::port) continue;
    ++ports;
    const std::int32_t port = flat.assembly->connector(instance, static_cast<std::int32_t>(k));
    is_open = is_open || flat.assembly->nodes[at(flat.assembly->node_of[at(port)])].members.size() == 1;
  }
  return ports == 2 && is_open;
}

}  // namespace

std::vector<FrictionCarrier> other_carriers(const SortedSystem& sorted, ExprPool& pool) {
  const FlatSystem& flat = *sorted.flat;
  std::vector<FrictionCarrier> carriers;
  for (const FlatFriction& friction : flat.frictions) carriers.push_back(friction.carrier);
  std::vector<std::int32_t> hopeless;
  for (const std::int32_t f : sorted.of_given_motion) carriers[at(f)] = FrictionCarrier::none;
  for (const std::int32_t f : sorted.without_carrier) {
    FrictionCarrier& carrier = carriers[at(f)];
    if (flat.frictions[at(f)].creeps)
      carrier = FrictionCarrier::none;  // its law alone tells the velocity
    else if (hangs_open(flat, flat.frictions[at(f)]))
      hopeless.push_back(f);
    else if (carrier == FrictionCarrier::inertia && !flat.frictions[at(f)].is_contact())
      carrier = FrictionCarrier::damper;
    else if (carrier == FrictionCarrier::damper && !depends_on_speed(flat, pool, flat.frictions[at(f)]))
      carrier = FrictionCarrier::spring;
    else
      hopeless.push_back(f);
  }
  if (!hopeless.empty()) throw without_carrier(flat, hopeless);
  return carriers;
}

}  // namespace stribeck
