// stribeck optimise: the values of a plan's factors with which a formula in the scalars is least or greatest.
#include "optimise/optimise.h"

#include <memory>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "commands.h"
#include "format.h"
#include "optimise_documents.h"
#include "plots.h"
#include "plugins.h"
#include "process.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "run_options.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kOptimiseExamples = R"(Examples:
  stribeck optimise plan.json                                      "optimise": {"minimise": "peak", "subject_to": ["travel < 0.2"]}
  stribeck optimise plan.json --plot path.svg --csv runs.csv       the path as a picture, all runs as rows

The plan is that of a study, whose factors are bounded, with a section "optimise": stribeck schema plan. "maximise" looks for the worst case.
Searches begin in the middle and at points that are spread over the bounds. They go by gradients where scalars have derivatives, and without
where not; conditions in scalars and factors stand in "subject_to".)";

struct OptimiseArguments {
  std::string plan, csv;
  std::vector<std::string> plots;
  bool quiet = false;
  OutputFormat format;
  Digits digits = Digits::four;
};

std::string text_of(const Optimum& optimum, const TextStyle& style) {
  const auto number = [&](double value) { return short_number(value, style.digits); };
  const StudyAim& aim = *optimum.plan.aim;
  TextTable head("llll");
  head.head({aim.is_greatest ? "greatest" : "least", "value (SI)", "from", "to"});
  head.add({aim.objective.text, number(*optimum.run().objective), "", ""});
  for (const ToldVariable& one : variables_of(optimum)) {
    const double near = aim.tolerance * (one.high - one.low);
    const char* const place = one.value - one.low <= near    ? ", at its lower bound"
                              : one.high - one.value <= near ? ", at its upper bound"
                                                             : "";
    head.add({one.name, number(one.value) + (one.unit.empty() ? "" : " " + one.unit) + place, number(one.low), number(one.high)});
  }
  std::string text = head.to_text(style);
  TextTable scalars("ll");
  scalars.head({"scalar", "value (SI)"});
  for (const ToldNumber& one : numbers_of(optimum))
    scalars.add({one.name, one.value ? number(*one.value) + (one.unit.empty() ? "" : " " + one.unit) : "-"});
  text += "\n" + scalars.to_text(style);
  TextTable conditions("ll");
  conditions.head({"condition", "room"});
  for (const ToldCondition& one : conditions_of(optimum)) conditions.add({one.text, number(0 - one.missed)});
  if (!conditions.empty()) text += "\n" + conditions.to_text(style);
  TextTable searches("rrrl");
  searches.head({"search", "runs", "objective", "end"});
  std::size_t place = 0;
  for (const ToldSearch& one : searches_of(optimum)) {
    const std::string which = std::to_string(place + 1) + (place == optimum.best ? ", best" : "");
    searches.add({which, std::to_string(one.runs), one.objective ? number(*one.objective) : "-", one.why});
    ++place;
  }
  text += "\n" + searches.to_text(style);
  text += fmt::format("\n{}, {} with gradients", counted(static_cast<std::int64_t>(optimum.runs.size()), "run"), optimum.gradients);
  if (!optimum.without_gradients.empty()) text += "; without where " + optimum.without_gradients;
  return text + "\n" + optimum.command + "\n";
}

int execute(const OptimiseArguments& arguments) {
  std::vector<Plugin> plugins;
  Registry registry = all_components(&plugins);
  const auto sources = std::make_shared<Sources>();
  StudyPlan plan = read_plan(arguments.plan, content_of(arguments.plan), registry, sources);
  for (const Plugin& plugin : plugins) plan.plugins.push_back(absolute_file(plugin.file));
  PlotFiles plots(arguments.plots, {});
  std::unique_ptr<OutputFile> csv;
  if (!arguments.csv.empty()) {
    refuse_to_overwrite("--csv", arguments.csv, {arguments.plan, plan.diagram});
    csv = std::make_unique<OutputFile>(arguments.csv);
  }
  Progress progress(!arguments.quiet);
  const Optimum found = optimise(std::move(plan), registry, &interrupts(), [&](const Optimum& so_far) {
    const std::int64_t made = static_cast<std::int64_t>(so_far.runs.size()) + so_far.gradients;
    progress.show(static_cast<double>(made) / static_cast<double>(so_far.plan.aim->evaluations),
                  [&] { return fmt::format("search {} of {}, {}", so_far.starts.size(), so_far.plan.aim->starts, counted(made, "run")); });
  });
  progress.erase();
  if (csv) csv->write(optimise_rows(found)), csv->commit();
  if (plots.wanted()) plots.write(optimise_plot(found));
  if (arguments.quiet) return kDone;
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("optimise", ToldOptimum{&found}));
  else
    print(text_of(found, style_of_output(arguments.digits)));
  return kDone;
}

}  // namespace

std::string optimise_schema() { return document::schema_text<ToldOptimum>("optimise", "What stribeck optimise --format json prints"); }

Action add_optimise(CLI::App& program) {
  CLI::App* command = program.add_subcommand("optimise", "the values of a plan's factors with which a scalar is least, or greatest");
  const auto arguments = std::make_shared<OptimiseArguments>();
  command->add_option("PLAN", arguments->plan, "the plan of a study, with a section \"optimise\"")->type_name("");
  command->add_option("--plot", arguments->plots, "draws the path of the search: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--csv", arguments->csv, "where all runs go, a row each")->type_name("PATH");
  command->add_flag("--quiet", arguments->quiet, "prints nothing but errors");
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kOptimiseExamples);
  return [arguments] {
    if (arguments->plan.empty()) refuse("optimise needs a plan", "see: stribeck optimise --help");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
