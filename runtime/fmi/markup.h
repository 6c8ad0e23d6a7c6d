#pragma once
// Attributes of XML, and names of variables as FMI writes them.
#include <string>
#include <string_view>

#include "base/xml.h"

namespace stribeck::fmi {

/// A space, the name and the value; empty if the value is.
std::string attribute(std::string_view name, std::string_view value);

/// As names of FMI are structured: names between dots, each with whole numbers in brackets; what is not stands in single quotes.
std::string structured(const std::string& name);

}  // namespace stribeck::fmi
