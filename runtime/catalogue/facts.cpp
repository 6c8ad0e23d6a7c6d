#include "catalogue/facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/decimal.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "catalogue/mathml.h"
#include "component/derived_variables.h"
#include "expression/closed_form.h"
#include "expression/functions.h"
#include "expression/print.h"
#include "expression/walk.h"

namespace stribeck {

namespace {

/// Units of the kind "any" follow what is connected to a signal, or what is written as a parameter's value.
constexpr const char* kConnected = "as connected";
constexpr const char* kWritten = "as written";

std::string unit_cell(const std::string& unit, const char* where_free) {
  if (unit.starts_with("any")) return where_free;
  return shown_unit(unit).empty() ? "-" : unit;
}

std::string wish_text(CausalityWish wish) {
  switch (wish) {
    case CausalityWish::fixed_force_out:
      return "force out, fixed";
    case CausalityWish::fixed_velocity_out:
      return "velocity out, fixed";
    case CausalityWish::preferred_force_out:
      return "force out, preferred";
    case CausalityWish::preferred_velocity_out:
      return "velocity out, preferred";
    case CausalityWish::indifferent:
      break;
  }
  return "indifferent";
}

/// Rows of which only the number at the end of their names differs are one, from the first to the last of them: the shares of a closure,
/// the roots of bonds.
void fold_numbered(std::vector<std::vector<Cell>>& rows) {
  constexpr std::size_t kFew = 3;
  std::map<std::vector<std::string>, std::vector<std::size_t>> alike;  // by all but the number
  std::vector<std::vector<std::string>> keys;
  for (const std::vector<Cell>& row : rows) {
    keys.emplace_back();
    for (const Cell& cell : row) keys.back().push_back(cell.text);
    std::string& name = keys.back().front();
    const std::size_t stem = name.find_last_not_of("0123456789") + 1;
    if (stem < name.size()) name.replace(stem, std::string::npos, "#");
    alike[keys.back()].push_back(keys.size() - 1);
  }
  std::vector<std::vector<Cell>> folded;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<std::size_t>& same = alike.at(keys[i]);
    if (same.size() > kFew && i != same.front()) continue;
    folded.push_back(rows[i]);
    if (same.size() > kFew) folded.back().front() = rows[i].front().text + std::string(kToLast) + rows[same.back()].front().text;
  }
  rows = std::move(folded);
}

/// Which of the parts with a name are needed where vectors stand for their components.
class PartsOfVectors {
 public:
  PartsOfVectors(const ComponentRecord& record, const Setting& setting) : pool_(record.pool), setting_(setting) {}

  void add(ExprId root, bool in_vectors) {
    std::vector<std::pair<std::int32_t, bool>> open;
    add_below(index(root), in_vectors, open);
    while (!open.empty()) {
      const auto [node, as_vectors] = open.back();
      open.pop_back();
      const std::int32_t leader = setting_.vectors.leader(node), own = as_vectors && leader >= 0 ? leader : node;
      lack_a_name_ = lack_a_name_ || (!as_vectors && leader >= 0);  // a component of what only has a name as a vector
      if (setting_.abbreviations.name_of(own) == nullptr)
        add_below(own, as_vectors, open);
      else if (needed_.insert(own).second)
        add_below(own, setting_.vectors.tells(static_cast<ExprId>(own)), open);
    }
  }
  bool has(std::int32_t node) const { return needed_.contains(node); }
  bool lack_a_name() const { return lack_a_name_; }

 private:
  void add_below(std::int32_t node, bool in_vectors, std::vector<std::pair<std::int32_t, bool>>& open) const {
    const Vectors::Product dot = setting_.vectors.dot(node), cross = setting_.vectors.cross(node);
    if (in_vectors && (dot.left >= 0 || cross.left >= 0)) {
      const Vectors::Product& product = dot.left >= 0 ? dot : cross;
      open.emplace_back(product.left, true), open.emplace_back(product.right, true);
      return;
    }
    const Operands operands(pool_.node(node));
    for (int k = 0; k < operands.count; ++k) open.emplace_back(operands.node[k], in_vectors);
  }

