// stribeck linearise: the linear model of a diagram at an instant of its motion.
#include <cmath>
#include <memory>
#include <numbers>

#include "analysis.h"
#include "analysis/linear_model.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "results/layout.h"

namespace stribeck::cli {
namespace {

constexpr const char* kLineariseExamples = R"(Examples:
  stribeck linearise drive.json --inputs motor.torque --outputs load.w
  stribeck linearise slide.jsonc --at "1.5 s" --inputs wanted.value --outputs carriage.v --frequencies 1,10,100 --format json

The model is that of small changes about the motion at the instant: dx/dt = A x + B u, y = C x + D u. What sticks or rests on a stop stays so:
the states that this takes away are told. What slips has the slope of its law. An input is a parameter of a component, as the torque of a source
whose input is left open, or the value of the signals.constant that is connected to it.)";

struct LineariseArguments : AnalysisArguments {
  std::vector<std::string> inputs;
  std::vector<double> frequencies_rad_s;
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

struct Linearised {
  std::string file;
  LinearModel model;
  std::vector<Pole> poles;
  std::vector<Transfer> transfers;
};

std::vector<std::vector<double>> rows_of(const Matrix& matrix) {
  std::vector<std::vector<double>> rows;
  for (std::size_t r = 0; r < matrix.rows; ++r)
    rows.emplace_back(matrix.values.begin() + static_cast<std::ptrdiff_t>(r * matrix.columns),
                      matrix.values.begin() + static_cast<std::ptrdiff_t>((r + 1) * matrix.columns));
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

const document::Shape<Linearised>& shape_of(const Linearised*) {
  static const auto shape =
      document::Shape<Linearised>()
          .key("file", "the diagram, as it was named", &Linearised::file)
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
          .key("messages", "warnings and notes", [](const Linearised& l) { return l.model.notes.list(); });
  return shape;
}

Linearised analysed(const std::string& file, LinearModel model, const std::vector<double>& frequencies_rad_s) {
  Linearised result{file, std::move(model), {}, {}};
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

int execute_linearise(LineariseArguments& arguments) {
  const auto ask = [&](Model& model, Registry&) {
    const LinearPoint point{arguments.at_start(), arguments.inputs};
    return analysed(arguments.run.file, linearise(model, point, arguments.run.options), arguments.frequencies_rad_s);
  };
  return execute_analysis(
      arguments, "linearise", ask, [](const Linearised& told, const TextStyle& style) { return text_of(told, style); },
      [](const Linearised& told) { return told.model.notes; });
}

}  // namespace

std::string linearise_schema() { return document::schema_text<Linearised>("linearise", "What stribeck linearise --format json prints"); }

Action add_linearise(CLI::App& program) {
  CLI::App* command = program.add_subcommand("linearise", "the linear model at an instant of the motion: poles, zeros, gains, matrices");
  const auto arguments = std::make_shared<LineariseArguments>();
  add_run_options(*command, arguments->run);
  add_at_option(*command, *arguments);
  command->add_option("--inputs", arguments->inputs, "a parameter that is an input; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  command->add_option("--frequencies", arguments->frequencies_rad_s, "angular frequencies at which to tell the response, in rad/s")
      ->type_name("W,..")
      ->delimiter(',');
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kLineariseExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_linearise(*arguments);
  };
}

}  // namespace stribeck::cli
