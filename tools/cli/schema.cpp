// stribeck schema: the JSON schemas of diagrams and of what commands print.
#include "results/schema.h"

#include <map>
#include <memory>

#include "arguments.h"
#include "catalogue/description.h"
#include "commands.h"
#include "diagram/read.h"
#include "documents.h"
#include "explain/causality.h"
#include "fit/plan.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/messages.h"
#include "results/output_file.h"
#include "results/run_document.h"
#include "study/plan.h"

namespace stribeck::cli {
namespace {

constexpr const char* kSchemaExamples = R"(Examples:
  stribeck schema > stribeck.schema.json                    of diagrams, for editors
  stribeck schema --in fan.json > stribeck.schema.json      knows the types that fan.json defines, too
  stribeck schema run                                       of what stribeck run --format json prints
  stribeck schema message                                   of the errors, warnings and notes on standard error)";

constexpr const char* kDiagram = "diagram";

std::string schema_of_diagrams(const std::vector<std::string>& files) {
  Registry registry = all_components();
  add_types_of_files(registry, files);
  return diagram_schema(registry);
}

using Schema = std::string (*)();
/// Of what commands print.
const std::map<std::string, Schema>& schemas() {
  static const std::map<std::string, Schema> all{{"message", message_schema},
                                                 {"run", run_schema},
                                                 {"check", check_schema},
                                                 {"list", list_schema},
                                                 {"libraries", libraries_schema},
                                                 {"describe", describe_schema},
                                                 {"explain", explain_schema},
                                                 {"plugins", plugins_schema},
                                                 {"compare", compare_schema},
                                                 {"compare-results", compare_results_schema},
                                                 {"decay", decay_schema},
                                                 {"spectrum", spectrum_schema},
                                                 {"linearise", linearise_schema},
                                                 {"modes", modes_schema},
                                                 {"optimise", optimise_schema},
                                                 {"orbit", orbit_schema},
                                                 {"continue", continue_schema},
                                                 {"survey", survey_schema},
                                                 {"sensitivity", sensitivity_schema},
                                                 {"fit", fit_plan_schema},
                                                 {"fit-result", fit_result_schema},
                                                 {"plan", plan_schema},
                                                 {"study-status", study_status_schema},
                                                 {"study-statistics", study_statistics_schema}};
  return all;
}

int print_schema(const std::string& document, const std::vector<std::string>& files) {
  if (document != kDiagram && !files.empty()) refuse("--in adds to the schema of diagrams alone", "leave out --in or " + document);
  write_to_standard_output(document == kDiagram ? schema_of_diagrams(files) : schemas().at(document)());
  return kDone;
}

}  // namespace

Action add_schema(CLI::App& program) {
  CLI::App* command = program.add_subcommand("schema", "the JSON schema of diagrams, or of what a command prints in JSON");
  const auto document = std::make_shared<std::string>(kDiagram);
  std::vector<std::string> names{kDiagram};
  for (const auto& [name, schema] : schemas()) names.push_back(name);
  offer_only(command->add_option("DOCUMENT", *document, "of which; left out: diagram")->type_name(""), names);
  const auto files = std::make_shared<std::vector<std::string>>();
  add_in_option(*command, *files);
  command->footer(kSchemaExamples);
  return [document, files] { return print_schema(*document, *files); };
}

}  // namespace stribeck::cli
