// stribeck linearise: the linear model of a diagram at an instant of its motion.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "analysis.h"
#include "analysis/linear_curves.h"
#include "analysis/linear_model.h"
#include "analysis_sections.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "linear_plots.h"
#include "named_range.h"
#include "plots.h"
#include "results/layout.h"

namespace stribeck::cli {
namespace {

constexpr const char* kLineariseExamples = R"(Examples:
  stribeck linearise drive.json --inputs motor.torque --inputs load.I --outputs load.w
  stribeck linearise slide.jsonc --at "1.5 s" --inputs wanted.value --outputs carriage.v --frequencies 1,10,100 --format json
  stribeck linearise drive.json --at start --at "2 s" --inputs motor.torque --plot bode.svg --picture bode,poles
  stribeck linearise drive.json --inputs motor.torque --step "motor.torque=0.1 N*m" --plot step.svg

The model is that of small changes about the motion at the instant: dx/dt = A x + B u, y = C x + D u. What sticks or rests on a stop stays so:
the states that this takes away are told. What slips has the slope of its law. An input is a parameter of a component, as the torque of a source
whose input is left open; an input of the boundary; a port, as "load.I", on which a force or torque acts; or a signal, to which something is
added: at an output, as "controller.y", for all that it drives, at an input, as "motor.S", for that one alone.)";

struct LineariseArguments : AnalysisArguments {
  std::vector<std::string> instants, inputs, plots, pictures;
  std::vector<double> frequencies_rad_s;
  std::string step, span;
};

struct ResponsePoint {
  double frequency_rad_s;
  Complex value;
};

struct Transfer {
  std::string output, input;
  TransferFunction function;
  std::vector<ResponsePoint> response;
};

struct ToldStep {
  StepAsked asked;
  StepResponses responses;
};

/// At one instant.
struct Linearised {
  std::string label;
  LinearModel model;
  std::vector<Pole> poles;
  std::vector<Transfer> transfers;
  std::optional<ToldStep> step;
};

struct LinearisedFile {
  std::string file;
  std::vector<Linearised> points;
};

std::vector<std::vector<double>> rows_of(const Matrix& matrix) {
  std::vector<std::vector<double>> rows;
  for (std::size_t r = 0; r < matrix.rows; ++r)
    rows.emplace_back(matrix.values.begin() + static_cast<std::ptrdiff_t>(r * matrix.columns),
                      matrix.values.begin() + static_cast<std::ptrdiff_t>((r + 1) * matrix.columns));
  return rows;
}

std::vector<std::vector<std::optional<double>>> rows_until_end(const Matrix& matrix) {
  std::vector<std::vector<std::optional<double>>> rows;
  for (const std::vector<double>& row : rows_of(matrix)) {
    rows.emplace_back();
    for (const double value : row) rows.back().push_back(std::isnan(value) ? std::nullopt : std::optional(value));
  }
  return rows;
}

const document::Shape<ResponsePoint>& shape_of(const ResponsePoint*) {
  static const auto shape = document::Shape<ResponsePoint>()
                                .key("frequency_rad_s", "of a sine", &ResponsePoint::frequency_rad_s)
                                .key("real", "part of output over input", [](const ResponsePoint& p) { return p.value.real(); })
                                .key("imaginary", "part of output over input", [](const ResponsePoint& p) { return p.value.imag(); });
  return shape;
}

const document::Shape<Transfer>& shape_of(const Transfer*) {
  static const auto shape =
      document::Shape<Transfer>()
          .key("output", "its name", &Transfer::output)
          .key("input", "its name", &Transfer::input)
          .key("gain", "factor of (s - zeros)/(s - poles); 0: the output does not answer",
               [](const Transfer& t) { return t.function.gain; })
          .key("steady_gain", "at s = 0; null where a pole is zero", [](const Transfer& t) { return t.function.steady; })
          .key("zeros", "in 1/s", [](const Transfer& t) { return told(t.function.zeros); })
          .key("response", "at the frequencies asked for", &Transfer::response);
  return shape;
}

const document::Shape<ToldStep>& shape_of(const ToldStep*) {
  static const auto shape = document::Shape<ToldStep>()
                                .key("input", "that jumps", [](const ToldStep& s) { return s.asked.input; })
                                .key("amount", "by how much, SI", [](const ToldStep& s) { return s.asked.amount; })
                                .key("times_s", "after the step", [](const ToldStep& s) { return s.asked.times_s; })
                                .key("linear", "rows of times: how the outputs of the linear model change",
                                     [](const ToldStep& s) { return rows_of(s.responses.linear); })
                                .key("run", "the same of the run beside the one without the step; null after an end",
                                     [](const ToldStep& s) { return rows_until_end(s.responses.real); });
  return shape;
}

const document::Shape<Linearised>& shape_of(const Linearised*) {
  static const auto shape =
      document::Shape<Linearised>()
          .key("time_s", "the instant", [](const Linearised& l) { return l.model.time_s; })
          .key("states", "that are free, in the order of A", [](const Linearised& l) { return told(l.model.states); })
          .key("rates", "of the states at the point, in their unit per second: zero in equilibrium",
               [](const Linearised& l) { return l.model.rates; })
          .key("inputs", "in the order of the columns of B", [](const Linearised& l) { return told(l.model.inputs); })
          .key("outputs", "in the order of the rows of C", [](const Linearised& l) { return told(l.model.outputs); })
          .key("a", "rows of the matrix", [](const Linearised& l) { return rows_of(l.model.a); })
          .key("b", "rows of the matrix", [](const Linearised& l) { return rows_of(l.model.b); })
          .key("c", "rows of the matrix", [](const Linearised& l) { return rows_of(l.model.c); })
          .key("d", "rows of the matrix", [](const Linearised& l) { return rows_of(l.model.d); })
          .key("held", "what sticks or rests at the point, and stays so", [](const Linearised& l) { return told(l.model.held); })
          .key("left_out", "states that this takes away", [](const Linearised& l) { return l.model.left; })
          .key("poles", "eigenvalues of A, by their size", &Linearised::poles)
          .key("transfer_functions", "of each output to each input", &Linearised::transfers)
          .key("step", "if one was asked for", &Linearised::step);
  return shape;
}

Diagnostics notes_of(const LinearisedFile& told) {
  Diagnostics notes;
  for (const Linearised& point : told.points)
    for (const Diagnostic& note : point.model.notes.list()) {
      const auto& list = notes.list();
      if (std::none_of(list.begin(), list.end(), [&](const Diagnostic& other) { return other.message == note.message; })) notes.add(note);
    }
  return notes;
}

const document::Shape<LinearisedFile>& shape_of(const LinearisedFile*) {
  static const auto shape = document::Shape<LinearisedFile>()
                                .key("file", "the diagram, as it was named", &LinearisedFile::file)
                                .key("points", "the linear model at each instant, in the order of --at", &LinearisedFile::points)
                                .key("messages", "warnings and notes", [](const LinearisedFile& told) { return notes_of(told).list(); });
  return shape;
}

Linearised analysed(const std::string& label, LinearModel model, const std::vector<double>& frequencies_rad_s) {
  Linearised result{label, std::move(model), {}, {}, {}};
  for (const Complex pole : poles_of(result.model.a)) result.poles.push_back({pole});
  for (std::size_t o = 0; o < result.model.outputs.size(); ++o)
    for (std::size_t i = 0; i < result.model.inputs.size(); ++i) {
      Transfer transfer{result.model.outputs[o].name, result.model.inputs[i].name, transfer_function(result.model, o, i), {}};
      const std::vector<Complex> values = response(result.model, o, i, frequencies_rad_s);
      for (std::size_t k = 0; k < values.size(); ++k) transfer.response.push_back({frequencies_rad_s[k], values[k]});
      result.transfers.push_back(std::move(transfer));
    }
  return result;
}

std::string zeros_text(const std::vector<Complex>& zeros, Digits digits) {
  std::vector<std::string> texts;
  for (const Complex zero : zeros)
    if (zero.imag() >= 0) texts.push_back(complex_text(zero, digits));
  return texts.empty() ? "none" : joined(texts);
}

std::string text_of(const Linearised& linearised, const TextStyle& style) {
  const Digits digits = style.digits;
  const LinearModel& model = linearised.model;
  TextTable head("ll");
  head.add({"time", with_prefix(model.time_s, "s", digits)});
  std::vector<std::string> names;
  for (const LinearVariable& state : model.states) names.push_back(state.name);
  head.add({"states", names.empty() ? "none: nothing can move" : std::to_string(names.size()) + ": " + joined(names)});
  for (const HeldElement& held : model.held) head.add({"held", held.name + (held.is_contact ? " rests" : " sticks")});
  if (!model.left.empty()) head.add({"left out", joined(model.left)});
  std::string text = head.to_text(style);
  TextTable poles("lrrl");
  poles.head({"pole [1/s]", "frequency", "damping ratio", ""});
  for (const Pole& pole : linearised.poles) {
    if (pole.value.imag() < 0) continue;
    const auto ratio = pole.damping_ratio();
    poles.add({complex_text(pole.value, digits), with_prefix(pole.frequency_rad_s() / (2 * std::numbers::pi), "Hz", digits),
               ratio ? short_number(*ratio, digits) : "-", pole.value.real() > 0 ? "grows" : ""});
  }
  if (!poles.empty()) text += "\n" + poles.to_text(style);
  for (const Transfer& transfer : linearised.transfers) {
    TextTable table("ll");
    const auto unit = [&](const std::vector<LinearVariable>& all, const std::string& name) {
      for (const LinearVariable& one : all)
        if (one.name == name) return one.unit;
      return std::string();
    };
    table.add({"steady", transfer.function.steady ? short_number(*transfer.function.steady, digits) : "none: a pole is zero"});
    table.add({"zeros", zeros_text(transfer.function.zeros, digits)});
    for (const ResponsePoint& point : transfer.response)
      table.add({short_number(point.frequency_rad_s, digits) + " rad/s",
                 short_number(20 * std::log10(std::abs(point.value)), digits) + " dB, " +
                     short_number(std::arg(point.value) * 180 / std::numbers::pi, digits) + " deg"});
    text += "\n" + transfer.output + " [" + unit(model.outputs, transfer.output) + "] to " + transfer.input + " [" +
            unit(model.inputs, transfer.input) + "]" + (transfer.function.gain == 0 ? ": no answer\n" : "\n" + table.to_text(style));
  }
  return text;
}

std::string step_text(const ToldStep& step, const LinearModel& model, const TextStyle& style) {
  const auto unit =
      std::find_if(model.inputs.begin(), model.inputs.end(), [&](const LinearVariable& v) { return v.name == step.asked.input; })->unit;
  TextTable table("lrr");
  table.head({"after " + with_prefix(step.asked.times_s.back(), "s", style.digits), "linear", "run"});
  const std::size_t last = step.asked.times_s.size() - 1;
  for (std::size_t o = 0; o < model.outputs.size(); ++o)
    table.add({model.outputs[o].name, with_prefix(step.responses.linear(last, o), model.outputs[o].unit, style.digits),
               std::isnan(step.responses.real(last, o)) ? "has ended"
                                                        : with_prefix(step.responses.real(last, o), model.outputs[o].unit, style.digits)});
  return "\nstep of " + step.asked.input + " by " + with_prefix(step.asked.amount, unit, style.digits) + "\n" + table.to_text(style);
}

std::string text_of(const LinearisedFile& told, const TextStyle& style) {
  std::string text;
  for (const Linearised& point : told.points) {
    text += (text.empty() ? "" : "\n") + text_of(point, style);
    if (point.step) text += step_text(*point.step, point.model, style);
  }
  return text;
}

/// --step NAME=AMOUNT over a span, which without --for is the time in which the slowest of all models settles.
StepAsked step_asked(const LineariseArguments& arguments, const std::vector<Linearised>& points) {
  constexpr std::size_t kRows = 401;
  const std::size_t equals = arguments.step.find('=');
  const auto amount = equals == std::string::npos ? std::nullopt : parse_quantity(arguments.step.substr(equals + 1));
  if (!amount || amount->value == 0) refuse("--step cannot be " + in_quotes(arguments.step), "write --step \"motor.torque=0.1 N*m\"");
  StepAsked asked{arguments.step.substr(0, equals), amount->value, {}};
  for (const LinearVariable& input : points.front().model.inputs)
    if (input.name == asked.input) require_unit("--step", input.name, *amount, input.unit);
  double span = 0;
  for (const Linearised& point : points) span = std::max(span, settling_span_s(poles_of(point.model.a)));
  if (!arguments.span.empty()) span = positive("--for", arguments.span, "s", "0.5 s");
  for (std::size_t k = 0; k < kRows; ++k) asked.times_s.push_back(span * static_cast<double>(k) / (kRows - 1));
  return asked;
}

void draw_pictures(const LineariseArguments& arguments, const LinearisedFile& told, PlotFiles& files) {
  LinearPlots plots{.title = told.file, .pictures = arguments.pictures, .range_rad_s = {}, .step = {}};
  if (plots.pictures.empty())
    plots.pictures = arguments.step.empty() ? std::vector<std::string>{"bode", "poles"} : std::vector<std::string>{"step"};
  if (arguments.frequencies_rad_s.size() > 1) {
    const auto [low, high] = std::minmax_element(arguments.frequencies_rad_s.begin(), arguments.frequencies_rad_s.end());
    if (*low > 0 && *high > *low) plots.range_rad_s = {*low, *high};
  }
  std::vector<PlottedModel> models;
  for (const Linearised& point : told.points) {
    models.push_back({point.label, &point.model, point.step ? &point.step->responses : nullptr});
    if (point.step) plots.step = point.step->asked;
  }
  if (models.front().model->inputs.empty() || models.front().model->outputs.empty())
    refuse("there is nothing to draw without an input and an output", "name an input with --inputs motor.torque");
  files.write(linear_page(models, plots));
}

int execute_linearise(LineariseArguments& arguments) {
  PlotFiles files(arguments.plots, {});
  if (arguments.plots.empty() && !arguments.pictures.empty()) refuse("--picture needs a file to be drawn in", "name one: --plot bode.svg");
  const bool draws_step = std::find(arguments.pictures.begin(), arguments.pictures.end(), "step") != arguments.pictures.end();
  if (draws_step && arguments.step.empty()) refuse("a step is to be drawn, but none was asked for", "say --step \"motor.torque=0.1 N*m\"");
  if (arguments.instants.empty()) arguments.instants.emplace_back();
  arguments.run.options.linear_inputs = arguments.inputs;
  const auto ask = [&](Model& model, Registry& registry) {
    LinearisedFile told{arguments.run.file, {}};
    RunOptions options = arguments.run.options;
    ModelPtr other;  // where the model cannot take another stop
    const auto model_to = [&](const std::string& instant) -> Model& {
      Model& last = other == nullptr ? model : *other;
      if (instant == "start" || instant.empty()) return last;
      options.stop = instant;
      if (retune(last, registry, arguments.run.file, options)) return last;
      other = load(registry, arguments.run.file, options);
      return *other;
    };
    for (const std::string& instant : arguments.instants) {
      LinearModel linear = linearise(model_to(instant), {instant == "start", arguments.inputs}, options);
      const std::string label = instant == "start" ? "start" : "t = " + with_prefix(linear.time_s, "s", Digits::four);
      told.points.push_back(analysed(label, std::move(linear), arguments.frequencies_rad_s));
    }
    if (!arguments.step.empty()) {
      const StepAsked asked = step_asked(arguments, told.points);
      for (std::size_t k = 0; k < told.points.size(); ++k) {
        const std::string& instant = arguments.instants[k];
        const LinearPoint point{instant == "start", arguments.inputs};
        told.points[k].step = ToldStep{asked, step_responses(model_to(instant), point, told.points[k].model, asked, options)};
      }
    }
    if (files.wanted()) draw_pictures(arguments, told, files);
    return told;
  };
  return execute_analysis(
      arguments, "linearise", ask, [](const LinearisedFile& told, const TextStyle& style) { return text_of(told, style); },
      [](const LinearisedFile& told) { return notes_of(told); });
}

}  // namespace

