// stribeck explain: what a stage made of a diagram.
#include <algorithm>
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "results/output_file.h"

namespace stribeck::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  stribeck explain drive.json                               which port sets force or velocity, which loops are solved how
  stribeck explain drive.json --after equations             the flat system)";

struct ExplainArguments {
  std::string file, stage;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

int execute(const ExplainArguments& arguments) {
  const std::vector<std::string> stages = stage_names();
  if (!arguments.stage.empty() && std::find(stages.begin(), stages.end(), arguments.stage) == stages.end()) {
    const std::string near = did_you_mean(arguments.stage, stages);
    refuse("there is no stage " + stribeck::quoted(arguments.stage), near.empty() ? "the stages are " + joined(stages) : near);
  }
  Registry registry;
  add_builtin_components(registry);
  const ModelPtr model = load_file(registry, arguments.file, {});
  write_to_standard_output(explain(*model, arguments.stage));
  return kDone;
}

}  // namespace

Action add_explain(CLI::App& program) {
  CLI::App* command = program.add_subcommand("explain", "tell the causality of a diagram, or what a stage made of it");
  const auto arguments = std::make_shared<ExplainArguments>();
  add_file(*command, arguments->file, "the diagram; - reads standard input");
  command->add_option("--after", arguments->stage, joined(stage_names()))->type_name("STAGE");
  command->footer(kExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->file);
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
