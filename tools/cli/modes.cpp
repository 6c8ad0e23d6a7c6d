// stribeck modes: how a diagram swings near a point of its motion.
#include "analysis/modes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "analysis.h"
#include "analysis_sections.h"
#include "base/text.h"
#include "commands.h"
#include "documents.h"
#include "drawing/markup.h"
#include "linear_documents.h"
#include "results/layout.h"
#include "results/output_file.h"

namespace stribeck::cli {
static double degrees(Complex amount) { return amount == Complex(0) ? 0 : std::arg(amount) * 180 / std::numbers::pi; }

static const document::Shape<Told<ModePlace>>& shape_of(const Told<ModePlace>*) {
  static const auto shape =
      document::Shape<Told<ModePlace>>()
          .key("node", "by the first port there", [](const Told<ModePlace>& t) { return t.thing.name; })
          .key("unit", "of its displacement, or velocity where the pole is zero", [](const Told<ModePlace>& t) { return t.thing.unit; })
          .key("size", "the largest of the mode is 1", [](const Told<ModePlace>& p) { return std::abs(p.thing.amount); })
          .key("phase_deg", "against that one", [](const Told<ModePlace>& p) { return degrees(p.thing.amount); });
  return shape;
}

static const document::Shape<Told<ModeShare>>& shape_of(const Told<ModeShare>*) {
  static const auto shape = document::Shape<Told<ModeShare>>()
                                .key("name", "of the component or state", [](const Told<ModeShare>& t) { return t.thing.name; })
                                .key("share", "of 1; below zero where energy falls with the displacement",
                                     [](const Told<ModeShare>& t) { return t.thing.share; });
  return shape;
}

static const document::Shape<Told<NaturalMode>>& shape_of(const Told<NaturalMode>*) {
  static const auto shape =
      document::Shape<Told<NaturalMode>>()
          .key("pole", "of a pair the one with the positive imaginary part", [](const Told<NaturalMode>& m) { return Pole{m.thing.pole}; })
          .key("shape", "how far the nodes of the network that can move do so; empty: signals alone",
               [](const Told<NaturalMode>& t) { return told(t.thing.shape); })
          .key("energy", "of components, mean over a period, the largest first",
               [](const Told<NaturalMode>& t) { return told(t.thing.energy); })
          .key("participation", "of states, the largest first; empty where an eigenvalue has too few vectors",
               [](const Told<NaturalMode>& t) { return told(t.thing.participation); });
  return shape;
}

namespace {

constexpr const char* kModesExamples = R"(Examples:
  stribeck modes drive.json --at start
  stribeck modes chain.json --at start --count 10 --near 50
  stribeck modes drive.json --at start --draw shapes.svg --mode 2,3

A mode is a motion in which everything swings at one frequency and dies away, or grows, together. What sticks or rests on a stop at the instant
stays so; what slips has the slope of its law. Each mode has a shape: how far the nodes of the network move against one another, the largest
1, and by what phase they lag. Energy: in which components it is, kinetic and elastic, as a mean over a period.)";

struct ModesArguments : AnalysisArguments {
  ModesWanted wanted;
  double near_Hz = 0;
  std::size_t parts = 6;
  std::string drawing, unfold = "0";
  std::vector<std::size_t> drawn;
};

struct ToldModes {
  std::string file;
  Modes modes;
};

const document::Shape<ToldModes>& shape_of(const ToldModes*) {
  static const auto shape =
      document::Shape<ToldModes>()
          .key("file", "the diagram, as it was named", &ToldModes::file)
          .key("time_s", "the instant", [](const ToldModes& t) { return t.modes.time_s; })
          .key("states", "how many are free", [](const ToldModes& t) { return t.modes.states; })
          .key("held", "what sticks or rests at the point, and stays so", [](const ToldModes& t) { return told(t.modes.held); })
          .key("left_out", "states that this takes away", [](const ToldModes& t) { return t.modes.left; })
          .key("is_all", "false: only the modes asked for, of a large system", [](const ToldModes& t) { return t.modes.all; })
          .key("modes", "the slowest first", [](const ToldModes& t) { return told(t.modes.modes); })
          .key("messages", "warnings and notes", [](const ToldModes& t) { return t.modes.notes.list(); });
  return shape;
}

std::string text_of_modes(const Modes& modes, std::size_t parts, const TextStyle& style) {
  const Digits digits = style.digits;
  TextTable head("ll");
  head.add({"time", with_prefix(modes.time_s, "s", digits)});
  head.add({"states", modes.states == 0 ? "none: nothing can move" : std::to_string(modes.states)});
  for (const HeldElement& held : modes.held) head.add({"held", held.name + (held.is_contact ? " rests" : " sticks")});
  if (!modes.left.empty()) head.add({"left out", joined(modes.left)});
  std::string text = head.to_text(style);
  TextTable table("rlrrl");
  table.head({"mode", "pole [1/s]", "frequency", "damping ratio", ""});
  for (std::size_t k = 0; k < modes.modes.size(); ++k) {
    const Pole pole{modes.modes[k].pole};
    const auto ratio = pole.damping_ratio();
    table.add({std::to_string(k + 1), complex_text(pole.value, digits),
               with_prefix(pole.frequency_rad_s() / (2 * std::numbers::pi), "Hz", digits), ratio ? short_number(*ratio, digits) : "-",
               pole.value.real() > 0 ? "grows" : ""});
  }
  if (!table.empty()) text += "\n" + table.to_text(style);
  for (std::size_t k = 0; k < modes.modes.size(); ++k) {
    const NaturalMode& mode = modes.modes[k];
    std::vector<ModePlace> places = mode.shape;
    const auto without_rounding = [](const ModePlace& place) { return std::round(1e9 * std::abs(place.amount)); };
    std::stable_sort(places.begin(), places.end(),
                     [&](const ModePlace& a, const ModePlace& b) { return without_rounding(a) > without_rounding(b); });
    TextTable shape("lrrl");
    shape.head({"node", "size", "phase", ""});
    for (std::size_t p = 0; p < std::min(parts, places.size()); ++p)
      shape.add({places[p].name, short_number(std::abs(places[p].amount), digits), short_number(degrees(places[p].amount), digits) + " deg",
                 places[p].unit});
    std::vector<std::string> energies, states;
    for (std::size_t p = 0; p < std::min(parts, mode.energy.size()); ++p)
      energies.push_back(mode.energy[p].name + " " + percent(mode.energy[p].share, digits));
    for (std::size_t p = 0; p < std::min(parts, mode.participation.size()); ++p)
      states.push_back(mode.participation[p].name + " " + percent(mode.participation[p].share, digits));
    text += "\nmode " + std::to_string(k + 1) + "\n" + (shape.empty() ? "" : shape.to_text(style));
    TextTable where("ll");
    if (!energies.empty()) where.add({"energy", joined(energies)});
    if (!states.empty()) where.add({"seen in", joined(states)});
    if (!where.empty()) text += where.to_text(style);
  }
  return text;
}

}  // namespace

