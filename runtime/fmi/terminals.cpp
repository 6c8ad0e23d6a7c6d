// Ports of the boundary as terminals, and where the icon is. Types and attributes: Functional Mock-up Interface 3.0, Modelica Association,
// terminals and icons.
#include "base/format.h"
#include "fmi/markup.h"
#include "fmi/model_description.h"

namespace stribeck::fmi {

namespace {

constexpr std::string_view kInput = ".input";  // of a port: what is given to it

/// As Modelica calls the variables of its flanges.
struct Flange {
  const char *kind, *position, *velocity, *force;
};

std::string member(const std::string& variable, const char* name, const char* kind) {
  return fmt::format("      <TerminalMemberVariable{} memberName=\"{}\" variableKind=\"{}\"/>\n",
                     attribute("variableName", structured(variable)), name, kind);
}

}  // namespace

std::string terminals_and_icons(const ProgramImage& image, const DrawingSize& icon) {
  std::string all;
  for (const ProgramInput& input : image.inputs) {
    if (!input.name.ends_with(kInput)) continue;
    const std::string port = input.name.substr(0, input.name.size() - kInput.size());
    const bool rotates = input.unit == "N*m" || input.unit == "rad/s", takes_force = input.unit == "N*m" || input.unit == "N";
    const Flange flange = rotates ? Flange{"Modelica.Mechanics.Rotational.Interfaces.Flange_a", "phi", "w", "tau"}
                                  : Flange{"Modelica.Mechanics.Translational.Interfaces.Flange_a", "s", "v", "f"};
    std::string members = member(input.name, takes_force ? flange.force : flange.velocity, takes_force ? "inflow" : "signal");
    for (const ProgramOutput& output : image.outputs) {
      if (!output.name.starts_with(port + ".")) continue;
      const std::string& unit = image.columns[output.column].unit;
      const bool is_force = unit == "N*m" || unit == "N", is_velocity = unit == "rad/s" || unit == "m/s";
      // The force that a port gives acts on what is outside.
      members += is_force ? member(output.name, flange.force, "outflow")
                          : member(output.name, is_velocity ? flange.velocity : flange.position, "signal");
    }
    all += fmt::format("    <Terminal{} matchingRule=\"bus\"{}{}>\n{}    </Terminal>\n", attribute("name", port),
                       attribute("terminalKind", flange.kind), attribute("description", input.doc), members);
  }
  // A unit of the drawing is a tenth of a millimetre, as those of Modelica's icons are.
  const std::string corners = fmt::format("x1=\"0\" y1=\"0\" x2=\"{}\" y2=\"{}\"", icon.width, icon.height);
  const std::string graphics = icon.width <= 0 || icon.height <= 0
                                   ? std::string()
                                   : fmt::format(
                                         "  <GraphicalRepresentation>\n    <CoordinateSystem {0} "
                                         "suggestedScalingFactorTo_mm=\"0.1\"/>\n    <Icon {0}/>\n  </GraphicalRepresentation>\n",
                                         corners);
  if (!all.empty()) all = "  <Terminals>\n" + all + "  </Terminals>\n";
  if (all.empty() && graphics.empty()) return {};
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n" + graphics + all +
         "</fmiTerminalsAndIcons>\n";
}

}  // namespace stribeck::fmi
