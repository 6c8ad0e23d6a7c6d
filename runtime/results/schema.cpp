#include "results/schema.h"

#include <algorithm>

#include "base/decimal.h"
#include "base/text.h"
#include "base/unit_text.h"
#include "component/derived_variables.h"
#include "results/layout.h"
#include "results/schema_parts.h"
#include "simulation/integrator.h"

namespace stribeck {
namespace {

using schema::closed_object;
using schema::described;
using schema::Json;
using schema::kName;
using schema::kQuantity;
using schema::list_of;
using schema::map_of;
using schema::reference;

/// Options multiply; beyond this many combinations only those that differ from the defaults in one option are looked at.
constexpr std::size_t kMostCombinations = 256;

std::string with_unit(double si, const ParameterDeclaration& parameter) {
  return stribeck::with_unit(number_text(from_si(si, parameter.unit_factor, parameter.unit_offset)), parameter.unit);
}

/// What a text that begins with a number can be told: in every unit but those of temperature zero is zero.
const char* pattern_of(const LimitDeclaration& limit, double bound, const Dimension& dimension) {
  static const Dimension kTemperature = parse_unit("K")->dimension;
  if (bound != 0 || dimension.any || dimension == kTemperature) return nullptr;
  return limit.relation == Operator::ge ? schema::kNotNegative : limit.relation == Operator::gt ? schema::kPositive : nullptr;
}

/// A bare number is in SI, so constant limits can be told to it; of a text with a unit only its sign is known.
Json value_of(const ComponentRecord& record, const ParameterDeclaration& parameter) {
  Json number = {{"type", "number"}};
  const char* pattern = nullptr;
  for (const LimitDeclaration& limit : parameter.limits) {
    if (!record.pool.is_constant(limit.bound)) continue;
    const double bound = record.pool.constant_value(limit.bound);
    const char* key = limit.relation == Operator::ge   ? "minimum"
                      : limit.relation == Operator::gt ? "exclusiveMinimum"
                      : limit.relation == Operator::le ? "maximum"
                                                       : "exclusiveMaximum";
    number[key] = bound;
    if (const char* of_limit = pattern_of(limit, bound, parameter.dimension)) pattern = of_limit;
  }
  std::string text = parameter.doc;
  if (!parameter.unit.empty()) text += " [" + parameter.unit + "]";
  text += parameter.has_fallback ? ", " + with_unit(parameter.fallback, parameter) + " if left out" : ", required";
  Json value = {{"description", text}};
  value.update(schema::number_or_text(number, pattern));
  return value;
}

Json value_of(const OptionDeclaration& option) {
  Json schema = {{"description", option.doc}, {"enum", option.choices}};
  schema["default"] = option.choices[static_cast<std::size_t>(option.fallback)];
  return schema;
}

Json value_of(const ListDeclaration& list) {
  return {{"description", list.doc + " [" + list.unit + "]" + (list.ascending ? ", ascending" : "")},
          {"anyOf", list.is_mesh ? Json::array({reference("mesh_file")})
                                 : Json::array({list_of(reference("quantity"), 1), reference("list_file")})}};
}

Json value_of(const SizeDeclaration& size) {
  Json number = {{"type", "integer"}, {"minimum", size.low}, {"maximum", size.high}};
  return {{"description", size.doc + ", " + std::to_string(size.fallback) + " if left out"},
          {"anyOf", Json::array({number, reference("quantity_text")})}};
}

Json value_of(const FormulaDeclaration& formula) {
  return {{"description", formula.doc + "; an expression in " + joined(formula.names) + ", \"" + formula.fallback + "\" if left out"},
          {"type", "string"}};
}

/// Parameters and variables of all records of a type: what an option adds or takes away is checked by the program.
Json component_schema(const std::vector<const ComponentRecord*>& records) {
  Json parameters = Json::object(), targets = Json::object();
  std::vector<std::string> required;
  for (const ComponentRecord* record : records) {
    for (const OptionDeclaration& option : record->options) parameters[option.name] = value_of(option);
    for (const ParameterDeclaration& parameter : record->parameters)
      if (parameter.is_named()) parameters[parameter.name] = value_of(*record, parameter);
    for (const SizeDeclaration& size : record->sizes)
      if (size.list < 0) parameters[size.name] = value_of(size);
    for (const FormulaDeclaration& formula : record->formulas) parameters[formula.name] = value_of(formula);
    for (const ListDeclaration& list : record->lists) parameters[list.name] = value_of(list);
    for (const VariableDeclaration& variable : record->variables) {
      targets[variable.name] = described(reference("target"), variable.doc + " [" + variable.unit + "]");
    }
    for (const ConnectorDeclaration& connector : record->connectors)
      if (variable_shown(*record, connector.name).variable >= 0)
        targets[connector.name] = described(reference("target"), connector.doc + " [" + connector.unit + "]");
    for (const RequestDeclaration& request : record->requests)
      targets[request.name] = described(reference("target"), request.doc + " [" + request.unit + "]");
  }
  const auto always_given = [&](const auto& of_record) { return std::all_of(records.begin(), records.end(), of_record); };
  for (const ParameterDeclaration& parameter : records.front()->parameters) {
    const auto asks = [&](const ComponentRecord* record) {
      const int index = record->find_parameter(parameter.name);
      return index >= 0 && !record->parameters[static_cast<std::size_t>(index)].has_fallback;
    };
    if (parameter.is_named() && always_given(asks)) required.push_back(parameter.name);
  }
  for (const ListDeclaration& list : records.front()->lists) {
    const auto asks = [&](const ComponentRecord* record) {
      const int index = record->find_list(list.name);
      return index >= 0 && record->lists[static_cast<std::size_t>(index)].fallback.empty();
    };
    if (always_given(asks)) required.push_back(list.name);
  }
  Json properties = {{"type", {{"const", records.front()->type}}}, {"count", reference("count")}};
  properties["parameters"] = closed_object(std::move(parameters), required);
  // Sizes decide how many variables there are: their names are checked by the program.
  const bool open = std::any_of(records.begin(), records.end(), [](const ComponentRecord* record) { return !record->sizes.empty(); });
  properties["initial"] = closed_object(std::move(targets));
  const std::vector<ConnectorDeclaration>& connectors = records.front()->connectors;
  if (std::any_of(connectors.begin(), connectors.end(), [](const auto& c) { return c.kind == ConnectorKind::port; }))
    properties["initial"]["patternProperties"] = {{"[.]position$", reference("target")}};
  if (open) properties["initial"]["additionalProperties"] = reference("target");
  Json schema = closed_object(std::move(properties), required.empty() ? Json{"type"} : Json{"type", "parameters"});
  schema["description"] = first_sentence(records.front()->doc);
  return schema;
}

void add_components(Registry& registry, Json& definitions) {
  Json component = {{"type", "object"}, {"required", {"type"}}};
  Json cases = Json::array();
  for (const std::string& type : registry.types()) {
    definitions[type] = component_schema(all_records(registry, type));
    cases.push_back({{"if", {{"properties", {{"type", {{"const", type}}}}}, {"required", {"type"}}}}, {"then", reference(type)}});
  }
  Json all = registry.types();
  if (all.size() > 1) {  // of components that can be used, not of one that is described by itself
    definitions["fmu"] = schema::fmu();
    cases.push_back({{"if", {{"properties", {{"type", {{"const", "fmu"}}}}}, {"required", {"type"}}}}, {"then", reference("fmu")}});
    all.push_back("fmu");
  }
  const Json known = {{"description", "see: stribeck list; \"fmu\" takes a component from a file"}, {"enum", all}};
  if (!cases.empty()) component["allOf"] = std::move(cases);
  definitions["component"] = component;
  definitions["component"]["properties"] = {{"type", known}};
  // Which types a diagram and the files that it includes define is beyond a schema: other names are taken for theirs.
  const Json is_known = {{"properties", {{"type", {{"enum", all}}}}}, {"required", {"type"}}};
  component["properties"] = {{"type", {{"description", "see: stribeck list; or one of \"definitions\""}, {"type", "string"}}}};
  component["allOf"].push_back({{"if", is_known}, {"then", true}, {"else", reference("own_component")}});
  definitions["any_component"] = std::move(component);
}

void add_values(Json& definitions) {
  definitions["quantity_text"] = {
      {"description", "a number with its unit, \"100 rpm\", or an expression in the diagram's parameters, \"=2*k\""},
      {"type", "string"},
      {"pattern", kQuantity}};
  definitions["quantity"] = {{"description", "a number in SI units, or a text with a unit or an expression"},
                             {"anyOf", Json::array({{{"type", "number"}}, reference("quantity_text")})}};
  Json column = {{"description", "a name of the file's first line, or a number from 1"}};
  column["anyOf"] = Json::array({{{"type", "string"}}, {{"type", "integer"}, {"minimum", 1}}});
  const Json grid = {{"description", "the first column, the first line, or what lies between them, row by row"},
                     {"enum", {"rows", "columns", "values"}}};
  const Json file = {{"description", "a CSV file, named from the diagram's folder"}, {"type", "string"}};
  const Json unit = {{"description", "of the numbers, where the file has no line of units"}, {"type", "string"}};
  definitions["list_file"] = closed_object({{"file", file}, {"column", column}, {"grid", grid}, {"unit", unit}}, {"file"});
  const Json mesh = {{"description", "an STL file, named from the diagram's folder"}, {"type", "string"}};
  const Json length = {{"description", "in which its numbers are, as \"mm\": the file does not say it"}, {"type", "string"}};
  definitions["mesh_file"] = closed_object({{"file", mesh}, {"unit", length}}, {"file", "unit"});
  Json priority = {{"description", "high holds exactly, low as closely as possible, none only starts the search"},
                   {"enum", {"high", "low", "none"}}};
  definitions["target"] = {{"anyOf", Json::array({reference("quantity"),
                                                  closed_object({{"value", reference("quantity")}, {"priority", priority}}, {"value"})})}};
}

Json solver_schema() {
  Json names = Json::array();
  std::string text = "how time is integrated:";
  for (const IntegratorRow& row : integrators()) {
    names.push_back(row.name);
    text.append("\n").append(row.name).append(": ").append(row.description);
  }
  return {{"description", text}, {"enum", names}};
}

Json experiment_schema() {
  Json properties;
  properties["start"] = described(reference("quantity"), "time at the start [s]");
  properties["stop"] = described(reference("quantity"), "time at the end [s]");
  const Json above_zero = schema::number_or_text({{"type", "number"}, {"exclusiveMinimum", 0}}, schema::kPositive);
  properties["interval"] = described(above_zero, "time between rows of the result [s]");
  properties["solver"] = solver_schema();
  const Json small = schema::number_or_text({{"type", "number"}, {"minimum", 1e-15}, {"exclusiveMaximum", 1}});
  properties["rtol"] = described(small, "relative tolerance");
  properties["atol"] =
      described(small, "absolute tolerance, times the nominal value of each variable; if not given, small states are known to rtol, too");
  properties["step"] = described(above_zero, "step of fixed-step solvers [s]");
  properties["max_step"] = described(above_zero, "largest step [s]");
  properties["steady_state"] = {
      {"description", "start at rest or in uniform motion, nearest to the targets; those of high priority hold, a speed too"},
      {"type", "boolean"}};
  return closed_object(std::move(properties));
}

Json expect_schema() {
  const Json within = described(reference("quantity"), "largest difference that is allowed");
  const Json text = {{"type", "string"}};
  const Json value = closed_object({{"value", reference("quantity")}, {"within", within}}, {"value", "within"});
  const Json exact = closed_object({{"expression", text}, {"within", within}}, {"expression", "within"});
  const Json event = closed_object({{"of", described(text, "the instance, or instance.condition; left out: any")},
                                    {"at", described(reference("quantity"), "time [s]")},
                                    {"within", within}},
                                   {"at", "within"});
  const Json count = {{"anyOf", Json::array({{{"type", "integer"}, {"minimum", 0}}, reference("quantity_text")})}};
  const Json share = {{"anyOf", Json::array({{{"type", "number"}, {"minimum", 0}}, reference("quantity_text")})}};
  Json properties;
  properties["at"] = described(map_of(map_of(value)), "times, \"1.5 s\", and the values of variables then");
  properties["exact"] = described(map_of(exact), "expressions in t and the diagram's parameters that hold at every row");
  properties["events"] = described(list_of(event), "when events happen");
  properties["energy_residual"] = described(share, "largest energy residual, relative to the energy exchanged");
  properties["states"] = described(count, "number of states");
  properties["max_steps"] = described(count, "largest number of steps");
  return closed_object(std::move(properties));
}

Json boundary_schema() {
  const Json text = {{"type", "string"}}, connector = schema::text_like(schema::kConnector);
  const Json start = described(reference("quantity"), "value until another one is given");
  const Json hold = {{"description", "a file of values gives steps, not straight lines between them"}, {"type", "boolean"}};
  const Json input = closed_object(
      {{"input", described(connector, "an input of a component, \"motor.S\"")}, {"start", start}, {"hold", hold}, {"doc", text}},
      {"input"});
  const Json output = closed_object({{"output", described(text, "a variable, \"load.w\", or a formula")}, {"doc", text}}, {"output"});
  const Json gives = {{"description", "\"velocity\": a force is given to it from outside; \"force\": a velocity is"},
                      {"enum", {"velocity", "force"}}};
  const Json port = closed_object(
      {{"port", described(connector, "a conserving port, \"load.I\"")}, {"gives", gives}, {"start", start}, {"hold", hold}, {"doc", text}},
      {"port", "gives"});
  return map_of({{"anyOf", Json::array({input, output, port})}}, kName);
}

Json overlay_schema() {
  const Json text = {{"type", "string"}};
  return closed_object({{"file", described(text, "a CSV file with a header line, relative to the diagram")},
                        {"x", described(text, "its column along the x axis; left out: time")},
                        {"y", described(text, "its column to draw")},
                        {"x_unit", described(text, "unit of that column; left out: SI")},
                        {"unit", described(text, "unit of the column drawn; left out: SI")},
                        {"label", described(text, "its name in the legend")}},
                       {"file", "y"});
}

Json plot_schema() {
  const Json text = {{"type", "string"}};
  const Json curve = {{"anyOf", Json::array({text, closed_object({{"of", text}, {"label", text}}, {"of"})})}};
  const Json curves = {{"anyOf", Json::array({text, closed_object({{"of", text}, {"label", text}}, {"of"}), list_of(curve)})}};
  const Json log = {{"enum", Json::array({"x", "y", "both"})}};
  return closed_object({{"title", text},
                        {"x", described(text, "variable along the x axis; left out: time")},
                        {"y", described(curves, "variables to draw, or patterns; those of another unit get a panel of their own")},
                        {"x_unit", described(text, "unit of the x axis; left out: SI with a prefix")},
                        {"y_unit", described(text, "unit of the curves that it measures; left out: SI with a prefix")},
                        {"log", described(log, "axes with a logarithmic scale")},
                        {"modes", described(list_of(text), "components that stick: shaded while they do; left out: those drawn")},
                        {"overlay", described(list_of(overlay_schema()), "measurements or other results, drawn beside the curves")}},
                       {"y"});
}

Json root_properties() {
  const Json text = {{"type", "string"}};
  Json parameter = {
      {"anyOf", Json::array({reference("quantity"), closed_object({{"value", reference("quantity")}, {"doc", text}}, {"value"})})}};
  const Json named =
      closed_object({{"name", text}, {"unit", described(text, "in which people see it, \"rpm\"; files of rows stay in SI")}}, {"name"});
  Json properties;
  properties["$schema"] = text;
  properties["format"] = {{"const", "stribeck/1"}};
  properties["title"] = text;
  properties["description"] = text;
  properties["parameters"] = described(map_of(parameter, kName), "values that expressions and --set can use");
  const char* wanted = R"(^ *[A-Za-z_][A-Za-z0-9_-]*( *(>=|<=|>|<|=) *[0-9]+(\.[0-9]+)*)?( *, *(>=|<=|>|<|=) *[0-9]+(\.[0-9]+)*)* *$)";
  properties["libraries"] =
      described(list_of(schema::text_like(wanted)),
                "libraries whose types are used, \"friction_tools\" or \"friction_tools >= 1.2, < 2\": folders with a library.json, looked "
                "for beside "
                "the diagram, in the folders of the nearest stribeck.json, of the variable STRIBECK_PATH, of the user "
                "(~/.local/share/stribeck/libraries) and of the system; \"stribeck libraries\" shows which are found");
  properties["library"] =
      described(closed_object({{"name", described(schema::text_like("^[A-Za-z_][A-Za-z0-9_-]*$"), "also the name of its folder")},
                               {"version", described(schema::text_like(R"(^[0-9]+(\.[0-9]+)*$)"), "numbers between dots, \"1.2\"")},
                               {"plugins", described(list_of(text), "shared libraries of component types, from the library's folder")}},
                              {"name", "version"}),
                "of the file library.json of a library alone: which one it is");
  properties["include"] = described(list_of(text), "files whose definitions are used, relative to this one");
  properties["definitions"] = described(map_of(reference("definition")), "subsystems and component types of the diagram's own");
  properties["plane"] = {{"description", "of planar mechanisms: in it components in space need no axes and no numbers across it"},
                         {"enum", {"xy", "xz", "yz"}}};
  properties["components"] = map_of(reference("any_component"), kName);
  properties["components"]["minProperties"] = 1;
  properties["connections"] =
      described(list_of(list_of(schema::text_like(schema::kConnector), 2)), "each joins two or more connectors, \"instance.port\"");
  properties["boundary"] = described(boundary_schema(), "what is given to the diagram from outside while it runs, and what it gives");
  properties["experiment"] = experiment_schema();
  const Json variables = described(list_of({{"anyOf", Json::array({text, named})}}),
                                   "variables \"instance.variable\", patterns \"instance.*\", or formulas \"a.T*a.w\"");
  const Json rows =
      closed_object({{"variables", variables},
                     {"from", described(reference("quantity"), "files get the rows from then on [s]")},
                     {"to", described(reference("quantity"), "files get the rows until then [s]")},
                     {"at", described(list_of(reference("quantity"), 1), "files get the rows at these times alone, ascending [s]")},
                     {"rows", {{"description", "where the solver's steps end, instead of every interval"}, {"const", "steps"}}}});
  properties["outputs"] = {{"description", "variables, or an object that says which rows files get, too"},
                           {"anyOf", Json::array({variables, rows})}};
  properties["plots"] = described(list_of(plot_schema()), "what stribeck run --plot draws, one above the other");
  properties["fit"] = {{"description", "what `stribeck fit` compares the run with, and what is free: stribeck schema fit"},
                       {"type", "object"}};
  properties["expect"] = described(expect_schema(), "what `stribeck check` compares the run with");
  return properties;
}

/// Option choices of one record after another: counts up like an odometer. False when all have been seen.
bool next_combination(std::vector<int>& choices, const std::vector<OptionDeclaration>& options) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (++choices[i] < static_cast<int>(options[i].choices.size())) return true;
    choices[i] = 0;
  }
  return false;
}

