#include "diagram/fmu_component.h"

#include <algorithm>
#include <cmath>

#include "base/file_names.h"
#include "base/format.h"
#include "base/text.h"
#include "diagram/values.h"
#include "imports/component.h"

namespace stribeck {
namespace {

using imports::FmuComponent;
using imports::FmuVariable;

/// Names of an FMU have dots: what the command line gives for "pump.housing.mass" is for "housing.mass" of "pump".
void gather_given(Reading& reading, const std::string& instance) {
  std::vector<Given> gathered;
  for (auto entry = reading.given.begin(); entry != reading.given.end();) {
    const std::string_view path = entry->first;
    if (!path.starts_with(instance + ".")) {
      ++entry;
      continue;
    }
    const std::size_t inner = path.size() - instance.size();  // ".housing"
    for (const Given& given : entry->second)                  // whose whole name is one text, of which `parameter` is the end
      gathered.push_back({{given.parameter.data() - inner, given.parameter.size() + inner}, given.value});
    entry = reading.given.erase(entry);
  }
  if (gathered.empty()) return;
  const std::string_view key = reading.kept_paths.emplace_back(instance);
  std::vector<Given>& own = reading.given[key];
  own.insert(own.end(), gathered.begin(), gathered.end());
}

/// What a component of a diagram says of its FMU.
class FmuReader {
 public:
  FmuReader(Reading& reading, const Scope& scope, Json member, const Instance& instance)
      : reading_(reading), report_(reading.report), scope_(scope), member_(member), instance_(instance) {}

  const ComponentRecord* read() {
    const Json file = member_.find("file");
    if (!file || !is_kind(report_, file, JsonKind::string, "\"file\"")) {
      if (!file)
        report_.error(ErrorCode::diagram_missing_key, member_.where(), "the FMU has no \"file\"", {}, "write \"file\": \"pump.fmu\"");
      return nullptr;
    }
    const std::string path = path_from(file.where().file, file.text());
    const std::size_t errors = report_.count();
    try {
      reading_.sources.text_of_regular(path);  // is part of what the diagram was read from
      component_ = imports::open_fmu(path);
      take_interface();
      imports::require_runnable(component_);
      take();
      return report_.count() == errors ? record(path) : nullptr;
    } catch (const Failure& failure) {
      for (Diagnostic diagnostic : failure.diagnostics()) {
        if (diagnostic.code != ErrorCode::component_bad_declaration) {
          if (diagnostic.where.line > 0) diagnostic.details.emplace_back("in the file", fmt::format("line {}", diagnostic.where.line));
          diagnostic.where = file.where();
        }
        report_.add(std::move(diagnostic));
      }
      return nullptr;
    }
  }

 private:
  void take_interface() {
    const Json word = member_.find("interface");
    // Model exchange is exact; who gives a step between exchanges wants these.
    const auto& description = *component_.description;
    const Json parameters = member_.find("parameters");
    const bool has_step = parameters && parameters.find("communication_step");
    if (!word && description.exchange && description.exchange->obstacle.empty())
      component_.is_exchange = !has_step || !description.has_co_simulation;
    if (!word || !is_kind(report_, word, JsonKind::string, "\"interface\"")) return;
    if (word.text() != "model_exchange" && word.text() != "co_simulation")
      report_.error(ErrorCode::value_bad_choice, word.where(), fmt::format("\"interface\" cannot be {}", in_quotes(word.text())), {},
                    "the choices are co_simulation and model_exchange");
    component_.is_exchange = word.text() == "model_exchange";
  }

  void take() {
    component_.instance = instance_.name;
    component_.where = member_.where_key();
    component_.where.instance = instance_.name + " (fmu)";
    for (const std::string& remark : component_.description->remarks)
      report_.note(ErrorCode::value_unknown_unit, component_.where, remark, "give it another unit by a signals.gain");
    if (const Json isolate = member_.find("isolate"); isolate && is_kind(report_, isolate, JsonKind::boolean, "\"isolate\""))
      component_.isolate = isolate.truth();
    if (const Json limit = member_.find("time_limit")) {
      if (const auto seconds = read_time_s(report_, *scope_.parameters, limit, "\"time_limit\"")) component_.time_limit_s = *seconds;
      if (component_.time_limit_s <= 0) report_.error(ErrorCode::value_out_of_range, limit.where(), "\"time_limit\" must be above zero");
      if (!component_.isolate)
        report_.error(ErrorCode::diagram_unknown_key, limit.where_key(), "\"time_limit\" needs a process that can be ended", {},
                      "leave \"isolate\": false out");
    }
    take_initial_inputs();
    if (const Json signals = member_.find("signals"); signals && is_kind(report_, signals, JsonKind::array, "\"signals\""))
      for (const Json name : signals) take_signal(name);
    if (const Json starts = member_.find("start"); starts && is_kind(report_, starts, JsonKind::object, "\"start\""))
      for (const Json start : starts) take_start(start);
  }