std::string modes_svg(Model& model, const Modes& modes, const ModesDrawn& wanted) {
  constexpr std::size_t kMostDrawn = 12;
  std::vector<std::size_t> drawn = wanted.numbers;
  for (std::size_t k = 1; wanted.numbers.empty() && k <= std::min(kMostDrawn, modes.modes.size()); ++k) drawn.push_back(k);
  std::vector<std::string> drawings;
  for (const std::size_t number : drawn) {
    if (number < 1 || number > modes.modes.size())
      refuse("there is no mode " + std::to_string(number), "there are " + std::to_string(modes.modes.size()));
    const NaturalMode& mode = modes.modes[number - 1];
    const Pole pole{mode.pole};
    SchematicView view;
    view.open_levels = wanted.open_levels;
    view.when = "mode " + std::to_string(number) + ": " + with_prefix(pole.frequency_rad_s() / (2 * std::numbers::pi), "Hz", wanted.digits);
    if (const auto ratio = pole.damping_ratio()) view.when += ", damping ratio " + short_number(*ratio, wanted.digits);
    for (const ModePlace& place : mode.shape) view.phasors[place.name] = place.amount;
    drawings.push_back(drawing_svg(model, DrawingForm::schematic, view));
  }
  if (drawings.empty()) refuse("there is no mode to draw: nothing can move", "take another instant with --at");
  return stacked(drawings);
}

namespace {

int execute_modes(ModesArguments& arguments) {
  arguments.wanted.near_rad_s = 2 * std::numbers::pi * arguments.near_Hz;
  if (arguments.drawing.empty() && !arguments.drawn.empty()) refuse("--mode needs a file to be drawn in", "name one: --draw shapes.svg");
  std::optional<OutputFile> file;
  if (!arguments.drawing.empty()) file.emplace(arguments.drawing);
  const auto ask = [&](Model& model, Registry&) {
    ToldModes told{arguments.run.file, modes(model, {arguments.at_start(), arguments.wanted}, arguments.run.options)};
    if (file) file->write(modes_svg(model, told.modes, {arguments.drawn, open_levels(arguments.unfold), arguments.digits})), file->commit();
    return told;
  };
  return execute_analysis(
      arguments, "modes", ask,
      [&](const ToldModes& told, const TextStyle& style) { return text_of_modes(told.modes, arguments.parts, style); },
      [](const ToldModes& told) { return told.modes.notes; });
}

}  // namespace

ReportSection modes_section(Registry& registry, const std::string& file, int open_levels, const RunOptions& options) {
  const ModelPtr model = load(registry, file, options);
  const ModesArguments usual;
  const Modes found = modes(*model, {false, usual.wanted}, options);
  ReportSection section{"modes", "Modes where the run stops", text_of_modes(found, usual.parts, {}), {}};
  for (const Diagnostic& note : found.notes.list()) section.text += to_text(note);
  if (!found.modes.empty()) section.svg = modes_svg(*model, found, {{}, open_levels, Digits::four});
  return section;
}

std::string modes_schema() { return document::schema_text<ToldModes>("modes", "What stribeck modes --format json prints"); }

Action add_modes(CLI::App& program) {
  CLI::App* command = program.add_subcommand("modes", "natural frequencies, damping, shapes of motion and where their energy is");
  const auto arguments = std::make_shared<ModesArguments>();
  add_run_options(*command, arguments->run);
  add_at_option(*command, *arguments);
  command->add_option("--count", arguments->wanted.count, "of systems with more than 300 states: so many modes (default 20)")
      ->type_name("N")
      ->check(CLI::Range(1, 200));
  command->add_option("--near", arguments->near_Hz, "of these: the modes nearest to this frequency in Hz, instead of the slowest")
      ->type_name("F")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--parts", arguments->parts, "how many nodes, components and states to tell of each mode (default 6)")
      ->type_name("N");
  command->add_option("--draw", arguments->drawing, "the schematic with the shapes of modes as arrows, as SVG; - is standard output")
      ->type_name("PATH");
  command->add_option("--mode", arguments->drawn, "which to draw, separated by commas; left out: the first twelve")
      ->type_name("K,..")
      ->delimiter(',');
  add_unfold_option(*command, arguments->unfold);
  add_format_option(*command, arguments->format);
  add_digits_option(*command, arguments->digits);
  command->footer(kModesExamples);
  return [command, arguments] {
    refuse_if_missing(*command, arguments->run.file);
    return execute_modes(*arguments);
  };
}

}  // namespace stribeck::cli
