// stribeck continue: a branch of periodic motions over a parameter.
#include <algorithm>
#include <cmath>
#include <memory>

#include "analysis/branch.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "orbit_arguments.h"
#include "orbit_documents.h"
#include "plots.h"
#include "results/layout.h"

namespace stribeck::cli {
static const char* word_of(BranchMark mark) {
  switch (mark) {
    case BranchMark::none:
      return "";
    case BranchMark::fold:
      return "fold";
    case BranchMark::flip:
      return "flip";
    case BranchMark::neimark_sacker:
      return "neimark_sacker";
    case BranchMark::branch_point:
      return "branch_point";
    case BranchMark::sequence:
      return "sequence";
    case BranchMark::corner:
      return "corner";
    case BranchMark::vanishes:
      return "vanishes";
    case BranchMark::lost:
      return "lost";
  }
  return "";
}

static const document::Shape<Told<BranchOrbit>>& shape_of(const Told<BranchOrbit>*) {
  static const auto shape = document::Shape<Told<BranchOrbit>>()
                                .key("parameter", "its value, SI", [](const Told<BranchOrbit>& b) { return b.thing.parameter; })
                                .key("mark", "fold, flip, neimark_sacker, branch_point, sequence, corner, vanishes, lost; empty: none",
                                     [](const Told<BranchOrbit>& b) { return std::string(word_of(b.thing.mark)); })
                                .key("what", "of a mark, in words", [](const Told<BranchOrbit>& b) { return b.thing.what; })
                                .key("orbit", "there", [](const Told<BranchOrbit>& b) {
                                  return ToldOrbit{"", b.thing.orbit};
                                });
  return shape;
}

namespace {

constexpr const char* kContinueExamples = R"(Examples:
  stribeck continue drive.json --over speed=0.01..1
  stribeck continue drive.json --over spring.stiffness=500..5000 --set spring.stiffness=1000 --plot branch.svg --of load.w

The orbit that `stribeck orbit` finds is followed over a parameter, up and down, also where it is not stable and where the parameter turns
back. Told is where: folds, where two orbits meet; flips, where one of twice the period branches off; complex pairs that pass the unit circle;
changes of what happens in a period; corners, where such a change ends the branch and another one begins; Hopf points, where it shrinks to
a point.)";

struct ContinueArguments : OrbitArguments {
  std::string over, of;
  std::size_t most_points = 200;
  double longest = 0.05;
  std::vector<std::string> plots;
};

struct ToldBranch {
  std::string file;
  OrbitBranch branch;
};

const document::Shape<ToldBranch>& shape_of(const ToldBranch*) {
  static const auto shape =
      document::Shape<ToldBranch>()
          .key("file", "the diagram, as it was named", &ToldBranch::file)
          .key("parameter", "with its value in the diagram", [](const ToldBranch& b) { return Told<LinearVariable>{b.branch.parameter}; })
          .key("points", "along the branch", [](const ToldBranch& b) { return told(b.branch.points); })
          .key("messages", "warnings and notes", [](const ToldBranch& b) { return b.branch.notes.list(); });
  return shape;
}

std::size_t output_of(const OrbitBranch& branch, const std::string& name) {
  const std::vector<OrbitOutput>& outputs = branch.points.front().orbit.outputs;
  if (outputs.empty()) refuse("the diagram has no outputs that are variables", "name one with --outputs");
  std::vector<std::string> names;
  for (const OrbitOutput& output : outputs) names.push_back(output.name);
  if (name.empty()) return 0;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse_word("--of", name, names);
  return static_cast<std::size_t>(found - names.begin());
}

std::string text_of_branch(const OrbitBranch& branch, std::size_t output, const TextStyle& style) {
  const Digits digits = style.digits;
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
               point.mark == BranchMark::none ? "" : std::string(word_of(point.mark)) + ": " + point.what});
  }
  return table.to_text(style);
}

