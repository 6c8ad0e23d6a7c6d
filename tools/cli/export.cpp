// stribeck export: a diagram becomes an FMU, for other simulators.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "plugins.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExportExamples = R"(Examples:
  stribeck export drive.json -o drive.fmu                 FMI 2.0: model exchange and co-simulation in one file
  stribeck export drive.json -o drive.fmu --fmi 3         FMI 3.0
  stribeck export drive.json -o drive.fmu --kernels build/kernels     for other platforms besides
  stribeck export spring.json -o spring.fmu --source      C99, for hosts that compile it; of smooth diagrams
  stribeck export drive.json -o heavy.fmu --set load.inertia=2
  stribeck export drive.json -o drive.ssv                 its parameters, as a parameter set of SSP (to be read by --set-file)
  stribeck export drive.json -o drive.ssp                 the FMU with that set, as a system of SSP)";

struct ExportArguments {
  std::string file, output, version = "2", kernels;
  bool as_source = false;
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
  refuse_to_overwrite("--output", arguments.output, files_of(arguments.file, diagram_of(*model)));
  const FmuWanted wanted{arguments.output, arguments.version == "3" ? 3 : 2, arguments.kernels, arguments.as_source};
  if (wanted.as_source && wanted.version != 2) refuse("--source writes FMI 2.0 alone", "leave out --fmi 3");
  if (wanted.as_source && !wanted.kernels.empty()) refuse("an FMU has its sources or kernels", "leave out --source or --kernels");
  const std::string remark = write_fmu(*model, arguments.file, options, wanted);
  if (!remark.empty()) say("note: " + remark + "\n");
  return kDone;
}

}  // namespace

Action add_export(CLI::App& program) {
  CLI::App* command = program.add_subcommand("export", "write a diagram as an FMU, for other simulators");
  const auto arguments = std::make_shared<ExportArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the FMU goes; or an .ssv, or an .ssp")->type_name("PATH");
  offer(command->add_option("--fmi", arguments->version, "version of the standard")->type_name("VERSION"), {"2", "3"});
  command->add_option("--kernels", arguments->kernels, "kernels for other platforms, as tools/kernels builds them")->type_name("DIR");
  command->add_flag("--source", arguments->as_source, "C99 in place of binaries: of diagrams without events, algebraic loops and tables");
  add_set_option(*command, arguments->sets);
  command->footer(kExportExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
