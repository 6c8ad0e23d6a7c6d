// stribeck sensitivity: how the outputs of a run and the instants of its events change with parameters and initial values.
#include "analysis/sensitivity.h"

#include <cmath>
#include <memory>

#include "analysis.h"
#include "analysis_sections.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "plots.h"
#include "results/csv_writer.h"
#include "results/layout.h"
#include "sensitivity_plots.h"
#include "study/scalar_slopes.h"

namespace stribeck::cli {
namespace {

constexpr const char* kSensitivityExamples = R"(Examples:
  stribeck sensitivity drive.json --by load.inertia --by friction.coulomb_torque
  stribeck sensitivity ball.json --by ball.initial.position --by floor.restitution --outputs ball.v --stop "2.3 s"
  stribeck sensitivity drive.json --by load.inertia --by friction.coulomb_torque --plot bars.svg --csv along.csv
  stribeck sensitivity drive.json --by load.inertia --scalar "max load.w" --scalar "crossing_time load.w target=0.1"

The derivatives of the outputs where the run stops, and of the instants of its events, by parameters of components or of the diagram and by
initial values. They are followed along the run, through what begins to stick, breaks loose and collides; rtol of the experiment decides on
their accuracy, too. Where there is no derivative that is said, with what runs to both sides give.)";

struct SensitivityArguments : AnalysisArguments {
  std::vector<std::string> by, plots, pictures, scalars;
  std::string csv;
  bool wants_rows() const { return !csv.empty() || !plots.empty(); }
};

struct ToldSensitivities {
  std::string file;
  Sensitivities result;
  std::vector<ScalarSlopes> scalars;
};

/// One derivative.
struct Slope {
  std::string of, by;
  std::optional<double> value, relative;
};

std::optional<double> if_defined(double value) { return std::isnan(value) ? std::nullopt : std::optional(value); }

std::vector<Slope> slopes_of(const Sensitivities& s) {
  std::vector<Slope> slopes;
  for (std::size_t o = 0; o < s.outputs.size(); ++o)
    for (std::size_t p = 0; p < s.parameters.size(); ++p) {
      Slope slope{s.outputs[o].name, s.parameters[p].name, if_defined(s.by(o, p)), {}};
      if (slope.value && s.outputs[o].value != 0) slope.relative = *slope.value * s.parameters[p].value / s.outputs[o].value;
      slopes.push_back(slope);
    }
  return slopes;
}

std::vector<Slope> slopes_of(const ScalarSlopes& scalar, const Sensitivities& s) {
  std::vector<Slope> slopes;
  for (std::size_t p = 0; p < s.parameters.size(); ++p) {
    Slope& slope = slopes.emplace_back(Slope{scalar.name, s.parameters[p].name, if_defined(scalar.by[p]), {}});
    if (slope.value && scalar.value != 0) slope.relative = *slope.value * s.parameters[p].value / scalar.value;
  }
  return slopes;
}

struct ToldScalar {
  std::string name, unit;
  std::optional<double> value;
  std::vector<Slope> slopes;
};
std::vector<ToldScalar> scalars_of(const ToldSensitivities& s) {
  std::vector<ToldScalar> all;
  for (const ScalarSlopes& scalar : s.scalars)
    all.push_back({scalar.name, scalar.unit, if_defined(scalar.value), slopes_of(scalar, s.result)});
  return all;
}

struct ToldEvent {
  EventSensitivity event;
  std::vector<Slope> by;
};

struct ToldSide {
  std::string of;
  double less = 0, more = 0;
};
struct ToldUndefined {
  std::string by, why;
  double time_s = 0, step = 0;
  std::vector<ToldSide> sides;
};

std::vector<ToldEvent> events_of(const Sensitivities& s) {
  std::vector<ToldEvent> events;
  for (const EventSensitivity& event : s.events) {
    ToldEvent& told_event = events.emplace_back(ToldEvent{event, {}});
    for (std::size_t p = 0; p < s.parameters.size(); ++p) {
      Slope slope{"time", s.parameters[p].name, if_defined(event.by[p]), {}};
      if (slope.value && event.time_s != 0) slope.relative = *slope.value * s.parameters[p].value / event.time_s;
      told_event.by.push_back(slope);
    }
  }
  return events;
}

std::vector<ToldUndefined> undefined_of(const Sensitivities& s) {
  std::vector<ToldUndefined> all;
  for (const UndefinedSensitivity& one : s.undefined) {
    ToldUndefined& undefined = all.emplace_back(ToldUndefined{s.parameters[one.direction].name, one.why, one.time_s, one.step, {}});
    for (std::size_t o = 0; o < s.outputs.size(); ++o) undefined.sides.push_back({s.outputs[o].name, one.left[o], one.right[o]});
  }
  return all;
}

const document::Shape<Slope>& shape_of(const Slope*) {
  static const auto shape = document::Shape<Slope>()
                                .key("of", "the output, or time", &Slope::of)
                                .key("by", "the parameter or initial value", &Slope::by)
                                .key("value", "of the derivative, in SI units; null: there is none", &Slope::value)
                                .key("relative", "that times the parameter over the output; null where that is zero", &Slope::relative);
  return shape;
}

const document::Shape<ToldEvent>& shape_of(const ToldEvent*) {
  static const auto shape = document::Shape<ToldEvent>()
                                .key("time_s", "when", [](const ToldEvent& e) { return e.event.time_s; })
                                .key("labels", "what happens", [](const ToldEvent& e) { return e.event.labels; })
                                .key("slopes", "of its time", &ToldEvent::by);
  return shape;
}

const document::Shape<ToldSide>& shape_of(const ToldSide*) {
  static const auto shape = document::Shape<ToldSide>()
                                .key("of", "the output", &ToldSide::of)
                                .key("less", "difference over the step, of a run with less", &ToldSide::less)
                                .key("more", "the same with more", &ToldSide::more);
  return shape;
}

const document::Shape<ToldUndefined>& shape_of(const ToldUndefined*) {
  static const auto shape = document::Shape<ToldUndefined>()
                                .key("by", "the parameter or initial value", &ToldUndefined::by)
                                .key("time_s", "from when on there is no derivative", &ToldUndefined::time_s)
                                .key("why", "in words", &ToldUndefined::why)
                                .key("step", "of the runs to both sides, SI", &ToldUndefined::step)
                                .key("sides", "what these give", &ToldUndefined::sides);
  return shape;
}

const document::Shape<ToldScalar>& shape_of(const ToldScalar*) {
  static const auto shape = document::Shape<ToldScalar>()
                                .key("name", "as it was asked for", &ToldScalar::name)
                                .key("unit", "SI", &ToldScalar::unit)
                                .key("value", "null: there is no such number", &ToldScalar::value)
                                .key("slopes", "of it", &ToldScalar::slopes);
  return shape;
}

const document::Shape<ToldSensitivities>& shape_of(const ToldSensitivities*) {
  static const auto shape =
      document::Shape<ToldSensitivities>()
          .key("file", "the diagram, as it was named", &ToldSensitivities::file)
          .key("time_s", "where the run ended", [](const ToldSensitivities& s) { return s.result.time_s; })
          .key("parameters", "with their values", [](const ToldSensitivities& s) { return told(s.result.parameters); })
          .key("outputs", "with their values at the end", [](const ToldSensitivities& s) { return told(s.result.outputs); })
          .key("slopes", "of each output by each parameter, at the end", [](const ToldSensitivities& s) { return slopes_of(s.result); })
          .key("scalars", "that were asked for", [](const ToldSensitivities& s) { return scalars_of(s); })
          .key("events", "of the run", [](const ToldSensitivities& s) { return events_of(s.result); })
          .key("undefined", "where there is no derivative", [](const ToldSensitivities& s) { return undefined_of(s.result); })
          .key("messages", "warnings and notes", [](const ToldSensitivities& s) { return s.result.notes.list(); });
  return shape;
}

std::string text_of_sensitivities(const ToldSensitivities& asked, const TextStyle& style) {
  const Sensitivities& s = asked.result;
  const Digits digits = style.digits;
  const auto number = [&](const std::optional<double>& value) { return value ? short_number(*value, digits) : std::string("undefined"); };
  TextTable head("ll");
  head.add({"time", with_prefix(s.time_s, "s", digits)});
  for (const LinearVariable& parameter : s.parameters)
    head.add({parameter.name, short_number(parameter.value, digits) + (parameter.unit.empty() ? "" : " " + parameter.unit)});
  std::string text = head.to_text(style);
  TextTable table("lrlrr");
  table.head({"output", "value", "by", "slope (SI)", "relative"});
  const std::vector<Slope> slopes = slopes_of(s);
  for (std::size_t k = 0; k < slopes.size(); ++k) {
    const LinearVariable& output = s.outputs[k / s.parameters.size()];
    const bool is_first = k % s.parameters.size() == 0;
    table.add({is_first ? output.name : "", is_first ? with_prefix(output.value, output.unit, digits) : "", slopes[k].by,
               number(slopes[k].value), slopes[k].relative ? short_number(*slopes[k].relative, digits) : "-"});
  }
  if (!table.empty()) text += "\n" + table.to_text(style);
  TextTable scalars("lrlrr");
  scalars.head({"scalar", "value", "by", "slope (SI)", "relative"});
  for (const ToldScalar& scalar : scalars_of(asked))
    for (std::size_t p = 0; p < scalar.slopes.size(); ++p) {
      const Slope& slope = scalar.slopes[p];
      scalars.add({p == 0 ? scalar.name : "",
                   p > 0          ? ""
                   : scalar.value ? with_prefix(*scalar.value, scalar.unit, digits)
                                  : "none",
                   slope.by, number(slope.value), slope.relative ? short_number(*slope.relative, digits) : "-"});
    }
  if (!scalars.empty()) text += "\n" + scalars.to_text(style);
  TextTable events("rllr");
  events.head({"event", "what", "by", "slope (SI)"});
  for (const ToldEvent& event : events_of(s))
    for (std::size_t p = 0; p < event.by.size(); ++p)
      events.add({p == 0 ? with_prefix(event.event.time_s, "s", digits) : "", p == 0 ? joined(event.event.labels) : "", event.by[p].by,
                  number(event.by[p].value)});
  if (!events.empty()) text += "\n" + events.to_text(style);
  for (const ToldUndefined& undefined : undefined_of(s)) {
    text +=
        "\nno derivative by " + undefined.by + " from t = " + with_prefix(undefined.time_s, "s", digits) + " on: " + undefined.why + "\n";
    TextTable sides("lrr");
    sides.head({"differences of runs", "with less", "with more"});
    for (const ToldSide& side : undefined.sides) sides.add({side.of, short_number(side.less, digits), short_number(side.more, digits)});
    text += sides.to_text(style);
  }
  return text;
}

/// Outputs, then d output / d parameter, along the motion.
void write_rows(const Sensitivities& s, CsvWriter& file) {
  std::vector<OutputColumn> columns;
  for (const LinearVariable& output : s.outputs) columns.push_back({output.name, output.unit, "", ""});
  for (const LinearVariable& output : s.outputs)
    for (const LinearVariable& parameter : s.parameters)
      columns.push_back({"d(" + output.name + ")/d(" + parameter.name + ")", output.unit + "/(" + parameter.unit + ")", "", ""});
  file.begin(columns);
  for (std::size_t k = 0; k < s.times_s.size(); ++k) {
    std::vector<double> row = s.values[k];
    row.insert(row.end(), s.rows[k].values.begin(), s.rows[k].values.end());
    file.row(s.times_s[k], row.data());
  }
  file.finish();
}

int execute_sensitivity(SensitivityArguments& arguments) {
  if (arguments.by.empty()) refuse("by which parameters is not said", "name them with --by load.inertia");
  if (arguments.plots.empty() && !arguments.pictures.empty()) refuse("--picture needs a file to be drawn in", "name one: --plot bars.svg");
  if (arguments.pictures.empty()) arguments.pictures = sensitivity_pictures();
  std::vector<AskedScalar> scalars;
  for (const std::string& scalar : arguments.scalars) scalars.push_back(asked_scalar(scalar));
  PlotFiles plots(arguments.plots, {});
  std::optional<CsvWriter> csv;
  if (!arguments.csv.empty()) csv.emplace(arguments.csv);
  const auto ask = [&](Model& model, Registry& registry) {
    const std::string& file = arguments.run.file;
    const RunOptions& options = arguments.run.options;
    const Experiment& experiment = diagram_of(model).experiment;
    const auto along = [&](bool by_parameters, const std::vector<double>& instants) {
      return sensitivities(model, registry, file, {by_parameters ? arguments.by : std::vector<std::string>(), instants}, options);
    };
    const std::vector<double> times_s = arguments.wants_rows() ? row_times(experiment) : std::vector<double>();
    ToldSensitivities told{file, {}, {}};
    if (scalars.empty()) {
      told.result = along(true, times_s);
    } else {
      SensitivitiesWithScalars both = sensitivities_with_scalars(scalars, times_s, row_times(experiment), along);
      told.result = std::move(both.result), told.scalars = std::move(both.scalars);
    }
    if (csv) write_rows(told.result, *csv);
    if (plots.wanted()) plots.write(sensitivity_page(told.result, arguments.pictures, file));
    return told;
  };
  return execute_analysis(
      arguments, "sensitivity", ask,
      [](const ToldSensitivities& told, const TextStyle& style) { return text_of_sensitivities(told, style); },
      [](const ToldSensitivities& told) { return told.result.notes; });
}

}  // namespace

