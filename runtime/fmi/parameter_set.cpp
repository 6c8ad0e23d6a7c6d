#include "fmi/parameter_set.h"

#include <set>

#include "base/format.h"
#include "fmi/markup.h"
#include "fmi/model_description.h"

namespace stribeck::fmi {
namespace {

constexpr const char* kCommon = "http://ssp-standard.org/SSP1/SystemStructureCommon";
constexpr const char* kValues = "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
constexpr const char* kSystem = "http://ssp-standard.org/SSP1/SystemStructureDescription";
constexpr const char* kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

bool has_unit(const std::string& unit) { return unit != "1" && !unit.empty() && !unit.starts_with("any"); }

std::string connector(const std::string& name, const char* kind, const std::string& unit) {
  return fmt::format("            <ssd:Connector name=\"{}\" kind=\"{}\"><ssc:Real{}/></ssd:Connector>\n", escaped(name), kind,
                     has_unit(unit) ? fmt::format(" unit=\"{}\"", escaped(unit)) : "");
}

}  // namespace

std::string parameter_set(const std::string& name, const std::vector<ProgramParameter>& parameters) {
  std::set<std::string> units;
  std::string values;
  for (const ProgramParameter& parameter : parameters) {
    if (parameter.shapes) continue;
    if (has_unit(parameter.unit)) units.insert(parameter.unit);
    values += fmt::format("    <ssv:Parameter name=\"{}\"><ssv:Real value=\"{}\"{}/></ssv:Parameter>\n", escaped(parameter.name),
                          parameter.value, has_unit(parameter.unit) ? fmt::format(" unit=\"{}\"", escaped(parameter.unit)) : "");
  }
  const std::string elements = unit_elements(units, "ssc:");
  return fmt::format(
      "{}<ssv:ParameterSet xmlns:ssv=\"{}\" xmlns:ssc=\"{}\" version=\"1.0\" name=\"{}\">\n  <ssv:Parameters>\n{}  "
      "</ssv:Parameters>\n{}</ssv:ParameterSet>\n",
      kXml, kValues, kCommon, escaped(name), values, elements.empty() ? "" : "  <ssv:Units>\n" + elements + "  </ssv:Units>\n");
}

std::vector<ArchivedFile> system_files(const std::string& name, const ProgramImage& image, const std::string& fmu) {
  std::string connectors;
  std::set<std::string> units;
  for (const ProgramInput& input : image.inputs) {
    connectors += connector(input.name, "input", input.unit);
    if (has_unit(input.unit)) units.insert(input.unit);
  }
  for (const ProgramOutput& output : image.outputs) {
    const std::string& unit = image.columns[output.column].unit;
    connectors += connector(output.name, "output", unit);
    if (has_unit(unit)) units.insert(unit);
  }
  const std::string elements = unit_elements(units, "ssc:");
  const std::string system = fmt::format(
      "{0}<ssd:SystemStructureDescription xmlns:ssd=\"{1}\" xmlns:ssc=\"{2}\" version=\"1.0\" name=\"{3}\">\n"
      "  <ssd:System name=\"{3}\">\n    <ssd:Elements>\n"
      "      <ssd:Component name=\"{3}\" type=\"application/x-fmu-sharedlibrary\" source=\"resources/{3}.fmu\">\n{4}"
      "          <ssd:ParameterBindings>\n            <ssd:ParameterBinding source=\"resources/{3}.ssv\"/>\n          "
      "</ssd:ParameterBindings>\n"
      "      </ssd:Component>\n    </ssd:Elements>\n  </ssd:System>\n{5}</ssd:SystemStructureDescription>\n",
      kXml, kSystem, kCommon, escaped(name),
      connectors.empty() ? "" : "          <ssd:Connectors>\n" + connectors + "          </ssd:Connectors>\n",
      elements.empty() ? "" : "  <ssd:Units>\n" + elements + "  </ssd:Units>\n");
  return {{"SystemStructure.ssd", system},
          {"resources/" + name + ".fmu", fmu},
          {"resources/" + name + ".ssv", parameter_set(name, image.parameters)}};
}

}  // namespace stribeck::fmi
