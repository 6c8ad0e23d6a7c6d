// The diagram as read, for `stribeck explain --after diagram`: every name resolved, every value in the unit in which it was written.
#include "base/text.h"
#include "base/decimal.h"
#include "base/index.h"
#include "base/unit_text.h"
#include "diagram/diagram.h"

namespace stribeck {

namespace {

std::string with_unit(double value, const std::string& unit) { return stribeck::with_unit(number_text(value), unit); }

/// 30 rpm for 3.14 rad/s: the value that was written, not what conversion there and back has made of its last digit.
std::string as_written(const ShownValue& shown) { return with_unit(without_rounding(shown.value), std::string(shown.unit)); }

std::string list_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "[" : ", ") + number_text(value);
  return text + "]";
}

std::string priority_word(Priority priority) { return priority == Priority::high ? "high" : priority == Priority::low ? "low" : "none"; }

std::string instance_text(const Instance& instance) {
  const ComponentRecord& record = *instance.record;
  std::string text = "  " + instance.name + ": " + record.type + "\n";
  for (const OptionDeclaration& option : record.options) text += "      " + option.name + " = " + option.choices[at(option.chosen)] + "\n";
  for (const SizeDeclaration& size : record.sizes)
    if (size.list < 0) text += "      " + size.name + " = " + std::to_string(size.chosen) + "\n";
  for (const FormulaDeclaration& formula : record.formulas) text += "      " + formula.name + " = " + formula.written.text + "\n";
  for (std::size_t p = 0; p < record.parameters.size(); ++p) {
    const ParameterDeclaration& parameter = record.parameters[p];
    if (parameter.is_named()) text += "      " + parameter.name + " = " + as_written(shown_value(instance, p)) + "\n";
  }
  for (std::size_t k = 0; k < record.lists.size(); ++k)
    text += "      " + record.lists[k].name + " = " + list_text(instance.lists[k]) + "\n";
  for (const Target& target : instance.targets) {
    text += "      initial " + record.variables[at(target.variable)].name + " = " + as_written(shown_value(instance, target)) + " (" +
            priority_word(target.priority) + ")\n";
  }
  return text;
}

std::string time_text(double time_s, const std::string& written) {
  const auto unit = written.empty() ? std::nullopt : parse_unit(written);
  return unit ? with_unit(from_si(time_s, unit->factor, unit->offset), written) : with_unit(time_s, "s");
}

std::string experiment_text(const Experiment& experiment) {
  std::string text =
      "  " + time_text(experiment.start_s, experiment.stop_unit) + " to " + time_text(experiment.stop_s, experiment.stop_unit);
  if (experiment.interval_s > 0) text += ", a row every " + time_text(experiment.interval_s, experiment.interval_unit);
  text += ", solver " + experiment.solver + ", rtol " + number_text(experiment.rtol) + ", atol " + number_text(experiment.atol);
  return text + (experiment.steady_state ? ", from a steady state\n" : "\n");
}

}  // namespace

const std::string& file_of(const Diagram& diagram, const Position& position) {
  return position.file < diagram.files.size() ? diagram.files[position.file] : diagram.file;
}

ShownValue shown_value(const Instance& instance, std::size_t parameter) {
  const ParameterDeclaration& declared = instance.record->parameters[parameter];
  const double si = instance.parameters[parameter];
  for (const WrittenUnit& written : instance.shown_units)
    if (at(written.parameter) == parameter)
      if (const auto unit = parse_unit(written.unit)) return {from_si(si, unit->factor, unit->offset), shown_unit(written.unit)};
  return {from_si(si, declared.unit_factor, declared.unit_offset), shown_unit(declared.unit)};
}

ShownValue shown_value(const Instance& instance, const Target& target) {
  const VariableDeclaration& declared = instance.record->variables[at(target.variable)];
  if (const auto unit = target.unit.empty() ? std::nullopt : parse_unit(target.unit))
    return {from_si(target.value, unit->factor, unit->offset), shown_unit(target.unit)};
  return {from_si(target.value, declared.unit_factor, 0), shown_unit(declared.unit)};
}

ShownValue shown_value(const DiagramParameter& parameter, std::string& own_unit) {
  own_unit = parameter.unit;
  if (const auto unit = parameter.unit.empty() ? std::nullopt : parse_unit(parameter.unit))
    return {from_si(parameter.value.value, unit->factor, unit->offset), shown_unit(own_unit)};
  own_unit = parameter.value.has_unit ? to_text(parameter.value.dimension) : "";
  return {parameter.value.value, shown_unit(own_unit)};
}

std::string described(const Instance& instance) { return instance.name + " (" + instance.record->type + ")"; }

std::string part_of(const Diagram& diagram, std::int32_t subsystem) {
  if (subsystem < 0) return {};
  while (diagram.subsystems[at(subsystem)].parent >= 0) subsystem = diagram.subsystems[at(subsystem)].parent;
  const Subsystem& outermost = diagram.subsystems[at(subsystem)];
  return ", part of " + outermost.name + " at " + file_of(diagram, outermost.position) + ":" + std::to_string(outermost.position.line) +
         ":" + std::to_string(outermost.position.column);
}

Where where_of(const Diagram& diagram, const Instance& instance) {
  Where where;
  where.file = file_of(diagram, instance.position);
  where.line = static_cast<int>(instance.position.line);
  where.column = static_cast<int>(instance.position.column);
  if (instance.subsystem < 0) where.pointer = "/components/" + instance.name.substr(0, instance.name.find('['));
  where.instance = described(instance) + part_of(diagram, instance.subsystem);
  return where;
}

std::string to_text(const Diagram& diagram) {
  std::string text = diagram.title.empty() ? diagram.file + "\n" : diagram.title + "\n";
  if (!diagram.parameters.empty()) text += "parameters\n";
  for (const DiagramParameter& parameter : diagram.parameters) {
    std::string unit;
    text += "  " + parameter.name + " = " + as_written(shown_value(parameter, unit)) + "\n";
  }
  text += "components\n";
  for (const Instance& instance : diagram.instances) text += instance_text(instance);
  text += "connections\n";
  for (const Connection& connection : diagram.connections) {
    text += " ";
    for (const ConnectorRef& member : connection.members) {
      const Instance& instance = diagram.instances[at(member.instance)];
      text += " " + instance.name + "." + instance.record->connectors[at(member.connector)].name;
    }
    text += "\n";
  }
  text += "experiment\n" + experiment_text(diagram.experiment) + "outputs\n";
  for (const OutputPattern& output : diagram.outputs) text += "  " + output.text + "\n";
  return diagram.outputs.empty() ? text + "  all that are declared as outputs\n" : text;
}

}  // namespace stribeck
