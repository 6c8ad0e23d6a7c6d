#include "explain/friction_cases.h"

#include <array>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "expression/replacing.h"

namespace stribeck {

namespace {
constexpr std::size_t kLongestLevel = 2000;  // characters: shared subexpressions written out can grow without bound

std::string negative(const std::string& text) { return text == "0" ? text : "-(" + text + ")"; }
}  // namespace

FrictionCases::FrictionCases(const FlatSystem& flat) {
  if (flat.frictions.empty()) return;
  pool_ = *flat.pool;
  copy_ = flat;
  copy_->pool = &pool_;
  for (std::size_t f = 0; f < flat.frictions.size(); ++f) {
    std::int32_t equation = flat.frictions[f].equation;
    for (; equation >= 0; equation = flat.equations[at(equation)].derivative) friction_of_[equation] = f;
  }
  for (const FlatEquation& equation : flat.equations) note_name(equation.residual);
}

/// Of "N = ...": what N stands for.
void FrictionCases::note_name(ExprId residual) {
  const Node& n = pool_[residual];
  if (n.op != Operator::sub || pool_.node(n.a).op != Operator::symbol) return;
  if (copy_->symbol(n.a)->kind == SymbolKind::variable && Operands(pool_.node(n.b)).count > 1)
    named_.emplace(n.b, static_cast<ExprId>(n.a));
}

/// With variables in place of what they are equal to, so that the law is as short as its author wrote it.
ExprId FrictionCases::with_names(ExprId expression) {
  std::vector<Replacement> names;
  for (const std::int32_t node : walker_.below(pool_, expression))
    if (const auto found = named_.find(node); found != named_.end()) names.push_back({static_cast<ExprId>(node), found->second});
  return Replacing(pool_)(expression, names);
}

/// The expression in that mode, alone: nobody shares its load, and nothing is tried.
ExprId FrictionCases::replaced(const FlatFriction& friction, ExprId expression, Mode mode) {
  const auto set = [&](ModeInput input, double value) {
    return Replacement{friction.inputs[at(static_cast<std::int32_t>(input))], pool_.constant(value)};
  };
  const std::array replacements{set(ModeInput::stuck, mode.stuck), set(ModeInput::direction, mode.direction), set(ModeInput::share, 0),
                                set(ModeInput::push, 0)};
  return Replacing(pool_)(expression, replacements);
}

std::string FrictionCases::in_mode(const FlatFriction& friction, std::int32_t equation, Mode mode) {
  ExprId& residual = copy_->equations[at(equation)].residual;
  const ExprId whole = residual;
  residual = replaced(friction, whole, mode);
  std::string text = equation_text(*copy_, equation);
  residual = whole;
  return text;
}

bool FrictionCases::is_bounded(const FlatFriction& friction, std::size_t side) const {
  const ExprId most = friction.sides[side].static_level;
  return !pool_.is_constant(most) || std::isfinite(pool_.constant_value(most));
}

std::string FrictionCases::level(const FlatFriction& friction, ExprId level, Mode mode) {
  return expression_text(*copy_, replaced(friction, with_names(level), mode), kLongestLevel);
}

/// The force while it slips that way.
CaseFact FrictionCases::while_slipping(const FlatFriction& friction, bool forwards) {
  const Mode mode{0, forwards ? 1.0 : -1.0};
  const std::string force = expression_text(*copy_, friction.force),
                    most = level(friction, friction.sides[forwards ? kForwards : kBackwards].kinetic_level, mode);
  return {forwards ? "slips forwards" : "slips backwards", force + " = " + (forwards ? most : negative(most)), ""};
}

std::string FrictionCases::while_stuck(const FlatFriction& friction) {
  constexpr Mode kStuck{1, 0};
  const std::string force = expression_text(*copy_, friction.force), most = level(friction, friction.sides[kForwards].static_level, kStuck),
                    least = level(friction, friction.sides[kBackwards].static_level, kStuck);
  const bool forwards = is_bounded(friction, kForwards), backwards = is_bounded(friction, kBackwards);
  if (forwards && backwards && most == least) return "|" + force + "| <= " + most;
  return (backwards ? negative(least) + " <= " : "") + force + (forwards ? " <= " + most : "");
}

std::vector<CaseFact> FrictionCases::of_equation(std::int32_t equation) {
  const auto found = friction_of_.find(equation);
  if (found == friction_of_.end()) return {};
  const FlatFriction& friction = copy_->frictions[found->second];
  if (friction.creeps) return {{"", in_mode(friction, equation, {0, 1}), ""}};
  const std::string open = in_mode(friction, equation, {0, 0});
  if (friction.is_contact()) return {{"touches", in_mode(friction, equation, {1, 0}), while_stuck(friction)}, {"open", open, ""}};
  std::vector<CaseFact> cases;
  if (is_bounded(friction, kForwards)) cases.push_back(while_slipping(friction, true));
  cases.push_back({"sticks", in_mode(friction, equation, {1, 0}), while_stuck(friction)});
  if (is_bounded(friction, kBackwards)) cases.push_back(while_slipping(friction, false));
  if (friction.open != ExprId::none) cases.push_back({"open", open, expression_text(*copy_, friction.open, kLongestLevel)});
  return cases;
}

}  // namespace stribeck
