// stribeck continue: a branch of periodic motions over a parameter.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "analysis/branch.h"
#include "base/text.h"
#include "branch_page.h"
#include "branch_plots.h"
#include "branch_table.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "named_range.h"
#include "orbit_arguments.h"
#include "orbit_documents.h"
#include "plots.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "stability_map.h"

namespace stribeck::cli {
namespace {

constexpr const char* kContinueExamples = R"(Examples:
  stribeck continue drive.json --over speed=0.01..1
  stribeck continue drive.json --over spring.stiffness=500..5000 --set spring.stiffness=1000 --plot branch.svg --of load.w
  stribeck continue drive.json --over speed=0.01..1 --steady
  stribeck continue drive.json --over speed=0.01..1 --steady --and load.inertia=0.1..2 --rows 20 --plot map.svg

The orbit that `stribeck orbit` finds is followed over a parameter, up and down, also where it is not stable and where the parameter turns
back. Told is where: folds, where two orbits meet; flips, where one of twice the period branches off; complex pairs that pass the unit circle;
changes of what happens in a period; corners, where such a change ends the branch and another one begins; Hopf points, where it shrinks to
a point. With --steady the steady motion is followed instead, as sliding at constant speed; with --from-hopf the orbits that branch off at its
Hopf points, too.)";

struct ContinueArguments : OrbitArguments {
  std::string over, other, of, csv;
  std::size_t rows = 11;
  std::size_t most_points = 200;
  double longest = 0.05;
  bool steady = false, from_hopf = false, to_fold = false;
  std::vector<std::string> plots, beside, results;
};

/// Of either kind of points: the output that is told of.
std::size_t output_of(const OrbitBranch& branch, const std::string& name) {
  std::vector<std::string> names;
  if (!branch.steady.empty())
    for (const LinearVariable& output : branch.steady.front().outputs) names.push_back(output.name);
  else
    for (const OrbitOutput& output : branch.points.front().orbit.outputs) names.push_back(output.name);
  if (names.empty()) refuse("the diagram has no outputs that are variables", "name one with --outputs");
  if (name.empty()) return 0;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse_word("--of", name, names);
  return static_cast<std::size_t>(found - names.begin());
}

std::string mark_text(BranchMark mark, const std::string& what) {
  return mark == BranchMark::none ? "" : std::string(word_of(mark)) + ": " + what;
}

std::string text_of_steady(const OrbitBranch& branch, std::size_t output, const TextStyle& style) {
  const Digits digits = style.digits;
  TextTable table("rrrrll");
  const LinearVariable& first = branch.steady.front().outputs[output];
  table.head({branch.parameter.name, "steady " + first.name, "pole", "frequency", "stable", "mark"});
  for (const BranchSteady& point : branch.steady) {
    const bool has = !point.poles.empty();
    table.add({short_number(point.parameter, digits), with_prefix(point.outputs[output].value, first.unit, digits),
               has ? short_number(point.poles.front().real(), digits) : "",
               has && point.poles.front().imag() != 0 ? with_prefix(std::fabs(point.poles.front().imag()), "rad/s", digits) : "",
               point.is_stable ? "yes" : "no", mark_text(point.mark, point.what)});
  }
  return table.to_text(style);
}

std::string text_of_branch(const OrbitBranch& branch, std::size_t output, const TextStyle& style) {
  const Digits digits = style.digits;
  std::string text = branch.steady.empty() ? "" : text_of_steady(branch, output, style);
  if (branch.points.empty()) return text;
  TextTable table("rrrrll");
  const std::string name = branch.points.front().orbit.outputs[output].name;
  table.head({branch.parameter.name, "period", "least " + name, "most", "stable", "mark"});
  for (const BranchOrbit& point : branch.points) {
    const OrbitOutput& out = point.orbit.outputs[output];
    table.add({short_number(point.parameter, digits), with_prefix(point.orbit.period_s, "s", digits),
               with_prefix(out.least, out.unit, digits), with_prefix(out.most, out.unit, digits),
               point.orbit.stability == OrbitStability::stable   ? "yes"
               : point.orbit.stability == OrbitStability::border ? "border"
                                                                 : "no",
               mark_text(point.mark, point.what)});
  }
  return text + (text.empty() ? "" : "\n") + table.to_text(style);
}

BranchWanted wanted_of(const ContinueArguments& arguments) {
  const NamedRange over = range_of("--over", arguments.over);
  return {.orbit = arguments.wanted(),
          .parameter = over.name,
          .from = over.from,
          .to = over.to,
          .longest = arguments.longest,
          .most_points = arguments.most_points,
          .steady = arguments.from_hopf ? SteadyWanted::with_orbits
                    : arguments.steady  ? SteadyWanted::alone
                                        : SteadyWanted::no,
          .ends_at_fold = arguments.to_fold};
}

int execute_map(ContinueArguments& arguments, const BranchWanted& wanted) {
  const NamedRange other = range_of("--and", arguments.other);
  if (!(other.from < other.to)) refuse("the range of --and, " + in_quotes(arguments.other) + ", is empty", "write the smaller value first");
  if (other.name == wanted.parameter) refuse("--over and --and name the same parameter, " + other.name, "name another one");
  PlotFiles plots(arguments.plots, {});
  std::optional<OutputFile> csv;
  if (!arguments.csv.empty()) csv.emplace(arguments.csv);
  const auto ask = [&](Model& model, Registry& registry) {
    ToldBranch told{.file = arguments.run.file, .branch = {}, .map = {}};
    told.map = stability_map(model, registry, arguments.run.file, wanted, {other.name, other.from, other.to, arguments.rows},
                             arguments.run.options);
    told.branch.parameter = told.map.parameter;
    require_unit("--over", range_of("--over", arguments.over), told.map.parameter.unit);
    require_unit("--and", other, told.map.other.unit);
    if (csv) csv->write(csv_of_map(told.map)), csv->commit();
    if (plots.wanted()) plots.write(page_of_map(told.map));
    return told;
  };
  return execute_analysis(
      arguments, "continue", ask, [](const ToldBranch& told, const TextStyle& style) { return text_of_map(told.map, style); },
      [](const ToldBranch& told) { return told.branch.notes; });
}

std::vector<SavedCurve> others_of(const ContinueArguments& arguments, const OrbitBranch& branch, std::size_t output) {
  const std::string name =
      branch.steady.empty() ? branch.points.front().orbit.outputs[output].name : branch.steady.front().outputs[output].name;
  std::vector<SavedCurve> others;
  for (const std::string& path : arguments.beside) others.push_back(saved_curve(path, name));
  return others;
}

std::string written_kind(const ContinueArguments& arguments) {
  return std::string(arguments.symmetric ? " --symmetric" : "") +
         (arguments.from_hopf ? " --from-hopf"
          : arguments.steady  ? " --steady"
                              : "") +
         (arguments.to_fold ? " --to-fold" : "") + (arguments.at.empty() ? "" : " --at " + arguments.at) +
         (arguments.from.empty() ? "" : " --from " + arguments.from);
}

/// What asks for the same branch, as it is written.
std::string written(const ContinueArguments& arguments) {
  const ContinueArguments left_out;
  std::string line = command_line("continue", arguments.run) + " --over " + arguments.over + written_kind(arguments);
  if (!arguments.period.empty()) line += " --period " + shell_word(arguments.period);
  if (arguments.longest != left_out.longest) line += " --step " + number_text(arguments.longest);
  if (arguments.most_points != left_out.most_points) line += " --points " + std::to_string(arguments.most_points);
  for (const std::string& output : arguments.run.options.outputs) line += " --outputs " + shell_word(output);
  return line + (arguments.of.empty() ? "" : " --of " + shell_word(arguments.of));
}

int execute_continue(ContinueArguments& arguments) {
  require_tables(arguments.results);
  if (!arguments.results.empty() && !arguments.other.empty())
    refuse("--result has a branch, and no map over two parameters", "write the map with --csv");
  if (!arguments.beside.empty() && (arguments.plots.empty() || !arguments.other.empty()))
    refuse("--beside draws branches in the picture of another one", "ask for that with --plot, without --and");
  if (arguments.symmetric && (arguments.steady || arguments.from_hopf))
    refuse("--symmetric is about orbits that a run leads to", "leave --steady and --from-hopf out");
  const BranchWanted wanted = wanted_of(arguments);
  if (!arguments.other.empty()) return execute_map(arguments, wanted);
  if (!arguments.csv.empty())
    refuse("--csv is the table of a map over two parameters", "name the other one with --and, or use --format json");
  PlotFiles plots(arguments.plots, {});
  const auto ask = [&](Model& model, Registry& registry) {
    ToldBranch told{arguments.run.file, continue_orbit(model, registry, arguments.run.file, wanted, arguments.run.options), {}};
    require_unit("--over", range_of("--over", arguments.over), told.branch.parameter.unit);
    const std::size_t output = output_of(told.branch, arguments.of);
    if (plots.wanted())
      plots.write(page_of_branch(told.branch, output, others_of(arguments, told.branch, output)),
                  [&] { return branch_page(told.branch, output, arguments.run.file, written(arguments)); });
    write_tables(arguments.results, "Motions over " + told.branch.parameter.name, table_of_branch(told.branch));
    return told;
  };
  return execute_analysis(
      arguments, "continue", ask,
      [&](const ToldBranch& told, const TextStyle& style) {
        return text_of_branch(told.branch, output_of(told.branch, arguments.of), style);
      },
      [](const ToldBranch& told) { return told.branch.notes; });
}

}  // namespace

