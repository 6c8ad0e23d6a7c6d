// stribeck list: the component types, a line each.
#include "commands.h"
#include "pipeline.h"
#include "plugins.h"
#include "results/layout.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

int list_types() {
  Registry registry = all_components();
  TextTable table("ll");
  for (const std::string& type : registry.types()) table.add({type, first_sentence(registry.record(type).doc)});
  write_to_standard_output(table.to_text(0, kOneLine));
  return kDone;
}

}  // namespace

Action add_list(CLI::App& program) {
  CLI::App* command = program.add_subcommand("list", "the component types, a line each");
  command->footer("Example:\n  stribeck list | grep rotational");
  return list_types;
}

}  // namespace stribeck::cli
