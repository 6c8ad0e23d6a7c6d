// The JSON schema of plans of fits.
#include "fit/plan.h"
#include "results/document.h"
#include "results/schema_parts.h"

namespace stribeck::schema {
namespace {

Json words(const char* doc) { return {{"description", doc}, {"type", "string"}}; }
Json any_value() { return {{"type", Json::array({"number", "string", "boolean"})}}; }
Json map_to(Json values, const char* doc) {
  return {{"description", doc}, {"type", "object"}, {"additionalProperties", std::move(values)}, {"minProperties", 1}};
}
Json either(std::vector<Json> schemas, const char* doc) { return described({{"anyOf", std::move(schemas)}}, doc); }
Json count_from(int least, const char* doc) { return {{"description", doc}, {"type", "integer"}, {"minimum", least}}; }
Json number_or_free(const char* doc) {
  return described(reference("quantity"), std::string(doc) + "; \"=name\": a free parameter of that name");
}

Json comparison() {
  Json keys = {{"column", words("of the data")},
               {"unit", words("of the column; left out: the SI's")},
               {"sigma", either({reference("quantity"),
                                 closed_object({{"column", words("of the data, in the same unit")}}, Json::array({"column"}))},
                                "standard deviation of the sensor's error")},
               {"offset", number_or_free("that the sensor adds")},
               {"gain", number_or_free("with which the sensor multiplies")}};
  return either({words("a column of the data, in SI"), closed_object(std::move(keys), Json::array({"column"}))}, "what was measured of it");
}

Json measured_events() {
  Json keys = {{"times", described(list_of(reference("quantity"), 1), "instants")},
               {"column", words("of the data that has the instants, in its first rows")},
               {"unit", words("of that column; left out: s")},
               {"sigma", described(reference("quantity"), "standard deviation of an instant")},
               {"first", count_from(1, "which event of the run the first instant is; left out: 1")}};
  return closed_object(std::move(keys));
}

Json experiment_keys() {
  return {{"data", words("the file that was measured, as seen from this one")},
          {"time", either({words("the column of time, in s"),
                           closed_object({{"column", words("of the data; left out: time")}, {"unit", words("of it; left out: s")}})},
                          "the clock that measured; left out: the column time in s")},
          {"delay", number_or_free("what the clock of the data is ahead of that of the run")},
          {"from", described(reference("quantity"), "rows before do not count, on the clock of the data")},
          {"to", described(reference("quantity"), "rows after do not count")},
          {"set", map_to(any_value(), "parameters and initial values, as --set takes them; \"=name\": a free parameter of that name")},
          {"compare", map_to(comparison(), "by variables or formulas in them")},
          {"events", map_to(measured_events(), "by their labels or components, as \"friction: sticks\"")}};
}

Json fit_plan() {
  Json run = Json::object();
  for (const char* key : {"stop", "interval", "rtol", "atol", "solver"}) run[key] = described(any_value(), "as in a diagram");
  Json names = Json::array({"squares"}), scales = Json::array();
  for (const RobustLossName& loss : robust_losses()) {
    const std::string name(loss.name);
    names.push_back(name);
    scales.push_back(closed_object({{name, {{"description", std::string(loss.doc)}, {"type", "number"}, {"exclusiveMinimum", 0}}}},
                                   Json::array({name})));
  }
  Json ways = Json::array({Json{{"enum", names}}});
  for (const Json& scale : scales) ways.push_back(scale);
  Json free = {{"start", described(reference("quantity"), "where it begins; left out: what the diagram says")},
               {"from", described(reference("quantity"), "its lower bound")},
               {"to", described(reference("quantity"), "its upper bound")}};
  Json keys = {{"$schema", {{"type", "string"}}},
               {"format", {{"const", kFitFormat}}},
               {"title", words("of the fit")},
               {"description", words("for people")},
               {"diagram", words("its file, as seen from this one")}};
  keys.update(experiment_keys());
  keys["experiments"] = map_to(closed_object(experiment_keys()), "by names of your own; what one does not say holds as beside them");
  keys["parameters"] = map_to(either({reference("quantity"), closed_object(std::move(free))}, "its start, or start and bounds"),
                              "that are free: as --set names them, or what offset, gain, delay and set name");
  keys["experiment"] = described(closed_object(std::move(run)), "instead of what the diagram says");
  keys["loss"] = {{"description", "of a residual over sigma; squares if left out"}, {"anyOf", ways}};
  keys["starts"] = count_from(1, "how many; all but the first are spread over the bounds; 1 if left out");
  keys["seed"] = count_from(0, "of these; 1 if left out");
  Json all = closed_object(std::move(keys), Json::array({"parameters"}));
  all["$defs"] = {{"quantity", {{"type", Json::array({"number", "string"})}}}};
  Json head = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
               {"title", "A plan of a fit"},
               {"description", "What stribeck fit reads, or what stands in a diagram as \"fit\""}};
  head.update(all);
  return head;
}

}  // namespace
}  // namespace stribeck::schema

std::string stribeck::fit_plan_schema() { return document::indented(schema::fit_plan()); }