  const ExprPool& pool_;
  const Setting& setting_;
  std::set<std::int32_t> needed_;
  bool lack_a_name_ = false;
};

class Facts {
 public:
  explicit Facts(const ComponentRecord& record) : record_(record), setting_(record) {}

  std::vector<FactTable> tables() const {
    const FactTable relations = equations();
    std::vector<FactTable> all{ports(),     signals(), parameters(), options(),
                               variables(), relations, functions(),  energy(!relations.typeset_rows.empty()),
                               events(),    modes(),   causality()};
    std::erase_if(all, [](const FactTable& table) { return table.rows.empty(); });
    return all;
  }

 private:
  /// Written out, what shares its parts many times over would not end: cut where it would fill more than a page.
  std::string text(ExprId id, bool in_full = false) const {
    constexpr std::size_t kPage = 4000;
    const auto name_of = [this](std::int32_t node) { return setting_.abbreviations.name_of(node); };
    if (const std::string* own = name_of(index(id)); own != nullptr && !in_full) return *own;
    return to_text(
        record_.pool, id, [this](std::int32_t symbol) { return shown_symbol(record_, symbol); }, kPage, name_of);
  }
  Cell expression(ExprId id) const { return {text(id), mathml(setting_, id)}; }
  Cell equation(ExprId left, ExprId right, const std::string& sign = "=") const {
    return {text(left) + " " + sign + " " + text(right), mathml_equation(setting_, left, right, sign)};
  }
  const ConnectorDeclaration& connector(std::int32_t i) const { return record_.connectors[static_cast<std::size_t>(i)]; }
  const std::string& list_name(std::int32_t i) const { return record_.lists[static_cast<std::size_t>(i)].name; }

  FactTable ports() const {
    FactTable table{"ports", {"port", "domain", ""}, {}};
    for (const ConnectorDeclaration& port : record_.named_connectors())
      if (port.kind == ConnectorKind::port)
        table.rows.push_back({port.name, std::string(domains()[static_cast<std::size_t>(port.domain)].name), port.doc});
    return table;
  }

  FactTable signals() const {
    FactTable table{"signals", {"signal", "", "unit", ""}, {}};
    for (const ConnectorDeclaration& signal : record_.named_connectors()) {
      if (signal.kind == ConnectorKind::port) continue;
      std::string doc = signal.doc;
      if (signal.fallback != ExprId::none) doc += "; " + text(signal.fallback) + " if left open";
      table.rows.push_back(
          {signal.name, signal.kind == ConnectorKind::input ? "input" : "output", unit_cell(signal.unit, kConnected), doc});
    }
    return table;
  }

  struct RelationSigns {
    std::string plain, typeset;
  };
  static RelationSigns signs_of(Operator relation) {
    switch (relation) {
      case Operator::ge:
        return {">= ", "<mo>≥</mo>"};
      case Operator::gt:
        return {"> ", "<mo>&gt;</mo>"};
      case Operator::le:
        return {"<= ", "<mo>≤</mo>"};
      default:
        return {"< ", "<mo>&lt;</mo>"};
    }
  }

  /// "> (-inf if it is negative, else 0)" is how a component says that only zero is not allowed.
  bool excludes_zero(const LimitDeclaration& limit) const {
    const Node& node = record_.pool[limit.bound];
    return limit.relation == Operator::gt && node.op == Operator::select && text(static_cast<ExprId>(node.b)) == "-inf" &&
           record_.pool.is_constant(static_cast<ExprId>(node.c), 0);
  }

  bool has_closed_form(ExprId constant) const { return closed_form(std::fabs(record_.pool.constant_value(constant))).times != 0; }

