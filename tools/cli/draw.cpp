// stribeck draw: the diagram as a picture.
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  stribeck draw drive.json > drive.svg                      the schematic
  stribeck draw drive.json -o drive.svg
  stribeck draw drive.json --bond-graph -o bonds.svg        the bond graph with causal strokes)";

struct DrawArguments {
  std::string file, output = "-";
  bool bond_graph = false;
};

int execute(const DrawArguments& arguments) {
  if (arguments.output != "-" && !arguments.output.ends_with(".svg"))
    refuse("draw writes SVG, not " + stribeck::quoted(arguments.output), "end the name in .svg");
  Registry registry;
  add_builtin_components(registry);
  const ModelPtr model = load_file(registry, arguments.file, {});
  OutputFile file(arguments.output);
  file.write(drawing_svg(*model, arguments.bond_graph ? DrawingForm::bond_graph : DrawingForm::schematic));
  file.commit();
  return kDone;
}

}  // namespace

Action add_draw(CLI::App& program) {
  CLI::App* command = program.add_subcommand("draw", "draw the diagram, or its bond graph, as SVG");
  const auto arguments = std::make_shared<DrawArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the picture goes; left out: standard output")->type_name("PATH");
  command->add_flag("--bond-graph", arguments->bond_graph, "the bond graph with causal strokes");
  command->footer(kExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
