// stribeck spectrum: the frequencies in a column of a result.
#include <cmath>
#include <memory>
#include <numbers>

#include "arguments.h"
#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
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
};

std::string text_of_spectrum(const Spectrum& spectrum, std::size_t most) {
  TextTable table("lrrr");
  table.add({"", "frequency", "amplitude", "phase"});
  table.add({"mean", "0 Hz", short_number(spectrum.mean), ""});
  for (const std::size_t peak : peaks_of(spectrum, most))
    table.add({"line", with_prefix(spectrum.frequency_hz(peak), "Hz"), short_number(spectrum.amplitudes[peak]),
               short_number(spectrum.phases_rad[peak] * 180 / std::numbers::pi) + " deg"});
  return table.to_text(0, kOneLine) + "lines " + with_prefix(spectrum.resolution_hz, "Hz") + " apart\n";
}

std::string csv_of_spectrum(const Spectrum& spectrum) {
  std::string csv = "frequency,amplitude,phase\n";
  for (std::size_t i = 0; i < spectrum.amplitudes.size(); ++i)
    csv += number_text(spectrum.frequency_hz(i)) + "," + number_text(spectrum.amplitudes[i]) + "," + number_text(spectrum.phases_rad[i]) +
           "\n";
  return csv;
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
  write_to_standard_output(text_of_spectrum(spectrum, arguments.peaks));
  return kDone;
}

}  // namespace

Action add_spectrum(CLI::App& program) {
  CLI::App* command = program.add_subcommand("spectrum", "tell the frequencies in a curve (Fourier transform)");
  const auto arguments = std::make_shared<SpectrumArguments>();
  command->add_option("RESULT", arguments->file, "a file of rows with a column \"time\"")->type_name("");
  command->add_option("--of", arguments->of, "the column that swings")->type_name("COLUMN");
  command->add_option("--from", arguments->from_s, "leave out what is earlier, in s")->type_name("T");
  command->add_option("--to", arguments->to_s, "leave out what is later, in s")->type_name("T");
  command->add_option("--window", arguments->window, "weight of the curve over the duration")->check(CLI::IsMember({"none", "hann"}));
  command->add_option("--peaks", arguments->peaks, "how many lines to tell, the greatest")->type_name("N")->default_val(10);
  command->add_option("--csv", arguments->csv, "write all lines into this file")->type_name("PATH");
  command->footer(kSpectrumExamples);
  return [arguments] {
    if (arguments->file.empty() || arguments->of.empty())
      refuse("spectrum needs a result and one of its columns", "see: stribeck spectrum --help");
    return execute_spectrum(*arguments);
  };
}

}  // namespace stribeck::cli
