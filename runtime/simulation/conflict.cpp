#include "simulation/conflict.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/decimal.h"
#include "base/format.h"
#include "base/index.h"
#include "base/unit_text.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

const VariableDeclaration& declaration_of(const FlatSystem& flat, const TargetOutput& t) {
  return flat.diagram().instances[at(t.instance)].record->variables[at(t.target->variable)];
}

std::string name_of(const FlatSystem& flat, const TargetOutput& t) {
  return flat.diagram().instances[at(t.instance)].name + "." + declaration_of(flat, t).name;
}

std::string value_text(const FlatSystem& flat, const TargetOutput& t, double value) {
  const VariableDeclaration& declaration = declaration_of(flat, t);
  if (const auto written = parse_unit(t.target->unit); written && !t.target->unit.empty())
    return with_unit(fmt::format("{:.9g}", from_si(value, written->factor, written->offset)), t.target->unit);
  return with_unit(fmt::format("{:.9g}", from_si(value, declaration.unit_factor, 0)), declaration.unit);
}

/// "wall_to_a.x + 0.5*a_to_b.x", the sum that the missed target is, near the values reached.
std::string sum_text(const FlatSystem& flat, const MissedTarget& missed) {
  constexpr double kReaching = 1e-6;  // the factors come from finite differences
  std::string text;
  double rest = missed.achieved;
  const auto term = [&](double factor, const std::string& what) {
    const double size = std::fabs(factor);
    text += text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
    if (what.empty())
      text += fmt::format("{:.6g}", size);
    else
      text += (std::fabs(size - 1) < kReaching ? "" : fmt::format("{:.6g}*", size)) + what;
  };
  double scale = std::fabs(missed.achieved);
  for (const MissedTarget::Tie& tie : missed.ties) {
    term(tie.factor, name_of(flat, *tie.target));
    rest -= tie.factor * tie.achieved;
    scale = std::max(scale, std::fabs(tie.factor * tie.achieved));
  }
  if (std::fabs(rest) > kReaching * scale) term(rest, "");
  return text;
}

/// The instances whose parameters and relations determine an expression, nearest first.
class Determinants {
 public:
  explicit Determinants(const SortedSystem& sorted) : sorted_(sorted), flat_(*sorted.flat), block_of_(sorted.block_of()) {}

  std::vector<std::int32_t> of(const TargetOutput& target) {
    constexpr std::size_t kMostNamed = 6;
    add_setters_beside(target.instance);
    look_at(target.value);
    for (std::size_t head = 0; head < queue_.size() && found_.size() < kMostNamed; ++head)
      for (const std::int32_t equation : sorted_.blocks[at(queue_[head])].equations) {
        add(instance_of_equation(flat_, equation));
        look_at(flat_.equations[at(equation)].residual);
      }
    return found_;
  }

 private:
  /// Sources and grounds on the nodes of the instance: their velocity is theirs to set.
  void add_setters_beside(std::int32_t instance) {
    const Assembly& assembly = *flat_.assembly;
    for (std::int32_t c = assembly.first_connector[at(instance)]; c < assembly.first_connector[at(instance) + 1]; ++c)
      for (const std::int32_t member : assembly.nodes[at(assembly.node_of[at(c)])].members) {
        const auto& wishes = flat_.diagram().instances[at(assembly.instance_of(member))].record->causality;
        if (std::any_of(wishes.begin(), wishes.end(), [](const auto& wish) { return wish.wish == CausalityWish::fixed_velocity_out; }))
          add(assembly.instance_of(member));
      }
  }
  void add(std::int32_t instance) {
    if (instance >= 0 && seen_.insert(instance).second) found_.push_back(instance);
  }
  void look_at(ExprId expression) {
    symbols_below(flat_.pool, walker_, expression, kUnknown | kParameter, symbols_);
    for (const std::int32_t node : symbols_) {
      const FlatSymbol& symbol = flat_.symbols[at(flat_.pool.node(node).a)];
      if (symbol.kind == SymbolKind::parameter) {
        const auto after = std::upper_bound(flat_.first_parameter.begin(), flat_.first_parameter.end(), symbol.index);
        add(static_cast<std::int32_t>(after - flat_.first_parameter.begin()) - 1);
      } else if (symbol.kind == SymbolKind::variable) {
        const std::int32_t block = block_of_[at(symbol.index)];
        if (block >= 0 && seen_blocks_.insert(block).second) queue_.push_back(block);
      }
    }
  }

