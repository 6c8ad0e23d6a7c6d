#include "fit/plan.h"

#include <algorithm>
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "diagram/definitions.h"
#include "fit/plan_parts.h"

namespace stribeck {
namespace {

constexpr std::int64_t kMostStarts = 100'000;
constexpr std::string_view kSection = "fit";

class FitPlanReader {
 public:
  FitPlanReader(const std::string& file, const std::string& text, const RunOptions& options, MeasuredTables tables)
      : tree_(text, file),
        parts_{.plan = {},
               .report = report_,
               .parameters = own_,
               .data = {},
               .outputs = {},
               .settings = {},
               .free = {},
               .tables = std::move(tables)} {
    parts_.plan.file = file;
    parts_.plan.options = options;
    if (parts_.plan.options.sources == nullptr) parts_.plan.options.sources = std::make_shared<Sources>();
  }

  FitPlan read(Registry& registry, const std::string& data) {
    const Json section = find_section();
    read_overall(section);
    read_parameters(section);
    read_experiments(section, data);
    report_.throw_if_errors();
    complete_fit_plan(parts_, registry);
    report_.throw_if_errors();
    return std::move(parts_.plan);
  }

 private:
  FitPlan& plan() { return parts_.plan; }
  void error(ErrorCode code, Where where, std::string message, std::string remedy = {}) {
    report_.error(code, std::move(where), std::move(message), {}, std::move(remedy));
  }

  /// A file of its own, or a part of the diagram's.
  Json find_section() {
    const Json root = tree_.root();
    if (!is_kind(report_, root, JsonKind::object, "a plan")) report_.throw_if_errors();
    check_duplicates(report_, tree_);
    const Json format = root.find("format");
    if (format && format.is(JsonKind::string) && format.text() == kFitFormat) {
      read_diagram_name(root);
      return root;
    }
    if (format && format.is(JsonKind::string) && format.text() == kDiagramFormat) {
      plan().diagram = plan().file;
      plan().title = optional_text(report_, root, "title");
      if (const Json section = root.find(kSection)) {
        if (is_kind(report_, section, JsonKind::object, "\"fit\"")) return section;
      } else {
        error(ErrorCode::diagram_missing_key, root.where(), "the diagram has no \"fit\", which says what it is compared with",
              "as in \"fit\": {\"compare\": {\"spring.x\": \"position\"}, \"parameters\": {\"damper.damping\": {}}}");
      }
      report_.throw_if_errors();
    }
    error(format ? ErrorCode::diagram_wrong_format : ErrorCode::diagram_missing_key, format ? format.where() : root.where(),
          format ? "the format is neither that of a plan of a fit nor that of a diagram" : "the file does not say its format",
          fmt::format("begin with \"format\": \"{}\", or name a diagram with a section \"fit\"", kFitFormat));
    report_.throw_if_errors();
    return root;
  }

  void read_diagram_name(Json root) {
    const Json diagram = root.find("diagram");
    if (!diagram) return error(ErrorCode::diagram_missing_key, root.where(), "there is no \"diagram\"");
    if (!is_kind(report_, diagram, JsonKind::string, "\"diagram\"")) return;
    plan().diagram = beside(diagram.text());
    try {
      plan().options.sources->text_of_regular(plan().diagram);
    } catch (const Failure& failure) {
      report_at(report_, diagram, failure);
    }
  }

  /// A file that the plan names, as seen from the plan.
  std::string beside(std::string_view name) const {
    return (std::filesystem::path(parts_.plan.file).parent_path() / std::string(name)).string();
  }

  void read_overall(Json section) {
    check_keys(report_, section,
               {"$schema", "format", "title", "description", "diagram", "data", "time", "delay", "from", "to", "set", "compare", "events",
                "experiments", "parameters", "experiment", "loss", "starts", "seed"},
               "a fit");
    if (const auto title = optional_text(report_, section, "title"); !title.empty()) plan().title = title;
    optional_text(report_, section, "description"), optional_text(report_, section, "$schema");
    if (const Json starts = section.find("starts")) plan().starts = whole_number(report_, starts, "\"starts\"", 1, kMostStarts);
    if (const Json seed = section.find("seed"))
      plan().seed = static_cast<std::uint64_t>(whole_number(report_, seed, "\"seed\"", 0, std::int64_t{1} << 53));
    if (const Json loss = section.find("loss")) read_loss(loss);
    const Json experiment = section.find("experiment");
    if (!experiment || !is_kind(report_, experiment, JsonKind::object, "\"experiment\"")) return;
    check_keys(report_, experiment, {"stop", "interval", "solver", "rtol", "atol"}, "\"experiment\"");
    RunOptions& o = plan().options;
    const std::pair<const char*, std::string&> keys[] = {
        {"stop", o.stop}, {"interval", o.interval}, {"solver", o.solver}, {"rtol", o.rtol}, {"atol", o.atol}};
    for (const auto& [key, text] : keys)  // the command line wins
      if (const Json value = experiment.find(key); value && is_value(value, key) && text.empty()) {
        text = text_of(value);
        parts_.settings["--" + std::string(key)] = value;
      }
  }

