// stribeck describe: all that a component type declares.
#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "expression/print.h"
#include "results/layout.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  stribeck describe rotational.friction
  stribeck describe TYPE --option NAME=CHOICE               the equations for another choice of an option)";

struct DescribeArguments {
  std::string type;
  std::vector<std::string> options;
};

template <typename Row, typename Member>
std::vector<std::string> names_of(const std::vector<Row>& rows, Member member) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.*member);
  return names;
}

/// "any:tag" ties units to each other; which ones does not matter to a reader.
std::string unit_text(const std::string& unit) { return unit.starts_with("any") ? "any" : unit; }

/// The lines of one heading, left out when there are none.
std::string section(const std::string& heading, const TextTable& table) {
  return table.empty() ? "" : "\n" + heading + "\n" + table.to_text();
}

class Description {
 public:
  explicit Description(const ComponentRecord& record) : record_(record) {}

  std::string text() const {
    std::string result = record_.type + "\n\n" + record_.doc;
    while (result.back() == '\n') result.pop_back();
    result += "\n";
    result +=
        section("ports", ports()) + section("signals", signals()) + section("parameters", parameters()) + section("options", options());
    result += section("variables", variables()) + section("equations", equations()) + section("energy", energy());
    result += section("events", events());
    result += section("causality", causality());
    if (!record_.origin.empty()) result += "\ndeclared in " + record_.origin + "\n";
    return result;
  }

 private:
  std::string symbol_name(std::int32_t symbol) const {
    const bool is_time = record_.symbols[static_cast<std::size_t>(symbol)].kind == SymbolKind::time;
    return is_time ? "t" : stribeck::symbol_name(record_, symbol);
  }

  std::string expression(ExprId id) const {
    return to_text(record_.pool, id, [this](std::int32_t symbol) { return symbol_name(symbol); });
  }

  TextTable ports() const {
    TextTable table("lll");
    for (const ConnectorDeclaration& connector : record_.connectors) {
      if (connector.kind != ConnectorKind::port) continue;
      table.add({connector.name, std::string(domains()[static_cast<std::size_t>(connector.domain)].name), connector.doc});
    }
    return table;
  }

  TextTable signals() const {
    TextTable table("llll");
    for (const ConnectorDeclaration& connector : record_.connectors) {
      if (connector.kind == ConnectorKind::port) continue;
      std::string doc = connector.doc;
      if (connector.fallback != ExprId::none) doc += "; " + expression(connector.fallback) + " if left open";
      table.add({connector.name, connector.kind == ConnectorKind::input ? "input" : "output", unit_text(connector.unit), doc});
    }
    return table;
  }

  std::string range(const ParameterDeclaration& parameter) const {
    std::string text;
    for (const LimitDeclaration& limit : parameter.limits) {
      const char* relation = limit.relation == Operator::ge   ? ">= "
                             : limit.relation == Operator::gt ? "> "
                             : limit.relation == Operator::le ? "<= "
                                                              : "< ";
      text += (text.empty() ? "" : ", ") + std::string(relation) + expression(limit.bound);
    }
    return text;
  }

  TextTable parameters() const {
    TextTable table("lllll");
    for (const ParameterDeclaration& parameter : record_.parameters) {
      if (parameter.list >= 0) continue;
      const double fallback = (parameter.fallback - parameter.unit_offset) / parameter.unit_factor;
      table.add({parameter.name, parameter.has_fallback ? short_number(fallback) : "required", unit_text(parameter.unit), range(parameter),
                 parameter.doc});
    }
    for (const ListDeclaration& list : record_.lists) {
      std::string fallback;
      const Unit unit = parse_unit(list.unit).value_or(Unit{});
      for (const double value : list.fallback)
        fallback += (fallback.empty() ? "[" : ", ") + short_number((value - unit.offset) / unit.factor);
      table.add({list.name, fallback.empty() ? "required" : fallback + "]", unit_text(list.unit),
                 list.ascending ? "list, ascending" : "list", list.doc});
    }
    for (const SizeDeclaration& size : record_.sizes) {
      if (size.list >= 0) continue;
      table.add({size.name, std::to_string(size.fallback), "1", "whole, " + std::to_string(size.low) + " to " + std::to_string(size.high),
                 size.doc});
    }
    for (const FormulaDeclaration& formula : record_.formulas) {
      std::string names;
      for (const std::string& name : formula.names) names += (names.empty() ? "in " : ", ") + name;
      table.add({formula.name, '"' + formula.fallback + '"', "", names, formula.doc});
    }
    return table;
  }

  TextTable options() const {
    TextTable table("lll");
    for (const OptionDeclaration& option : record_.options) {
      std::string choices;
      for (const std::string& choice : option.choices) choices += (choices.empty() ? "" : " | ") + choice;
      const std::string& chosen = option.choices[static_cast<std::size_t>(option.chosen)];
      table.add({option.name, choices, option.doc + (option.chosen == option.fallback ? "; default " : "; shown for ") + chosen});
    }
    return table;
  }

  TextTable variables() const {
    TextTable table("lll");
    for (const VariableDeclaration& variable : record_.variables) table.add({variable.name, variable.unit, variable.doc});
    return table;
  }

