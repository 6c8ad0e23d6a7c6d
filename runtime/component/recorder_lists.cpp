// Records what decides what is declared -- options, sizes, formulas -- and lists, their entries and the functions through their points.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/decimal.h"
#include "component/recorder_lists.h"
#include "expression/parse.h"

namespace stribeck {

namespace {

/// Words of the interface for what a table does.
template <typename Word, std::size_t count>
Word word_of(Recorder& r, const std::array<TableWord, count>& words, const char* word) {
  for (std::size_t i = 0; i < count; ++i)
    if (std::string_view(word) == words[i].name) return static_cast<Word>(i);
  r.fault(std::string("a table cannot be \"") + word + "\"");
  return {};
}

bool is_list(const Recorder* r, int32_t i) { return i >= 0 && i < static_cast<int32_t>(r->record.lists.size()); }

/// The size that was chosen for the next declaration of one.
int next_size(const Recorder* r, int fallback) {
  const std::size_t i = r->record.sizes.size();
  return i < r->structure.sizes.size() ? r->structure.sizes[i] : fallback;
}

/// Functions of one argument through the same points are one table, of which several derivatives may be wanted.
std::int32_t number_of_table(ComponentRecord& record, const TableDeclaration& wanted) {
  const auto known = std::find(record.tables.begin(), record.tables.end(), wanted);
  const auto number = static_cast<std::int32_t>(known - record.tables.begin());
  if (known == record.tables.end()) record.tables.push_back(wanted);
  return number;
}

}  // namespace

int32_t record_option(Recorder* r, const char* name, const char* choices, const char* doc) {
  r->claim_name(name);
  r->need_doc(name, doc);
  OptionDeclaration declaration{.name = name, .doc = doc, .choices = {}};
  for (const char* at = choices; at != nullptr;) {
    const char* bar = std::strchr(at, '|');
    declaration.choices.emplace_back(bar == nullptr ? std::string(at) : std::string(at, bar));
    at = bar == nullptr ? nullptr : bar + 1;
  }
  const std::size_t i = r->record.options.size();
  if (i < r->structure.choices.size()) declaration.chosen = r->structure.choices[i];
  const int chosen = declaration.chosen;
  r->record.options.push_back(std::move(declaration));
  return chosen;
}

int32_t record_list(Recorder* r, const char* name, const char* unit, const char* doc, const double* fallback, int32_t count,
                    uint32_t flags) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const Unit u = r->unit(unit, name);
  ListDeclaration declaration{.name = name,
                              .unit = unit,
                              .doc = doc,
                              .dimension = u.dimension,
                              .ascending = (flags & 1U) != 0,
                              .jumps = (flags & 2U) != 0,
                              .is_mesh = (flags & 4U) != 0,
                              .limits = {},
                              .fallback = {}};
  for (int32_t i = 0; i < count; ++i) declaration.fallback.push_back(to_si(fallback[i], u.factor, u.offset));
  r->record.lists.push_back(std::move(declaration));
  return static_cast<int32_t>(r->record.lists.size()) - 1;
}

void record_list_limit(Recorder* r, int32_t list, const char* relation, double bound) {
  if (!is_list(r, list)) return;
  const Operator op = find_operator(relation);
  ListDeclaration& declaration = r->record.lists[static_cast<std::size_t>(list)];
  if (!is_limit(op)) return r->fault("the entries of \"" + declaration.name + "\" cannot be limited by \"" + relation + "\"");
  const Unit unit = parse_unit(declaration.unit).value_or(Unit{});
  declaration.limits.push_back({op, to_si(bound, unit.factor, unit.offset)});
}

