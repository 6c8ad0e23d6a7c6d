#include "diagram/boundary.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "diagram/connector_path.h"
#include "diagram/list_file.h"
#include "diagram/made_instances.h"
#include "diagram/observables.h"
#include "diagram/values.h"

namespace stribeck {
namespace {

/// The ideal source that stands for the outside of a port, and what its variables are called.
struct PortSource {
  std::string type;
  std::vector<std::pair<std::string, std::string>> outputs;  ///< what they are called, and the column
};

PortSource source_of(const Domain& domain, bool gives_velocity) {
  const std::string across(domain.across), through(domain.through), position(domain.position);
  if (gives_velocity) return {force_source_of(domain), {{across, across}, {position, "R.position"}}};
  return {std::string(domain.name) + ".velocity_source", {{through, through}}};
}

/// What an input of the boundary drives, and what it is said to be.
struct Driven {
  std::string name;
  std::vector<ConnectorRef> targets;
  std::string unit, doc;  ///< of what is driven
};

class BoundaryReader {
 public:
  BoundaryReader(Reading& reading, const std::vector<InputFile>& files) : reading_(reading), files_(files) {
    scope_.parameters = &reading.parameters;
  }

  void read(Json boundary) {
    if (boundary && is_kind(report(), boundary, JsonKind::object, "\"boundary\""))
      for (const Json entry : boundary) read_entry(entry);
    for (const InputFile& file : files_) require_input(file);
  }

 private:
  Report& report() { return reading_.report; }

  void read_entry(Json entry) {
    if (!is_identifier(report(), entry, "a name of the boundary") ||
        !is_kind(report(), entry, JsonKind::object, fmt::format("{} of the boundary", in_quotes(entry.key()))))
      return;
    if (reading_.find(entry.key()) != nullptr) {
      report().error(ErrorCode::diagram_bad_name, entry.where_key(),
                     fmt::format("{} is the name of a component, too", in_quotes(entry.key())),
                     "what the boundary names stands beside the components", "call it otherwise");
      return;
    }
    const Json input = entry.find("input"), output = entry.find("output"), port = entry.find("port");
    const int kinds = (input ? 1 : 0) + (output ? 1 : 0) + (port ? 1 : 0);
    if (kinds != 1) {
      report().error(ErrorCode::diagram_missing_key, entry.where(),
                     fmt::format("{} of the boundary needs one of \"input\", \"output\" and \"port\", and no more", in_quotes(entry.key())),
                     {},
                     "write { \"input\": \"motor.S\" }, { \"output\": \"load.w\" } or { \"port\": \"load.I\", \"gives\": \"velocity\" }");
      return;
    }
    if (input) return read_input(entry, input);
    if (output) return read_output(entry, output);
    read_port(entry, port);
  }

  void read_input(Json entry, Json input) {
    check_keys(report(), entry, {"input", "start", "hold", "doc"}, "an input of the boundary");
    const auto grid = read_connector(reading_, scope_, input);
    if (!grid) return;
    const ConnectorDeclaration& declared = declaration_of(reading_, grid->connectors.front());
    if (declared.kind != ConnectorKind::input) {
      report().error(ErrorCode::diagram_unknown_port, input.where(),
                     fmt::format("{} is no input of a component, so nothing can be given to it", in_quotes(input.text())), {},
                     declared.kind == ConnectorKind::port ? "a port is named by \"port\", with what it gives"
                                                          : "what is to be seen outside is named by \"output\"");
      return;
    }
    add_input(entry, {std::string(entry.key()), grid->connectors, declared.unit, declared.doc}, declared.dimension);
  }

  void read_output(Json entry, Json output) {
    check_keys(report(), entry, {"output", "doc"}, "an output of the boundary");
    if (!is_kind(report(), output, JsonKind::string, "\"output\"")) return;
    if (const auto found = resolve_shown(reading_, output.text(), {output}))
      reading_.diagram.boundary_outputs.push_back(
          {std::string(entry.key()), found->name, std::string(optional_text(report(), entry, "doc")), output.position()});
  }

