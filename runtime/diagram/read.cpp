#include "diagram/read.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "diagram/boundary.h"
#include "diagram/experiment.h"
#include "diagram/json_tree.h"
#include "diagram/linear_inputs.h"
#include "diagram/parameters.h"
#include "diagram/reading.h"
#include "diagram/report.h"

namespace stribeck {
namespace {

/// The command line's parameters, sorted to the diagram's own and those of instances.
struct Overrides {
  std::unordered_map<std::string_view, Json> own;
  GivenParameters instances;

  explicit Overrides(const std::vector<ParameterOverride>& list) {
    for (const ParameterOverride& item : list) {
      const Json value = trees_.emplace_back(JsonTree::of_argument(item.value, fmt::format("--set {}={}", item.name, item.value))).root();
      const std::string_view name = item.name;
      const std::size_t dot = name.rfind('.');
      if (dot == std::string_view::npos) {
        own[name] = value;
      } else {
        instances[name.substr(0, dot)].push_back({name.substr(dot + 1), value});
      }
    }
  }

 private:
  std::deque<JsonTree> trees_;  // a deque: values point into the trees
};

void check_own(Report& report, const Parameters& parameters, const std::vector<ParameterOverride>& list, const Overrides& overrides) {
  const std::vector<std::string> names = parameters.names();
  for (const ParameterOverride& item : list) {
    if (item.name.find('.') != std::string::npos || std::find(names.begin(), names.end(), item.name) != names.end()) continue;
    std::string remedy = did_you_mean(item.name, names);
    if (remedy.empty()) remedy = "a component's parameter is written instance.parameter";
    report.error(ErrorCode::diagram_unknown_parameter, overrides.own.at(item.name).where(),
                 fmt::format("the diagram has no parameter {}", in_quotes(item.name)), {}, remedy);
  }
}

/// What else is wrong with a diagram of another version would only be noise.
void check_format(Report& report, Json root) {
  const Json format = root.find("format");
  if (!format) {
    report.error(ErrorCode::diagram_missing_key, root.where(), "the diagram does not say its format", {},
                 fmt::format("begin with \"format\": \"{}\"", kDiagramFormat));
  } else if (is_kind(report, format, JsonKind::string, "\"format\"") && format.text() != kDiagramFormat) {
    report.error(ErrorCode::diagram_wrong_format, format.where(),
                 fmt::format("the format is {}, but this program reads \"{}\"", in_quotes(format.text()), kDiagramFormat));
    report.throw_if_errors();
  }
}

void read_parts(Reading& reading, Json root, const ReadOptions& options) {
  optional_text(reading.report, root, "$schema");
  reading.diagram.title = optional_text(reading.report, root, "title");
  reading.diagram.description = optional_text(reading.report, root, "description");
  if (const Json components = root.find("components")) {
    read_hierarchy(reading, components, root.find("connections"));
  } else {
    reading.report.error(ErrorCode::diagram_missing_key, root.where(), "the diagram has no \"components\"");
  }
  read_boundary(reading, root.find("boundary"), options.inputs);
  read_linear_inputs(reading, options.linear_inputs);
  read_experiment(reading, root.find("experiment"), options);
  read_row_choice(reading, root.find("outputs"), options);
  read_outputs(reading, root.find("outputs"), options.outputs);
  if (const Json plots = root.find("plots")) read_plots(reading, plots);
  if (const Json expect = root.find("expect")) read_expect(reading, expect);
}

std::string fingerprint_of(std::string_view text, const Sources& sources, const std::string& plugins, const ReadOptions& options) {
  Fingerprint fingerprint;
  fingerprint.add(text);
  sources.add_to(fingerprint);
  fingerprint.add(plugins);
  for (const ParameterOverride& one : options.overrides) fingerprint.add(one.name + "=" + one.value + "\n");
  for (const std::string& output : options.outputs) fingerprint.add(output + "\n");
  for (const InputFile& input : options.inputs) fingerprint.add(input.name + "=" + input.source + "\n");
  for (const std::string& input : options.linear_inputs) fingerprint.add(input + "\n");
  return fingerprint.to_text();
}

/// The tree of a text. A study reads the same text for each sample: that of the last one is kept, with a copy of the text, unless it is
/// long.
class LastTree {
 public:
  std::shared_ptr<const JsonTree> tree_of(const std::string& text, const std::string& shown) {
    constexpr std::size_t kLongestKept = 1 << 20;
    if (text.size() > kLongestKept) return std::make_shared<JsonTree>(text, shown);
    if (kept_ && kept_->text == text && kept_->shown == shown) return {kept_, &*kept_->tree};
    auto fresh = std::make_shared<Kept>(Kept{text, shown, {}});
    fresh->tree.emplace(fresh->text, shown);
    kept_ = fresh;
    return {fresh, &*fresh->tree};
  }

 private:
  struct Kept {
    std::string text, shown;
    std::optional<JsonTree> tree;
  };
  std::shared_ptr<const Kept> kept_;
};

/// Of the files that types come from which plugins of libraries bring.
std::string contents_of(const Registry& registry) {
  std::string contents;
  for (const std::string& type : registry.types()) contents += registry.content(type);
  return contents;
}

}  // namespace

Diagram read_diagram(Registry& registry, const std::string& file, const ReadOptions& options, const std::string* text) {
  const std::shared_ptr<Sources> sources = options.sources ? options.sources : std::make_shared<Sources>();
  const std::string shown = file == "-" ? "standard input" : file;
  const std::string& content = text == nullptr ? sources->text_of(file) : *text;
  thread_local LastTree last;
  const std::shared_ptr<const JsonTree> kept = last.tree_of(content, shown);
  const JsonTree& tree = *kept;
  Report report;
  const Json root = tree.root();
  if (!is_kind(report, root, JsonKind::object, "a diagram")) report.throw_if_errors();
  check_duplicates(report, tree);
  check_format(report, root);
  if (const Json library = root.find("library"); library && !root.find("components")) {
    report.error(ErrorCode::diagram_missing_key, library.where_key(), "this is a library and no diagram: it has no \"components\" to run",
                 {}, "diagrams name it under \"libraries\"");
    report.throw_if_errors();
  }
  check_keys(report, root,
             {"$schema", "format", "title", "description", "libraries", "include", "definitions", "plane", "parameters", "components",
              "connections", "boundary", "experiment", "outputs", "plots", "expect", "fit"},
             "a diagram");

  const Overrides overrides(options.overrides);
  Parameters parameters(report);
  parameters.read(root.find("parameters"), overrides.own);
  check_own(report, parameters, options.overrides, overrides);
  Diagram diagram;
  diagram.file = file;
  diagram.parameters = parameters.take();
  Definitions definitions(report, *sources);
  definitions.read(root, file, registry);
  diagram.files = definitions.files();
  for (const TakenLibrary& library : definitions.libraries())
    diagram.libraries.push_back({library.name, library.version.text, library.folder});
  Reading reading{registry, report, parameters, diagram, definitions, *sources, overrides.instances};
  reading.own.take(definitions.plugins());
  const std::string plugins = contents_of(reading.own);
  add_own_types(reading.own, definitions);
  read_parts(reading, root, options);
  check_own_types(reading);
  report.throw_if_errors();
  diagram.remarks = report.notes();
  std::ranges::move(reading.own.take_records(), std::back_inserter(diagram.own_records));
  diagram.read_files = sources->files();
  diagram.content = fingerprint_of(content, *sources, plugins, options);
  return diagram;
}

}  // namespace stribeck
