// stribeck survey: what runs settle to over a parameter, swept up and down, or from two initial values.
#include "surveys.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "base/text.h"
#include "branch_table.h"
#include "commands.h"
#include "documents.h"
#include "named_range.h"
#include "orbit_arguments.h"
#include "plots.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "survey_documents.h"

namespace stribeck::cli {
namespace {

constexpr const char* kSurveyExamples = R"(Examples:
  stribeck survey drive.json --over speed=0.01..1
  stribeck survey drive.json --over speed=0.01..1 --values 200 --of load.w --plot survey.svg --csv survey.csv
  stribeck survey drive.json --over speed=0.01..1 --section "friction: sticks" --settle "200 s" --record "100 s"
  stribeck survey drive.json --basins mass.initial.v=-1..1,spring.initial.x=-2..2 --plot basins.svg

The parameter is swept up and down; at each value the run goes on from the last state of the one before, is left to settle, and is then
recorded. Told is what it has settled to: steady, periodic with so many section points (Poincare points) a period, chaotic by its largest
Lyapunov exponent, or not settled. Where both sweeps come to other motions there is hysteresis. Only motions that are stable are seen; stribeck
continue follows the others, too.)";

struct SurveyArguments : OrbitArguments {
  std::string over, basins, of, csv, section, settle, record, sweeps = "both";
  std::size_t values = 0;
  std::vector<std::string> plots, results;
};

double length_of(const char* option, const std::string& text) { return text.empty() ? 0 : positive(option, text, "s", "\"20 s\""); }

void fill(SurveyWanted& wanted, const SurveyArguments& arguments) {
  const OrbitWanted orbit = arguments.wanted();
  wanted.of = arguments.of, wanted.period_s = orbit.period_s, wanted.at_start = orbit.at_start;
  wanted.settle_s = length_of("--settle", arguments.settle), wanted.record_s = length_of("--record", arguments.record);
  const std::string& section = arguments.section;
  if (section.empty()) return;
  if (section == "period")
    wanted.section = PoincareKind::period;
  else if (section.starts_with("max ") || section.starts_with("min "))
    wanted.section = section[1] == 'a' ? PoincareKind::most : PoincareKind::least, wanted.section_name = section.substr(4);
  else
    wanted.section = PoincareKind::event, wanted.section_name = section;
}

std::string motion_text(const SurveyPoint& point, bool is_forced, Digits digits) {
  switch (point.motion) {
    case SurveyMotion::steady:
      return point.is_held ? "steady, something sticks" : "steady";
    case SurveyMotion::periodic:
      return (is_forced || point.multiple > 1 ? "period " + std::to_string(point.multiple) : "periodic") +
             (point.chatters.empty() ? "" : ", chatters");
    case SurveyMotion::dies_away:
      return "dies away, not settled";
    case SurveyMotion::grows:
      return "grows, not settled";
    case SurveyMotion::chaotic:
    case SurveyMotion::irregular:
      return std::string(word_of(point.motion)) + ", exponent " + short_number(point.growth->exponent, digits) + "/s";
    case SurveyMotion::failed:
      return point.failure;
  }
  return "";
}

std::vector<std::string> cells_of(const SurveyPoint& point, std::size_t of, bool is_forced, Digits digits) {
  std::vector<std::string> cells{motion_text(point, is_forced, digits), point.period_s > 0 ? with_prefix(point.period_s, "s", digits) : ""};
  const bool has = !point.outputs.empty();
  cells.push_back(has ? with_prefix(point.outputs[of].least, point.outputs[of].unit, digits) : "");
  cells.push_back(has ? with_prefix(point.outputs[of].most, point.outputs[of].unit, digits) : "");
  return cells;
}

std::string name_of_output(const std::vector<SurveyPoint>& points, std::size_t of) {
  for (const SurveyPoint& point : points)
    if (!point.outputs.empty()) return point.outputs[of].name;
  return "";
}
std::string unit_of_output(const std::vector<SurveyPoint>& points, std::size_t of) {
  for (const SurveyPoint& point : points)
    if (!point.outputs.empty()) return point.outputs[of].unit;
  return "";
}

/// Each set of frictions that let go at one instant, with the values at which they do.
std::vector<std::string> releases_of(const std::vector<SurveyPoint>& points) {
  std::vector<std::string> found;
  for (const SurveyPoint& point : points)
    for (const std::string& names : point.releases_at_once)
      if (std::find(found.begin(), found.end(), names) == found.end()) found.push_back(names);
  return found;
}

/// A line for each value and sweep; one where both come to the same motion.
std::string text_of_survey(const Survey& survey, const TextStyle& style) {
  const Digits digits = style.digits;
  const std::vector<double> ranges = output_ranges(survey.points);
  const std::string name = name_of_output(survey.points, survey.of);
  TextTable table("rllrrr");
  table.head({survey.parameter.name, "sweep", "motion", "period", "least " + name, "most"});
  const auto add = [&](const SurveyPoint& point, const char* sweep) {
    std::vector<std::string> cells = cells_of(point, survey.of, survey.is_forced, digits);
    cells.insert(cells.begin(), {short_number(point.parameter, digits), sweep});
    table.add(cells);
  };
  const std::size_t n = survey.points.size();
  const bool both = n > 1 && survey.points.front().upwards != survey.points.back().upwards;
  for (std::size_t k = 0; k < (both ? n / 2 : n); ++k) {
    const SurveyPoint& point = survey.points[k];
    if (both && !same_motion(point, survey.points[n - 1 - k], ranges))
      add(point, "up"), add(survey.points[n - 1 - k], "down");
    else
      add(point, both ? "both" : point.upwards ? "up" : "down");
  }
  std::string text = table.to_text(style);
  TextTable spans("l");
  for (const SurveySpan& span : survey.differing)
    spans.add({"Hysteresis: " + (span.from < span.to ? "from " + short_number(span.from, digits) + " to " : "at ") +
               short_number(span.to, digits) + " the sweeps up and down come to other motions."});
  for (const std::string& names : releases_of(survey.points))
    spans.add({"Not unique: " + names +
               " let go at one instant, and a change of the motion decides which goes first. Runs that are exactly"
               " alike do not show what others do; begin beside them."});
  return spans.empty() ? text : text + "\n" + spans.to_text(style);
}

std::string text_of_basins(const Basins& basins, const TextStyle& style) {
  const std::string name = name_of_output(basins.attractors, basins.of);
  TextTable table("rrlrrr");
  table.head({"", "starts", "motion", "period", "least " + name, "most"});
  for (std::size_t a = 0; a < basins.attractors.size(); ++a) {
    const auto count = std::count_if(basins.cells.begin(), basins.cells.end(), [&](const BasinCell& cell) { return cell.attractor == a; });
    std::vector<std::string> cells = cells_of(basins.attractors[a], basins.of, false, style.digits);
    cells.insert(cells.begin(), {std::to_string(a + 1), std::to_string(count) + " of " + std::to_string(basins.cells.size())});
    table.add(cells);
  }
  return table.to_text(style);
}

std::string axis_of(const std::string& name, const std::string& unit) { return name + (unit.empty() ? "" : " [" + unit + "]"); }

/// The section points over the parameter; of steady motions their value.
PlotPage page_of_survey(const Survey& survey) {
  Panel panel;
  panel.title = "What runs settle to over " + survey.parameter.name;
  panel.x_label = axis_of(survey.parameter.name, survey.parameter.unit);
  panel.y_label = axis_of(name_of_output(survey.points, survey.of), unit_of_output(survey.points, survey.of));
  panel.over_time = false;
  panel.x = panel.y = {HUGE_VAL, -HUGE_VAL};
  for (const bool upwards : {true, false}) {
    Curve curve{.label = upwards ? "up" : "down",
                .colour = upwards ? std::size_t{0} : std::size_t{1},
                .style = upwards ? CurveStyle::points : CurveStyle::crosses,
                .x = {},
                .y = {}};
    for (const SurveyPoint& point : survey.points) {
      if (point.upwards != upwards || point.outputs.empty()) continue;
      std::vector<double> values;
      for (const std::vector<double>& outputs : point.section) values.push_back(outputs[survey.of]);
      if (values.empty()) values.push_back(point.outputs[survey.of].most);
      for (const double value : values) {
        curve.x.push_back(point.parameter), curve.y.push_back(value);
        panel.x = {std::min(panel.x.low, point.parameter), std::max(panel.x.high, point.parameter)};
        panel.y = {std::min(panel.y.low, value), std::max(panel.y.high, value)};
      }
    }
    if (!curve.x.empty()) panel.curves.push_back(std::move(curve));
  }
  const double margin = panel.y.high > panel.y.low ? 0.05 * (panel.y.high - panel.y.low) : 1;
  panel.y = {panel.y.low - margin, panel.y.high + margin};
  return {.title = panel.title, .panels = {panel}, .times_s = {}, .remarks = {}};
}

PlotPage page_of_basins(const Basins& basins) {
  Panel panel;
  panel.title = "Which motion is come to from where";
  panel.x_label = axis_of(basins.first.name, basins.first.unit), panel.y_label = axis_of(basins.second.name, basins.second.unit);
  panel.over_time = false;
  panel.x = {basins.cells.front().first, basins.cells.back().first}, panel.y = {basins.cells.front().second, basins.cells.back().second};
  for (std::size_t a = 0; a < basins.attractors.size(); ++a) {
    const SurveyPoint& motion = basins.attractors[a];
    Curve curve{.label = std::to_string(a + 1) + " " + motion_text(motion, false, Digits::four),
                .colour = a,
                .style = a % 2 == 0 ? CurveStyle::points : CurveStyle::crosses,
                .x = {},
                .y = {}};
    for (const BasinCell& cell : basins.cells)
      if (cell.attractor == a) curve.x.push_back(cell.first), curve.y.push_back(cell.second);
    panel.curves.push_back(std::move(curve));
  }
  return {.title = panel.title, .panels = {panel}, .times_s = {}, .remarks = {}};
}

/// A row for each section point, one for a motion without.
std::string csv_of_survey(const Survey& survey) {
  std::string text = survey.parameter.name + ",sweep,motion,multiple,period_s,lyapunov_per_s";
  const auto with_outputs =
      std::find_if(survey.points.begin(), survey.points.end(), [](const SurveyPoint& p) { return !p.outputs.empty(); });
  for (const OrbitOutput& output : with_outputs->outputs) text += "," + output.name;
  for (const OrbitOutput& output : with_outputs->outputs) text += ",least " + output.name + ",most " + output.name;
  text += "\n";
  for (const SurveyPoint& point : survey.points) {
    std::vector<std::vector<double>> rows = point.section;
    if (rows.empty()) rows.emplace_back();
    for (const std::vector<double>& row : rows) {
      text += number_text(point.parameter) + (point.upwards ? ",up," : ",down,") + word_of(point.motion) + "," +
              std::to_string(point.multiple) + "," + number_text(point.period_s) + "," +
              (point.growth ? number_text(point.growth->exponent) : "");
      for (std::size_t o = 0; o < with_outputs->outputs.size(); ++o) text += "," + (row.empty() ? "" : number_text(row[o]));
      for (const OrbitOutput& output : point.outputs) text += "," + number_text(output.least) + "," + number_text(output.most);
      text += "\n";
    }
  }
  return text;
}

std::string csv_of_basins(const Basins& basins) {
  std::string text = basins.first.name + "," + basins.second.name + ",attractor,motion\n";
  for (const BasinCell& cell : basins.cells)
    text += number_text(cell.first) + "," + number_text(cell.second) + "," + std::to_string(cell.attractor + 1) + "," +
            word_of(basins.attractors[cell.attractor].motion) + "\n";
  return text;
}

BasinsWanted basins_wanted(const SurveyArguments& arguments) {
  const std::size_t comma = arguments.basins.find(',');
  if (comma == std::string::npos)
    refuse("--basins cannot be " + in_quotes(arguments.basins),
           "name two initial values: --basins mass.initial.v=-1..1,spring.initial.x=-2..2");
  const NamedRange first = range_of("--basins", arguments.basins.substr(0, comma)),
                   second = range_of("--basins", arguments.basins.substr(comma + 1));
  BasinsWanted wanted;
  fill(wanted, arguments);
  wanted.first = {first.name, first.from, first.to}, wanted.second = {second.name, second.from, second.to};
  if (arguments.values > 0) wanted.values = arguments.values;
  return wanted;
}

SweepWanted sweep_wanted(const SurveyArguments& arguments) {
  const NamedRange over = range_of("--over", arguments.over);
  SweepWanted wanted;
  fill(wanted, arguments);
  wanted.parameter = over.name, wanted.from = over.from, wanted.to = over.to;
  if (!(over.from < over.to)) refuse("the range of --over, " + in_quotes(arguments.over) + ", is empty", "write the smaller value first");
  if (arguments.values > 0) wanted.values = arguments.values;
  wanted.sweeps = arguments.sweeps == "up" ? SurveySweeps::up : arguments.sweeps == "down" ? SurveySweeps::down : SurveySweeps::both;
  return wanted;
}

void require_units(const SurveyArguments& arguments, const ToldSurvey& told) {
  if (!arguments.over.empty()) return require_unit("--over", range_of("--over", arguments.over), told.survey.parameter.unit);
  const std::size_t comma = arguments.basins.find(',');
  require_unit("--basins", range_of("--basins", arguments.basins.substr(0, comma)), told.basins.first.unit);
  require_unit("--basins", range_of("--basins", arguments.basins.substr(comma + 1)), told.basins.second.unit);
}

int execute_survey(SurveyArguments& arguments) {
  if (arguments.over.empty() == arguments.basins.empty())
    refuse("a survey is made over a parameter or over two initial values", "name the one with --over or the others with --basins");
  const bool has_basins = !arguments.basins.empty();
  const SweepWanted sweep = has_basins ? SweepWanted() : sweep_wanted(arguments);
  const BasinsWanted starts = has_basins ? basins_wanted(arguments) : BasinsWanted();
  require_tables(arguments.results);
  if (has_basins && !arguments.results.empty()) refuse("--result has a survey, and no basins", "write the starts with --csv");
  PlotFiles plots(arguments.plots, {});
  std::optional<OutputFile> csv;
  if (!arguments.csv.empty()) csv.emplace(arguments.csv);
  const auto ask = [&](Model& model, Registry& registry) {
    ToldSurvey told{.file = arguments.run.file, .survey = {}, .basins = {}};
    if (has_basins)
      told.basins = basins(model, registry, arguments.run.file, starts, arguments.run.options);
    else
      told.survey = survey(model, registry, arguments.run.file, sweep, arguments.run.options);
    require_units(arguments, told);
    if (csv) csv->write(has_basins ? csv_of_basins(told.basins) : csv_of_survey(told.survey)), csv->commit();
    if (!has_basins) write_tables(arguments.results, "What runs settle to over " + sweep.parameter, table_of_survey(told.survey));
    if (plots.wanted()) plots.write(has_basins ? page_of_basins(told.basins) : page_of_survey(told.survey));
    return told;
  };
  return execute_analysis(
      arguments, "survey", ask,
      [&](const ToldSurvey& told, const TextStyle& style) {
        return has_basins ? text_of_basins(told.basins, style) : text_of_survey(told.survey, style);
      },
      [](const ToldSurvey& told) { return told.survey.notes; });
}

}  // namespace

