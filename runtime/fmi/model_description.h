#pragma once
// The files that tell a host, and its user, what is inside an FMU.
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/drawing_size.h"
#include "program/image.h"

namespace stribeck::fmi {

/// Of an FMU that is C (c_source.h).
struct SourceFacts {
  std::vector<double> starts;        ///< of the states, which hosts may set
  std::set<std::size_t> left_out;    ///< columns that no register holds: heats and formulas
  std::set<std::size_t> constant{};  ///< parameters that cannot be set: what shapes the equations, or has a limit that depends on others
};

struct Described {
  std::string model_name;   ///< the diagram's title, or its file's name
  std::string identifier;   ///< of the binary: letters, digits, underscores
  std::string description;  ///< empty if there is none
  std::string token;        ///< GUID, instantiation token
  std::string version;      ///< of stribeck
  /// Whether hosts may integrate: false where the motion has other states on its way, or states that constraints tie to one another.
  bool has_equations = true;
  std::optional<SourceFacts> source{};  ///< none: the FMU has the kernel
};

/// An element for each unit, with what it is in base units; `prefix`: of the namespace, "ssc:".
std::string unit_elements(const std::set<std::string>& names, const std::string& prefix);

/// modelDescription.xml, of version 2 or 3.
std::string model_description(const ProgramImage& image, const Described& described, int version);

/// terminalsAndIcons.xml of version 3: the ports of the boundary, whose members are called as those of Modelica's flanges, and where the
/// icon is, in the units of its drawing; none where `icon` is zero. Empty if there are neither.
std::string terminals_and_icons(const ProgramImage& image, const DrawingSize& icon);

/// A page for people: what the model is, its inputs, outputs and parameters. `has_drawing`, `has_reference`: schematic.svg, or
/// reference.csv, lies beside it.
std::string documentation(const ProgramImage& image, const Described& described, bool has_drawing, bool has_reference);

}  // namespace stribeck::fmi