  /// A bound that is a number stands in the unit of the parameter.
  Cell range(const ParameterDeclaration& parameter) const {
    std::vector<std::string> limits;
    std::string typeset;
    bool has_formula = false;
    for (const LimitDeclaration& limit : parameter.limits) {
      const bool is_converted = record_.pool.is_constant(limit.bound) && (parameter.unit_factor != 1 || parameter.unit_offset != 0);
      const double bound =
          is_converted ? from_si(record_.pool.constant_value(limit.bound), parameter.unit_factor, parameter.unit_offset) : 0;
      typeset += typeset.empty() ? "" : "<mo>,</mo><mspace width=\"0.3em\"/>";
      if (excludes_zero(limit)) {
        limits.emplace_back("not 0");
        typeset += "<mo>≠</mo><mn>0</mn>";
      } else {
        const RelationSigns signs = signs_of(limit.relation);
        has_formula = has_formula || !record_.pool.is_constant(limit.bound) || (!is_converted && has_closed_form(limit.bound));
        limits.push_back(signs.plain + (is_converted ? short_number(bound) : text(limit.bound)));
        typeset += signs.typeset + (is_converted ? mathml_number(bound) : mathml_inside(setting_, limit.bound));
      }
    }
    return has_formula ? Cell(joined(limits), "<math>" + typeset + "</math>") : Cell(joined(limits));
  }

  FactTable parameters() const {
    FactTable table{"parameters", {"parameter", "default", "unit", "range", ""}, {}};
    for (const ParameterDeclaration& parameter : record_.parameters) {
      if (!parameter.is_named()) continue;
      const double fallback = from_si(parameter.fallback, parameter.unit_factor, parameter.unit_offset);
      table.rows.push_back({parameter.name, parameter.has_fallback ? short_number(fallback) : kRequired,
                            unit_cell(parameter.unit, kWritten), range(parameter), parameter.doc});
    }
    for (const ListDeclaration& list : record_.lists) {
      std::vector<std::string> fallback;
      const Unit unit = parse_unit(list.unit).value_or(Unit{});
      const auto in_unit = [&](double value) { return short_number(from_si(value, unit.factor, unit.offset)); };
      for (const double value : list.fallback) fallback.push_back(in_unit(value));
      std::vector<std::string> what{list.is_mesh ? "STL file" : list.ascending ? "list, ascending" : "list"};
      for (const EntryLimit& limit : list.limits) what.push_back(signs_of(limit.relation).plain + in_unit(limit.bound));
      table.rows.push_back(
          {list.name, fallback.empty() ? kRequired : "[" + joined(fallback) + "]", unit_cell(list.unit, kWritten), joined(what), list.doc});
    }
    for (const SizeDeclaration& size : record_.sizes)
      if (size.list < 0)
        table.rows.push_back({size.name, std::to_string(size.fallback), "-",
                              "whole, " + std::to_string(size.low) + " to " + std::to_string(size.high), size.doc});
    for (const FormulaDeclaration& formula : record_.formulas)
      table.rows.push_back(
          {formula.name, '"' + formula.fallback + '"', "", formula.names.empty() ? "" : "in " + joined(formula.names), formula.doc});
    return table;
  }

  FactTable options() const {
    FactTable table{"options", {"option", "choices", ""}, {}};
    for (const OptionDeclaration& option : record_.options) {
      const std::string& chosen = option.choices[static_cast<std::size_t>(option.chosen)];
      table.rows.push_back({option.name, joined(option.choices, " | "),
                            option.doc + (option.chosen == option.fallback ? "; default " : "; shown for ") + chosen});
    }
    return table;
  }

  FactTable variables() const {
    FactTable table{"variables", {"variable", "unit", ""}, {}};
    for (const VariableDeclaration& variable : record_.variables)
      table.rows.push_back({variable.name, unit_cell(variable.unit, kConnected), variable.doc});
    for (const DerivedVariable& derived : derived_variables(record_))
      table.rows.push_back({std::string(derived.name), std::string(derived.unit), std::string(derived.doc)});
    fold_numbered(table.rows);
    return table;
  }

