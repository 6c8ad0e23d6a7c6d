#include "diagram/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "base/unit_names.h"
#include "base/unit_text.h"
#include "diagram/values.h"
#include "expression/evaluate.h"
#include "expression/print.h"

namespace stribeck {
namespace {

constexpr std::size_t kLongestCycle = 12;  // names shown

bool is_expression(Json value) { return value.is(JsonKind::string) && trimmed(value.text()).starts_with('='); }

/// Offset of the expression behind the equals sign.
std::size_t expression_offset(std::string_view text) { return text.find('=') + 1; }

/// Two units side by side that nobody is sure to mean as one.
std::string as_product(const std::string& unknown) {
  for (std::size_t length = unknown.size(); length-- > 1;) {
    const std::string product = unknown.substr(0, length) + "*" + unknown.substr(length);
    if (parse_unit(product)) return in_quotes(product);
  }
  return {};
}

std::string hint_for_unit(const std::string& unknown) {
  std::string near = did_you_mean(unknown, unit_names());
  const std::string product = as_product(unknown);
  if (near.empty() && product.empty())
    return "units are symbols of the SI with prefixes, or names that udunits2 knows, joined as in N*m/(rad/s)";
  if (product.empty()) return near;
  if (near.empty()) return fmt::format("did you mean {}? units are joined by a sign", product);
  near.pop_back();  // the question mark
  return fmt::format("{} or, joined by a sign, {}?", near, product);
}

}  // namespace

ErrorCode code_of(ParseError::Kind kind) {
  switch (kind) {
    case ParseError::Kind::unknown_name:
      return ErrorCode::expression_unknown_name;
    case ParseError::Kind::dimension:
      return ErrorCode::expression_wrong_dimension;
    case ParseError::Kind::syntax:
      break;
  }
  return ErrorCode::expression_syntax;
}

void Parameters::read(Json object, const std::unordered_map<std::string_view, Json>& given) {
  if (object && is_kind(report_, object, JsonKind::object, "\"parameters\"")) {
    for (const Json member : object) add(member, given);
  }
  evaluate_all();
}

void Parameters::declare(Json object, const Presets& presets) {
  in_definition_ = true;
  if (object && is_kind(report_, object, JsonKind::object, "\"parameters\"")) {
    for (const Json member : object) add_declared(member, presets);
  }
  evaluate_all();
}

void Parameters::evaluate_all() {
  for (Entry& entry : entries_)
    if (entry.state == State::fresh) entry.needs = needs_of(entry.value);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(entries_.size()); ++i) evaluate_from(i);
}

const Quantity* Parameters::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  const Entry& entry = entries_[static_cast<std::size_t>(found->second)];
  return entry.state == State::good ? &entry.quantity : nullptr;
}

Unit Parameters::declared_unit(Json parameter, std::string_view* text) {
  const Json unit = parameter.is(JsonKind::object) ? parameter.find("unit") : Json{};
  if (unit && unit.is(JsonKind::string)) {
    if (text != nullptr) *text = unit.text();
    return parse_unit(unit.text()).value_or(Unit{Dimension::unchecked()});
  }
  const Json value = parameter.is(JsonKind::object) ? parameter.find("value") : parameter;
  const auto quantity = value && value.is(JsonKind::string) ? parse_quantity(value.text()) : std::nullopt;
  return {quantity && quantity->has_unit ? quantity->dimension : Dimension::unchecked()};
}

void Parameters::add_declared(Json member, const Presets& presets) {
  if (!is_name_in_expressions(report_, member, "a parameter")) return;
  Entry entry{member, member, {}, {}, {}, State::fresh};
  if (member.is(JsonKind::object)) {
    check_keys(report_, member, {"value", "unit", "doc", "at_least", "above", "at_most", "below"}, "a parameter");
    entry.doc = optional_text(report_, member, "doc");
    entry.value = member.find("value");
    read_unit(entry);
  } else {
    entry.unit = declared_unit(member);
  }
  if (!entry.value) entry.state = State::bad;
  if (const auto preset = presets.find(member.key()); preset != presets.end()) {
    entry.quantity = preset->second;
    entry.state = State::good;
  }
  by_name_.emplace(member.key(), static_cast<std::int32_t>(entries_.size()));
  entries_.push_back(std::move(entry));
}

void Parameters::read_unit(Entry& entry) {
  optional_text(report_, entry.member, "unit");
  entry.unit = declared_unit(entry.member, &entry.unit_text);
  if (!entry.unit_text.empty()) note_spelling(report_, entry.member.find("unit"), entry.unit_text);
  if (entry.unit_text.empty() || parse_unit(entry.unit_text)) return;
  std::string remedy = did_you_mean(entry.unit_text, unit_names());
  report_.error(ErrorCode::value_unknown_unit, entry.member.find("unit").where(), fmt::format("{} is no unit", in_quotes(entry.unit_text)),
                {}, remedy.empty() ? "units are written as in \"N*m/rad\", \"rpm\" or \"mm\"" : remedy);
}