  void read_loss(Json loss) {
    const bool has_scale = loss.is(JsonKind::object);
    if (has_scale && loss.count() != 1)
      return error(ErrorCode::diagram_wrong_kind, loss.where(), "a loss has one key, its name, with its scale", "as in {\"huber\": 1.345}");
    const Json named = has_scale ? *loss.begin() : loss;
    if (!has_scale && !is_kind(report_, loss, JsonKind::string, "\"loss\"")) return;
    const std::string_view name = has_scale ? named.key() : loss.text();
    if (name == "squares" && !has_scale) return;
    std::vector<std::string> known{"squares"};
    for (const RobustLossName& one : robust_losses()) {
      known.emplace_back(one.name);
      if (one.name == name) plan().loss = one.loss;
    }
    if (plan().loss.kind == RobustLoss::Kind::plain)
      return error(ErrorCode::value_bad_choice, has_scale ? named.where_key() : loss.where(),
                   fmt::format("there is no loss {}", in_quotes(name)), "there are " + joined(known));
    if (!has_scale || !is_kind(report_, named, JsonKind::number, "the scale of a loss")) return;
    plan().loss.scale = named.number();
    if (!(named.number() > 0)) error(ErrorCode::value_out_of_range, named.where(), "the scale of a loss is greater than zero");
  }

  void read_parameters(Json section) {
    const Json parameters = section.find("parameters");
    if (!parameters) return error(ErrorCode::diagram_missing_key, section.where(), "there is no \"parameters\", which names what is free");
    if (!is_kind(report_, parameters, JsonKind::object, "\"parameters\"")) return;
    if (parameters.count() == 0) return error(ErrorCode::diagram_missing_key, parameters.where(), "\"parameters\" names nothing");
    for (const Json member : parameters) {
      FreeParameter free{.member = member, .start = {}, .from = {}, .to = {}};
      if (member.is(JsonKind::object)) {
        check_keys(report_, member, {"start", "from", "to"}, "a free parameter");
        free.start = member.find("start"), free.from = member.find("from"), free.to = member.find("to");
      } else if (is_value(member, member.key())) {
        free.start = member;
      }
      parts_.free.push_back(free);
      plan().parameters.push_back({.name = std::string(member.key()), .unit = {}});
    }
  }

  void read_experiments(Json section, const std::string& data) {
    const Json experiments = section.find("experiments");
    if (!experiments) return read_experiment(section, section, "", data);
    if (!is_kind(report_, experiments, JsonKind::object, "\"experiments\"")) return;
    if (experiments.count() == 0) error(ErrorCode::diagram_missing_key, experiments.where(), "\"experiments\" names nothing");
    if (!data.empty() && experiments.count() != 1)
      error(ErrorCode::arguments_invalid, experiments.where(),
            fmt::format("--data is of one experiment, and there are {}", experiments.count()), "write \"data\" into each of them");
    for (const Json member : experiments)
      if (is_kind(report_, member, JsonKind::object, fmt::format("the experiment {}", in_quotes(member.key())))) {
        check_keys(report_, member, {"data", "time", "delay", "from", "to", "set", "compare", "events"}, "an experiment of a fit");
        read_experiment(section, member, std::string(member.key()), data);
      }
  }

  /// What an experiment does not say holds as the fit says it.
  static Json own_or_common(Json own, Json common, std::string_view key) {
    const Json found = own.find(key);
    return found ? found : common.find(key);
  }

  void read_experiment(Json common, Json own, std::string name, const std::string& data) {
    FitExperiment experiment;
    experiment.name = std::move(name);
    DataPlaces places{.experiment = own,
                      .time = own_or_common(own, common, "time"),
                      .from = own_or_common(own, common, "from"),
                      .to = own_or_common(own, common, "to"),
                      .delay = own_or_common(own, common, "delay"),
                      .file = {},
                      .columns = {},
                      .events = {}};
    const Json file = own_or_common(own, common, "data");
    if (const auto table = parts_.tables.find(experiment.name); table != parts_.tables.end()) {
      experiment.data = table->second.file;
    } else if (!data.empty()) {
      experiment.data = data;
    } else if (!file) {
      error(ErrorCode::diagram_missing_key, own.where(), "there is no \"data\", the file that was measured",
            "name it, or give --data FILE");
    } else if (is_kind(report_, file, JsonKind::string, "\"data\"")) {
      experiment.data = beside(file.text());
      places.file = file;
    }
    if (const Json set = common.find("set")) read_settings(experiment, set);
    if (const Json set = own.find("set"); set && !experiment.name.empty()) read_settings(experiment, set);
    const Json compare = own_or_common(own, common, "compare"), events = own_or_common(own, common, "events");
    if (!compare && !events)
      error(ErrorCode::diagram_missing_key, own.where(), "there is no \"compare\", which says which columns are compared with what",
            "as in \"compare\": {\"spring.x\": \"position\"}");
    if (compare && is_kind(report_, compare, JsonKind::object, "\"compare\""))
      for (const Json member : compare) read_column(experiment, places, member);
    if (events && is_kind(report_, events, JsonKind::object, "\"events\""))
      for (const Json member : events) read_events(experiment, places, member);
    plan().experiments.push_back(std::move(experiment));
    parts_.data.push_back(std::move(places));
  }

