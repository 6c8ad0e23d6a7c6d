// stribeck export: a diagram becomes an FMU, for other simulators.
#include <filesystem>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "fmi/export.h"
#include "plugins.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExportExamples = R"(Examples:
  stribeck export drive.json -o drive.fmu                 FMI 2.0: model exchange and co-simulation in one file
  stribeck export drive.json -o drive.fmu --fmi 3         FMI 3.0
  stribeck export drive.json -o heavy.fmu --set load.inertia=2)";

struct ExportArguments {
  std::string file, output, version = "2";
  std::vector<std::string> sets;
};

int execute(const ExportArguments& arguments) {
  if (arguments.output.empty()) refuse("export needs a file to write", "name it: -o drive.fmu");
  Registry registry = all_components();
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  options.columns = ColumnsFor::expectations;
  options.sources = std::make_shared<Sources>();
  const ModelPtr model = load_file(registry, arguments.file, options);
  const Diagram& diagram = diagram_of(*model);
  refuse_to_overwrite("--output", arguments.output, files_of(arguments.file, diagram));
  const std::string program = program_file(*model, arguments.file, options);
  const ProgramImage image = read_image(program, arguments.file);
  Fingerprint all;
  all.add(program);
  all.add(arguments.version + "\n" STRIBECK_VERSION);
  const std::string name = std::filesystem::path(arguments.output).stem().string();
  const fmi::Described described{.model_name = diagram.title.empty() ? name : diagram.title,
                                 .identifier = fmi::identifier_of(name),
                                 .description = diagram.description,
                                 .token = "{" + all.to_text() + "}",
                                 .version = STRIBECK_VERSION};
  OutputFile file(arguments.output);
  if (!fmi::write_archive(file.lend(), fmi::fmu_files(image, program, described, arguments.version == "3" ? 3 : 2, {})))
    throw Failure(Diagnostic{.code = ErrorCode::output_unwritable,
                             .message = "the FMU " + arguments.output + " cannot be written",
                             .where = {},
                             .because = {},
                             .remedy = "is there room where it goes?",
                             .details = {}});
  file.commit();
  return kDone;
}

}  // namespace

Action add_export(CLI::App& program) {
  CLI::App* command = program.add_subcommand("export", "write a diagram as an FMU, for other simulators");
  const auto arguments = std::make_shared<ExportArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the FMU goes")->type_name("PATH");
  offer(command->add_option("--fmi", arguments->version, "version of the standard")->type_name("VERSION"), {"2", "3"});
  add_set_option(*command, arguments->sets);
  command->footer(kExportExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
