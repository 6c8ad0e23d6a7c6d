// stribeck draw: the diagram as a picture.
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "drawing/modes.h"
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
  stribeck draw drive.json --bond-graph -o bonds.svg        the bond graph with causal strokes)";

struct DrawArguments {
  std::string file, output = "-", at;
  std::string unfold = "0";
  std::vector<std::string> sets;
  bool bond_graph = false;
};

/// A mode by its word, anything else with its unit as it is typeset.
std::string value_in_words(const OutputColumn& column, double value) {
  for (const ModeWord& mode : mode_words(column.doc))
    if (mode.mode == value) return mode.words;
  std::string text = in_shown_unit(value, column.unit, column.shown);
  for (const auto& [plain, typeset] : {std::pair{"^2", "²"}, {"^3", "³"}, {"*", "·"}})
    for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain))
      text.replace(at, std::string_view(plain).size(), typeset);
  return text;
}

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
  std::set<std::string_view> names;
  for (const Instance& instance : diagram_of(*model).instances) names.insert(instance.name);
  for (std::size_t c = 0; c < trajectory.columns().size(); ++c) {
    const OutputColumn& column = trajectory.columns()[c];
    const std::size_t end = end_of_instance(column.name, [&](std::string_view name) { return names.contains(name); });
    if (end == std::string_view::npos) continue;
    view.captions[column.name.substr(0, end)].push_back(column.name.substr(end + 1) + " = " +
                                                        value_in_words(column, trajectory.values(c).back()));
  }
  view.when = "at t = " + short_number(summary.reached_s) + " s";
}

int execute(const DrawArguments& arguments) {
  if (arguments.output != "-" && !arguments.output.ends_with(".svg"))
    refuse("draw writes SVG, not " + in_quotes(arguments.output), "end the name in .svg");
  Registry registry = all_components();
  if (arguments.bond_graph && !arguments.at.empty()) refuse("a bond graph has no place for values", "leave --at or --bond-graph out");
  SchematicView view;
  view.open_levels = open_levels(arguments.unfold);
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  const ModelPtr model = load_file(registry, arguments.file, options);
  if (!arguments.at.empty()) add_values(registry, arguments, view);
  write_file(arguments.output, drawing_svg(*model, arguments.bond_graph ? DrawingForm::bond_graph : DrawingForm::schematic, view));
  return kDone;
}

}  // namespace

Action add_draw(CLI::App& program) {
  CLI::App* command = program.add_subcommand("draw", "draw the diagram, or its bond graph, as SVG");
  const auto arguments = std::make_shared<DrawArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("-o,--output", arguments->output, "where the picture goes; left out: standard output")->type_name("PATH");
  command->add_flag("--bond-graph", arguments->bond_graph, "the bond graph with causal strokes");
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
