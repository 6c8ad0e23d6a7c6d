// stribeck draw: the diagram as a picture.
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "drawing/captions.h"
#include "plugins.h"
#include "process.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/trajectory.h"

namespace stribeck::cli {
namespace {

constexpr const char* kDrawExamples = R"(Examples:
  stribeck draw drive.json > drive.svg                      the schematic
  stribeck draw drive.json -o drive.svg
  stribeck draw drive.json --at "1.5 s" -o then.svg         with the values of the diagram's outputs at that instant
  stribeck draw train.json --unfold 1 -o wagons.svg         subsystems of the first level as what they are made of; --unfold all
  stribeck draw drive.json --bond-graph -o bonds.svg        the bond graph with causal strokes; --labels: with efforts and flows)";

struct DrawArguments {
  std::string file, output = "-", at;
  std::string unfold = "0";
  std::vector<std::string> sets;
  bool bond_graph = false, labels = false;
};

/// What the outputs are at the end of a run to that instant, below the parts that they belong to.
void add_values(Registry& registry, const DrawArguments& arguments, SchematicView& view) {
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  options.stop = arguments.at;
  const ModelPtr model = load_file(registry, arguments.file, options);
  options.interrupted = &interrupts();
  Trajectory trajectory;
  const RunSummary summary = run(*model, trajectory, options);
  if (summary.reached_s < summary.stop_s) {
    const std::string why = summary.end.empty() ? "was interrupted" : "ended: " + summary.end;
    refuse("at " + with_prefix(summary.reached_s, "s") + " the run " + why, "ask for an instant before that");
  }
  add_last_values(view, diagram_of(*model), trajectory, summary);
}

int execute(const DrawArguments& arguments) {
  if (arguments.output != "-" && !arguments.output.ends_with(".svg"))
    refuse("draw writes SVG, not " + in_quotes(arguments.output), "end the name in .svg");
  Registry registry = all_components();
  if (arguments.bond_graph && !arguments.at.empty()) refuse("a bond graph has no place for values", "leave --at or --bond-graph out");
  if (arguments.labels && !arguments.bond_graph) refuse("efforts and flows are those of a bond graph", "add --bond-graph");
  const DrawingForm form = arguments.labels       ? DrawingForm::labelled_bond_graph
                           : arguments.bond_graph ? DrawingForm::bond_graph
                                                  : DrawingForm::schematic;
  SchematicView view;
  view.open_levels = open_levels(arguments.unfold);
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  const ModelPtr model = load_file(registry, arguments.file, options);
  if (!arguments.at.empty()) add_values(registry, arguments, view);
  write_file(arguments.output, drawing_svg(*model, form, view));
  return kDone;
}

}  // namespace

Action add_draw(CLI::App& program) {
  CLI::App* command = program.add_subcommand("draw", "draw the diagram, or its bond graph, as SVG");
  const auto arguments = std::make_shared<DrawArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the picture goes; left out: standard output")->type_name("PATH");
  command->add_flag("--bond-graph", arguments->bond_graph, "the bond graph with causal strokes");
  command->add_flag("--labels", arguments->labels, "with --bond-graph: effort and flow of each bond");
  command->add_option("--at", arguments->at, "run until then, and write the values of the outputs below their parts")->type_name("T");
  add_set_option(*command, arguments->sets);
  add_unfold_option(*command, arguments->unfold);
  command->footer(kDrawExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