ReportSection sensitivity_section(Registry& registry, const std::string& file, const std::vector<std::string>& by,
                                  const RunOptions& options) {
  const ModelPtr model = load(registry, file, options);
  const ToldSensitivities told{file, sensitivities(*model, registry, file, {by, {}}, options), {}};
  ReportSection section{"sensitivities", "Which parameter matters", text_of_sensitivities(told, {}), {}};
  for (const Diagnostic& note : told.result.notes.list()) section.text += to_text(note);
  return section;
}

std::string sensitivity_schema() {
  return document::schema_text<ToldSensitivities>("sensitivity", "What stribeck sensitivity --format json prints");
}

Action add_sensitivity(CLI::App& program) {
  CLI::App* command = program.add_subcommand("sensitivity", "how outputs and events change with parameters and initial values");
  const auto arguments = std::make_shared<SensitivityArguments>();
  add_run_options(*command, arguments->run);
  command->add_option("--by", arguments->by, "a parameter or initial value; may be repeated")->type_name("NAME")->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  command->add_option("--scalar", arguments->scalars, "a number of an output's curve, as in studies: \"max spring.x\"; may be repeated")
      ->type_name("SCALAR")
      ->allow_extra_args(false);
  command->add_option("--csv", arguments->csv, "outputs and derivatives along the motion, in the rows of a run; - is standard output")
      ->type_name("PATH");
  command->add_option("--plot", arguments->plots, "a picture: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  offer_only(command->add_option("--picture", arguments->pictures, "what to draw, separated by commas (default: both)")->delimiter(','),
             sensitivity_pictures());
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kSensitivityExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_sensitivity(*arguments);
  };
}

}  // namespace stribeck::cli
