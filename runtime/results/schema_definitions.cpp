// The JSON schema of what a diagram defines itself.
#include "component/record.h"
#include "results/schema_parts.h"

namespace stribeck::schema {
namespace {

Json text(const std::string& description) { return {{"description", description}, {"type", "string"}}; }
Json truth(const std::string& description) { return {{"description", description}, {"type", "boolean"}}; }
Json value(const std::string& description) { return described(reference("quantity"), description); }
/// Of things that must be described: {"unit": "N/m", "doc": ".."}.
Json doc() { return {{"description", "what it is"}, {"type", "string"}, {"minLength", 1}}; }
Json unit() { return text("\"N*m/rad\"; \"1\" for a pure number, which it is if left out"); }
Json expression(const std::string& description) { return {{"description", description}, {"type", {"string", "number"}}}; }

void add_limits(Json& properties) {
  properties["at_least"] = value("the smallest value");
  properties["above"] = value("what it must be above");
  properties["at_most"] = value("the largest value");
  properties["below"] = value("what it must be below");
}

/// One of the names of rows, each of which says what it means.
Json names_of(const auto& rows, std::string text) {
  Json names = Json::array();
  for (const auto& row : rows) {
    names.push_back(row.name);
    text += (names.size() == 1 ? ": " : "; ") + std::string(row.name) + ", " + row.doc;
  }
  return described({{"enum", names}}, text);
}

Json subsystem() {
  Json parameter = {{"value", value("left out: its user must give it")}, {"unit", unit()}, {"doc", text("what it is")}};
  add_limits(parameter);
  const Json connector = described(text_like(kConnector), "a connector inside");
  const Json port = {{"anyOf", Json::array({connector, list_of(connector, 1)})}};
  Json properties = {{"title", text("a title")}, {"doc", text("what it is")}};
  properties["parameters"] =
      described(map_of({{"anyOf", Json::array({reference("quantity"), closed_object(parameter)})}}, kName), "what its user can choose");
  properties["components"] = map_of(reference("any_component"), kName);
  properties["connections"] = list_of(list_of(described(text_like(kConnector), "a connector, or many: \"cell[1:n-1].right\""), 2));
  properties["ports"] = described(map_of(port, kName), "connectors inside that can be connected from outside");
  return closed_object(properties, {"components"});
}

Json transitions() {
  return list_of(closed_object({{"from", text("a state")},
                                {"to", text("a state")},
                                {"when", expression("a condition")},
                                {"set", map_of(text("an expression, of the values just before"))}},
                               {"from", "to", "when"}));
}

void add_events(Json& properties) {
  properties["discrete"] = described(
      map_of(closed_object(
                 {{"unit", unit()}, {"doc", doc()}, {"start", value("at the start")}, {"hidden", truth("not shown unless asked for")}},
                 {"doc"}),
             kName),
      "variables that keep their values between events");
  properties["modes"] = described(map_of(closed_object({{"doc", doc()},
                                                        {"states", list_of(text("its name"), 2)},
                                                        {"start", text("a state; left out: the first")},
                                                        {"transitions", transitions()}},
                                                       {"doc", "states"}),
                                         kName),
                                  "finite machines; expressions ask \"mode.state\"");
  Json friction;
  for (const char* key : {"velocity", "force", "static", "kinetic", "static_backwards", "kinetic_backwards", "open"})
    friction[key] = expression("an expression");
  properties["dry_frictions"] = described(map_of(closed_object(friction, {"velocity", "force", "static", "kinetic"}), kName),
                                          "frictions that stick exactly; their names are the direction of slip");
  Json contact;
  Json all = Json::array();
  for (const char* key : {"gap", "approach", "force", "restitution", "rest_speed", "release_force"}) {
    contact[key] = expression("an expression");
    all.push_back(key);
  }
  contact["law"] = names_of(kRestitutionLaws, "how restitution follows from the speed of approach");
  properties["contacts"] =
      described(map_of(closed_object(contact, all), kName), "rigid contacts on one side; their names are 1 while they touch");
  Json when = {{"condition", expression("what becomes true")},
               {"label", text("told among the events of a run")},
               {"set", map_of(text("an expression, of the values just before"))}};
  for (const EndWord& end : kEndsOfRun)
    if (end.doc != nullptr) when[end.name] = text(end.doc);
  properties["when"] = list_of(closed_object(when, {"condition"}));
}

Json component() {
  Json parameter = {{"value", value("left out: its user must give it")}, {"unit", unit()}, {"doc", doc()}};
  add_limits(parameter);
  Json properties = {{"title", text("a title")}, {"doc", text("what it is, with its source; the first sentence is the summary")}};
  properties["parameters"] = map_of(closed_object(parameter, {"doc"}), kName);
  Json list = {{"unit", unit()}, {"doc", doc()}, {"values", list_of(reference("quantity"))}, {"ascending", truth("checked")}};
  add_limits(list);
  properties["lists"] = map_of(closed_object(list, {"doc"}), kName);
  properties["tables"] = map_of(closed_object({{"over", text("the list of abscissae")},
                                               {"of", text("the list of ordinates")},
                                               {"method", names_of(kInterpolations, "what joins the points")},
                                               {"ends", names_of(kTableEnds, "what holds outside them")}},
                                              {"over", "of"}),
                                kName);
  properties["ports"] =
      map_of(closed_object({{"domain", {{"enum", {"translational", "rotational"}}}}, {"doc", doc()}}, {"domain", "doc"}), kName);
  properties["inputs"] =
      map_of(closed_object({{"unit", unit()}, {"doc", doc()}, {"value", value("while it is left open")}}, {"doc"}), kName);
  properties["outputs"] = map_of(closed_object({{"unit", unit()}, {"doc", doc()}}, {"doc"}), kName);
  properties["variables"] = map_of(closed_object({{"unit", unit()},
                                                  {"doc", doc()},
                                                  {"value", expression("an expression that it is a name for")},
                                                  {"start", value("where a search for initial values begins")},
                                                  {"nominal", value("typical magnitude")},
                                                  {"hidden", truth("not shown unless asked for")}},
                                                 {"doc"}),
                                   kName);
  properties["displacements"] = map_of(closed_object({{"of", text("a port")},
                                                      {"from", text("a port; left out: the origin")},
                                                      {"doc", doc()},
                                                      {"fixed", expression("its constant value")},
                                                      {"prescribed", expression("its value, a function of time")}},
                                                     {"of", "doc"}),
                                       kName);
  add_events(properties);
  const Json equation = text_like(kEquation);
  properties["equations"] =
      described({{"anyOf", Json::array({map_of(equation), list_of(equation)})}}, "\"der(z) = w - abs(w)*z/g\", with labels or without");
  properties["stores"] = text("energy [J]");
  properties["dissipates"] = text("power [W]");
  properties["supplies"] = text("power that it feeds into the diagram [W]");
  properties["causality"] = map_of({{"enum", kCausalityWishes}}, kName);
  return closed_object(properties, {"doc"});
}

}  // namespace

Json fmu() {
  const Json given = {{"anyOf", Json::array({reference("quantity"), Json{{"type", "string"}}, Json{{"type", "boolean"}}})}};
  Json properties = {{"type", {{"const", "fmu"}}}, {"count", reference("count")}};
  properties["file"] = text("the .fmu, named from the folder of the file that names it");
  properties["parameters"] = described(map_of(given), "communication_step and the FMU's own; stribeck describe --fmu FILE lists them");
  properties["start"] = described(map_of(given), "start values of open inputs, states and texts");
  properties["signals"] = described(list_of(text("a tunable parameter")), "parameters that are inputs, to be changed during the run");
  properties["initial_inputs"] =
      described(Json{{"enum", {"connected", "start"}}}, "the inputs with which it is initialised: what is connected, or the start values");
  properties["interface"] = described(Json{{"enum", {"co_simulation", "model_exchange"}}},
                                      "which of those that it has; co-simulation if left out, with the solver of the FMU");
  properties["isolate"] =
      truth("in a process of its own (as usual), or in that of the program: faster, but what crashes there ends the run");
  properties["time_limit"] = described(reference("quantity"), "the longest that a call of it may take, s; 60 s if left out");
  Json schema = closed_object(std::move(properties), {"type", "file"});
  schema["description"] = "A functional mock-up unit (FMI 2.0 or 3.0, for co-simulation or model exchange).";
  return schema;
}

void add_definitions(Json& definitions) {
  const Json extent = {{"anyOf", Json::array({{{"type", "integer"}, {"minimum", 0}, {"maximum", 3000000}}, reference("quantity_text")})}};
  definitions["count"] = {{"description", "how many, named \"name[1]\" and so on; two or three counts make a grid"},
                          {"anyOf", Json::array({extent, {{"type", "array"}, {"items", extent}, {"minItems", 1}, {"maxItems", 3}}})}};
  definitions["own_component"] =
      closed_object({{"type", text("a definition of this diagram or of a file that it includes")},
                     {"count", reference("count")},
                     {"parameters", map_of({{"anyOf", Json::array({reference("quantity"), list_of(reference("quantity"), 1)})}}, kName)},
                     {"initial", map_of(reference("target"))}},
                    {"type"});
  Json definition = {{"type", "object"}};
  definition["if"] = {{"required", {"components"}}};
  definition["then"] = described(subsystem(), "a subsystem: components that are used as one");
  definition["else"] = described(component(), "a component type");
  definitions["definition"] = std::move(definition);
}

}  // namespace stribeck::schema