  FactTable equations() const {
    FactTable table{"equations", {"", ""}, {}};
    for (std::size_t i = 0; i < record_.relations.size(); ++i) {
      const RelationDeclaration& relation = record_.relations[i];
      if (shows_discrete(relation)) continue;
      const auto own = std::find_if(record_.frictions.begin(), record_.frictions.end(),
                                    [&](const FrictionDeclaration& f) { return f.relation == static_cast<std::int32_t>(i); });
      if (own == record_.frictions.end())
        table.rows.push_back({relation.label, equation(relation.left, relation.right)});
      else
        add_friction(*own, table);
    }
    for (const Abbreviations::Entry& entry : setting_.abbreviations.entries())
      table.rows.push_back({&entry == &setting_.abbreviations.entries().front() ? kWhere : "",
                            Cell(entry.name + " = " + text(static_cast<ExprId>(entry.node), true), mathml_definition(setting_, entry))});
    for (const DisplacementDeclaration& displacement : record_.displacements) table.rows.push_back(displacement_row(displacement));
    for (std::size_t i = 0; i < record_.tables.size(); ++i)
      table.rows.push_back({"table" + std::to_string(i), table_text(record_.tables[i])});
    table.typeset_rows = equations_of_vectors(table);
    return table;
  }

  /// The rows with those for x, y and z as one; none if a row needs a component by itself that then had no name.
  std::vector<std::vector<Cell>> equations_of_vectors(const FactTable& table) const {
    const Vectors& vectors = setting_.vectors;
    std::vector<std::vector<Cell>> rows;
    if (!vectors.has_threes() || !record_.frictions.empty()) return rows;
    PartsOfVectors parts(record_, setting_);
    std::size_t row = 0;  // of the table
    for (std::size_t i = 0; i < record_.relations.size(); ++i) {
      const RelationDeclaration& relation = record_.relations[i];
      if (shows_discrete(relation)) continue;
      std::vector<Cell> cells = table.rows[row++];
      const bool is_three = vectors.begins_three(i), in_vectors = is_three || (vectors.tells(i) && vectors.is_number(relation.left));
      parts.add(relation.left, in_vectors), parts.add(relation.right, in_vectors);
      if (in_vectors) cells[1].mathml = mathml_vector_equation(setting_, relation.left, relation.right);
      if (is_three) {
        cells[0].text.resize(cells[0].text.size() - 2);  // " x"
        i += 2, row += 2;
      }
      rows.push_back(std::move(cells));
    }
    for (const ExprId formula : {record_.stored, record_.dissipated, record_.supplied})
      if (formula != ExprId::none) parts.add(formula, vectors.is_number(formula));
    if (parts.lack_a_name()) return {};
    const char* label = kWhere;
    for (const Abbreviations::Entry& entry : setting_.abbreviations.entries()) {
      std::vector<Cell> cells = table.rows[row++];
      if (!parts.has(entry.node)) continue;
      if (vectors.tells(static_cast<ExprId>(entry.node))) cells[1].mathml = mathml_vector_definition(setting_, entry);
      cells[0] = std::exchange(label, "");
      rows.push_back(std::move(cells));
    }
    rows.insert(rows.end(), table.rows.begin() + static_cast<std::ptrdiff_t>(row), table.rows.end());
    return rows;
  }

  /// That a discrete variable is shown by a variable of its name tells nobody anything.
  bool shows_discrete(const RelationDeclaration& relation) const {
    return std::any_of(record_.discretes.begin(), record_.discretes.end(), [&](const DiscreteDeclaration& d) {
      return relation.left == record_.variables[static_cast<std::size_t>(d.variable)].symbol && relation.right == d.value;
    });
  }

  FactTable functions() const {
    FactTable table{"external functions", {"function", "unit", "arguments", "derivatives by", ""}, {}};
    for (const FunctionDeclaration& declaration : record_.functions) {
      if (declaration.is_derivative) continue;
      std::vector<std::string> arguments, derivatives;
      for (std::size_t i = 0; i < declaration.arguments.size(); ++i) {
        const FunctionDeclaration::Argument& argument = declaration.arguments[i];
        arguments.push_back(argument.name + (shown_unit(argument.unit).empty() ? "" : " [" + argument.unit + "]"));
        if (declaration.function->derivatives[i] != nullptr) derivatives.push_back(argument.name);
      }
      table.rows.push_back(
          {declaration.name, unit_cell(declaration.unit, kWritten), joined(arguments), joined(derivatives), declaration.doc});
    }
    return table;
  }