/// By each choice of the options that a record has and the usual one has not: some choices bring further options.
void add_further_choices(Registry& registry, const ComponentRecord& record, std::vector<const ComponentRecord*>& records) {
  const std::vector<OptionDeclaration>& usual = registry.record(record.type).options;
  std::vector<int> choices;
  for (const OptionDeclaration& option : record.options) choices.push_back(option.chosen);
  for (std::size_t i = 0; i < record.options.size(); ++i) {
    const OptionDeclaration& option = record.options[i];
    if (std::any_of(usual.begin(), usual.end(), [&](const OptionDeclaration& one) { return one.name == option.name; })) continue;
    std::vector<int> other = choices;
    for (int choice = 0; choice < static_cast<int>(option.choices.size()); ++choice) {
      other[i] = choice;
      if (choice != option.chosen) records.push_back(&registry.record(record.type, other));
    }
  }
}

std::vector<const ComponentRecord*> records_by_usual_options(Registry& registry, const std::string& type) {
  const ComponentRecord& usual = registry.record(type);
  std::vector<const ComponentRecord*> records{&usual};
  std::size_t combinations = 1;
  for (const OptionDeclaration& option : usual.options) combinations *= option.choices.size();
  if (combinations <= kMostCombinations) {
    std::vector<int> choices(usual.options.size(), 0);
    while (next_combination(choices, usual.options)) records.push_back(&registry.record(type, choices));
    return records;
  }
  for (std::size_t i = 0; i < usual.options.size(); ++i) {
    std::vector<int> choices(usual.options.size(), 0);
    for (choices[i] = 1; choices[i] < static_cast<int>(usual.options[i].choices.size()); ++choices[i]) {
      records.push_back(&registry.record(type, choices));
    }
  }
  return records;
}

}  // namespace

