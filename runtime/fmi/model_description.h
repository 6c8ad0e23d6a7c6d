#pragma once
// The files that tell a host what is inside an FMU: modelDescription.xml of FMI 2.0 and 3.0, and terminalsAndIcons.xml.
#include <set>
#include <string>
#include <string_view>

#include "program/image.h"

namespace stribeck::fmi {

struct Described {
  std::string model_name;   ///< the diagram's title, or its file's name
  std::string identifier;   ///< of the binary: letters, digits, underscores
  std::string description;  ///< empty if there is none
  std::string token;        ///< GUID, instantiation token
  std::string version;      ///< of stribeck
};

/// As attributes of XML are written.
std::string escaped(std::string_view text);
/// An element for each unit, with what it is in base units; `prefix`: of the namespace, "ssc:".
std::string unit_elements(const std::set<std::string>& names, const std::string& prefix);

/// Of version 2 or 3.
std::string model_description(const ProgramImage& image, const Described& described, int version);

}  // namespace stribeck::fmi
