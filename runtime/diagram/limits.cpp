// Limits of parameters, which may depend on other parameters of the same component.

#include <algorithm>
#include <cmath>

#include "base/decimal.h"
#include "base/format.h"
#include "base/limit_words.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "diagram/reading.h"
#include "diagram/values.h"
#include "expression/evaluate.h"
#include "expression/print.h"
#include "expression/walk.h"

namespace stribeck {
namespace {

/// Numbers in the unit that the user wrote, or else in the declared one.
class UnitText {
 public:
  UnitText(std::string_view declared, const Unit& unit, std::string_view written) : name_(declared), unit_(unit) {
    const auto own = written.empty() ? std::nullopt : parse_unit(written);
    if (own) name_ = written, unit_ = *own;
  }
  std::string of(double si) const { return with_unit(short_number(from_si(si, unit_.factor, unit_.offset)), name_); }

 private:
  std::string_view name_;
  Unit unit_;
};

class LimitChecker {
 public:
  explicit LimitChecker(const Instance& instance) : instance_(instance), record_(*instance.record) {}

  double bound(const LimitDeclaration& limit) const {
    return evaluate(record_.pool, limit.bound, [this](std::int32_t symbol) {
      const RecordSymbol& meaning = record_.symbols[static_cast<std::size_t>(symbol)];
      return meaning.kind == SymbolKind::parameter ? instance_.parameters[static_cast<std::size_t>(meaning.index)] : std::nan("");
    });
  }

  /// Not a number on either side is no breach: it has been reported as missing or unreadable.
  bool breaks(double value, const LimitDeclaration& limit) const {
    const double allowed = bound(limit);
    return !std::isnan(value) && !std::isnan(allowed) && evaluate(limit.relation, value, allowed, 0) == 0;
  }

  /// "at least 0 N*m and at most breakaway_torque (25 N*m)"
  std::string range(const ParameterDeclaration& declared, const UnitText& unit) const {
    std::string result;
    for (const LimitDeclaration& limit : declared.limits) {
      if (!result.empty()) result += " and ";
      const std::string number = unit.of(bound(limit));
      // A bound that depends on the parameter itself says with which sign or step it begins: as it is now, it is a number.
      const bool constant = record_.pool.is_constant(limit.bound) || names(limit.bound, declared);
      result += fmt::format("{} {}", limit_words(limit.relation), constant ? number : fmt::format("{} ({})", text_of(limit.bound), number));
    }
    return result;
  }

 private:
  bool names(ExprId bound, const ParameterDeclaration& declared) const {
    Walker walker;
    std::vector<std::int32_t> symbols;
    symbols_below(record_.pool, walker, bound, kParameter, symbols);
    return std::any_of(symbols.begin(), symbols.end(), [&](std::int32_t s) {
      const RecordSymbol& meaning = record_.symbols[static_cast<std::size_t>(record_.pool.node(s).a)];
      return meaning.kind == SymbolKind::parameter && &record_.parameters[static_cast<std::size_t>(meaning.index)] == &declared;
    });
  }

  std::string text_of(ExprId bound) const {
    return to_text(record_.pool, bound, [this](std::int32_t symbol) {
      const RecordSymbol& meaning = record_.symbols[static_cast<std::size_t>(symbol)];
      return meaning.kind == SymbolKind::parameter ? record_.parameters[static_cast<std::size_t>(meaning.index)].name : std::string("?");
    });
  }

  const Instance& instance_;
  const ComponentRecord& record_;
};

}  // namespace

void check_limits(Reading& reading, const Instance& instance, const std::vector<Json>& given, Json member) {
  const LimitChecker checker(instance);
  for (std::size_t i = 0; i < instance.record->parameters.size(); ++i) {
    const ParameterDeclaration& declared = instance.record->parameters[i];
    const double value = instance.parameters[i];
    const auto broken =
        std::find_if(declared.limits.begin(), declared.limits.end(), [&](const auto& limit) { return checker.breaks(value, limit); });
    if (broken == declared.limits.end()) continue;
    const Json source = given[i];
    std::string_view written;
    if (source && source.is(JsonKind::string)) written = written_unit({value, {}, true, source.text()});
    const UnitText unit(declared.unit, Unit{{}, declared.unit_factor, declared.unit_offset}, written);
    reading.report.error(ErrorCode::value_out_of_range, (source ? source : member).where(),
                         fmt::format("{} is {}{}, but must be {}", in_quotes(declared.name), unit.of(value),
                                     source || !declared.is_named() ? "" : " by default", checker.range(declared, unit)),
                         declared.doc);
  }
}

void check_entries(Reading& reading, const ListDeclaration& declared, const std::vector<double>& values,
                   const std::function<Where(std::size_t)>& place) {
  const UnitText unit(declared.unit, parse_unit(declared.unit).value_or(Unit{}), {});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto breaks = [&](const EntryLimit& limit) { return evaluate(limit.relation, values[i], limit.bound, 0) == 0; };
    if (std::none_of(declared.limits.begin(), declared.limits.end(), breaks)) continue;
    std::vector<std::string> wanted;
    for (const EntryLimit& limit : declared.limits)
      wanted.push_back(fmt::format("{} {}", limit_words(limit.relation), unit.of(limit.bound)));
    reading.report.error(
        ErrorCode::value_out_of_range, place(i),
        fmt::format("entry {} of {} is {}, but must be {}", i + 1, in_quotes(declared.name), unit.of(values[i]), joined(wanted, " and ")),
        declared.doc);
    return;
  }
}

}  // namespace stribeck
