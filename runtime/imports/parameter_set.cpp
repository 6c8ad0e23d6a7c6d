#include "imports/parameter_set.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "base/diagnostic.h"
#include "base/format.h"
#include "base/text.h"
#include "imports/units_of_fmus.h"
#include "imports/xml_tree.h"

namespace stribeck::imports {
namespace {

[[noreturn]] void refuse_set(const std::string& file, int line, ErrorCode code, const std::string& message, const std::string& remedy) {
  throw Failure(Diagnostic{.code = code,
                           .message = message,
                           .where = {.file = file, .line = line, .pointer = {}, .instance = {}, .relation = {}},
                           .because = {},
                           .remedy = remedy,
                           .details = {}});
}

/// A real number in its unit, as text in SI units.
std::string quantity_of(const std::string& file, const FmuUnits& units, const XmlElement& element, const std::string& name) {
  const std::string text = element.text("value");
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    refuse_set(file, element.line, ErrorCode::fmu_unreadable, fmt::format("{} is {}, which is no number", in_quotes(name), in_quotes(text)),
               "write a number, and its unit as \"unit\"");
  const std::string unit_name = element.text("unit");
  if (unit_name.empty()) return fmt::format("{} m/m", value);  // a pure number, which a bare one would not be
  const auto unit = units.find(unit_name);
  if (!unit)
    refuse_set(file, element.line, ErrorCode::value_unknown_unit, fmt::format("{} has the unit {}", in_quotes(name), in_quotes(unit_name)),
               "define it under \"Units\" of the parameter set");
  const std::string si = to_text(unit->si.dimension);
  const bool is_here = parse_unit(unit->text) && parse_unit(unit->text)->factor == unit->si.factor && unit->text != "1";
  if (is_here) return fmt::format("{} {}", value, unit->text);
  return fmt::format("{} {}", value * unit->si.factor + unit->si.offset, si == "1" ? "m/m" : si);
}

}  // namespace

std::vector<NamedValue> read_parameter_set(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream)
    refuse_set(file, 0, ErrorCode::file_missing, in_quotes(file) + " cannot be read", "name a parameter set of SSP: an .ssv file");
  const XmlElement root = parse_xml(text, file, "");
  const XmlElement* parameters = root.child("Parameters");
  if (root.name != "ParameterSet" || parameters == nullptr)
    refuse_set(file, root.line, ErrorCode::fmu_unreadable, in_quotes(file) + " is no parameter set of SSP", "its root is ParameterSet");
  const FmuUnits units(root.child("Units"));
  std::vector<NamedValue> values;
  for (const XmlElement& parameter : parameters->children) {
    if (parameter.name != "Parameter") continue;
    const std::string name = parameter.text("name");
    const XmlElement* value = nullptr;
    for (const XmlElement& child : parameter.children)
      if (child.attribute("value") != nullptr) value = &child;
    if (name.empty() || value == nullptr)
      refuse_set(file, parameter.line, ErrorCode::fmu_unreadable, "a parameter has no " + std::string(name.empty() ? "name" : "value"),
                 "values are Real, Integer, Boolean, Enumeration and String elements");
    const bool is_number = value->name == "Real" || value->name == "Integer";
    values.push_back({name, is_number ? quantity_of(file, units, *value, name) : value->text("value")});
  }
  return values;
}

}  // namespace stribeck::imports
