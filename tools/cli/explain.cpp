// stribeck explain: what a stage made of a diagram.
#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "format.h"
#include "plugins.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExplainExamples = R"(Examples:
  stribeck explain drive.json                               which port sets force or velocity, which loops are solved how
  stribeck explain drive.json --after equations             the flat system
  stribeck explain drive.json --format json                 the same facts for a script (docs/explain.md)
  stribeck explain drive.json --format dot | dot -Tsvg      a picture of what flows between the blocks
  stribeck explain drive.json --bond-graph | dot -Tsvg      the bond graph)";

struct ExplainArguments {
  std::string file, stage, format;
  std::vector<std::string> sets;
  bool bond_graph = false;
  Digits digits = Digits::four;
};

std::vector<std::string> formats() { return {"text", "json", "dot"}; }

CausalityForm chosen_form(const ExplainArguments& arguments) {
  const std::vector<std::string> names = formats();
  const auto found = std::find(names.begin(), names.end(), arguments.format);
  if (found == names.end()) refuse_word("--format", arguments.format, names);
  if (!arguments.stage.empty() && arguments.format != "text")
    refuse("--after prints text, not " + arguments.format, "leave out --after: --format " + arguments.format + " tells the causality");
  if (!arguments.bond_graph) return static_cast<CausalityForm>(found - names.begin());
  if (!arguments.stage.empty() || arguments.format == "json") refuse("--bond-graph prints DOT alone", "leave out --after and --format");
  return CausalityForm::bond_graph;
}

int execute(const ExplainArguments& arguments) {
  const std::vector<std::string> stages = stage_names();
  if (!arguments.stage.empty() && std::find(stages.begin(), stages.end(), arguments.stage) == stages.end()) {
    const std::string near = did_you_mean(arguments.stage, stages);
    refuse("there is no stage " + in_quotes(arguments.stage), near.empty() ? "the stages are " + joined(stages) : near);
  }
  const CausalityForm form = chosen_form(arguments);
  Registry registry = all_components();
  RunOptions options;
  options.overrides = overrides_of(arguments.sets);
  const ModelPtr model = load_file(registry, arguments.file, options);
  if (form != CausalityForm::text)
    write_to_standard_output(explain_causality(*model, form));
  else if (arguments.stage.empty())
    print(explain_causality(*model, form, style_of_output(arguments.digits)));
  else
    print(explain(*model, arguments.stage));
  return kDone;
}

}  // namespace

Action add_explain(CLI::App& program) {
  CLI::App* command = program.add_subcommand("explain", "tell the causality of a diagram, or what a stage made of it");
  const auto arguments = std::make_shared<ExplainArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  offer(command->add_option("--after", arguments->stage, "what this stage made of the diagram")->type_name("STAGE"), stage_names());
  offer(command->add_option("--format", arguments->format, "for a person, for a script, or for Graphviz")->type_name("F"), formats())
      ->default_val("text");
  command->add_flag("--bond-graph", arguments->bond_graph, "the bond graph with causal strokes, for Graphviz");
  add_digits_option(*command, arguments->digits);
  add_set_option(*command, arguments->sets);
  command->footer(kExplainExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
