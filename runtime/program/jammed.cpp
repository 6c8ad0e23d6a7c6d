#include "program/jammed.h"

#include <algorithm>

#include "base/format.h"
#include "expression/walk.h"
#include "structure/friction_groups.h"

namespace stribeck {

namespace {
constexpr const char* kRemedy = "lower the coefficient of friction or the lever of the load, or let the reaction build up in a spring";
}  // namespace

Jammed jammed(const FlatSystem& flat, const std::vector<std::int32_t>& frictions, double t, const std::string& what) {
  Diagnostic diagnostic{.code = ErrorCode::run_jammed,
                        .message = friction_words(flat, frictions[0]) + " jams at t = " + fmt::format("{:.6g}", t) + " s: " + what,
                        .where = where_of_equation(flat, flat.frictions[static_cast<std::size_t>(frictions[0])].equation),
                        .because = "its own force presses it on, and raises its limit faster than what it has to balance",
                        .remedy = kRemedy,
                        .details = {}};
  for (const std::int32_t f : frictions) diagnostic.details.emplace_back("takes part", friction_name(flat, f));
  return {std::move(diagnostic), frictions};
}

namespace {

/// The relation of a component that makes heat by a force which a signal presses that follows from this force in the same block; -1: none.
std::int32_t pressed_by_itself(const SortedSystem& sorted, const Block& block) {
  const FlatSystem& flat = *sorted.flat;
  Walker walker;
  for (const std::int32_t e : block.equations) {
    const FlatEquation& equation = flat.equations[static_cast<std::size_t>(e)];
    const bool makes_heat =
        equation.kind == EquationKind::relation && std::any_of(flat.energy.begin(), flat.energy.end(), [&](const EnergyTerms& terms) {
          return terms.instance == equation.owner && terms.dissipated != ExprId::none;
        });
    if (!makes_heat) continue;
    std::vector<std::int32_t> symbols;
    symbols_below(flat.pool, walker, equation.residual, kUnknown, symbols);
    for (const std::int32_t symbol : symbols) {
      const std::int32_t v = flat.pool.node(symbol).op == Operator::symbol ? flat.variable_of(symbol) : -1;
      if (v >= 0 && flat.variable(v).kind == VariableKind::signal &&
          std::find(block.unknowns.begin(), block.unknowns.end(), v) != block.unknowns.end())
        return e;
    }
  }
  return -1;
}

}  // namespace

Failure jams_by_its_sign(const FlatSystem& flat, std::int32_t instance, double t) {
  return Failure(
      {.code = ErrorCode::run_jammed,
       .message =
           instance_words(flat, instance) + " jams at t = " + fmt::format("{:.6g}", t) + " s: no force fulfils its law at the present slip",
       .where = where_of_instance(flat, instance),
       .because = "whichever sign its load is taken with, its friction calls for a load of the other sign",
       .remedy = "let it stick exactly where it can (option \"friction\": \"exact\"): then it stops at once; or lower the coefficient",
       .details = {}});
}

void fail_if_pressed_by_itself(const SortedSystem& sorted, std::int32_t block, double t) {
  const FlatSystem& flat = *sorted.flat;
  const std::int32_t relation = pressed_by_itself(sorted, sorted.blocks[static_cast<std::size_t>(block)]);
  if (relation < 0) return;
  throw Failure({.code = ErrorCode::run_jammed,
                 .message = instance_words(flat, instance_of_equation(flat, relation)) + " jams at t = " + fmt::format("{:.6g}", t) +
                            " s: no force fulfils its law at the present slip",
                 .where = where_of_equation(flat, relation),
                 .because = "what presses it on follows from its own force, and raises that faster than what it has to balance",
                 .remedy = kRemedy,
                 .details = {}});
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