std::string survey_schema() { return document::schema_text<ToldSurvey>("survey", "What stribeck survey --format json prints"); }

Action add_survey(CLI::App& program) {
  CLI::App* command = program.add_subcommand("survey", "what runs settle to over a parameter, swept up and down: period, amplitude, chaos");
  const auto arguments = std::make_shared<SurveyArguments>();
  add_run_options(*command, arguments->run);
  add_at_option(*command, *arguments);
  command->add_option("--over", arguments->over, "the parameter and its range, \"speed=0.01..1\"")->type_name("NAME=A..B");
  command
      ->add_option(
          "--basins", arguments->basins,
          "instead: two initial values and their ranges, \"mass.initial.v=-1..1,spring.initial.x=-2..2\"; which motion is come to from "
          "where")
      ->type_name("NAME=A..B,NAME=A..B");
  command->add_option("--values", arguments->values, "so many (default 41; with --basins 21 of each)")
      ->type_name("N")
      ->check(CLI::Range(2, 100000));
  offer_only(command->add_option("--sweep", arguments->sweeps, "up, down or both (default both)")->type_name(""), {"up", "down", "both"});
  command->add_option("--settle", arguments->settle, "the motion is left alone for so long (default: as long as the experiment)")
      ->type_name("T");
  command->add_option("--record", arguments->record, "and then looked at for so long (default: half of that)")->type_name("T");
  command
      ->add_option("--section", arguments->section,
                   "where it is cut: \"max load.w\", \"min load.w\", an event as \"friction: sticks\", or period (default: the period of "
                   "what drives it, else maxima of the output)")
      ->type_name("WHERE");
  command->add_option("--of", arguments->of, "the output to tell of, and to plot; left out: the first")->type_name("NAME");
  add_period_option(*command, *arguments);
  command->add_option("--csv", arguments->csv, "the section points, or the starts of basins, as a table; - is standard output")
      ->type_name("PATH");
  command->add_option("--plot", arguments->plots, "a picture of it: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--result", arguments->results, "the section points as HDF5, PATH.h5; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kSurveyExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_survey(*arguments);
  };
}

}  // namespace stribeck::cli