stribeck_expression record_table(Recorder* r, int32_t abscissae, int32_t ordinates, int32_t row, int32_t rows, const char* method,
                                 const char* ends, int32_t order, stribeck_expression argument) {
  if (!is_list(r, abscissae) || !is_list(r, ordinates) || !r->valid(argument)) return -1;
  const ListDeclaration& xs = r->record.lists[static_cast<std::size_t>(abscissae)];
  const ListDeclaration& ys = r->record.lists[static_cast<std::size_t>(ordinates)];
  if (!xs.ascending) r->fault("the abscissae \"" + xs.name + "\" of a table are not declared ascending");
  if (!agree(xs.dimension, r->dimension_of(expr(argument))))
    r->fault("the argument of the table over \"" + xs.name + "\" has another dimension than its abscissae");
  if (row < 0 || row >= rows || order < -1 || order > 3) r->fault("a table over \"" + xs.name + "\" has no such row or derivative");
  const TableDeclaration declaration{
      abscissae,      ordinates, row, rows, word_of<TableMethod>(*r, kInterpolations, method), word_of<TableEnds>(*r, kTableEnds, ends),
      expr(argument), {}};
  const Operator kind = declaration.method == TableMethod::linear ? Operator::lookup : Operator::curve;
  const ExprId id = r->record.pool.lookup(kind, number_of_table(r->record, declaration), expr(argument), order);
  Dimension dimension = order < 0 ? product(ys.dimension, xs.dimension) : ys.dimension;
  for (int i = 0; i < order; ++i) dimension = quotient(dimension, xs.dimension);
  return handle(r->with_dimension(id, dimension));
}

stribeck_expression record_interpolate(Recorder* r, int32_t abscissae, int32_t ordinates, stribeck_expression argument) {
  return record_table(r, abscissae, ordinates, 0, 1, "linear", "hold", 0, argument);
}

stribeck_expression record_past(Recorder* r, stribeck_expression value, stribeck_expression when, stribeck_expression shortest,
                                stribeck_expression longest, stribeck_expression before) {
  for (const stribeck_expression id : {value, when, shortest, longest, before})
    if (!r->valid(id)) return -1;
  const ExprPool& pool = r->record.pool;
  for (const stribeck_expression id : {shortest, longest, before})
    if ((pool.content(expr(id)) & ~kParameter) != 0) r->fault("a delay is fixed by more than parameters: " + r->text(expr(id)));
  const Dimension seconds = r->dimension_of(r->record.time), own = r->dimension_of(expr(value));
  for (const stribeck_expression id : {when, shortest, longest})
    if (!agree(r->dimension_of(expr(id)), seconds)) r->fault("a delay is no time: " + r->text(expr(id)));
  if (!agree(own, r->dimension_of(expr(before)))) r->fault("what is delayed has another dimension before the start");
  TableDeclaration declaration{.argument = expr(when), .past = {expr(value), expr(shortest), expr(longest), expr(before)}};
  const ExprId id = r->record.pool.lookup(Operator::curve, number_of_table(r->record, declaration), expr(when));
  return handle(r->with_dimension(id, own));
}

int32_t record_count(Recorder* r, const char* name, int32_t fallback, int32_t low, int32_t high, const char* doc) {
  r->claim_name(name);
  r->need_doc(name, doc);
  const int chosen = next_size(r, fallback);
  r->record.sizes.push_back({.name = name, .doc = doc, .low = low, .high = high, .fallback = fallback, .chosen = chosen, .entries = {}});
  return chosen;
}

int32_t record_length(Recorder* r, int32_t list, int32_t low, int32_t high) {
  if (!is_list(r, list)) return low;
  const auto& sizes = r->record.sizes;
  const auto known = std::find_if(sizes.begin(), sizes.end(), [&](const SizeDeclaration& size) { return size.list == list; });
  if (known != sizes.end()) return known->chosen;
  const auto given = static_cast<int>(r->record.lists[static_cast<std::size_t>(list)].fallback.size());
  const int fallback = given > 0 ? given : low;
  const int chosen = next_size(r, fallback);
  r->record.sizes.push_back(
      {.list = list, .name = {}, .doc = {}, .low = low, .high = high, .fallback = fallback, .chosen = chosen, .entries = {}});
  return chosen;
}

