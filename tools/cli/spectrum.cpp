// stribeck spectrum: the frequencies in a column of a result.
#include <cmath>
#include <memory>
#include <numbers>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "results/result_table.h"
#include "results/spectrum.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kSpectrumExamples = R"(Examples:
  stribeck run string.json --csv string.csv --quiet && stribeck spectrum string.csv --of bow.v
  stribeck spectrum measured.csv --of a --from 2 --to 6 --window hann --peaks 5 --csv lines.csv

Amplitudes of the lines at whole multiples of 1/duration: a sine that fits the duration shows its amplitude. For a curve that does not
repeat itself in it take --window hann, and for the lines of a periodic one --from and --to over whole periods.)";

struct SpectrumArguments {
  std::string file, of, window = "none", csv;
  double from_s = -HUGE_VAL, to_s = HUGE_VAL;
  std::size_t peaks = 10;
  OutputFormat format;
  Digits digits = Digits::four;
};

std::string text_of_spectrum(const Spectrum& spectrum, std::size_t most, const TextStyle& style) {
  const Digits digits = style.digits;
  TextTable table("lrrr");
  table.head({"", "frequency", "amplitude", "phase"});
  table.add({"mean", "0 Hz", short_number(spectrum.mean, digits), ""});
  for (const std::size_t peak : peaks_of(spectrum, most))
    table.add({"line", with_prefix(spectrum.frequency_hz(peak), "Hz", digits), short_number(spectrum.amplitudes[peak], digits),
               short_number(spectrum.phases_rad[peak] * 180 / std::numbers::pi, digits) + " deg"});
  return table.to_text(0, kOneLine, style) + "lines " + with_prefix(spectrum.resolution_hz, "Hz", digits) + " apart\n";
}

std::string csv_of_spectrum(const Spectrum& spectrum) {
  std::string csv = "frequency,amplitude,phase\n";
  for (std::size_t i = 0; i < spectrum.amplitudes.size(); ++i)
    csv += number_text(spectrum.frequency_hz(i)) + "," + number_text(spectrum.amplitudes[i]) + "," + number_text(spectrum.phases_rad[i]) +
           "\n";
  return csv;
}

struct SpectrumLine {
  double frequency_hz, amplitude, phase_rad;
};

struct SpectrumDocument {
  const SpectrumArguments* arguments;
  const Spectrum* spectrum;
};

std::vector<SpectrumLine> lines_of(const SpectrumDocument& document) {
  const Spectrum& spectrum = *document.spectrum;
  std::vector<SpectrumLine> lines;
  for (const std::size_t peak : peaks_of(spectrum, document.arguments->peaks))
    lines.push_back({spectrum.frequency_hz(peak), spectrum.amplitudes[peak], spectrum.phases_rad[peak]});
  return lines;
}

const document::Shape<SpectrumLine>& shape_of(const SpectrumLine*) {
  static const auto shape = document::Shape<SpectrumLine>()
                                .key("frequency_Hz", "a whole multiple of resolution_Hz", &SpectrumLine::frequency_hz)
                                .key("amplitude", "in the unit of the column", &SpectrumLine::amplitude)
                                .key("phase_rad", "of a cosine", &SpectrumLine::phase_rad);
  return shape;
}

const document::Shape<SpectrumDocument>& shape_of(const SpectrumDocument*) {
  using Document = SpectrumDocument;
  static const auto shape =
      document::Shape<Document>()
          .key("file", "the result, as it was named", [](const Document& d) { return d.arguments->file; })
          .key("column", "its name", [](const Document& d) { return d.arguments->of; })
          .key("window", "weight of the curve over the duration", [](const Document& d) { return d.arguments->window; })
          .key("resolution_Hz", "distance of the lines", [](const Document& d) { return d.spectrum->resolution_hz; })
          .key("mean", "the line at 0 Hz, in the unit of the column", [](const Document& d) { return d.spectrum->mean; })
          .key("lines", "those greater than their neighbours, the greatest first", lines_of);
  return shape;
}

int execute_spectrum(const SpectrumArguments& arguments) {
  const ResultTable table = read_result(arguments.file);
  const std::vector<double>&all_times = column_of(table, "time"), &all = column_of(table, arguments.of);
  std::vector<double> times_s, values;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all_times[i] >= arguments.from_s && all_times[i] <= arguments.to_s) times_s.push_back(all_times[i]), values.push_back(all[i]);
  const auto bad = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (bad != values.end())
    refuse(in_quotes(arguments.of) + " is no finite number at " + with_prefix(times_s[static_cast<std::size_t>(bad - values.begin())], "s"),
           "take a piece of the curve without such rows: --from and --to");
  constexpr std::size_t kLeast = 3;
  if (times_s.size() < kLeast || !(times_s[1] > times_s[0] || times_s.back() > times_s[1]))
    refuse("between --from and --to there are fewer than three rows", "take a longer piece of the curve");
  const Spectrum spectrum = spectrum_of(times_s, values, arguments.window == "hann" ? Window::hann : Window::none);
  if (!arguments.csv.empty()) write_file(arguments.csv, csv_of_spectrum(spectrum));
  if (arguments.format.is_json())
    write_to_standard_output(document::text_of("spectrum", SpectrumDocument{&arguments, &spectrum}));
  else
    print(text_of_spectrum(spectrum, arguments.peaks, style_of_output(arguments.digits)));
  return kDone;
}

}  // namespace

std::string spectrum_schema() { return document::schema_text<SpectrumDocument>("spectrum", "What stribeck spectrum --format json prints"); }

Action add_spectrum(CLI::App& program) {
  CLI::App* command = program.add_subcommand("spectrum", "tell the frequencies in a curve (Fourier transform)");
  const auto arguments = std::make_shared<SpectrumArguments>();
  command->add_option("RESULT", arguments->file, "a file of rows with a column \"time\"")->type_name("");
  command->add_option("--of", arguments->of, "the column that swings")->type_name("COLUMN");
  command->add_option("--from", arguments->from_s, "leave out what is earlier, in s")->type_name("T");
  command->add_option("--to", arguments->to_s, "leave out what is later, in s")->type_name("T");
  offer_only(command->add_option("--window", arguments->window, "weight of the curve over the duration")->type_name("W"), {"none", "hann"});
  command->add_option("--peaks", arguments->peaks, "how many lines to tell, the greatest")->type_name("N")->default_val(10);
  command->add_option("--csv", arguments->csv, "write all lines into this file")->type_name("PATH");
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kSpectrumExamples);
  return [arguments] {
    if (arguments->file.empty() || arguments->of.empty())
      refuse("spectrum needs a result and one of its columns", "see: stribeck spectrum --help");
    return execute_spectrum(*arguments);
  };
}

}  // namespace stribeck::cli
