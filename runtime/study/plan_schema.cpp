// The JSON schema of plans, from the tables of samplings, distributions and scalars.
#include "results/document.h"
#include "results/schema_parts.h"
#include "study/plan.h"

namespace stribeck::schema {
namespace {

Json text(const char* doc) { return {{"description", doc}, {"type", "string"}}; }
Json whole(const char* doc, int least) { return {{"description", doc}, {"type", "integer"}, {"minimum", least}}; }
Json one_of(std::vector<Json> schemas) { return {{"anyOf", std::move(schemas)}}; }
Json map_of(Json values, const char* doc) {
  return {{"description", doc}, {"type", "object"}, {"additionalProperties", std::move(values)}, {"minProperties", 1}};
}
Json value() { return {{"type", Json::array({"number", "string", "boolean"})}}; }

Json only_key(std::string_view name, Json schema) {
  return closed_object({{std::string(name), std::move(schema)}}, Json::array({std::string(name)}));
}

Json factor() {
  const Json values = described(list_of(value(), 1), "these values, as --set takes them");
  std::vector<Json> ways{values, only_key("values", values)};
  for (const auto& [name, doc] : {std::pair{"range", "values at equal distances"}, std::pair{"log_range", "values at equal ratios"}}) {
    Json keys = {{"from", described(reference("quantity"), "the first value")},
                 {"to", described(reference("quantity"), "the last value")},
                 {"count", whole("how many", 2)}};
    ways.push_back(only_key(name, described(closed_object(std::move(keys), Json::array({"from", "to", "count"})), doc)));
  }
  for (const Distribution& distribution : distributions()) {
    Json keys = Json::object(), required = Json::array();
    for (const DistributionArgument& argument : distribution.arguments) {
      keys[std::string(argument.name)] = described(reference("quantity"), std::string(argument.doc));
      required.push_back(std::string(argument.name));
    }
    ways.push_back(
        only_key(distribution.name, described(closed_object(std::move(keys), std::move(required)), std::string(distribution.doc))));
  }
  return one_of(std::move(ways));
}

Json option_of_scalar(std::string_view name) {
  if (name == "number") return whole("which one, from 1", 1);
  return described(reference("quantity"), name == "target" ? "where the curve is to go; left out: its last value, for crossing_time 0"
                                                           : "of the target: a value, or a share of the way there, as 5 %; left out: 2 %");
}

Json scalar() {
  std::vector<Json> kinds;
  for (const ScalarKind& kind : scalar_kinds()) {
    Json keys = {{std::string(kind.name), text(std::string(kind.doc).c_str())}};
    for (const std::string_view option : kind.options) keys[std::string(option)] = option_of_scalar(option);
    keys["from"] = described(reference("quantity"), "what is before does not count");
    keys["to"] = described(reference("quantity"), "what is later does not count");
    kinds.push_back(closed_object(std::move(keys), Json::array({std::string(kind.name)})));
  }
  return one_of(std::move(kinds));
}

Json sampling() {
  std::vector<Json> methods;
  for (const Sampling& one : samplings()) {
    const Json name = {{"const", std::string(one.name)}, {"description", std::string(one.doc)}};
    Json keys = {{"method", name}};
    Json required = Json::array({"method"});
    if (one.takes_count) keys["count"] = whole("how many samples; of saltelli, how many points", 1), required.push_back("count");
    if (!one.takes_count) methods.push_back(name);
    methods.push_back(closed_object(std::move(keys), std::move(required)));
  }
  return described(one_of(std::move(methods)), "which combinations of values are run");
}

Json aim() {
  const Json formula = {{"type", "string"}};
  Json methods = Json::array();
  std::string docs;
  for (const AimMethod& method : aim_methods()) {
    methods.push_back(std::string(method.name));
    docs += (docs.empty() ? "" : "; ") + std::string(method.name) + ": " + std::string(method.doc);
  }
  Json keys = {{"minimise", described(formula, "a formula in the scalars and the factors")},
               {"maximise", described(formula, "the same: of bounded factors the worst case")},
               {"subject_to", described(list_of(formula, 0), "what must hold: \"peak < 3\", in scalars and factors, SI")},
               {"method", {{"description", docs}, {"enum", methods}}},
               {"starts", whole("how many searches begin elsewhere; 5 if left out", 1)},
               {"evaluations", whole("how many runs there may be, at most; 400 for each start if left out", 1)},
               {"tolerance", described(value(), "in parts of a factor's range; 1e-5 if left out")}};
  return described(closed_object(std::move(keys)), "what stribeck optimise looks for; factors are uniform or log_uniform");
}

Json plan() {
  Json experiment = Json::object();
  for (const char* key : {"stop", "interval", "rtol", "atol", "solver"}) experiment[key] = described(value(), "as in a diagram");
  Json keys = {
      {"$schema", {{"type", "string"}}},
      {"format", {{"const", kPlanFormat}}},
      {"title", text("of the study")},
      {"description", text("for people")},
      {"diagram", text("the file of the diagram, as seen from that of the plan")},
      {"seed", whole("of all that is random; 1 if left out", 0)},
      {"sampling", sampling()},
      {"fixed", map_of(value(), "parameters that are the same in all samples, as --set takes them")},
      {"factors", map_of(factor(), "parameters that vary, as --set names them; of the factor called diagram the values are files")},
      {"constraints", described(list_of({{"type", "string"}}, 0), "formulas in the factors; samples that do not meet them are not run")},
      {"experiment", described(closed_object(std::move(experiment)), "instead of what the diagram says")},
      {"time_limit", described(value(), "that a sample may take on the clock; one that takes longer fails")},
      {"scalars", map_of(scalar(), "what is kept of each run, by names of your own")},
      {"curves", map_of({{"type", "string"}}, "variables or formulas whose curves are kept, by names of your own")},
      {"optimise", aim()}};
  Json all = closed_object(std::move(keys), Json::array({"format", "diagram", "factors", "scalars"}));
  all["$defs"] = {{"quantity", {{"type", Json::array({"number", "string"})}}}};
  Json head = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
               {"title", "A plan of a study"},
               {"description", "What stribeck study reads"}};
  head.update(all);
  return head;
}

}  // namespace
}  // namespace stribeck::schema

std::string stribeck::plan_schema() { return document::indented(schema::plan()); }
