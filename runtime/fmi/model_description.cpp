#include "fmi/model_description.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "base/format.h"
#include "base/index.h"
#include "base/mode_words.h"
#include "base/text.h"
#include "base/units.h"
#include "fmi/dependencies.h"
#include "fmi/layout.h"
#include "fmi/markup.h"
#include "program/indicators.h"
#include "program/machine.h"

namespace stribeck::fmi {

namespace {

[[noreturn]] void refuse_name(const std::string& name) {
  throw Failure(Diagnostic{.code = ErrorCode::diagram_bad_name,
                           .message = "the boundary has the name " + in_quotes(name) + ", which something else of the FMU has",
                           .where = {},
                           .because = "variables of an FMU have a name each, time among them",
                           .remedy = "call it otherwise",
                           .details = {}});
}

/// One variable of an FMU.
struct Variable {
  std::uint32_t reference = 0;
  std::string name, unit, doc;
  const char* causality = "local";
  const char* variability = "continuous";
  const char* initial = nullptr;  ///< null: as the standard says of the two
  std::optional<double> start = {};
  std::optional<std::uint32_t> derivative_of = {};
  std::optional<double> nominal = {};
  std::optional<double> low = {}, high = {};                      ///< of parameters, where these are numbers
  std::vector<ModeWord> modes = {};                               ///< an enumeration
  std::vector<std::pair<std::string, std::string>> aliases = {};  ///< other names of it, with their documentation
  std::string type() const { return "the type of " + name; }
};

/// What the component allows of a parameter. A bound that is excluded is told as if it were not: the standards have no such bounds.
void set_limits(Variable& variable, const ProgramImage& image, std::size_t parameter) {
  for (const ProgramLimit& limit : image.limits) {
    if (limit.parameter != parameter || !limit.symbols.empty()) continue;
    const double bound = limit.allowed({});
    if (!std::isfinite(bound)) continue;
    if (limit.relation == Operator::ge || limit.relation == Operator::gt)
      variable.low = std::max(bound, variable.low.value_or(bound));
    else
      variable.high = std::min(bound, variable.high.value_or(bound));
  }
}

/// A column whose documentation lists what its values mean is an enumeration, which changes at events alone.
void set_modes(Variable& variable, const OutputColumn& column) {
  variable.modes = mode_words(column.doc);
  std::set<std::string> words;
  for (const ModeWord& one : variable.modes)
    if (!words.insert(one.words).second) return variable.modes.clear();  // items have different names
  std::ranges::sort(variable.modes, {}, &ModeWord::mode);
  if (!variable.modes.empty()) variable.variability = "discrete";
}

/// All of them, each name once: a state is called as the column is that shows it, of which there is no second one.
std::vector<Variable> variables_of(const ProgramImage& image, const Described& described, int version) {
  std::vector<Variable> variables;
  std::set<std::string> names;
  const auto add = [&](Variable variable) {
    variable.name = structured(variable.name);
    if (!names.insert(variable.name).second) {
      const Kind kind = kind_of(variable.reference);
      if (kind == Kind::input || (kind == Kind::output && std::string_view(variable.causality) == "output")) refuse_name(variable.name);
      return false;
    }
    variables.push_back(std::move(variable));
    return true;
  };
  const auto number = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  add({reference(Kind::time, 0), "time", "s", "time", "independent", "continuous"});
  const std::vector<double> parameters = image.parameter_values();
  const Machine machine(image.program, parameters);
  for (std::size_t i = 0; i < image.inputs.size(); ++i) {
    const ProgramInput& input = image.inputs[i];
    const double start = machine.held_value(image.program.discretes[at(input.level)].start);
    add({reference(Kind::input, number(i)), input.name, input.unit, input.doc, "input", "continuous", nullptr, start});
  }
  std::map<std::size_t, std::size_t> shown_as;  // columns that outputs show, by the first of them
  for (std::size_t i = 0; i < image.outputs.size(); ++i) {
    const OutputColumn& column = image.columns[image.outputs[i].column];
    Variable variable{reference(Kind::output, number(i)),
                      image.outputs[i].name,
                      column.unit,
                      image.outputs[i].doc.empty() ? column.doc : image.outputs[i].doc,
                      "output",
                      "continuous",
                      version == 2 ? "calculated" : nullptr};
    set_modes(variable, column);
    // Version 3 has aliases, too, but FMPy wants those of outputs among the initial unknowns, where only references can stand.
    if (add(std::move(variable)) && version == 2) shown_as.emplace(image.outputs[i].column, variables.size() - 1);
  }
  std::map<std::string, const OutputColumn*> columns;
  for (const OutputColumn& column : image.columns) columns.emplace(column.name, &column);
  const SourceFacts* const source = described.source ? &*described.source : nullptr;
  const std::size_t states = described.has_equations ? image.program.state_facts.size() : 0;
  for (std::size_t i = 0; i < states; ++i) {
    const std::string name = image.program.labels->variable(image.program.state_facts[i].variable);
    const auto shown = columns.find(name);
    const bool is_shown = shown != columns.end();
    const std::uint32_t state = reference(Kind::state, number(i));
    Variable variable{state,        name,        is_shown ? shown->second->unit : "", is_shown ? shown->second->doc : "", "local",
                      "continuous", "calculated"};
    if (source != nullptr) variable.initial = "exact", variable.start = source->starts[i];
    if (const double nominal = nominal_of(image, i); nominal > 0) variable.nominal = nominal;
    while (!add(variable)) variable.name.insert(0, "states.");
  }
  for (std::size_t i = 0; i < states; ++i) {
    const std::string name = image.program.labels->variable(image.program.state_facts[i].variable);
    const std::uint32_t derivative = reference(Kind::derivative, number(i)), state = reference(Kind::state, number(i));
    Variable variable{derivative, "der(" + structured(name) + ")", {}, {}, "local", "continuous", "calculated", {}, state};
    for (std::string inner = name; !add(variable); variable.name = fmt::format("der({})", structured(inner))) inner.insert(0, "states.");
  }
  for (std::size_t i = 0; i < image.parameters.size(); ++i) {
    const ProgramParameter& parameter = image.parameters[i];
    const bool is_constant = parameter.shapes || (source != nullptr && source->constant.contains(i));
    if (is_constant)  // compiled in: to be seen, not to be set
      add({reference(Kind::parameter, number(i)), parameter.name, parameter.unit, {}, "local", "constant", nullptr, parameter.value});
    if (is_constant) continue;
    Variable variable{
        reference(Kind::parameter, number(i)), parameter.name, parameter.unit, {}, "parameter", "tunable", nullptr, parameter.value};
    set_limits(variable, image, i);
    add(std::move(variable));
  }
  for (std::size_t i = 0; i < image.columns.size(); ++i) {
    const OutputColumn& column = image.columns[i];
    if (source != nullptr && source->left_out.contains(i)) continue;
    if (const auto shown = shown_as.find(i); shown != shown_as.end()) {
      if (names.insert(structured(column.name)).second) variables[shown->second].aliases.emplace_back(structured(column.name), column.doc);
      continue;
    }
    Variable variable{reference(Kind::output, number(image.outputs.size() + i)),
                      column.name,
                      column.unit,
                      column.doc,
                      "local",
                      "continuous",
                      version == 2 ? "calculated" : nullptr};
    set_modes(variable, column);
    add(std::move(variable));
  }
  if (version == 3 && described.has_equations)
    for (std::size_t i = 0; i < count_indicators(image.program); ++i)
      add({reference(Kind::indicator, number(i)), fmt::format("event_indicators[{}]", i + 1), {}, "below zero beyond an event"});
  return variables;
}

/// Empty for pure numbers and where nothing is known of it.
std::string unit_name(const std::string& unit) { return unit == "1" || unit.starts_with("any") ? std::string() : unit; }

std::string units(const std::vector<Variable>& variables) {
  std::set<std::string> names;
  for (const Variable& variable : variables)
    if (const std::string name = unit_name(variable.unit); !name.empty()) names.insert(name);
  const std::string text = unit_elements(names, "");
  return text.empty() ? text : "  <UnitDefinitions>\n" + text + "  </UnitDefinitions>\n";
}

std::string limits(const Variable& variable) {
  return (variable.low ? fmt::format(" min=\"{}\"", *variable.low) : "") +
         (variable.high ? fmt::format(" max=\"{}\"", *variable.high) : "");
}

/// The enumerations, a type each.
std::string types(const std::vector<Variable>& variables, int version) {
  std::string text;
  for (const Variable& variable : variables) {
    if (variable.modes.empty()) continue;
    const std::string name = attribute("name", variable.type());
    text += version == 2 ? fmt::format("    <SimpleType{}><Enumeration>\n", name) : fmt::format("    <EnumerationType{}>\n", name);
    for (const ModeWord& one : variable.modes)
      text += fmt::format("      <Item{} value=\"{}\"/>\n", attribute("name", one.words), static_cast<int>(one.mode));
    text += version == 2 ? "    </Enumeration></SimpleType>\n" : "    </EnumerationType>\n";
  }
  return text.empty() ? text : "  <TypeDefinitions>\n" + text + "  </TypeDefinitions>\n";
}

/// A variable of version 2 under one of its names.
std::string scalar_variable(const Variable& variable, const std::string& name, const std::string& doc, const char* causality,
                            const std::map<std::uint32_t, std::size_t>& index) {
  std::string text = fmt::format("    <ScalarVariable{} valueReference=\"{}\"{} causality=\"{}\" variability=\"{}\"{}>",
                                 attribute("name", name), variable.reference, attribute("description", doc), causality,
                                 variable.variability, variable.initial != nullptr ? attribute("initial", variable.initial) : "");
  if (!variable.modes.empty()) return text + fmt::format("<Enumeration{}/></ScalarVariable>\n", attribute("declaredType", variable.type()));
  text += fmt::format("<Real{}{}", attribute("unit", unit_name(variable.unit)), limits(variable));
  if (variable.nominal) text += fmt::format(" nominal=\"{}\"", *variable.nominal);
  if (variable.start) text += fmt::format(" start=\"{}\"", *variable.start);
  if (variable.derivative_of) text += fmt::format(" derivative=\"{}\"", index.at(*variable.derivative_of));
  return text + "/></ScalarVariable>\n";
}

std::string experiment(const ProgramExperiment& own) {
  return fmt::format("  <DefaultExperiment startTime=\"{}\" stopTime=\"{}\" tolerance=\"{}\"{}/>\n", own.start_s, own.stop_s, own.rtol,
                     own.interval_s > 0 ? fmt::format(" stepSize=\"{}\"", own.interval_s) : "");
}

/// Writes what an unknown depends on.
class Structure {
 public:
  /// `is_known`: else nothing is told.
  Structure(const ProgramImage& image, bool is_known) : image_(image), is_known_(is_known), analysis_(image) {}

