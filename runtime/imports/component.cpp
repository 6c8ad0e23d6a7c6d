#include "imports/component.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "component/recording.h"
#include "imports/timeline.h"
#include "stribeck/component.hpp"

namespace stribeck::imports {
namespace {

/// Before every start of a run, s.
constexpr double kLongAgo = -1e9;

const FmuDescription& described(void* data) { return *static_cast<const Timeline*>(data)->order().description; }
Timeline& timeline(void* data) { return *static_cast<Timeline*>(data); }

double in_si(const FmuVariable& variable, double value) { return value * variable.si.factor + variable.si.offset; }
double in_its_unit(const FmuVariable& variable, double si) { return (si - variable.si.offset) / variable.si.factor; }

double call_put(void* data, const double* a, const char** /*why*/) {
  const auto number = static_cast<std::uint32_t>(a[1]);
  return timeline(data).put(a[0], number, in_its_unit(described(data).variables[number], a[2]));
}
double call_mark(void* data, const double* a, const char** /*why*/) { return timeline(data).mark(a[0]); }
double call_begin(void* data, const double* a, const char** /*why*/) { return timeline(data).begin(a[0], a[1]); }
double call_advance(void* data, const double* a, const char** /*why*/) { return timeline(data).advance(a[0], a[1]); }
double call_over(void* data, const double* a, const char** /*why*/) { return a[0] == 0 ? 0 : timeline(data).is_over(a[0]); }
double call_read(void* data, const double* a, const char** /*why*/) {
  const auto number = static_cast<std::uint32_t>(a[1]);
  const FmuVariable& variable = described(data).variables[number];
  return in_si(variable, a[0] == 0 ? variable.start.value_or(0) : timeline(data).read(a[0], number));
}

bool is_input(const FmuComponent& component, std::size_t number) {
  const FmuVariable& variable = component.description->variables[number];
  return variable.is_number() && (variable.causality == "input" ||
                                  std::find(component.signals.begin(), component.signals.end(), number) != component.signals.end());
}

class FmuDeclaration {
 public:
  FmuDeclaration(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder)
      : component_(component), description_(*component.description), recording_{api, recorder}, c_(api, recorder) {
    recorder->place = component.where;
    TimelineOrder order{component.archive, component.description, component.instance, component.where, component.starts, {},
                        component.isolate, component.time_limit_s};
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (const FmuVariable& variable = description_.variables[i]; variable.causality == "output" && variable.is_number())
        order.reads.push_back(static_cast<std::uint32_t>(i));
    timeline_ = std::make_shared<Timeline>(std::move(order));
  }

  void declare() {
    const Function put = function("fmu: put", {"token", "variable", "value"}, "any", call_put);
    const Function mark = function("fmu: mark", {"token"}, "1", call_mark);
    const Function begin = function("fmu: begin", {"token", "t"}, "s", call_begin);
    const Function advance = function("fmu: advance", {"token", "t"}, "s", call_advance);
    const Function read = function("fmu: read", {"token", "variable"}, "1", call_read);
    const Function over = function("fmu: over", {"token"}, "1", call_over);

    const double usual = description_.step_s.value_or(required);
    auto step = c_.parameter(kStepParameter, usual > 0 ? usual : required, "s", "time between the instants at which signals are exchanged");
    step.above(0);
    Expression starts = 0;
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (is_parameter(description_.variables[i]) && !is_input(component_, i)) starts = put(starts, number(i), parameter(i));
    std::vector<std::pair<std::size_t, Expression>> inputs;
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (is_input(component_, i)) inputs.emplace_back(i, input(i));

    const Expression count = c_.hidden_discrete("fmu: count", "1", "communication points so far", 0);
    const Expression first = c_.hidden_discrete("fmu: first", "s", "the first of them", in("s", kLongAgo));
    const Expression origin = c_.hidden_discrete("fmu: origin", "1", "where the FMU is after it was initialised", 0);
    const Expression reached = c_.hidden_discrete("fmu: reached", "1", "where it is after its last step", 0);
    const Expression next = c_.hidden_discrete("fmu: next", "1", "the same, with the inputs of the next step", 0);
    const Expression at = if_else(reached > 0.5, reached, origin);
    // As a variable it puts the inputs behind the step, and the step behind the initialisation, in the order of an instant.
    const Expression now = c_.hidden_variable("fmu: now", "1", "where it is");
    c_.relation("where the FMU is", now == at);

    Expression initial = mark(starts);
    if (component_.begins_with_inputs)
      for (const auto& [i, value] : inputs) initial = put(initial, number(i), value);
    Expression held = now;
    for (const auto& [i, value] : inputs) held = put(held, number(i), value);
    c_.when("", c_.time() >= in("s", kLongAgo), {{origin, begin(initial, c_.time())}});
    c_.when("", c_.time() >= first + count * step,
            {{count, count + 1}, {first, if_else(count > 0.5, first, c_.time())}, {reached, advance(next, c_.time())}, {next, held}});
    c_.terminate_when(over(at) > 0.5, "the FMU asks for the end of the simulation");
    for (std::size_t i = 0; i < description_.variables.size(); ++i) show(i, read(at, number(i)));
  }