  const SortedSystem& sorted_;
  const FlatSystem& flat_;
  Walker walker_;
  std::vector<std::int32_t> block_of_, symbols_, queue_, found_;
  std::set<std::int32_t> seen_, seen_blocks_;
};

/// A target on something that no initial value can change.
Diagnostic not_free(const SortedSystem& sorted, const MissedTarget& missed) {
  const FlatSystem& flat = *sorted.flat;
  Diagnostic diagnostic{.code = ErrorCode::initial_conflict,
                        .message = "the initial target " + target_text(flat, *missed.target, missed.target->target->value) +
                                   " cannot hold: it is " + value_text(flat, *missed.target, missed.achieved) +
                                   " at the start, whatever the other targets are",
                        .where = where_of_target(flat, *missed.target),
                        .because = "the initialisation problem leaves it no freedom",
                        .remedy = "leave the target out or give it \"priority\": \"low\", or change what determines it",
                        .details = {}};
  std::string parts;
  for (const std::int32_t instance : Determinants(sorted).of(*missed.target))
    parts += (parts.empty() ? "" : ", ") + instance_words(flat, instance);
  diagnostic.details.emplace_back("determined by", parts.empty() ? "rigid parts that cannot move" : parts);
  return diagnostic;
}

/// A target beyond what a mechanism reaches.
Diagnostic out_of_reach(const FlatSystem& flat, const MissedTarget& missed) {
  return {.code = ErrorCode::initial_conflict,
          .message = "the initial target " + target_text(flat, *missed.target, missed.target->target->value) +
                     " is out of reach: the nearest that it comes to is " + value_text(flat, *missed.target, missed.achieved),
          .where = where_of_target(flat, *missed.target),
          .because = "no position of the mechanism has it, with the other targets as they are",
          .remedy = "ask for what it reaches, change its lengths, or give the target \"priority\": \"low\"",
          .details = {}};
}

Diagnostic over_determined(const FlatSystem& flat, const MissedTarget& missed) {
  std::string asked;
  for (const MissedTarget::Tie& tie : missed.ties) asked += target_text(flat, *tie.target, tie.target->target->value) + ", ";
  asked += target_text(flat, *missed.target, missed.target->target->value);
  Diagnostic diagnostic{.code = ErrorCode::initial_conflict,
                        .message = "the initial targets cannot hold together: " + asked,
                        .where = where_of_target(flat, *missed.target),
                        .because = "the initialisation problem has no solution near the values reached",
                        .remedy = "make the values agree, leave one of them out, or give one of them \"priority\": \"low\"",
                        .details = {}};
  diagnostic.details.emplace_back("achieved", target_text(flat, *missed.target, missed.achieved));
  for (const MissedTarget::Tie& tie : missed.ties)
    diagnostic.details.emplace_back("achieved", target_text(flat, *tie.target, tie.achieved));
  if (missed.ties.empty()) return diagnostic;
  const std::size_t count = missed.ties.size();
  diagnostic.because = "the initialisation problem is over-determined: " + std::to_string(count + 1) + " targets for " +
                       std::to_string(count) + (count == 1 ? " free value" : " free values") + ", since the network makes " +
                       name_of(flat, *missed.target) + " = " + sum_text(flat, missed);
  return diagnostic;
}

}  // namespace

std::string target_text(const FlatSystem& flat, const TargetOutput& t, double value) {
  return name_of(flat, t) + " = " + value_text(flat, t, value);
}

Where where_of_target(const FlatSystem& flat, const TargetOutput& t) {
  Where where = where_of_instance(flat, t.instance);
  where.line = static_cast<int>(t.target->position.line);
  where.column = static_cast<int>(t.target->position.column);
  where.pointer += "/initial/" + declaration_of(flat, t).name;
  return where;
}

Failure initial_conflict(const SortedSystem& sorted, const std::vector<MissedTarget>& missed) {
  std::vector<Diagnostic> diagnostics;
  std::set<const TargetOutput*> told;
  for (const MissedTarget& m : missed) {
    if (!told.insert(m.target).second) continue;
    for (const MissedTarget::Tie& tie : m.ties) told.insert(tie.target);
    diagnostics.push_back(m.movable ? over_determined(*sorted.flat, m) : m.nearest ? out_of_reach(*sorted.flat, m) : not_free(sorted, m));
  }
  return Failure(std::move(diagnostics));
}

}  // namespace stribeck