  /// What a mode switches: the relation itself is written for the search for modes, and tells a reader little.
  void add_friction(const FrictionDeclaration& f, FactTable& table) const {
    const ExprId zero = record_.pool.zero();
    if (f.contact.gap != ExprId::none) {
      table.rows.push_back({f.label + ", touches", equation(f.contact.gap, zero)});
      table.rows.push_back({f.label + ", open", equation(f.force, zero)});
      return;
    }
    if (f.creep != ExprId::none) return table.rows.push_back({f.label, equation(f.force, f.creep)});
    table.rows.push_back({f.label + ", sticks", equation(f.velocity, zero)});
    const auto slips = [&](const char* way, const FrictionSide<ExprId>& side, const std::string& sign) {
      if (text(side.static_level) == "inf") return;
      const std::string level = text(side.kinetic_level), typeset = mathml_equation(setting_, f.force, side.kinetic_level, sign);
      table.rows.push_back({f.label + ", slips " + way,
                            Cell(text(f.force) + " " + sign + (sign == "=" ? " " : "(") + level + (sign == "=" ? "" : ")"), typeset)});
    };
    slips("forwards", f.sides[kForwards], "=");
    slips("backwards", f.sides[kBackwards], "= -");
    if (f.open != ExprId::none) table.rows.push_back({f.label + ", open", equation(f.force, zero)});
  }

  std::string table_text(const TableDeclaration& table) const {
    if (table.is_past()) return text(table.past.value) + " as it was; before the start " + text(table.past.before);
    const std::string row = table.rows > 1 ? "row " + std::to_string(table.row + 1) + " of " : "";
    return kInterpolations[static_cast<std::size_t>(table.method)].phrase + std::string(" through ") + row + list_name(table.ordinates) +
           " over " + list_name(table.abscissae) + kTableEnds[static_cast<std::size_t>(table.ends)].phrase;
  }

  std::vector<Cell> displacement_row(const DisplacementDeclaration& displacement) const {
    const auto position = [&](const ConnectorDeclaration& port) {
      return port.name + "." + std::string(domains()[static_cast<std::size_t>(port.domain)].position);
    };
    std::string right = position(connector(displacement.port_r));
    if (displacement.port_c >= 0) right += " - " + position(connector(displacement.port_c));
    using Kind = DisplacementDeclaration::Kind;
    if (displacement.kind != Kind::free) right += " = " + text(displacement.value);
    const char* label = displacement.kind == Kind::free    ? "displacement"
                        : displacement.kind == Kind::fixed ? "fixed displacement"
                                                           : "prescribed displacement";
    const VariableDeclaration& own = record_.variables[static_cast<std::size_t>(displacement.variable)];
    std::string typeset =
        setting_.notation.of_symbol(record_.pool[own.symbol].a) + "<mo>=</mo>" + typeset_name(position(connector(displacement.port_r)));
    if (displacement.port_c >= 0) typeset += "<mo>−</mo>" + typeset_name(position(connector(displacement.port_c)));
    if (displacement.kind != Kind::free) typeset += "<mo>=</mo>" + mathml_inside(setting_, displacement.value);
    return {label, Cell(own.name + " = " + right, "<math>" + typeset + "</math>")};
  }

  FactTable energy(bool in_vectors) const {
    FactTable table{"energy", {"", "unit", ""}, {}};
    const auto add = [&](const char* what, const char* unit, ExprId formula) {
      if (formula == ExprId::none) return;
      Cell cell = expression(formula);
      if (in_vectors && setting_.vectors.is_number(formula)) cell.mathml = mathml_of_vectors(setting_, formula);
      table.rows.push_back({what, unit, std::move(cell)});
    };
    add("stores", "J", record_.stored), add("dissipates", "W", record_.dissipated), add("supplies", "W", record_.supplied);
    return table;
  }

