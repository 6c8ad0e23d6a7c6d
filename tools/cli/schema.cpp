// stribeck schema: the JSON schema of diagrams.
#include "results/schema.h"

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "diagram/read.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

int print_schema(const std::vector<std::string>& files) {
  Registry registry = all_components();
  add_types_of_files(registry, files);
  write_to_standard_output(diagram_schema(registry));
  return kDone;
}

}  // namespace

Action add_schema(CLI::App& program) {
  CLI::App* command = program.add_subcommand("schema", "the JSON schema of diagrams, for editors");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_in_option(*command, *files);
  command->footer(
      "Examples:\n  stribeck schema > stribeck.schema.json\n  stribeck schema --in fan.json > stribeck.schema.json      knows the types "
      "that fan.json defines, too");
  return [files] { return print_schema(*files); };
}

}  // namespace stribeck::cli
