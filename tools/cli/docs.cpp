// stribeck docs: the component catalogue.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "arguments.h"
#include "base/file_names.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "commands.h"
#include "diagram/definitions.h"
#include "diagram/read.h"
#include "drawing/gnuplot.h"
#include "drawing/plot_page.h"
#include "law_picture.h"
#include "plugins.h"
#include "process.h"
#include "results/output_file.h"
#include "results/trajectory.h"
#include "terminal.h"

namespace stribeck::cli {
namespace {

constexpr const char* kDocsExamples = R"(Examples:
  stribeck docs build/docs                                  a page for each component; open build/docs/index.html
  stribeck docs build/docs --diagrams diagrams/verify       with pictures: what laws look like, and the diagram that verifies each
  stribeck docs pages --in fan.json --diagrams diagrams     with the types that fan.json defines; --plugin: with those of a plugin
  stribeck docs --list > docs/components.md                 one table of all
  stribeck docs --names docs/from_other_tools.md            that page with its tables as docs/other_names.json has them

The pages need no network. A diagram belongs to a component if it bears its name: rotational_spring.json, rotational_spring_*.json.)";

struct DocsArguments {
  std::string folder, diagrams, names;
  std::vector<std::string> files;
  bool list = false, quiet = false;
};

/// The diagram that bears the name of a type, or the first one whose name goes on; empty if there is none.
std::string diagram_of_type(const std::string& folder, std::string type) {
  std::replace(type.begin(), type.end(), '.', '_');
  std::error_code none;
  const std::string exact = folder + "/" + type;
  for (const char* suffix : {".json", ".jsonc"})
    if (std::filesystem::exists(exact + suffix, none)) return exact + suffix;
  std::string first;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(type + "_") && is_json_file(name) && (first.empty() || name < first)) first = name;
  }
  return first.empty() ? "" : folder + "/" + first;
}

/// A picture that cannot be drawn must not cost the page.
template <typename Draw>
std::string drawn(Draw draw, std::string& fault) {
  try {
    const std::string svg = draw();
    return svg.substr(std::min(svg.size(), svg.find("<svg")));
  } catch (const Failure& failure) {
    fault = failure.diagnostics().front().message;
    return "";
  }
}

Picture both_widths(const PlotPage& page, std::string& fault) {
  PlotPage narrow = page;
  narrow.width = kNarrowPage;
  Picture picture;
  std::vector<std::string> both(2);
  picture.wide = drawn([&] { return (both = draw_svgs({page, narrow}))[0]; }, fault);
  picture.narrow = both[1].substr(std::min(both[1].size(), both[1].find("<svg")));
  return picture;
}

/// Whether a curve of the run would say more than a number.
bool has_curves(const Trajectory& rows) {
  for (std::size_t c = 0; c < rows.columns().size(); ++c) {
    const std::vector<double>& values = rows.values(c);
    if (std::any_of(values.begin(), values.end(), [&](double own) { return own != values.front(); })) return true;
  }
  return false;
}

Example example_of(Registry& registry, const std::string& file, std::string& fault) {
  RunOptions options;
  options.columns = ColumnsFor::plots;
  const ModelPtr model = load_file(registry, file, options);
  Trajectory trajectory;
  run(*model, trajectory, options);
  std::error_code none;
  const std::filesystem::path near = std::filesystem::proximate(file, none);
  const bool is_outside = none || near.empty() || near.begin()->string() == "..";
  Example example{.file = is_outside ? std::filesystem::path(file).filename().string() : near.generic_string(),
                  .title = diagram_of(*model).title,
                  .description = diagram_of(*model).description,
                  .source = content_of(file),
                  .schematic = {},
                  .plot = {}};
  example.schematic = drawn([&] { return drawing_svg(*model, DrawingForm::schematic); }, fault);
  if (has_curves(trajectory)) example.plot = both_widths(plot_page(diagram_of(*model), trajectory, asked_columns(*model), {}), fault);
  return example;
}

void add_examples(const DocsArguments& arguments, std::vector<CatalogueEntry>& entries) {
  Registry registry = all_components();  // a diagram brings the types that it defines
  std::string fault;
  for (CatalogueEntry& entry : entries) {
    const std::string file = diagram_of_type(arguments.diagrams, entry.record->type);
    if (!file.empty()) entry.example = example_of(registry, file, fault);
    if (const std::optional<PlotPage> law = law_plot(registry, *entry.record)) entry.law = both_widths(*law, fault);
  }
  if (!fault.empty() && !arguments.quiet) say("some pictures are left out: " + fault + "\n");
}

void write_pages(const std::string& folder, const std::vector<CatalogueEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string path = folder + "/" + entries[i].record->type;
    write_file(path + ".html", component_html(entries, i));
    write_file(path + ".md", component_markdown(entries[i]));
  }
  write_file(folder + "/index.html", index_html(entries));
  write_file(folder + "/which_friction.html", which_friction_html());
  write_file(folder + "/README.md", index_markdown(entries));
}

int execute(const DocsArguments& arguments) {
  if (!arguments.names.empty()) {
    write_to_standard_output(with_tables(content_of(arguments.names), other_names()));
    return kDone;
  }
  if (arguments.folder.empty() != arguments.list) refuse("docs needs either a folder or --list", "stribeck docs build/docs");
  Registry registry = all_components();
  add_types_of_files(registry, arguments.files);
  std::vector<CatalogueEntry> entries = catalogue_of(registry);
  if (arguments.list) {
    write_to_standard_output(list_markdown(entries));
    return kDone;
  }
  if (!arguments.diagrams.empty()) {
    if (std::error_code none; !std::filesystem::is_directory(arguments.diagrams, none))
      refuse("--diagrams names no folder: " + in_quotes(arguments.diagrams), "diagrams/verify, from the project's root");
    add_examples(arguments, entries);
  }
  std::error_code problem;  // what cannot be made cannot be written to, and that is told
  std::filesystem::create_directories(arguments.folder, problem);
  write_pages(arguments.folder, entries);
  if (!arguments.quiet) say("wrote " + std::to_string(entries.size()) + " pages and " + arguments.folder + "/index.html\n");
  return kDone;
}

}  // namespace

Action add_docs(CLI::App& program) {
  CLI::App* command = program.add_subcommand("docs", "write the catalogue of all components as pages");
  const auto arguments = std::make_shared<DocsArguments>();
  command->add_option("FOLDER", arguments->folder, "where the pages go; made if it is not there")->type_name("");
  command->add_option("--diagrams", arguments->diagrams, "a folder of diagrams that show the components at work")->type_name("FOLDER");
  add_in_option(*command, arguments->files);
  command->add_flag("--list", arguments->list, "write one table of all to standard output instead");
  command
      ->add_option("--names", arguments->names, "write this page, with the tables of what others call the components, to standard output")
      ->type_name("PATH");
  command->add_flag("--quiet", arguments->quiet, "say nothing");
  command->footer(kDocsExamples);
  return [arguments] { return execute(*arguments); };
}

}  // namespace stribeck::cli