  void take_initial_inputs() {
    const Json word = member_.find("initial_inputs");
    if (!word || !is_kind(report_, word, JsonKind::string, "\"initial_inputs\"")) return;
    if (word.text() != "connected" && word.text() != "start")
      report_.error(ErrorCode::value_bad_choice, word.where(), fmt::format("\"initial_inputs\" cannot be {}", in_quotes(word.text())), {},
                    "the choices are connected and start");
    component_.begins_with_inputs = word.text() == "connected";
  }

  /// Its number; -1 after an error.
  std::int64_t find(std::string_view name, const Where& where) {
    const FmuVariable* found = component_.description->find(name);
    if (found != nullptr) return found - component_.description->variables.data();
    std::vector<std::string> names;
    for (const FmuVariable& variable : component_.description->variables) names.push_back(variable.key);
    std::string remedy = did_you_mean(name, names);
    if (remedy.empty()) remedy = fmt::format("stribeck describe --fmu {} lists them", component_.archive->file());
    report_.error(ErrorCode::diagram_unknown_variable, where, fmt::format("the FMU has no variable {}", in_quotes(name)), {}, remedy);
    return -1;
  }

  void take_signal(Json name) {
    if (!is_kind(report_, name, JsonKind::string, "an entry of \"signals\"")) return;
    const std::int64_t number = find(name.text(), name.where());
    if (number < 0) return;
    const FmuVariable& variable = component_.description->variables[static_cast<std::size_t>(number)];
    if (imports::is_parameter(variable) && variable.variability == "tunable") {
      component_.signals.push_back(static_cast<std::uint32_t>(number));
      return;
    }
    report_.error(ErrorCode::value_bad_choice, name.where(), fmt::format("{} is no tunable parameter", in_quotes(name.text())),
                  "\"signals\" names parameters that change during a run",
                  variable.causality == "input" ? "it is an input already" : "give it a value among \"parameters\"");
  }

  void take_start(Json start) {
    const std::int64_t number = find(start.key(), start.where_key());
    if (number < 0) return;
    const FmuVariable& variable = component_.description->variables[static_cast<std::size_t>(number)];
    const bool is_signal = std::find(component_.signals.begin(), component_.signals.end(), number) != component_.signals.end();
    const bool has_start = variable.causality == "input" || is_signal || variable.initial == "exact" || variable.initial == "approx" ||
                           (variable.type == imports::ValueType::text && variable.causality == "parameter");
    if (imports::is_parameter(variable) && !is_signal)
      return report_.error(ErrorCode::value_bad_choice, start.where_key(), fmt::format("{} is a parameter", in_quotes(start.key())), {},
                           "give its value among \"parameters\"");
    if (!has_start || variable.is_array)
      return report_.error(ErrorCode::value_bad_choice, start.where_key(),
                           fmt::format("{} takes no start value: the FMU computes it", in_quotes(start.key())));
    imports::Setting setting{static_cast<std::uint32_t>(number)};
    if (variable.type == imports::ValueType::text) {
      if (!is_kind(report_, start, JsonKind::string, in_quotes(start.key()))) return;
      setting.text = start.text();
    } else if (start.is(JsonKind::boolean) && variable.type == imports::ValueType::boolean) {
      setting.value = start.truth() ? 1 : 0;
    } else {
      const auto found =
          read_value(report_, *scope_.parameters, start, {in_quotes(start.key()), variable.unit, variable.si.dimension, variable.doc});
      if (!found) return;
      setting.value = (found->si - variable.si.offset) / variable.si.factor;
    }
    component_.starts.push_back(std::move(setting));
  }

  /// Each instance has a type of its own, which knows its place.
  const ComponentRecord* record(const std::string& path) {
    std::string type = "fmu.";
    for (const char c : instance_.name)
      type += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ? c : '_';
    while (reading_.own.contains(type) || reading_.registry.contains(type)) type += "_";
    const std::string doc =
        component_.description->doc.empty() ? "The FMU " + component_.description->model + "." : component_.description->doc;
    Fingerprint fingerprint;
    fingerprint.add(reading_.sources.text_of_regular(path));
    gather_given(reading_, instance_.name);
    reading_.own.add(type, imports::declaration_of(component_), doc, path, fingerprint.to_text());
    return &reading_.own.record(type);
  }

  Reading& reading_;
  Report& report_;
  const Scope& scope_;
  Json member_;
  const Instance& instance_;
  FmuComponent component_;
};

}  // namespace

const ComponentRecord* read_fmu(Reading& reading, const Scope& scope, Json member, const Instance& instance) {
  return FmuReader(reading, scope, member, instance).read();
}

}  // namespace stribeck
