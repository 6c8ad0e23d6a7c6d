#include "diagram/component_scope.h"

#include <cmath>

#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"
#include "base/unit_names.h"
#include "base/unit_text.h"
#include "diagram/parameters.h"
#include "diagram/values.h"

namespace stribeck {

ComponentScope::ComponentScope(const stribeck_interface& api_of, Recorder& recorder_of, Report& report_of)
    : api(api_of), recorder(recorder_of), report(report_of) {
  functions_.push_back(
      {"der", 1, [this](std::span<const TypedExpr> operands) {
         static const Dimension kSecond = parse_unit("s")->dimension;
         return TypedExpr{recorder.record.pool.apply(Operator::derivative, operands[0].id), quotient(operands[0].dimension, kSecond)};
       }});
}

stribeck_expression ComponentScope::expression(Json text, std::string_view part, std::size_t offset) {
  const NameResolver resolve = [this](std::string_view wanted) -> TypedExpr {
    if (wanted == "time") {
      const ExprId time = expr(api.time(&recorder));
      return {time, recorder.dimension_of(time)};
    }
    const auto found = names_.find(wanted);
    // What could not be declared has been reported, and means anything here.
    if (found != names_.end() && found->second < 0) return {recorder.record.pool.one(), Dimension::unchecked()};
    return found == names_.end() ? TypedExpr{} : TypedExpr{expr(found->second), recorder.dimension_of(expr(found->second))};
  };
  TypedExpr result;
  ParseError error;
  if (!parse_expression(part, recorder.record.pool, resolve, result, error, functions_)) {
    refuse(text, error, offset);
    return -1;
  }
  return handle(recorder.with_dimension(result.id, result.dimension));
}

void ComponentScope::refuse(Json text, const ParseError& error, std::size_t offset) {
  std::string remedy = error.remedy;
  if (remedy.empty() && error.kind == ParseError::Kind::unknown_name) {
    remedy = did_you_mean(error.name, known());
    if (remedy.empty()) remedy = fmt::format("here are known {}, pi and e", fmt::join(known(), ", "));
  }
  if (remedy.empty() && error.kind == ParseError::Kind::dimension && error.message.find("pure number") != std::string::npos)
    remedy = "a number in an expression is a pure number: give a parameter what has a unit";
  report.error(code_of(error.kind), text.where_inside(offset + error.offset),
               fmt::format("in {}: {}", in_quotes(text.text()), error.message), {}, std::move(remedy));
}

std::vector<std::string> ComponentScope::known() const {
  std::vector<std::string> result{"time"};
  for (const auto& [known_name, meaning_of] : names_) result.push_back(known_name);
  return result;
}

stribeck_expression ComponentScope::expression_named(Json member) {
  if (const auto found = names_.find(member.key()); found != names_.end()) return found->second;
  report.error(ErrorCode::expression_unknown_name, member.where_key(), fmt::format("{} is not known", in_quotes(member.key())), {},
               did_you_mean(member.key(), known()));
  return -1;
}

stribeck_expression ComponentScope::member(Json object, std::string_view key, bool needed) {
  const Json text = object.find(key);
  if (!text && needed)
    report.error(ErrorCode::diagram_missing_key, object.where(), fmt::format("{} has no {}", in_quotes(object.key()), in_quotes(key)));
  if (text && text.is(JsonKind::number)) return api.constant(&recorder, text.number(), "");
  return text && is_kind(report, text, JsonKind::string, in_quotes(key)) ? expression(text) : -1;
}

stribeck_expression ComponentScope::value(Json value, const Unit& unit, std::string_view unit_text) {
  if (value.is(JsonKind::string)) {
    const std::size_t equals = value.text().find_first_not_of(" \t");
    if (equals != std::string_view::npos && value.text()[equals] == '=')
      return expression(value, value.text().substr(equals + 1), equals + 1);
  }
  const auto found = number(value, unit, "the value");
  return found ? api.constant(&recorder, *found, std::string(unit_text).c_str()) : -1;
}

std::optional<double> ComponentScope::number(Json value, const Unit& unit, std::string_view what) {
  double si = 0;
  if (value.is(JsonKind::number)) {
    si = value.number();
  } else {
    const bool text = value.is(JsonKind::string);
    std::string unknown;
    const auto quantity = text ? parse_quantity(value.text(), &unknown) : std::nullopt;
    if (!quantity) {
      if (!unknown.empty()) {
        report.error(ErrorCode::value_unknown_unit, value.where(),
                     fmt::format("{} is {}, and the unit {} is not known", what, in_quotes(value.text()), in_quotes(unknown)), {},
                     did_you_mean(unknown, unit_names()));
      } else {
        report.error(ErrorCode::diagram_wrong_kind, value.where(),
                     fmt::format("{} must be a value, but is {}", what, text ? in_quotes(value.text()) : std::string(words(value.kind()))),
                     {}, "a value is a number (SI) or a string with a unit (\"100 N/m\")");
      }
      return std::nullopt;
    }
    if (!agree(quantity->dimension, unit.dimension)) {
      report.error(ErrorCode::value_wrong_dimension, value.where(),
                   fmt::format("{} is {}, which has dimension {}, but its unit has {}", what, in_quotes(value.text()),
                               dimension_words(quantity->dimension), dimension_words(unit.dimension)));
      return std::nullopt;
    }
    si = quantity->value;
  }
  if (std::isfinite(si)) return from_si(si, unit.factor, unit.offset);
  report.error(ErrorCode::value_not_finite, value.where(), fmt::format("{} is not a finite number", what));
  return std::nullopt;
}

Unit unit_of(ComponentScope& scope, Json declared, std::string& text) {
  text = "1";
  const Json unit = declared.find("unit");
  const Json value = declared.find("value");
  if (unit) {
    if (!is_kind(scope.report, unit, JsonKind::string, "\"unit\"")) return {Dimension::unchecked()};
    text = unit.text();
  } else if (value && value.is(JsonKind::string)) {
    const std::string_view written = trimmed(value.text());
    const std::size_t space = written.find_first_of(" \t");
    if (const auto quantity = parse_quantity(written); quantity && quantity->has_unit && space != std::string_view::npos)
      text = trimmed(written.substr(space));
  }
  if (text.starts_with("any")) return {Dimension::unchecked()};
  const Json at = unit ? unit : value;
  if (const auto known = parse_unit(text)) {
    note_spelling(scope.report, at, text);
    return *known;
  }
  std::string remedy = did_you_mean(text, unit_names());
  if (remedy.empty()) remedy = "units are written as in \"N*m/rad\", \"rpm\" or \"mm\"";
  scope.report.error(ErrorCode::value_unknown_unit, at.where(), fmt::format("{} is no unit", in_quotes(text)), {}, remedy);
  text = "any";
  return {Dimension::unchecked()};
}

}  // namespace stribeck
