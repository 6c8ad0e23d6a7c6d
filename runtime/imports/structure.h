#pragma once
// What an FMU says of its structure for model exchange.
#include <string>

#include "imports/description.h"

namespace stribeck::imports {

/// Fills `exchange` of a description whose variables have been read. Throws Failure fmu.unreadable.
void read_structure(const std::string& file, const XmlElement& root, FmuDescription& description);

}  // namespace stribeck::imports