/// The extremes of an output over the parameter: full where the orbit is stable, dashed where it is not, marks as points.
PlotPage page_of(const OrbitBranch& branch, std::size_t output) {
  const OrbitOutput& first = branch.points.front().orbit.outputs[output];
  Panel panel;
  panel.title = "Periodic motions over " + branch.parameter.name;
  panel.x_label = branch.parameter.name + (branch.parameter.unit.empty() ? "" : " [" + branch.parameter.unit + "]");
  panel.y_label = first.name + (first.unit.empty() ? "" : " [" + first.unit + "]");
  panel.over_time = false;
  Curve stable{.label = "stable", .colour = 0, .style = CurveStyle::line, .x = {}, .y = {}};
  Curve unstable{.label = "not stable", .colour = 1, .style = CurveStyle::dashed, .x = {}, .y = {}};
  Curve marks{.label = "changes", .colour = 2, .style = CurveStyle::points, .x = {}, .y = {}};
  const auto is_stable = [](const BranchOrbit& point) { return point.orbit.stability == OrbitStability::stable; };
  panel.x = {HUGE_VAL, -HUGE_VAL}, panel.y = panel.x;
  for (const bool least : {false, true}) {
    const auto add = [&](Curve& curve, const BranchOrbit& point) {
      curve.x.push_back(point.parameter), curve.y.push_back(least ? point.orbit.outputs[output].least : point.orbit.outputs[output].most);
      panel.x = {std::min(panel.x.low, curve.x.back()), std::max(panel.x.high, curve.x.back())};
      panel.y = {std::min(panel.y.low, curve.y.back()), std::max(panel.y.high, curve.y.back())};
    };
    const auto interrupt = [](Curve& curve) { curve.x.push_back(std::nan("")), curve.y.push_back(std::nan("")); };
    for (std::size_t k = 0; k < branch.points.size(); ++k) {
      const BranchOrbit& point = branch.points[k];
      Curve& own = is_stable(point) ? stable : unstable;
      if (k > 0 && is_stable(branch.points[k - 1]) != is_stable(point)) {
        interrupt(&own == &stable ? unstable : stable);
        add(own, branch.points[k - 1]);
      }
      add(own, point);
      if (point.mark != BranchMark::none) add(marks, point);
    }
    interrupt(stable), interrupt(unstable);
  }
  const double margin = 0.05 * (panel.y.high - panel.y.low);
  panel.y = {panel.y.low - margin, panel.y.high + margin};
  for (Curve* curve : {&stable, &unstable, &marks})
    if (!curve->x.empty()) panel.curves.push_back(std::move(*curve));
  return {.title = panel.title, .panels = {panel}, .times_s = {}, .remarks = {}};
}

/// "speed=0.01..1", each with a unit if it is to have one: "speed=1 mm/s..1 m/s".
BranchWanted wanted_of(const ContinueArguments& arguments) {
  const auto wrong = [&] { refuse("--over cannot be " + in_quotes(arguments.over), "write --over speed=0.01..1"); };
  const std::size_t equals = arguments.over.find('='), dots = arguments.over.find("..");
  if (equals == std::string::npos || dots == std::string::npos || dots < equals) wrong();
  const auto from = parse_quantity(arguments.over.substr(equals + 1, dots - equals - 1)),
             to = parse_quantity(arguments.over.substr(dots + 2));
  if (!from || !to) wrong();
  return {.orbit = arguments.wanted(),
          .parameter = arguments.over.substr(0, equals),
          .from = from->value,
          .to = to->value,
          .longest = arguments.longest,
          .most_points = arguments.most_points};
}

int execute_continue(ContinueArguments& arguments) {
  const BranchWanted wanted = wanted_of(arguments);
  PlotFiles plots(arguments.plots, {});
  const auto ask = [&](Model& model, Registry& registry) {
    ToldBranch told{arguments.run.file, continue_orbit(model, registry, arguments.run.file, wanted, arguments.run.options)};
    const std::size_t output = output_of(told.branch, arguments.of);
    if (plots.wanted()) plots.write(page_of(told.branch, output));
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
  command->add_option("--of", arguments->of, "the output to tell of, and to plot; left out: the first")->type_name("NAME");
  command->add_option("--points", arguments->most_points, "at most so many to each side (default 200)")
      ->type_name("N")
      ->check(CLI::Range(2, 100000));
  command->add_option("--step", arguments->longest, "the longest, as a share of the range and of the size of the orbit (default 0.05)")
      ->type_name("S")
      ->check(CLI::Range(1e-4, 1.0));
  command->add_option("--plot", arguments->plots, "a picture of it: .svg, .png, .pdf or .html; may be repeated")
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