  /// As attributes; none, which says that it may depend on all, where that is not known. `name_of`: of a known variable, by its reference.
  template <typename NameOf>
  std::string dependencies(const Variable& unknown, NameOf name_of) const {
    if (!is_known_) return {};
    const std::size_t number = number_of(unknown.reference);
    const std::optional<Dependencies> found = kind_of(unknown.reference) == Kind::derivative
                                                  ? analysis_.of_derivative(number)
                                                  : analysis_.of_column(image_.outputs[number].column);
    if (!found) return {};
    std::vector<std::pair<std::uint32_t, Factor>> named;
    for (const Dependency& one : *found) named.emplace_back(name_of(one.reference), one.factor);
    std::ranges::sort(named);
    std::string knowns, kinds;
    for (const auto& [known, factor] : named) {
      const char* const between = knowns.empty() ? "" : " ";
      knowns += fmt::format("{}{}", between, known);
      constexpr std::array<const char*, 4> kWords = {"constant", "tunable", "discrete", "dependent"};  // by Factor
      // Enumerations have no factors.
      kinds += fmt::format("{}{}", between, kWords[unknown.modes.empty() ? at(static_cast<int>(factor)) : 3]);
    }
    const std::string told = fmt::format(" dependencies=\"{}\"", knowns);
    return named.empty() ? told : told + fmt::format(" dependenciesKind=\"{}\"", kinds);
  }