void Parameters::add(Json member, const std::unordered_map<std::string_view, Json>& given) {
  if (!is_name_in_expressions(report_, member, "a parameter")) return;
  Entry entry{member, member, {}, {}, {}, State::fresh};
  if (member.is(JsonKind::object)) {
    check_keys(report_, member, {"value", "doc"}, "a parameter");
    entry.doc = optional_text(report_, member, "doc");
    entry.value = member.find("value");
  }
  if (const auto found = given.find(member.key()); found != given.end()) entry.value = found->second;
  if (!entry.value) {
    report_.error(ErrorCode::diagram_missing_key, member.where(),
                  fmt::format("the parameter {} has no \"value\"", in_quotes(member.key())));
    entry.state = State::bad;
  }
  by_name_.emplace(member.key(), static_cast<std::int32_t>(entries_.size()));
  entries_.push_back(std::move(entry));
}

/// The parameters that an expression names. Its faults are found when it is evaluated.
std::vector<std::int32_t> Parameters::needs_of(Json value) {
  std::vector<std::int32_t> result;
  if (!value || !is_expression(value)) return result;
  const NameResolver collect = [&](std::string_view name) {
    if (const auto found = by_name_.find(name); found != by_name_.end()) result.push_back(found->second);
    return TypedExpr{pool_.one(), Dimension::unchecked()};
  };
  TypedExpr ignored;
  ParseError error;
  parse_expression(value.text().substr(expression_offset(value.text())), pool_, collect, ignored, error);
  return result;
}

/// Depth first with an explicit path: a parameter is finished after all that it needs.
void Parameters::evaluate_from(std::int32_t first) {
  const auto entry = [&](std::int32_t i) -> Entry& { return entries_[static_cast<std::size_t>(i)]; };
  if (entry(first).state != State::fresh) return;
  std::vector<std::int32_t> path{first};
  entry(first).state = State::active;
  while (!path.empty()) {
    Entry& at = entry(path.back());
    if (at.needs.empty()) {
      if (at.state == State::active) finish(path.back());
      path.pop_back();
      continue;
    }
    const std::int32_t next = at.needs.back();
    at.needs.pop_back();
    if (entry(next).state == State::active) report_cycle(path, next);
    if (entry(next).state != State::fresh) continue;
    entry(next).state = State::active;
    path.push_back(next);
  }
}

void Parameters::report_cycle(const std::vector<std::int32_t>& path, std::int32_t back) {
  const auto begin = std::find(path.begin(), path.end(), back);
  std::string names;
  for (auto i = begin; i != path.end(); ++i) {
    Entry& entry = entries_[static_cast<std::size_t>(*i)];
    entry.state = State::bad;
    if (i - begin < static_cast<std::ptrdiff_t>(kLongestCycle)) names += fmt::format("{} -> ", entry.member.key());
  }
  if (path.end() - begin > static_cast<std::ptrdiff_t>(kLongestCycle)) names += "... -> ";
  const Entry& first = entries_[static_cast<std::size_t>(back)];
  report_.error(ErrorCode::expression_cycle, first.value.where(),
                fmt::format("parameters are defined in terms of each other: {}{}", names, first.member.key()), {},
                "give one of them a number");
}

void Parameters::finish(std::int32_t i) {
  Entry& entry = entries_[static_cast<std::size_t>(i)];
  const std::optional<Value> value = value_of(entry.value, fmt::format("the parameter {}", in_quotes(entry.member.key())));
  entry.state = value ? State::good : State::bad;
  if (!value) return;
  entry.quantity = {value->si, value->dimension, value->has_unit};
  if (entry.unit_text.empty()) return;
  if (!agree(value->dimension, entry.unit.dimension)) {
    report_.error(ErrorCode::value_wrong_dimension, entry.value.where(),
                  fmt::format("the default of {} has dimension {}, but its unit has {}", in_quotes(entry.member.key()),
                              dimension_words(value->dimension), dimension_words(entry.unit.dimension)));
  }
  entry.quantity.dimension = entry.unit.dimension;
  entry.quantity.has_unit = true;
}

