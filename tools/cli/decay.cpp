// stribeck decay: damping and friction from the peaks of a free vibration.
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "results/decay.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/result_table.h"
#include "terminal.h"

namespace stribeck {

static const document::Shape<Peak>& shape_of(const Peak*) {
  static const auto shape =
      document::Shape<Peak>().key("time_s", "when", &Peak::time_s).key("value", "in the unit of the column", &Peak::value);
  return shape;
}

static const document::Shape<Decay>& shape_of(const Decay*) {
  static const auto shape =
      document::Shape<Decay>()
          .key("first", "peak", &Decay::first)
          .key("last", "peak", &Decay::last)
          .key("cycles", "between them", &Decay::cycles)
          .key("period_s", "of a cycle", &Decay::period_s)
          .key("log_decrement", "ln(first/last)/cycles", &Decay::log_decrement)
          .key("damping_ratio", "if the damping is viscous", &Decay::damping_ratio)
          .key("loss", "of amplitude a cycle, in the unit of the column", &Decay::loss)
          .key("exponential_misfit", "of peaks between, as a share of first - last; null if there are none", &Decay::exponential_misfit)
          .key("linear_misfit", "the same of the linear envelope", &Decay::linear_misfit);
  return shape;
}

}  // namespace stribeck

namespace stribeck::cli {
namespace {

constexpr const char* kDecayExamples = R"(Examples:
  stribeck run swing.json --csv swing.csv --quiet && stribeck decay swing.csv --of body.M.position
  stribeck decay measured.csv --of x --cycles 3 --stiffness 157.9 --mass "1 kg"

Peaks are positive maxima; the first counts from the start if the motion begins at rest there. Read as viscous damping, their logarithmic
decrement gives the damping ratio; read as Coulomb friction, their loss a cycle is 4 F_C/k, and F_C = mu m g with a mass. With peaks
between the two it tells which envelope they follow.)";

struct DecayArguments {
  std::string file, of, stiffness, mass, gravity;
  int cycles = 0;
  OutputFormat format;
};

double positive(const std::string& option, const std::string& text, const char* unit, const char* example) {
  const auto quantity = parse_quantity(text);
  if (!quantity || !(quantity->value > 0) ||
      (!agree(quantity->dimension, parse_unit(unit)->dimension) && !agree(quantity->dimension, parse_unit("1")->dimension)))
    refuse(option + " cannot be " + in_quotes(text), std::string("write ") + option + " " + example);
  return quantity->value;
}

/// What the text and the document tell beside the reading of the peaks: none without --stiffness, or without --mass.
std::optional<double> friction_of(const Decay& decay, const DecayArguments& arguments) {
  if (arguments.stiffness.empty()) return std::nullopt;
  return positive("--stiffness", arguments.stiffness, "N/m", "\"157.9 N/m\"") * decay.loss / 4;
}

std::optional<double> coefficient_of(const Decay& decay, const DecayArguments& arguments) {
  const auto friction = friction_of(decay, arguments);
  if (!friction || arguments.mass.empty()) return std::nullopt;
  return *friction / (positive("--mass", arguments.mass, "kg", "\"1 kg\"") * positive("--gravity", arguments.gravity, "m/s^2", "9.81"));
}

std::string text_of(const Decay& decay, const DecayArguments& arguments) {
  TextTable table("ll");
  const auto peak = [](const Peak& one) { return short_number(one.value) + " at " + with_prefix(one.time_s, "s"); };
  table.add({"peaks", peak(decay.first) + ", " + peak(decay.last) + ", " + counted(decay.cycles, "cycle") + " apart"});
  table.add({"period", with_prefix(decay.period_s, "s")});
  table.add({"viscous", "decrement " + short_number(decay.log_decrement) + ", damping ratio zeta = " + short_number(decay.damping_ratio)});
  std::string coulomb = "loss " + short_number(decay.loss) + " a cycle";
  if (const auto friction = friction_of(decay, arguments)) coulomb += ", friction F_C = " + short_number(*friction);
  if (const auto coefficient = coefficient_of(decay, arguments)) coulomb += ", coefficient mu = " + short_number(*coefficient);
  table.add({"Coulomb", coulomb});
  if (decay.exponential_misfit)
    table.add({"between", std::string("peaks follow the ") +
                              (*decay.exponential_misfit <= *decay.linear_misfit ? "exponential" : "linear") + " envelope better: within " +
                              percent(*decay.exponential_misfit) + " of the loss of the exponential, " + percent(*decay.linear_misfit) +
                              " of the linear one"});
  return table.to_text(0, kOneLine);
}

struct DecayDocument {
  const DecayArguments* arguments;
  const Decay* decay;
};

const document::Shape<DecayDocument>& shape_of(const DecayDocument*) {
  using Document = DecayDocument;
  static const auto shape = document::Shape<Document>()
                                .key("file", "the result, as it was named", [](const Document& d) { return d.arguments->file; })
                                .key("column", "its name", [](const Document& d) { return d.arguments->of; })
                                .key("reading", "of its peaks", [](const Document& d) { return *d.decay; })
                                .key("friction_N", "Coulomb friction; null without --stiffness",
                                     [](const Document& d) { return friction_of(*d.decay, *d.arguments); })
                                .key("friction_coefficient", "null without --stiffness and --mass",
                                     [](const Document& d) { return coefficient_of(*d.decay, *d.arguments); });
  return shape;
}

int execute(const DecayArguments& arguments) {
  const ResultTable table = read_result(arguments.file);
  const std::vector<Peak> peaks = positive_peaks(column_of(table, "time"), column_of(table, arguments.of));
  const auto decay = decay_of(peaks, arguments.cycles);
  if (!decay)
    refuse(arguments.of + " has " + counted(static_cast<std::int64_t>(peaks.size()), "positive peak") +
               ", which is not enough, or they do not decay",
           "take a curve that swings around zero, with rows close enough to show it, and --cycles fewer than its peaks");
  write_to_standard_output(arguments.format.is_json() ? document::text_of("decay", DecayDocument{&arguments, &*decay})
                                                      : text_of(*decay, arguments));
  return kDone;
}

}  // namespace

std::string decay_schema() { return document::schema_text<DecayDocument>("decay", "What stribeck decay --format json prints"); }

Action add_decay(CLI::App& program) {
  CLI::App* command = program.add_subcommand("decay", "tell damping ratio or friction from the peaks of a free vibration");
  const auto arguments = std::make_shared<DecayArguments>();
  command->add_option("RESULT", arguments->file, "a file of rows with a column \"time\"")->type_name("");
  command->add_option("--of", arguments->of, "the column that vibrates")->type_name("COLUMN");
  command->add_option("--cycles", arguments->cycles, "between the two peaks; left out: all there are")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--stiffness", arguments->stiffness, "of the spring, for the friction force")->type_name("K");
  command->add_option("--mass", arguments->mass, "of the body, for the coefficient of friction")->type_name("M");
  command->add_option("--gravity", arguments->gravity, "acceleration of a free fall")->type_name("G")->default_val("9.81");
  add_format_option(*command, arguments->format);
  command->footer(kDecayExamples);
  return [arguments] {
    if (arguments->file.empty() || arguments->of.empty())
      refuse("decay needs a result and one of its columns", "see: stribeck decay --help");
    return execute(*arguments);
  };
}

}  // namespace stribeck::cli