  TextTable equations() const {
    TextTable table("ll");
    for (const RelationDeclaration& relation : record_.relations) {
      table.add({relation.label, expression(relation.left) + " = " + expression(relation.right)});
    }
    for (const DisplacementDeclaration& displacement : record_.displacements) table.add(displacement_row(displacement));
    for (std::size_t i = 0; i < record_.tables.size(); ++i) {
      const auto list = [&](std::int32_t index) { return record_.lists[static_cast<std::size_t>(index)].name; };
      const TableDeclaration& lines = record_.tables[i];
      const std::string row = lines.rows > 1 ? "row " + std::to_string(lines.row + 1) + " of " : "";
      table.add({"table" + std::to_string(i), method_text(lines.method) + " through " + row + list(lines.ordinates) + " over " +
                                                  list(lines.abscissae) +
                                                  (lines.ends == TableEnds::extend ? ", extended beyond them" : "")});
    }
    return table;
  }

  std::vector<std::string> displacement_row(const DisplacementDeclaration& displacement) const {
    const std::string& name = record_.variables[static_cast<std::size_t>(displacement.variable)].name;
    const ConnectorDeclaration& r = record_.connectors[static_cast<std::size_t>(displacement.port_r)];
    const auto position = [&](const ConnectorDeclaration& port) {
      return port.name + "." + std::string(domains()[static_cast<std::size_t>(port.domain)].position);
    };
    std::string right = position(r);
    if (displacement.port_c >= 0) right += " - " + position(record_.connectors[static_cast<std::size_t>(displacement.port_c)]);
    if (displacement.kind != DisplacementDeclaration::Kind::free) right += " = " + expression(displacement.value);
    const char* label = displacement.kind == DisplacementDeclaration::Kind::free    ? "displacement"
                        : displacement.kind == DisplacementDeclaration::Kind::fixed ? "fixed displacement"
                                                                                    : "prescribed displacement";
    return {label, name + " = " + right};
  }

  TextTable energy() const {
    TextTable table("lll");
    if (record_.stored != ExprId::none) table.add({"stores", "J", expression(record_.stored)});
    if (record_.dissipated != ExprId::none) table.add({"dissipates", "W", expression(record_.dissipated)});
    if (record_.supplied != ExprId::none) table.add({"supplies", "W", expression(record_.supplied)});
    return table;
  }

  TextTable events() const {
    TextTable table("ll");
    for (const WhenDeclaration& when : record_.whens) {
      std::string condition = "when " + expression(when.condition);
      for (const WhenDeclaration::Assignment& assignment : when.assignments) {
        table.add({condition, expression(assignment.target) + " := " + expression(assignment.value)});
        condition.clear();
      }
      if (when.end != WhenDeclaration::End::none) table.add({condition, "the run ends: " + when.sentence});
    }
    return table;
  }

  TextTable causality() const {
    TextTable table("ll");
    for (const CausalityDeclaration& declaration : record_.causality)
      table.add({expression(declaration.variable), wish_text(declaration.wish)});
    return table;
  }

  static std::string method_text(TableMethod method) {
    return method == TableMethod::linear ? "straight lines" : method == TableMethod::akima ? "Akima's cubics" : "monotone cubics";
  }

  static std::string wish_text(CausalityWish wish) {
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

  const ComponentRecord& record_;
};

/// Indices of the choices that --option names; the rest as by default.
std::vector<int> chosen(const ComponentRecord& record, const std::vector<std::string>& assignments) {
  std::vector<int> choices;
  for (const OptionDeclaration& option : record.options) choices.push_back(option.fallback);
  for (const Override& assignment : parse_overrides(assignments, "--option", "--option law=linear")) {
    const int index = record.find_option(assignment.name);
    if (index < 0) {
      refuse(record.type + " has no option " + stribeck::quoted(assignment.name),
             did_you_mean(assignment.name, names_of(record.options, &OptionDeclaration::name)));
    }
    const OptionDeclaration& option = record.options[static_cast<std::size_t>(index)];
    const auto choice = std::find(option.choices.begin(), option.choices.end(), assignment.value);
    if (choice == option.choices.end()) {
      refuse(option.name + " of " + record.type + " cannot be " + stribeck::quoted(assignment.value),
             "see: stribeck describe " + record.type);
    }
    choices[static_cast<std::size_t>(index)] = static_cast<int>(choice - option.choices.begin());
  }
  return choices;
}

int execute(const DescribeArguments& arguments) {
  if (arguments.type.empty()) refuse("describe needs a component type", "see: stribeck list");
  Registry registry;
  add_builtin_components(registry);
  if (!registry.contains(arguments.type)) {
    const std::string near = did_you_mean(arguments.type, registry.types());
    refuse("there is no component type " + stribeck::quoted(arguments.type), near.empty() ? "see: stribeck list" : near);
  }
  const ComponentRecord& usual = registry.record(arguments.type);
  const ComponentRecord& record = arguments.options.empty() ? usual : registry.record(arguments.type, chosen(usual, arguments.options));
  write_to_standard_output(Description(record).text());
  return kDone;
}

}  // namespace

Action add_describe(CLI::App& program) {
  CLI::App* command = program.add_subcommand("describe", "ports, parameters, variables and equations of a component type");
  const auto arguments = std::make_shared<DescribeArguments>();
  command->add_option("TYPE", arguments->type, "a type of stribeck list")->type_name("");
  command->add_option("--option", arguments->options, "show the type for this choice, may be repeated")
      ->type_name("NAME=CHOICE")
      ->allow_extra_args(false);
  command->footer(kExamples);
  return [arguments] { return execute(*arguments); };
}

}  // namespace stribeck::cli
