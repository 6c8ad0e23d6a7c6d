// stribeck list: the component types, a line each.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "diagram/read.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/layout.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

int list_types(const std::vector<std::string>& files) {
  Registry registry = all_components();
  add_types_of_files(registry, files);
  TextTable table("ll");
  for (const std::string& type : registry.types()) table.add({type, first_sentence(registry.record(type).doc)});
  write_to_standard_output(table.to_text(0, kOneLine));
  return kDone;
}

}  // namespace

Action add_list(CLI::App& program) {
  CLI::App* command = program.add_subcommand("list", "the component types, a line each");
  const auto files = std::make_shared<std::vector<std::string>>();
  add_in_option(*command, *files);
  command->footer(
      "Examples:\n  stribeck list | grep rotational\n  stribeck list --in fan.json                               with the types that "
      "fan.json defines");
  return [files] { return list_types(*files); };
}

}  // namespace stribeck::cli
