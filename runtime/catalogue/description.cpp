#include "catalogue/description.h"

#include <algorithm>

#include "catalogue/facts.h"
#include "results/document.h"

namespace stribeck {

using document::if_any;
using document::Json;
using document::Shape;

static const Shape<ConnectorDeclaration>& shape_of(const ConnectorDeclaration*) {
  using Connector = ConnectorDeclaration;
  static const auto shape =
      Shape<Connector>()
          .key("name", "of the connector", &Connector::name)
          .key(
              "kind", "a port conserves, a signal goes one way",
              [](const Connector& c) {
                return c.kind == ConnectorKind::port ? "port" : c.kind == ConnectorKind::input ? "input" : "output";
              },
              document::one_of({"port", "input", "output"}))
          .key("domain", "of a port; null of a signal",
               [](const Connector& c) {
                 return c.domain < 0 ? std::nullopt : std::optional(domains()[static_cast<std::size_t>(c.domain)].name);
               })
          .key("unit", "of a signal, \"any\" if it follows what is connected; null of a port",
               [](const Connector& c) { return if_any(c.unit); })
          .key("required", "an input that must be connected",
               [](const Connector& c) { return c.kind == ConnectorKind::input && c.fallback == ExprId::none; })
          .key("description", "what it is", &Connector::doc);
  return shape;
}

static const Shape<ParameterDeclaration>& shape_of(const ParameterDeclaration*) {
  using Parameter = ParameterDeclaration;
  static const auto shape = Shape<Parameter>()
                                .key("name", "of the parameter", &Parameter::name)
                                .key("unit", "in which it is usually written; \"any\" if it follows what is written", &Parameter::unit)
                                .key("default_SI", "in SI units; null: it must be given",
                                     [](const Parameter& p) { return p.has_fallback ? std::optional(p.fallback) : std::nullopt; })
                                .key("description", "what it is", &Parameter::doc);
  return shape;
}

static const Shape<ListDeclaration>& shape_of(const ListDeclaration*) {
  using List = ListDeclaration;
  static const auto shape = Shape<List>()
                                .key("name", "of the parameter", &List::name)
                                .key("unit", "of its entries as they are usually written", &List::unit)
                                .key("ascending", "each entry must be greater than the one before", &List::ascending)
                                .key("default_SI", "in SI units; empty: it must be given", &List::fallback)
                                .key("description", "what it is", &List::doc);
  return shape;
}

static const Shape<SizeDeclaration>& shape_of(const SizeDeclaration*) {
  using Size = SizeDeclaration;
  static const auto shape = Shape<Size>()
                                .key("name", "of the parameter", &Size::name)
                                .key("min", "the least", &Size::low)
                                .key("max", "the greatest", &Size::high)
                                .key("default", "if left out", &Size::fallback)
                                .key("description", "what it is", &Size::doc);
  return shape;
}

static const Shape<FormulaDeclaration>& shape_of(const FormulaDeclaration*) {
  using Formula = FormulaDeclaration;
  static const auto shape = Shape<Formula>()
                                .key("name", "of the parameter", &Formula::name)
                                .key("variables", "the names that the expression may use", &Formula::names)
                                .key("default", "if left out", &Formula::fallback)
                                .key("description", "what it is", &Formula::doc);
  return shape;
}

static const Shape<OptionDeclaration>& shape_of(const OptionDeclaration*) {
  using Option = OptionDeclaration;
  static const auto shape =
      Shape<Option>()
          .key("name", "of the parameter", &Option::name)
          .key("choices", "the words that it takes", &Option::choices)
          .key("default", "if left out", [](const Option& o) { return o.choices[static_cast<std::size_t>(o.fallback)]; })
          .key("chosen", "for which equations and variables are told here",
               [](const Option& o) { return o.choices[static_cast<std::size_t>(o.chosen)]; })
          .key("description", "what it decides", &Option::doc);
  return shape;
}

static const Shape<VariableDeclaration>& shape_of(const VariableDeclaration*) {
  using Variable = VariableDeclaration;
  static const auto shape = Shape<Variable>()
                                .key("name", "of the variable", &Variable::name)
                                .key("unit", "of rows of a result", &Variable::unit)
                                .key("description", "what it is", &Variable::doc);
  return shape;
}

namespace {

/// Those that a diagram names: entries of lists and lengths of lists have no name of their own.
bool is_named(const ParameterDeclaration& parameter) { return parameter.is_named(); }
bool is_named(const SizeDeclaration& size) { return size.list < 0; }

template <typename Row>
std::vector<Row> named_rows(const std::vector<Row>& rows) {
  std::vector<Row> named;
  for (const Row& row : rows)
    if (is_named(row)) named.push_back(row);
  return named;
}

std::vector<ConnectorDeclaration> named_connectors(const ComponentRecord& record) {
  const auto named = record.named_connectors();
  return {named.begin(), named.end()};
}

/// The tables that consist of expressions and words: the same as in text.
struct FactsInWords {
  std::string heading;
  std::vector<std::vector<std::string>> rows;
};

const Shape<FactsInWords>& shape_of(const FactsInWords*) {
  static const auto shape = Shape<FactsInWords>()
                                .key("heading", "what they are about", &FactsInWords::heading)
                                .key("rows", "cells of text; an empty first cell is that of the row above", &FactsInWords::rows);
  return shape;
}

std::vector<FactsInWords> facts_in_words(const ComponentRecord& record) {
  std::vector<FactsInWords> all;
  for (const FactTable& table : facts_of(record)) {
    static const std::vector<std::string> kTyped{"ports", "signals", "parameters", "options", "variables"};
    if (std::find(kTyped.begin(), kTyped.end(), table.heading) != kTyped.end()) continue;
    FactsInWords facts{table.heading, {}};
    for (const std::vector<Cell>& row : table.rows) {
      std::vector<std::string> cells;
      for (const Cell& cell : row) cells.push_back(cell.text);
      facts.rows.push_back(std::move(cells));
    }
    all.push_back(std::move(facts));
  }
  return all;
}

}  // namespace

static const Shape<ComponentRecord>& shape_of(const ComponentRecord*) {
  using Record = ComponentRecord;
  static const auto shape = Shape<Record>()
                                .key("type", "its name", &Record::type)
                                .key("description", "what it is, in Markdown", &Record::doc)
                                .key("origin", "the file that declares it, or null", [](const Record& r) { return if_any(r.origin); })
                                .key("connectors", "ports and signals", named_connectors)
                                .key("parameters", "numbers", [](const Record& r) { return named_rows(r.parameters); })
                                .key("lists", "parameters that are lists of numbers", &Record::lists)
                                .key("sizes", "parameters that are whole numbers", [](const Record& r) { return named_rows(r.sizes); })
                                .key("formulas", "parameters that are expressions", &Record::formulas)
                                .key("options", "parameters that are words", &Record::options)
                                .key("variables", "that a diagram can name", &Record::variables)
                                .key("facts", "equations, functions, energy, events, modes, causality, as in text", facts_in_words);
  return shape;
}

std::string description_in_json(const ComponentRecord& record) {
  return document::text_of("describe", document::Kind<ComponentRecord>::value(record));
}

std::string describe_schema() {
  return document::schema_text("describe", "What stribeck describe --format json prints", document::Kind<ComponentRecord>::schema());
}

}  // namespace stribeck