  void read_settings(FitExperiment& experiment, Json set) {
    if (!is_kind(report_, set, JsonKind::object, "\"set\"")) return;
    for (const Json member : set) {
      if (!is_value(member, member.key())) continue;
      const std::string name(member.key()), text = text_of(member);
      const auto& given = plan().options.overrides;
      if (std::ranges::find(given, name, &Override::name) != given.end()) continue;  // the command line wins
      std::erase_if(experiment.settings, [&](const FitSetting& one) { return one.name == name; });
      experiment.settings.push_back({name, text, {}, free_parameter(text)});
      parts_.settings[fmt::format("--set {}={}", name, text)] = member;
    }
  }

  /// The number of the free parameter that "=name" is; -1: of none.
  int free_parameter(std::string_view text) {
    if (!text.starts_with('=')) return -1;
    const auto found = std::ranges::find(plan().parameters, trimmed(text.substr(1)), &FitParameter::name);
    return found == plan().parameters.end() ? -1 : static_cast<int>(found - plan().parameters.begin());
  }

  void read_column(FitExperiment& experiment, DataPlaces& places, Json member) {
    FittedColumn column;
    column.variable = member.key();
    ColumnPlaces own{.member = member, .column = member, .unit = {}, .offset = {}, .gain = {}, .sigma = {}};
    if (member.is(JsonKind::object)) {
      check_keys(report_, member, {"column", "unit", "offset", "gain", "sigma"}, "a comparison");
      own.column = member.find("column"), own.unit = member.find("unit");
      own.offset = member.find("offset"), own.gain = member.find("gain"), own.sigma = member.find("sigma");
      if (!own.column) return error(ErrorCode::diagram_missing_key, member.where(), "the comparison names no \"column\" of the data");
    }
    if (!is_kind(report_, own.column, JsonKind::string, "\"column\"")) return;
    if (own.unit && !is_kind(report_, own.unit, JsonKind::string, "\"unit\"")) return;
    column.column = own.column.text();
    if (own.unit) column.unit = own.unit.text();
    places.columns.push_back(own);
    experiment.columns.push_back(std::move(column));
  }

  void read_events(FitExperiment& experiment, DataPlaces& places, Json member) {
    if (!is_kind(report_, member, JsonKind::object, fmt::format("the event {}", in_quotes(member.key())))) return;
    check_keys(report_, member, {"times", "column", "unit", "sigma", "first"}, "measured events");
    FittedEvents events;
    events.label = member.key();
    if (const Json first = member.find("first")) events.first = whole_number(report_, first, "\"first\"", 1, 1'000'000);
    if (!member.find("times") == !member.find("column"))
      return error(ErrorCode::diagram_missing_key, member.where(), "measured events have either \"times\" or a \"column\" of the data");
    if (const Json sigma = member.find("sigma")) {
      events.sigma = read_time_s(report_, own_, sigma, "\"sigma\"").value_or(1);
      events.has_sigma = true;
      if (!(events.sigma > 0)) error(ErrorCode::value_out_of_range, sigma.where(), "\"sigma\" is greater than zero");
    }
    places.events.push_back(member);
    experiment.events.push_back(std::move(events));
  }

  static std::string text_of(Json value) {
    if (value.is(JsonKind::number)) return number_text(value.number());
    if (value.is(JsonKind::boolean)) return value.truth() ? "true" : "false";
    return std::string(value.text());
  }
  bool is_value(Json value, std::string_view what) {
    if (value.is(JsonKind::number) || value.is(JsonKind::boolean)) return true;
    return is_kind(report_, value, JsonKind::string, in_quotes(what));
  }

  JsonTree tree_;
  Report report_;
  Parameters own_{report_};
  FitPlanParts parts_;
};

}  // namespace

FitPlan read_fit_plan(const std::string& file, const std::string& text, Registry& registry, const RunOptions& options,
                      const std::string& data, const MeasuredTables& tables) {
  return FitPlanReader(file, text, options, tables).read(registry, data);
}

}  // namespace stribeck