 private:
  static double number(std::size_t i) { return static_cast<double>(i); }
  Expression in(const std::string& unit, double value) {
    return {recording_, recording_.api->constant(recording_.recorder, value, unit.c_str())};
  }
  /// In the unit in which the variable is declared here, which may be an SI unit where the FMU's has no name here.
  double in_declared_unit(const FmuVariable& variable, double value) const {
    const auto unit = parse_unit(variable.unit);
    if (!unit || (unit->factor == variable.si.factor && unit->offset == variable.si.offset)) return value;
    return (in_si(variable, value) - unit->offset) / unit->factor;
  }
  std::string doc_of(const FmuVariable& variable) const {
    std::string doc = variable.doc.empty() ? "variable " + variable.name + " of the FMU" : variable.doc;
    if (variable.key != variable.name && !variable.doc.empty()) doc += " (" + variable.name + ")";
    if (!is_parameter(variable) && variable.si.factor != 1) doc += ", in the FMU in " + variable.fmu_unit;
    if (variable.items.empty()) return doc;
    std::string items;
    for (const EnumerationItem& item : variable.items) items += fmt::format("{}{} {}", items.empty() ? "" : ", ", item.value, item.name);
    return doc + ": " + items;
  }

  Function function(const char* name, const std::vector<const char*>& arguments, const char* last_unit, stribeck_function value) {
    std::vector<const char*> units(arguments.size(), "1");
    units.back() = arguments.size() == 1 ? "1" : last_unit;
    const bool is_read = value == call_read;
    const int32_t id =
        recording_.api->function(recording_.recorder, name, is_read ? "any" : "1", "a simulation by the FMU", arguments.data(),
                                 units.data(), static_cast<int32_t>(arguments.size()), value, timeline_.get());
    if (id >= 0) {
      FunctionDeclaration& declared = recording_.recorder->record.functions[at(id)];
      declared.is_sampled = true;
      declared.function->memory = timeline_;
    }
    return {recording_, id};
  }

  Expression parameter(std::size_t i) {
    const FmuVariable& variable = description_.variables[i];
    if (const std::vector<std::string> words = choices_of(variable); !words.empty()) return option(variable, words);
    const double start = variable.start ? in_declared_unit(variable, *variable.start) : required;
    auto declared = c_.parameter(variable.key.c_str(), start, variable.unit.c_str(), doc_of(variable).c_str());
    if (variable.low) declared.at_least(in(variable.unit, in_declared_unit(variable, *variable.low)));
    if (variable.high) declared.at_most(in(variable.unit, in_declared_unit(variable, *variable.high)));
    return declared;
  }

  Expression option(const FmuVariable& variable, const std::vector<std::string>& words) {
    std::string choices;
    for (const std::string& word : words) choices += (choices.empty() ? "" : "|") + word;
    const int chosen = c_.option(variable.key.c_str(), choices.c_str(), doc_of(variable).c_str());
    const std::string& word = words[static_cast<std::size_t>(std::clamp(chosen, 0, static_cast<int>(words.size()) - 1))];
    if (variable.type == ValueType::boolean) return word == "true" ? 1 : 0;
    for (const EnumerationItem& item : variable.items)
      if (item.name == word) return static_cast<double>(item.value);
    return 0;
  }