 private:
  const ProgramImage& image_;
  bool is_known_;
  DependencyAnalysis analysis_;
};

std::string of_version_2(const ProgramImage& image, const Described& described, const std::vector<Variable>& variables) {
  std::string text = fmt::format(
      "<fmiModelDescription fmiVersion=\"2.0\"{}{}{} generationTool=\"Stribeck {}\" variableNamingConvention=\"structured\" "
      "numberOfEventIndicators=\"{}\">\n",
      attribute("modelName", described.model_name), attribute("guid", described.token), attribute("description", described.description),
      escaped(described.version), described.has_equations && !described.source ? count_indicators(image.program) : 0);
  const std::string files = described.source ? fmt::format("<SourceFiles><File name=\"{}.c\"/></SourceFiles>", described.identifier) : "";
  const std::string common = attribute("modelIdentifier", described.identifier) +
                             " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"" +
                             (described.source ? "" : " providesDirectionalDerivative=\"true\"");
  if (described.has_equations) text += "  <ModelExchange" + common + ">" + files + "</ModelExchange>\n";
  text += "  <CoSimulation" + attribute("modelIdentifier", described.identifier) +
          " canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\" canGetAndSetFMUstate=\"true\" "
          "canSerializeFMUstate=\"true\">" +
          files + "</CoSimulation>\n";
  text += units(variables) + types(variables, 2);
  text += "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n" + experiment(image.experiment);
  text += "  <ModelVariables>\n";
  std::map<std::uint32_t, std::size_t> index;
  for (std::size_t i = 0; i < variables.size(); ++i) index[variables[i].reference] = i + 1;
  for (const Variable& variable : variables) text += scalar_variable(variable, variable.name, variable.doc, variable.causality, index);
  for (const Variable& variable : variables)  // behind the others, which the structure counts
    for (const auto& [name, doc] : variable.aliases) text += scalar_variable(variable, name, doc, "local", index);
  text += "  </ModelVariables>\n  <ModelStructure>\n";
  const Structure structure(image, described.has_equations);
  std::string outputs, derivatives, unknowns;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::string line = fmt::format("      <Unknown index=\"{}\"/>\n", i + 1);
    const Kind kind = kind_of(variables[i].reference);
    const bool is_output = std::string_view(variables[i].causality) == "output";
    if (is_output || kind == Kind::derivative) {
      const auto index_of = [&](std::uint32_t known) { return static_cast<std::uint32_t>(index.at(known)); };
      const std::string depends = structure.dependencies(variables[i], index_of);
      (is_output ? outputs : derivatives) += fmt::format("      <Unknown index=\"{}\"{}/>\n", i + 1, depends);
    }
    const bool is_given = variables[i].start.has_value();  // states of an FMU that is C
    if (is_output || kind == Kind::derivative || (kind == Kind::state && !is_given)) unknowns += line;
  }
  const auto part = [](const char* name, const std::string& lines) {
    return lines.empty() ? std::string() : fmt::format("    <{0}>\n{1}    </{0}>\n", name, lines);
  };
  text += part("Outputs", outputs) + part("Derivatives", derivatives) + part("InitialUnknowns", unknowns);
  return text + "  </ModelStructure>\n</fmiModelDescription>\n";
}

/// Targets and steady states are solved for together, so that all may depend on all that is given. A missing list says the same, but CasADi
/// 3.8 wants one. None where the lists were longer than all the rest.
std::string knowns_at_start(const std::vector<Variable>& variables, std::ptrdiff_t unknowns) {
  constexpr std::ptrdiff_t kMostNumbers = 100'000;
  std::string list;
  std::ptrdiff_t count = 0;
  for (const Variable& variable : variables) {
    const std::string_view causality = variable.causality;
    if (causality != "input" && causality != "independent" && causality != "parameter") continue;
    list += fmt::format("{}{}", count++ == 0 ? "" : " ", variable.reference);
  }
  return count * unknowns > kMostNumbers ? std::string() : fmt::format(" dependencies=\"{}\"", list);
}

std::string of_version_3(const ProgramImage& image, const Described& described, const std::vector<Variable>& variables) {
  std::string text =
      fmt::format("<fmiModelDescription fmiVersion=\"3.0\"{}{}{} generationTool=\"Stribeck {}\" variableNamingConvention=\"structured\">\n",
                  attribute("modelName", described.model_name), attribute("instantiationToken", described.token),
                  attribute("description", described.description), escaped(described.version));
  const std::string common =
      attribute("modelIdentifier", described.identifier) + " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";
  if (described.has_equations)  // what delays remember, and where loops are, is brought up to date at the end of a step
    text += "  <ModelExchange" + common +
            " needsCompletedIntegratorStep=\"true\" providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"/>\n";
  text += "  <CoSimulation" + common +
          " canHandleVariableCommunicationStepSize=\"true\" hasEventMode=\"true\" canReturnEarlyAfterIntermediateUpdate=\"false\"/>\n";
  text += units(variables) + types(variables, 3);
  text += "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n  </LogCategories>\n" + experiment(image.experiment);
  text += "  <ModelVariables>\n";
  for (const Variable& variable : variables) {
    const char* type = variable.modes.empty() ? "Float64" : "Enumeration";
    text += fmt::format("    <{}{} valueReference=\"{}\"{} causality=\"{}\" variability=\"{}\"{}", type, attribute("name", variable.name),
                        variable.reference, attribute("description", variable.doc), variable.causality, variable.variability,
                        variable.initial != nullptr ? attribute("initial", variable.initial) : "");
    text += variable.modes.empty() ? attribute("unit", unit_name(variable.unit)) + limits(variable)
                                   : attribute("declaredType", variable.type());
    if (variable.nominal) text += fmt::format(" nominal=\"{}\"", *variable.nominal);
    if (variable.start) text += fmt::format(" start=\"{}\"", *variable.start);
    if (variable.derivative_of) text += fmt::format(" derivative=\"{}\"", *variable.derivative_of);
    text += "/>\n";
  }
  text += "  </ModelVariables>\n  <ModelStructure>\n";
  const Structure structure(image, described.has_equations);
  const auto list = [&](const char* name, auto is_of_it, bool tells_dependencies = false) {
    const auto same = [](std::uint32_t known) { return known; };
    for (const Variable& variable : variables)
      if (is_of_it(variable))
        text += fmt::format("    <{} valueReference=\"{}\"{}/>\n", name, variable.reference,
                            tells_dependencies ? structure.dependencies(variable, same) : "");
  };
  const auto is_output = [](const Variable& variable) { return std::string_view(variable.causality) == "output"; };
  const auto is_of = [](Kind kind) { return [kind](const Variable& variable) { return kind_of(variable.reference) == kind; }; };
  list("Output", is_output, true);
  list("ContinuousStateDerivative", is_of(Kind::derivative), true);
  const auto is_initial = [&](const Variable& variable) {
    return is_output(variable) || is_of(Kind::state)(variable) || is_of(Kind::derivative)(variable);
  };
  const std::string all = knowns_at_start(variables, std::ranges::count_if(variables, is_initial));
  for (const auto& is_of_it : {Kind::output, Kind::state, Kind::derivative})
    for (const Variable& variable : variables)
      if (is_initial(variable) && kind_of(variable.reference) == is_of_it)
        text += fmt::format("    <InitialUnknown valueReference=\"{}\"{}/>\n", variable.reference, all);
  list("EventIndicator", is_of(Kind::indicator));
  return text + "  </ModelStructure>\n</fmiModelDescription>\n";
}

}  // namespace