  void read_port(Json entry, Json port) {
    check_keys(report(), entry, {"port", "gives", "start", "hold", "doc"}, "a port of the boundary");
    const auto grid = read_connector(reading_, scope_, port);
    const std::optional<bool> gives_velocity = read_gives(entry);
    if (!grid || !gives_velocity) return;
    const ConnectorRef inside = grid->connectors.front();
    if (declaration_of(reading_, inside).kind != ConnectorKind::port || grid->connectors.size() != 1) {
      report().error(ErrorCode::diagram_unknown_port, port.where(), fmt::format("{} is no single conserving port", in_quotes(port.text())),
                     {}, "a signal is named by \"input\" or \"output\"");
      return;
    }
    const Domain& domain = domains()[static_cast<std::size_t>(declaration_of(reading_, inside).domain)];
    const PortSource source = source_of(domain, *gives_velocity);
    const std::string name(entry.key());
    const ConnectorRef signal = made(entry).add_source(name, source.type, domain, inside);
    const ConnectorDeclaration& declared = declaration_of(reading_, signal);
    add_input(entry, {fmt::format("{}.input", name), {signal}, declared.unit, declared.doc}, declared.dimension);
    for (const auto& [output, column] : source.outputs)
      if (const auto found = resolve_shown(reading_, fmt::format("{}.{}", name, column), {entry, true}))
        reading_.diagram.boundary_outputs.push_back({fmt::format("{}.{}", name, output), found->name, {}, entry.key_position()});
  }

  std::optional<bool> read_gives(Json entry) {
    const Json word = entry.find("gives");
    if (!word) {
      report().error(ErrorCode::diagram_missing_key, entry.where(),
                     fmt::format("the port {} does not say what it \"gives\"", in_quotes(entry.key())), {},
                     "\"velocity\": it takes a force from outside and gives its velocity; \"force\": the other way round");
      return std::nullopt;
    }
    if (!is_kind(report(), word, JsonKind::string, "\"gives\"")) return std::nullopt;
    if (word.text() == "velocity" || word.text() == "force") return word.text() == "velocity";
    report().error(ErrorCode::value_bad_choice, word.where(), fmt::format("a port cannot give {}", in_quotes(word.text())), {},
                   "it gives \"velocity\" or \"force\"");
    return std::nullopt;
  }

  /// A source of its own for what is driven: it holds what it is given, or is a table from a file.
  void add_input(Json entry, const Driven& driven, const Dimension& dimension) {
    BoundaryInput input{driven.name,
                        driven.unit.starts_with("any") ? "" : driven.unit,
                        std::string(optional_text(report(), entry, "doc")),
                        read_hold(entry),
                        -1,
                        entry.key_position()};
    if (input.doc.empty()) input.doc = driven.doc;
    const auto file = std::find_if(files_.begin(), files_.end(), [&](const InputFile& f) { return f.name == driven.name; });
    const auto start = read_start(entry, driven, dimension);
    if (file != files_.end()) {
      add_table(entry, driven, dimension, *file, input.is_held);
    } else {
      const ConnectorRef out = made(entry).add(driven.name, "signals.boundary_input", "y");
      input.instance = out.instance;
      Instance& instance = reading_.diagram.instances[static_cast<std::size_t>(out.instance)];
      if (start) instance.parameters = {start->si}, instance.generic_dimensions = {start->dimension};
      if (start && start->has_unit) instance.written_units = {0};
      connect_output(entry, out, driven);
    }
    reading_.diagram.inputs.push_back(std::move(input));
  }

  bool read_hold(Json entry) {
    const Json hold = entry.find("hold");
    return hold && is_kind(report(), hold, JsonKind::boolean, "\"hold\"") && hold.truth();
  }

  std::optional<Value> read_start(Json entry, const Driven& driven, const Dimension& dimension) {
    const Json start = entry.find("start");
    if (!start) return std::nullopt;
    return read_value(report(), reading_.parameters, start, {"\"start\"", driven.unit, dimension, driven.doc});
  }