std::vector<const ComponentRecord*> all_records(Registry& registry, const std::string& type) {
  std::vector<const ComponentRecord*> records = records_by_usual_options(registry, type);
  const std::size_t by_usual_options = records.size();
  for (std::size_t i = 0; i < by_usual_options; ++i) add_further_choices(registry, *records[i], records);
  return records;
}

std::string diagram_schema(Registry& registry) {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "Stribeck diagram";
  schema["description"] = "A mechanical diagram; made by `stribeck schema` from the declarations of the components.";
  schema.update(closed_object(root_properties(), {"format"}));
  const auto has = [](const char* key) { return Json{{"required", {key}}}; };
  // A file of definitions alone is there to be included.
  schema["anyOf"] = Json::array({has("components"), has("definitions"), has("include"), has("library")});
  schema["not"] = {{"required", {"library", "components"}}};
  schema["if"] = {{"anyOf", Json::array({has("definitions"), has("include"), has("libraries")})}};
  schema["then"] = true;
  schema["else"] = {{"properties", {{"components", map_of(reference("component"))}}}};
  Json definitions = Json::object();
  add_values(definitions);
  add_components(registry, definitions);
  stribeck::schema::add_definitions(definitions);
  schema["$defs"] = std::move(definitions);
  return schema.dump(2) + "\n";
}

}  // namespace stribeck