std::string unit_elements(const std::set<std::string>& names, const std::string& prefix) {
  std::string text;
  constexpr std::array<const char*, 7> kBase = {"m", "kg", "s", "A", "K", "mol", "cd"};
  for (const std::string& name : names) {
    const auto unit = parse_unit(name);
    std::string base;
    bool is_whole = unit.has_value() && !unit->dimension.any;
    for (std::size_t d = 0; is_whole && d < kBase.size(); ++d) {
      const int sixths = unit->dimension.sixths[d];
      is_whole = sixths % 6 == 0;
      if (sixths != 0) base += fmt::format(" {}=\"{}\"", kBase[d], sixths / 6);
    }
    if (is_whole && base.empty() && name.find("rad") != std::string::npos) base = " rad=\"1\"";
    if (is_whole && unit->factor != 1) base += fmt::format(" factor=\"{}\"", unit->factor);
    if (is_whole && unit->offset != 0) base += fmt::format(" offset=\"{}\"", unit->offset);
    if (is_whole)
      text += fmt::format("    <{0}Unit name=\"{1}\"><{0}BaseUnit{2}/></{0}Unit>\n", prefix, escaped(name), base);
    else if (prefix.empty())  // in parameter sets of SSP a unit must have its base units
      text += fmt::format("    <Unit name=\"{}\"/>\n", escaped(name));
  }
  return text;
}

std::string model_description(const ProgramImage& image, const Described& described, int version) {
  const std::vector<Variable> variables = variables_of(image, described, version);
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  return head + (version == 2 ? of_version_2(image, described, variables) : of_version_3(image, described, variables));
}

}  // namespace stribeck::fmi
