// stribeck compile: a diagram becomes a program file.
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "plugins.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kCompileExamples = R"(Examples:
  stribeck compile drive.json -o drive.program              the diagram, all files that it is read from, and what was compiled of them
  stribeck run drive.program --csv drive.csv                the same bytes as from the diagram
  stribeck compile drive.json --set load.inertia=2 -o heavy.program)";

struct CompileArguments {
  std::string file, output;
  std::vector<std::string> sets;
};

int execute(const CompileArguments& arguments) {
  if (arguments.output.empty()) refuse("compile needs a file to write", "name it: -o drive.program");
  Registry registry = all_components();
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  options.columns = ColumnsFor::expectations;
  options.sources = std::make_shared<Sources>();
  const ModelPtr model = load_file(registry, arguments.file, options);
  refuse_to_overwrite("--output", arguments.output, files_of(arguments.file, diagram_of(*model)));
  write_file(arguments.output, program_file(*model, arguments.file, options));
  return kDone;
}

}  // namespace

Action add_compile(CLI::App& program) {
  CLI::App* command = program.add_subcommand("compile", "write a diagram as a program file, which runs without being compiled again");
  const auto arguments = std::make_shared<CompileArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the program goes; - is standard output")->type_name("PATH");
  add_set_option(*command, arguments->sets);
  command->footer(kCompileExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