/// Of a mesh: volume, centre, second moments per volume.
static const char* unit_of_integral(int32_t i) { return i == 0 ? "m^3" : i < 4 ? "m" : "m^2"; }

stribeck_expression record_entry(Recorder* r, int32_t list, int32_t i) {
  auto& sizes = r->record.sizes;
  const auto size = std::find_if(sizes.begin(), sizes.end(), [&](const SizeDeclaration& s) { return s.list == list; });
  if (!is_list(r, list) || size == sizes.end() || i < 0 || i >= size->chosen) {
    r->fault("an entry is taken out of a list that does not have it, or whose length was not asked for");
    return -1;
  }
  size->entries.resize(static_cast<std::size_t>(size->chosen), ExprId::none);
  ExprId& symbol = size->entries[static_cast<std::size_t>(i)];
  if (symbol != ExprId::none) return handle(symbol);
  const ListDeclaration& from = r->record.lists[static_cast<std::size_t>(list)];
  const std::string unit = from.is_mesh ? unit_of_integral(i) : from.unit;
  const Dimension dimension = from.is_mesh ? r->unit(unit.c_str(), from.name).dimension : from.dimension;
  ParameterDeclaration entry{.name = from.name + "[" + std::to_string(i + 1) + "]",
                             .unit = unit,
                             .doc = from.doc,
                             .dimension = dimension,
                             .limits = {},
                             .list = list,
                             .entry = i};
  symbol = entry.symbol = r->new_symbol(SymbolKind::parameter, r->record.parameters.size(), kParameter, dimension);
  r->record.parameters.push_back(std::move(entry));
  return handle(symbol);
}

namespace {

/// A parameter of the diagram that stands in a formula: the component has it as one of its own, in whatever unit.
ExprId parameter_in_formula(Recorder* r, const FormulaDeclaration& formula, std::size_t used) {
  ParameterDeclaration parameter{.name = formula.name + "." + formula.written.parameters[used],
                                 .unit = "any",
                                 .doc = "parameter of the diagram, in \"" + formula.name + "\"",
                                 .dimension = Dimension::unchecked(),
                                 .limits = {},
                                 .formula = static_cast<std::int32_t>(r->record.formulas.size()),
                                 .used = static_cast<std::int32_t>(used)};
  parameter.symbol = r->new_symbol(SymbolKind::parameter, r->record.parameters.size(), kParameter, parameter.dimension);
  r->record.parameters.push_back(parameter);
  return parameter.symbol;
}

}  // namespace

stribeck_expression record_formula(Recorder* r, const char* name, const char* fallback, const char* doc, const char* const* names,
                                   const stribeck_expression* meanings, int32_t count) {
  r->claim_name(name);
  r->need_doc(name, doc);
  FormulaDeclaration declaration{
      .name = name, .doc = doc, .fallback = fallback, .names = {names, names + count}, .written = {fallback, {}}};
  const std::size_t number = r->record.formulas.size();
  if (number < r->structure.formulas.size()) declaration.written = r->structure.formulas[number];
  std::vector<ExprId> used;
  for (std::size_t i = 0; i < declaration.written.parameters.size(); ++i) used.push_back(parameter_in_formula(r, declaration, i));
  const auto meaning = [&](std::string_view wanted) -> TypedExpr {
    for (int32_t i = 0; i < count; ++i)
      if (names[i] == wanted && r->valid(meanings[i])) return {expr(meanings[i]), Dimension::unchecked()};
    for (std::size_t i = 0; i < used.size(); ++i)
      if (declaration.written.parameters[i] == wanted) return {used[i], Dimension::unchecked()};
    return {};
  };
  TypedExpr parsed;
  ParseError error;
  const bool good = parse_expression(declaration.written.text, r->record.pool, meaning, parsed, error);
  if (!good) r->fault("the formula \"" + declaration.written.text + "\": " + error.message);
  r->record.formulas.push_back(std::move(declaration));
  return good ? handle(r->with_dimension(parsed.id, Dimension::unchecked())) : -1;
}

}  // namespace stribeck