std::optional<Value> Parameters::value_of(Json value, std::string_view what) {
  if (value.is(JsonKind::number)) return Value{value.number(), Dimension::unchecked(), false, {}};
  if (value.is(JsonKind::string)) {
    const std::optional<Value> result = is_expression(value) ? expression_value(value, what) : text_value(value, what);
    if (!result || std::isfinite(result->si)) return result;
    report_.error(ErrorCode::value_not_finite, value.where(),
                  fmt::format("{} is {}, which is {}", what, in_quotes(value.text()),
                              std::isnan(result->si) ? "too small for a double" : "not a finite number"));
    return std::nullopt;
  }
  report_.error(ErrorCode::diagram_wrong_kind, value.where(), fmt::format("{} must be a value, but is {}", what, words(value.kind())), {},
                "a value is a number, a string with a unit (\"100 rpm\") or an expression (\"=2*k\")");
  return std::nullopt;
}

std::optional<Value> Parameters::text_value(Json value, std::string_view what) {
  std::string unknown;
  if (const auto quantity = parse_quantity(value.text(), &unknown)) {
    const Value read{quantity->value, quantity->dimension, quantity->has_unit, value.text()};
    note_spelling(report_, value, written_unit(read));
    return read;
  }
  if (unknown.empty()) {
    const bool parameter = by_name_.contains(trimmed(value.text()));
    report_.error(ErrorCode::diagram_wrong_kind, value.where(), fmt::format("{} must be a value, but is {}", what, in_quotes(value.text())),
                  {},
                  parameter ? fmt::format("an expression begins with an equals sign: \"={}\"", trimmed(value.text()))
                            : "a value is a number, a string with a unit (\"100 rpm\") or an expression (\"=2*k\")");
  } else if (parse_unit(unknown).has_value()) {
    report_.error(ErrorCode::value_unknown_unit, value.where(),
                  fmt::format("{} is {}: {} cannot be part of another unit", what, in_quotes(value.text()), in_quotes(unknown)),
                  "its zero is not absolute", "use K for differences of temperature");
  } else {
    report_.error(ErrorCode::value_unknown_unit, value.where(),
                  fmt::format("{} is {}, and the unit {} is not known", what, in_quotes(value.text()), in_quotes(unknown)), {},
                  hint_for_unit(unknown));
  }
  return std::nullopt;
}

/// What a name stands for; sets `has_unit` if it has one, and `depends_on_bad` if it has been reported where it is defined.
TypedExpr Parameters::resolve(std::string_view name, bool& has_unit, bool& depends_on_bad) {
  for (const auto& [local, value] : locals_)
    if (local == name) return {pool_.constant(value), Dimension{}};
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return {};
  const Entry& entry = entries_[static_cast<std::size_t>(found->second)];
  if (entry.state != State::good) {
    depends_on_bad = true;
    return {pool_.one(), Dimension::unchecked()};
  }
  has_unit = has_unit || entry.quantity.has_unit;
  return {pool_.constant(entry.quantity.value), entry.quantity.dimension};
}

std::optional<std::int64_t> Parameters::whole_number_in(Json text, std::string_view part) {
  constexpr double kLargest = 1e15;  // whole numbers below are exact as doubles
  std::int64_t plain = 0;
  if (const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), plain);
      problem == std::errc{} && end == part.data() + part.size())
    return plain;
  bool has_unit = false, depends_on_bad = false;
  const NameResolver meaning = [&](std::string_view name) { return resolve(name, has_unit, depends_on_bad); };
  TypedExpr result;
  ParseError error;
  if (!parse_expression(part, pool_, meaning, result, error)) {
    error.offset += static_cast<std::size_t>(part.data() - text.text().data());
    report_expression(text, error);
    return std::nullopt;
  }
  if (depends_on_bad) return std::nullopt;
  const double value = evaluate(pool_, result.id, [](std::int32_t) { return std::numeric_limits<double>::quiet_NaN(); });
  if (value == std::floor(value) && std::abs(value) < kLargest) return static_cast<std::int64_t>(value);
  report_.error(ErrorCode::diagram_bad_index, text.where_inside(static_cast<std::size_t>(part.data() - text.text().data())),
                fmt::format("{} is {}, but must be a whole number", in_quotes(part), short_number(value)));
  return std::nullopt;
}

std::optional<Value> Parameters::expression_value(Json value, std::string_view what) {
  bool has_unit = false, depends_on_bad = false;
  const NameResolver meaning = [&](std::string_view name) { return resolve(name, has_unit, depends_on_bad); };
  TypedExpr result;
  ParseError error;
  if (!parse_expression(value.text().substr(expression_offset(value.text())), pool_, meaning, result, error)) {
    report_expression(value, error);
    return std::nullopt;
  }
  if (depends_on_bad) return std::nullopt;
  const double si = evaluate(pool_, result.id, [](std::int32_t) { return std::numeric_limits<double>::quiet_NaN(); });
  if (!std::isfinite(si)) {
    report_.error(ErrorCode::value_not_finite, value.where(),
                  fmt::format("{} is {}, which has no finite value", what, in_quotes(value.text())));
    return std::nullopt;
  }
  // Numbers alone are a bare number, which agrees with any dimension: "=1/3" may be a mass.
  return Value{si, has_unit ? result.dimension : Dimension::unchecked(), has_unit, value.text()};
}