  FactTable events() const {
    FactTable table{"events", {"when", "what happens"}, {}};
    for (const WhenDeclaration& when : record_.whens) {
      Cell condition = expression(when.condition);
      condition.text = "when " + condition.text;
      for (const WhenDeclaration::Assignment& assignment : when.assignments) {
        table.rows.push_back({condition, equation(assignment.target, assignment.value, ":=")});
        condition = "";
      }
      if (when.end != EndOfRun::none) table.rows.push_back({condition, "the run ends: " + when.sentence});
    }
    return table;
  }

  FactTable modes() const {
    FactTable table{"modes", {"", "from, to", "when"}, {}};
    for (const FrictionDeclaration& f : record_.frictions) {
      if (f.creep != ExprId::none) continue;
      const bool is_contact = f.contact.gap != ExprId::none;
      if (is_contact) {
        const Cell gap = expression(f.contact.gap);
        table.rows.push_back({f.label, "open, touches", Cell(gap.text + " reaches 0; faster than the rest speed it rebounds", "")});
        table.rows.push_back({"", "touches, open", "it is pulled by more than the release force"});
        continue;
      }
      table.rows.push_back({f.label, "sticks, slips forwards", level(f.sides[kForwards], "")});
      table.rows.push_back({"", "sticks, slips backwards", level(f.sides[kBackwards], "-")});
      table.rows.push_back({"", "slips, sticks", equation(f.velocity, record_.pool.zero())});
      if (f.open != ExprId::none) table.rows.push_back({"", "sticks or slips, open", expression(f.open)});
    }
    for (const MachineDeclaration& machine : record_.machines) {
      const auto state = [&](std::int32_t i) { return machine.states[static_cast<std::size_t>(i)]; };
      for (const MachineDeclaration::Transition& t : machine.transitions)
        table.rows.push_back(
            {&t == &machine.transitions.front() ? machine.name : "", state(t.from) + ", " + state(t.to), expression(t.condition)});
    }
    return table;
  }

  Cell level(const FrictionSide<ExprId>& side, const std::string& sign) const {
    const std::string bound = text(side.static_level);
    if (bound == "inf") return Cell("never");
    const bool is_negative = !sign.empty();
    return Cell(
        "the force that holds passes " + sign + (is_negative ? "(" + bound + ")" : bound),
        "<math><mtext>the force that holds passes&#160;</mtext>" + mathml_inside(setting_, side.static_level, is_negative) + "</math>");
  }

  FactTable causality() const {
    FactTable table{"causality", {"", ""}, {}};
    for (const CausalityDeclaration& declaration : record_.causality)
      table.rows.push_back({expression(declaration.variable), wish_text(declaration.wish)});
    return table;
  }

  const ComponentRecord& record_;
  const Setting setting_;
};

}  // namespace

std::vector<FactTable> facts_of(const ComponentRecord& record) { return Facts(with_all_requested(record)).tables(); }

FactTable facts_of_functions(const std::string& name) {
  FactTable table{"functions of expressions", {"function", "by definition", "value"}, {}};
  for (const ExpressionFunction& function : expression_functions()) {
    if (name.empty() || name == function.name)
      table.rows.push_back({signature(function), std::string(function.definition), std::string(function.doc)});
  }
  return table;
}

std::string of_contact(std::string_view what, const FrictionDeclaration& contact) {
  std::string name = std::string(what) + "_" + contact.label;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

std::string shown_symbol(const ComponentRecord& record, std::int32_t symbol) {
  const RecordSymbol& own = record.symbols[static_cast<std::size_t>(symbol)];
  if (own.kind == SymbolKind::time) return "t";
  if (own.kind != SymbolKind::mode) return symbol_name(record, symbol);
  const FrictionDeclaration& friction = record.frictions[static_cast<std::size_t>(own.index) / kModeInputs];
  const bool is_one_of_several = record.frictions.size() > 1 || friction.contact.gap != ExprId::none;
  return is_one_of_several ? of_contact(symbol_name(record, symbol), friction) : symbol_name(record, symbol);
}

}  // namespace stribeck
