// stribeck orbit: the periodic motion near the end of a run, and whether it is stable.
#include "analysis/orbit.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "linear_documents.h"
#include "orbit_arguments.h"
#include "orbit_documents.h"
#include "plots.h"
#include "results/layout.h"
#include "results/result_writer.h"

namespace stribeck::cli {
namespace {

constexpr const char* kOrbitExamples = R"(Examples:
  stribeck orbit diagrams/start/rotational_stick_slip.json
  stribeck orbit drive.json --stop "60 s" --rtol 1e-9
  stribeck orbit shaker.json --period "20 ms"

The run is taken up where it stops, and the motion that repeats itself nearest to it is found by Newton's method on the return map, with the
derivatives of the motion through what sticks, breaks loose and collides. So orbits are found that are not stable, too. Multipliers: by what a
small change is multiplied with every period; below 1 in size it dies away. What only turns or moves on, as the angle of a shaft, may stand
anywhere: such directions are told apart.)";

std::string sentence_of(OrbitStability stability) {
  switch (stability) {
    case OrbitStability::stable:
      return "stable: all multipliers are below 1 in size";
    case OrbitStability::border:
      return "on the border: a multiplier has size 1";
    case OrbitStability::real:
      return "unstable: a multiplier is above 1; beyond a fold it would be stable";
    case OrbitStability::flip:
      return "unstable: a multiplier is below -1; every second period differs (period doubling)";
    case OrbitStability::turning:
      return "unstable: a complex pair of multipliers is above 1 in size (Neimark-Sacker)";
  }
  return "";
}

/// The power of ten above the error of what is 1.
std::string accuracy_text(double computed) {
  return "1e" + std::to_string(std::max(-16, static_cast<int>(std::ceil(std::log10(std::fabs(computed - 1) + 1e-17)))));
}

/// Chattering is one row; of very many events the first.
std::string text_of_events(const Orbit& orbit, const TextStyle& style) {
  constexpr std::size_t kMost = 60;
  TextTable events("rrl");
  events.head({"event", "then for", "what"});
  for (std::size_t k = 0, rows = 0; k < orbit.events.size(); ++k, ++rows) {
    if (rows == kMost) {
      events.add({"...", "", std::to_string(orbit.events.size() - k) + " more: --format json has all"});
      break;
    }
    const auto chatter = std::find_if(orbit.chatters.begin(), orbit.chatters.end(), [k](const Chatter& one) { return one.first == k; });
    std::string what = joined(orbit.events[k].labels);
    double lasts_s = orbit.events[k].lasts_s;
    const double time_s = orbit.events[k].time_s;
    if (chatter != orbit.chatters.end() && chatter->last - chatter->first == chatter->rebounds) {  // and nothing else happens meanwhile
      k = chatter->last, lasts_s = orbit.events[k].time_s - time_s + orbit.events[k].lasts_s;
      what = chatter->contact + ": chatters (" + std::to_string(chatter->rebounds) + " rebounds, each sooner) and rests after " +
             with_prefix(orbit.events[k].time_s - time_s, "s", style.digits);
    }
    events.add({with_prefix(time_s, "s", style.digits), with_prefix(lasts_s, "s", style.digits), what});
  }
  std::string text = events.empty() ? "" : "\n" + events.to_text(style);
  TextTable remarks("l");
  for (const std::string& names : orbit.releases_at_once)
    remarks.add({names + " let go at one instant: a change of the motion decides which goes first."});
  return remarks.empty() ? text : text + "\n" + remarks.to_text(style);
}

std::string text_of_orbit(const Orbit& orbit, const TextStyle& style) {
  const Digits digits = style.digits;
  TextTable head("ll");
  head.add({"period", with_prefix(orbit.period_s, "s", digits) + " (" + with_prefix(1 / orbit.period_s, "Hz", digits) + ")"});
  if (orbit.is_forced && orbit.period_s > 1.5 * orbit.source_period_s)
    head.add({"", short_number(std::round(orbit.period_s / orbit.source_period_s)) + " periods of what drives it"});
  head.add({"stability", sentence_of(orbit.stability)});
  std::vector<std::string> multipliers;
  for (std::size_t k = 0; k < orbit.multipliers.size(); ++k) {
    multipliers.push_back(complex_text(orbit.multipliers[k], digits));
    if (orbit.multipliers[k].imag() != 0) ++k;
  }
  if (!multipliers.empty()) head.add({"multipliers", joined(multipliers)});
  if (!orbit.half_multipliers.empty()) {
    std::vector<std::string> halves;
    for (const std::complex<double>& value : orbit.half_multipliers)
      if (value.imag() >= 0) halves.push_back(complex_text(value, digits));
    head.add({"", "of half a period and its mirror image: " + joined(halves)});
  }
  if (!orbit.is_forced) head.add({"", "1 of the flow, computed to " + accuracy_text(orbit.of_flow)});
  if (orbit.drifts > 0) head.add({"", "1 of " + counted(static_cast<std::int64_t>(orbit.drifts), "position") + " that may be anywhere"});
  std::string text = head.to_text(style);
  TextTable outputs("lrrrr");
  outputs.head({"output", "least", "most", "amplitude", "a period"});
  for (const OrbitOutput& output : orbit.outputs)
    outputs.add({output.name, with_prefix(output.least, output.unit, digits), with_prefix(output.most, output.unit, digits),
                 output.advance != 0 ? "-" : with_prefix((output.most - output.least) / 2, output.unit, digits),
                 output.advance != 0 ? with_prefix(output.advance, output.unit, digits) : "back"});
  if (!outputs.empty()) text += "\n" + outputs.to_text(style);
  text += text_of_events(orbit, style);
  TextTable energy("lrr");
  energy.head({"energy a period", "supplied", "dissipated"});
  for (const EnergyRow& row : orbit.energy)
    energy.add({row.instance, with_prefix(row.supplied, "J", digits), with_prefix(row.dissipated, "J", digits)});
  if (!energy.empty()) text += "\n" + energy.to_text(style);
  return text;
}

/// The outputs over a period, a panel each.
PlotPage page_of_orbit(const Orbit& orbit, const std::string& file) {
  PlotPage page{.title = "An orbit of " + file, .panels = {}, .times_s = orbit.times_s, .remarks = {}};
  for (std::size_t o = 0; o < orbit.outputs.size(); ++o) {
    const OrbitOutput& output = orbit.outputs[o];
    Panel& panel = page.panels.emplace_back();
    panel.title = output.name;
    panel.x_label = "time in the period [s]", panel.y_label = output.name + (output.unit.empty() ? "" : " [" + output.unit + "]");
    panel.over_time = false;
    const double margin = output.most > output.least ? 0.05 * (output.most - output.least) : 1;
    panel.x = {0, orbit.period_s}, panel.y = {output.least - margin, output.most + margin};
    panel.curves.push_back({.label = output.name, .colour = o, .style = CurveStyle::line, .x = orbit.times_s, .y = orbit.curves[o]});
  }
  return page;
}

void write_curves(const std::string& path, const Orbit& orbit, const std::string& file) {
  const std::unique_ptr<ResultWriter> writer =
      open_result(path, {.title = "An orbit of " + file, .version = STRIBECK_VERSION, .constants = {}});
  std::vector<OutputColumn> columns;
  for (const OrbitOutput& output : orbit.outputs) columns.push_back({output.name, output.unit, "over a period"});
  writer->begin(columns);
  for (std::size_t k = 0; k < orbit.times_s.size(); ++k) {
    std::vector<double> row;
    for (const std::vector<double>& curve : orbit.curves) row.push_back(curve[k]);
    writer->row(orbit.times_s[k], row.data());
  }
  for (const OrbitEvent& event : orbit.events) writer->event({event.time_s, joined(event.labels)});
  writer->finish();
}

struct OneOrbitArguments : OrbitArguments {
  std::vector<std::string> plots, results;
};

int execute_orbit(OneOrbitArguments& arguments) {
  const OrbitWanted wanted = arguments.wanted();
  for (const std::string& path : arguments.results)
    if (path.rfind('.') == std::string::npos || result_endings().find(path.substr(path.rfind('.'))) == std::string::npos)
      refuse("--result cannot tell from " + in_quotes(path) + " which format to write", "end the name in " + result_endings());
  PlotFiles plots(arguments.plots, {});
  const auto ask = [&](Model& model, Registry&) {
    ToldOrbit told{arguments.run.file, orbit(model, wanted, arguments.run.options)};
    if (plots.wanted()) plots.write(page_of_orbit(told.orbit, arguments.run.file));
    for (const std::string& path : arguments.results) write_curves(path, told.orbit, arguments.run.file);
    return told;
  };
  return execute_analysis(
      arguments, "orbit", ask, [](const ToldOrbit& told, const TextStyle& style) { return text_of_orbit(told.orbit, style); },
      [](const ToldOrbit& told) { return told.orbit.notes; });
}

}  // namespace

std::string orbit_schema() { return document::schema_text<ToldOrbit>("orbit", "What stribeck orbit --format json prints"); }

Action add_orbit(CLI::App& program) {
  CLI::App* command = program.add_subcommand("orbit", "the periodic motion near the end of a run: period, amplitude, stability");
  const auto arguments = std::make_shared<OneOrbitArguments>();
  add_run_options(*command, arguments->run);
  add_at_option(*command, *arguments);
  add_period_option(*command, *arguments);
  add_from_option(*command, *arguments);
  add_symmetric_option(*command, *arguments);
  command->add_option("--plot", arguments->plots, "its outputs over a period: .svg, .png, .pdf or .html; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->add_option("--result", arguments->results, "the same as numbers: " + result_endings() + "; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  add_outputs_option(*command, *arguments);
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kOrbitExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_orbit(*arguments);
  };
}

}  // namespace stribeck::cli