  /// Values over time from a file, whose first column is the time.
  void add_table(Json entry, const Driven& driven, const Dimension& dimension, const InputFile& file, bool held) {
    const std::size_t colon = file.source.rfind(':');
    const std::string label = fmt::format("--input {}={}", file.name, file.source);
    if (colon == std::string::npos || colon == 0 || colon + 1 == file.source.size()) {
      const JsonTree tree = JsonTree::of_argument(file.source, label);
      report().error(ErrorCode::arguments_invalid, tree.root().where(), fmt::format("{} names no column of a file", in_quotes(file.source)),
                     {}, "write --input torque=measured.csv:column, with a column's name or its number from 1");
      return;
    }
    const auto list = [&](const nlohmann::json& column, const ListDeclaration& wanted) {
      const nlohmann::json source = {{"file", file.source.substr(0, colon)}, {"column", column}};
      const std::string text = source.dump();
      const JsonTree tree = JsonTree::of_argument(text, label);
      return list_from_file(report(), reading_.sources, "", tree.root(), wanted);
    };
    const std::string written = file.source.substr(colon + 1);
    const bool is_number = written.find_first_not_of("0123456789") == std::string::npos;
    const Dimension second = parse_unit("s")->dimension;
    const auto times = list(1, {"times", "s", "times of the values", second, true, true, false, {}, {}});
    const auto values = list(is_number ? nlohmann::json(std::stoi(written.substr(0, 9))) : nlohmann::json(written),
                             {driven.name, driven.unit, driven.doc, dimension, false, false, false, {}, {}});
    if (!times || !values) return;
    std::vector<double> t = times->values, y = values->values;
    for (std::size_t i = 1; i < t.size(); ++i)
      if (!(t[i] > t[i - 1])) {
        report().error(ErrorCode::diagram_bad_list, times->places[i],
                       fmt::format("the time {} s follows {} s, but times must ascend", short_number(t[i]), short_number(t[i - 1])),
                       fmt::format("the first column of {} is the time of the values", in_quotes(file.source.substr(0, colon))));
        return;
      }
    if (held) hold(t, y);
    const ConnectorRef out = made(entry).add(driven.name, "signals.time_table", "y");
    Instance& instance = reading_.diagram.instances[static_cast<std::size_t>(out.instance)];
    instance.lists = {std::move(t), std::move(y)};
    instance.list_dimensions.assign(2, Dimension::unchecked());
    connect_output(entry, out, driven);
  }

  /// Each value until the next one comes.
  static void hold(std::vector<double>& times, std::vector<double>& values) {
    std::vector<double> t, y;
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (i > 0) t.push_back(times[i]), y.push_back(values[i - 1]);
      t.push_back(times[i]), y.push_back(values[i]);
    }
    times = std::move(t), values = std::move(y);
  }

  void require_input(const InputFile& file) {
    std::vector<std::string> names;
    for (const BoundaryInput& input : reading_.diagram.inputs) names.push_back(input.name);
    if (std::find(names.begin(), names.end(), file.name) != names.end() || report().count() > 0) return;
    std::string remedy = did_you_mean(file.name, names);
    if (remedy.empty())
      remedy =
          names.empty() ? "name inputs in the diagram's section \"boundary\"" : fmt::format("its inputs are {}", fmt::join(names, ", "));
    const JsonTree tree = JsonTree::of_argument(file.source, fmt::format("--input {}={}", file.name, file.source));
    report().error(ErrorCode::arguments_invalid, tree.root().where(), fmt::format("the boundary has no input {}", in_quotes(file.name)), {},
                   remedy);
  }

  MadeInstances made(Json entry) { return {reading_, entry.key_position()}; }
  void connect_output(Json entry, const ConnectorRef& output, const Driven& driven) {
    std::vector<ConnectorRef> members{output};
    members.insert(members.end(), driven.targets.begin(), driven.targets.end());
    made(entry).connect(std::move(members));
  }

  Reading& reading_;
  const std::vector<InputFile>& files_;
  Scope scope_;
};

}  // namespace

void read_boundary(Reading& reading, Json boundary, const std::vector<InputFile>& files) {
  if (boundary || !files.empty()) BoundaryReader(reading, files).read(boundary);
}

}  // namespace stribeck