std::optional<Parameters::Formula> Parameters::formula(Json text, const std::vector<std::string>& names) {
  Formula found;
  bool depends_on_bad = false;
  std::string ambiguous;
  const NameResolver meaning = [&](std::string_view name) -> TypedExpr {
    const auto own = std::find(names.begin(), names.end(), name);
    if (own != names.end() && by_name_.contains(name)) ambiguous = name;
    if (own != names.end()) return {pool_.symbol(static_cast<std::int32_t>(own - names.begin()), kUnknown), Dimension::unchecked()};
    bool has_unit = false;
    const ExprId value = resolve(name, has_unit, depends_on_bad).id;
    if (value == ExprId::none || !pool_.is_constant(value)) return {value, Dimension::unchecked()};
    const auto known = std::find(found.written.parameters.begin(), found.written.parameters.end(), name);
    const auto number = known - found.written.parameters.begin();
    if (known == found.written.parameters.end()) {
      found.written.parameters.emplace_back(name);
      found.values.push_back(pool_.constant_value(value));
    }
    return {pool_.symbol(static_cast<std::int32_t>(std::ssize(names) + number), kUnknown), Dimension::unchecked()};
  };
  TypedExpr result;
  ParseError error;
  const std::size_t offset = is_expression(text) ? expression_offset(text.text()) : 0;
  if (!parse_expression(text.text().substr(offset), pool_, meaning, result, error)) {
    report_expression(text, error, names);
    return std::nullopt;
  }
  if (!ambiguous.empty()) {
    report_.error(
        ErrorCode::diagram_bad_name, text.where(),
        fmt::format("in {}: {} is a name of the formula's own, and a parameter too", in_quotes(text.text()), in_quotes(ambiguous)), {},
        "give the parameter another name");
    return std::nullopt;
  }
  if (depends_on_bad) return std::nullopt;
  found.written.text = to_text(pool_, result.id, [&](std::int32_t symbol) {
    const auto number = static_cast<std::size_t>(symbol);
    return number < names.size() ? names[number] : found.written.parameters[number - names.size()];
  });
  return found;
}

void Parameters::report_expression(Json value, const ParseError& error, const std::vector<std::string>& also_known) {
  std::string remedy = error.remedy;
  if (remedy.empty() && error.kind == ParseError::Kind::unknown_name) {
    std::vector<std::string> known = names();
    known.insert(known.end(), also_known.begin(), also_known.end());
    remedy = did_you_mean(error.name, known);
    if (remedy.empty())
      remedy = fmt::format("expressions know {}{}the {}, pi and e", fmt::join(also_known, ", "), also_known.empty() ? "" : ", ",
                           in_definition_ ? "definition's own \"parameters\", to which its user gives values" : "diagram's \"parameters\"");
  }
  report_.error(code_of(error.kind), value.where_inside((is_expression(value) ? expression_offset(value.text()) : 0) + error.offset),
                fmt::format("in {}: {}", in_quotes(value.text()), error.message), {}, std::move(remedy));
}

std::string_view Parameters::unit_of(const Value& value) const {
  const std::string_view text = trimmed(value.written);
  if (!text.starts_with('=')) return written_unit(value);
  const auto found = by_name_.find(trimmed(text.substr(1)));
  if (!value.has_unit || found == by_name_.end()) return {};
  const Json source = entries_[static_cast<std::size_t>(found->second)].value;
  return source && source.is(JsonKind::string) ? written_unit({0, {}, true, source.text()}) : std::string_view{};
}

std::vector<std::string> Parameters::names() const {
  std::vector<std::string> result;
  for (const Entry& entry : entries_) result.emplace_back(entry.member.key());
  for (const auto& [local, value] : locals_) result.push_back(local);
  return result;
}

std::vector<DiagramParameter> Parameters::take() {
  std::vector<DiagramParameter> result;
  for (const Entry& entry : entries_) {
    const bool is_text = entry.value && entry.value.is(JsonKind::string);
    const std::string_view unit = is_text && entry.quantity.has_unit ? written_unit({0, {}, true, entry.value.text()}) : std::string_view{};
    result.push_back(
        {std::string(entry.member.key()), entry.quantity, std::string(entry.doc), entry.member.key_position(), std::string(unit)});
  }
  return result;
}

}  // namespace stribeck
