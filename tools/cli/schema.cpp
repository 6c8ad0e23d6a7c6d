// stribeck schema: the JSON schema of diagrams.
#include "results/schema.h"

#include "commands.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

int print_schema() {
  Registry registry = all_components();
  write_to_standard_output(diagram_schema(registry));
  return kDone;
}

}  // namespace

Action add_schema(CLI::App& program) {
  CLI::App* command = program.add_subcommand("schema", "the JSON schema of diagrams, for editors");
  command->footer("Example:\n  stribeck schema > stribeck.schema.json");
  return print_schema;
}

}  // namespace stribeck::cli
