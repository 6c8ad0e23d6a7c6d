#pragma once
// Texts of XML and HTML, and names of variables as FMI writes them.
#include <string>
#include <string_view>

namespace stribeck::fmi {

/// With entities for what means something there, a space for each end of a line, and without other control characters.
std::string escaped(std::string_view text);
/// A space, the name and the value; empty if the value is.
std::string attribute(std::string_view name, std::string_view value);

/// As names of FMI are structured: names between dots, each with whole numbers in brackets; what is not stands in single quotes.
std::string structured(const std::string& name);

}  // namespace stribeck::fmi