std::string continue_schema() { return document::schema_text<ToldBranch>("continue", "What stribeck continue --format json prints"); }

Action add_continue(CLI::App& program) {
  CLI::App* command = program.add_subcommand("continue", "a branch of periodic motions over a parameter: stability, folds, what changes");
  const auto arguments = std::make_shared<ContinueArguments>();
  add_run_options(*command, arguments->run);
  add_at_option(*command, *arguments);
  command->add_option("--over", arguments->over, "the parameter and its range, \"speed=0.01..1\"; its value in the diagram lies inside")
      ->type_name("NAME=A..B");
  add_period_option(*command, *arguments);
  add_from_option(*command, *arguments);
  add_symmetric_option(*command, *arguments);
  command->add_flag("--steady", arguments->steady, "the steady motion: its stability, Hopf points and folds");
  command->add_flag("--from-hopf", arguments->from_hopf, "the steady motion, and the orbits that branch off at its Hopf points");
  command->add_flag("--to-fold", arguments->to_fold,
                    "branches of orbits end where the parameter turns back, at a fold or a corner: the border, without what lies behind");
  command
      ->add_option("--and", arguments->other,
                   "a second parameter and its range: the stability map, of what is marked on the branch at each of its values")
      ->type_name("NAME=A..B");
  command->add_option("--rows", arguments->rows, "so many values of the second parameter (default 11)")
      ->type_name("N")
      ->check(CLI::Range(2, 10000));
  command->add_option("--csv", arguments->csv, "the map as a table; - is standard output")->type_name("PATH");
  command->add_option("--of", arguments->of, "the output to tell of, and to plot; left out: the first")->type_name("NAME");
  command->add_option("--points", arguments->most_points, "at most so many to each side (default 200)")
      ->type_name("N")
      ->check(CLI::Range(2, 100000));
  command->add_option("--step", arguments->longest, "the longest, as a share of the range and of the size of the orbit (default 0.05)")
      ->type_name("S")
      ->check(CLI::Range(1e-4, 1.0));
  command
      ->add_option("--plot", arguments->plots, "a picture of it: .svg, .png, .pdf or, with the orbits to click on, .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command
      ->add_option("--beside", arguments->beside,
                   "a branch that stribeck continue --format json has written, drawn in the picture too; may be repeated")
      ->type_name("RESULT")
      ->allow_extra_args(false);
  command
      ->add_option("--result", arguments->results,
                   "the points as HDF5, PATH.h5: multipliers or poles, marks, extremes of outputs; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kContinueExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_continue(*arguments);
  };
}

}  // namespace stribeck::cli
