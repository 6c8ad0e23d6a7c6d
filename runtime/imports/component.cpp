#include "imports/component.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "imports/declared_parts.h"
#include "imports/timeline.h"

namespace stribeck::imports {
namespace {

/// Before every start of a run, s.
constexpr double kLongAgo = -1e9;

const FmuDescription& described(void* data) { return *static_cast<const Timeline*>(data)->order().description; }
Timeline& timeline(void* data) { return *static_cast<Timeline*>(data); }

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

class FmuDeclaration : DeclaredParts {
 public:
  FmuDeclaration(const FmuComponent& component, const stribeck_interface* api, stribeck_recorder* recorder)
      : DeclaredParts(component, api, recorder), timeline_(std::make_shared<Timeline>(order())) {}

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
      if (is_parameter(description_.variables[i]) && !is_input(i)) starts = put(starts, number(i), parameter(i));
    std::vector<std::pair<std::size_t, Expression>> inputs;
    for (std::size_t i = 0; i < description_.variables.size(); ++i)
      if (is_input(i)) inputs.emplace_back(i, input(i));

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
  Function function(const char* name, const std::vector<const char*>& arguments, const char* last_unit, stribeck_function value) {
    const char* unit = value == call_read ? "any" : "1";
    return DeclaredParts::function(name, arguments, arguments.size() == 1 ? "1" : last_unit, unit, value, timeline_);
  }

  std::shared_ptr<Timeline> timeline_;
};

void require_binary(const FmuArchive& archive, const FmuDescription& description, const std::string& binary) {
  const std::vector<std::string> wanted = folders_of_this_machine(description.version);
  for (const std::string& folder : wanted)
    if (archive.has(path_of_binary(folder, binary))) return;
  const std::vector<std::string> there = archive.folders_in("binaries/");
  for (const std::string& folder : wanted)
    if (std::find(there.begin(), there.end(), folder) != there.end())
      refuse_fmu(archive.file(), fmt::format("{} has no binaries/{}/{}.so", in_quotes(archive.file()), folder, binary),
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
  component.is_exchange = component.description->exchange && !component.description->has_co_simulation;
  return component;
}

void require_runnable(const FmuComponent& component) {
  const FmuDescription& description = *component.description;
  const std::string file = in_quotes(component.archive->file());
  if (component.is_exchange) {
    if (!description.exchange)
      refuse_fmu(component.archive->file(), file + " is not for model exchange", "its model description has no ModelExchange",
                 "leave \"interface\" out: it is for co-simulation");
    if (!description.exchange->obstacle.empty())
      refuse_fmu(component.archive->file(), "for model exchange " + description.exchange->obstacle + ", in " + file,
                 "states of components are single numbers",
                 description.has_co_simulation ? "take its co-simulation: \"interface\": \"co_simulation\""
                                               : "export it with a variable an element");
  } else if (!description.has_co_simulation) {
    refuse_fmu(component.archive->file(), file + " is not for co-simulation",
               description.exchange ? "it is for model exchange" : "its model description has no CoSimulation",
               "ask who made it for model exchange or co-simulation");
  }
  require_binary(*component.archive, description, component.is_exchange ? description.exchange->binary : description.binary);
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
  return [component](const stribeck_interface* api, stribeck_recorder* recorder) {
    component.is_exchange ? declare_exchange(component, api, recorder) : FmuDeclaration(component, api, recorder).declare();
  };
}

}  // namespace stribeck::imports