  Expression input(std::size_t i) {
    const FmuVariable& variable = description_.variables[i];
    std::optional<double> start = variable.start;
    for (const Setting& setting : component_.starts)
      if (setting.variable == i) start = setting.value;
    const std::string doc = doc_of(variable);
    const char* unit = variable.signal_unit.c_str();
    if (!start) return c_.input(variable.key.c_str(), unit, doc.c_str());
    return c_.input(variable.key.c_str(), unit, doc.c_str(), in(variable.unit, in_declared_unit(variable, *start)));
  }

  void show(std::size_t i, const Expression& value) {
    const FmuVariable& variable = description_.variables[i];
    if (!variable.is_number() || is_input(component_, i) || is_parameter(variable) || variable.causality == "independent") return;
    const std::string doc = doc_of(variable);
    if (variable.causality != "output") return c_.on_request(variable.key.c_str(), variable.signal_unit.c_str(), doc.c_str(), value);
    c_.relation(variable.key.c_str(), c_.output(variable.key.c_str(), variable.signal_unit.c_str(), doc.c_str()) == value);
  }

  const FmuComponent& component_;
  const FmuDescription& description_;
  Recording recording_;
  ComponentBuilder c_;
  std::shared_ptr<Timeline> timeline_;
};

void require_binary(const FmuArchive& archive, const FmuDescription& description) {
  const std::vector<std::string> wanted = folders_of_this_machine(description.version);
  for (const std::string& folder : wanted)
    if (archive.has("binaries/" + folder + "/" + description.binary + ".so")) return;
  const std::vector<std::string> there = archive.folders_in("binaries/");
  for (const std::string& folder : wanted)
    if (std::find(there.begin(), there.end(), folder) != there.end())
      refuse_fmu(archive.file(), fmt::format("{} has no binaries/{}/{}.so", in_quotes(archive.file()), folder, description.binary),
                 "its model description names that library", "ask who made the FMU for another one");
  refuse_fmu(archive.file(), fmt::format("{} has no binary for this machine, {}", in_quotes(archive.file()), wanted.front()),
             there.empty() ? "it has none at all" : fmt::format("it has those for {}", fmt::join(there, ", ")),
             "ask who made the FMU for one with this platform, or compile its sources if it has them");
}

}  // namespace

FmuComponent open_fmu(const std::string& file) {
  FmuComponent component;
  component.archive = std::make_shared<FmuArchive>(file);
  component.description = std::make_shared<FmuDescription>(read_description(*component.archive));
  return component;
}

void require_runnable(const FmuComponent& component) {
  const FmuDescription& description = *component.description;
  const std::string file = in_quotes(component.archive->file());
  if (!description.has_co_simulation)
    refuse_fmu(component.archive->file(),
               fmt::format("{} is an FMU {}", file, description.has_model_exchange ? "for model exchange alone" : "without co-simulation"),
               "FMUs take part in diagrams by co-simulation, with a solver of their own",
               "export it for co-simulation; most tools offer both, also in one file");
  require_binary(*component.archive, description);
  for (const FmuVariable& variable : description.variables)
    if (variable.is_array && (variable.causality == "input" || variable.causality == "output"))
      refuse_fmu(component.archive->file(), fmt::format("{} of {} is an array", in_quotes(variable.name), file),
                 "inputs and outputs of components are single numbers", "export it with a variable an element");
}

std::vector<std::string> choices_of(const FmuVariable& variable) {
  std::vector<std::string> words;
  if (variable.type == ValueType::boolean) {
    words = {"false", "true"};
    if (variable.start.value_or(0) != 0) std::swap(words[0], words[1]);
    return words;
  }
  if (variable.type != ValueType::enumeration) return {};
  for (const EnumerationItem& item : variable.items) {
    if (item.name.empty() || item.name.find('|') != std::string::npos) return {};
    words.push_back(item.name);
    if (variable.start == static_cast<double>(item.value)) std::rotate(words.begin(), words.end() - 1, words.end());
  }
  return words;
}

bool is_parameter(const FmuVariable& variable) { return variable.causality == "parameter" && variable.is_number(); }

Declare declaration_of(const FmuComponent& component) {
  return [component](const stribeck_interface* api, stribeck_recorder* recorder) { FmuDeclaration(component, api, recorder).declare(); };
}

}  // namespace stribeck::imports