ReportSection linear_section(Registry& registry, const std::string& file, const std::vector<std::string>& inputs, RunOptions options) {
  options.linear_inputs = inputs;
  const ModelPtr model = load(registry, file, options);
  LinearModel linear = linearise(*model, {false, inputs}, options);
  ReportSection section{"linear", "Linear model where the run stops", {}, {}};
  const Linearised told = analysed("", std::move(linear), {});
  section.text = text_of(told, {});
  for (const Diagnostic& note : told.model.notes.list()) section.text += to_text(note);
  return section;
}

std::string linearise_schema() {
  return document::schema_text<LinearisedFile>("linearise", "What stribeck linearise --format json prints");
}

Action add_linearise(CLI::App& program) {
  CLI::App* command = program.add_subcommand("linearise", "the linear model at an instant of the motion: poles, zeros, gains, matrices");
  const auto arguments = std::make_shared<LineariseArguments>();
  add_run_options(*command, arguments->run);
  command->add_option("--at", arguments->instants, "the instant, or start; left out: where the run stops; may be repeated")
      ->type_name("T")
      ->allow_extra_args(false);
  command->add_option("--inputs", arguments->inputs, "a parameter, port, signal or input of the boundary that is an input; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  command->add_option("--frequencies", arguments->frequencies_rad_s, "angular frequencies at which to tell the response, in rad/s")
      ->type_name("W,..")
      ->delimiter(',');
  command->add_option("--step", arguments->step, "an input jumps by so much: what the linear model does, and the run")
      ->type_name("NAME=AMOUNT");
  command->add_option("--for", arguments->span, "how long to follow the step; left out: until the linear model settles")->type_name("T");
  command->add_option("--plot", arguments->plots, "a picture: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  offer_only(
      command->add_option("--picture", arguments->pictures, "what to draw, separated by commas (default bode,poles)")->delimiter(','),
      linear_pictures());
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kLineariseExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_linearise(*arguments);
  };
}

}  // namespace stribeck::cli
