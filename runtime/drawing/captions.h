#pragma once
// Words on a schematic.
#include <map>
#include <string>
#include <vector>

namespace stribeck {

/// Lines to stand below the parts, by instance: "w = 3.2 rad/s".
using Captions = std::map<std::string, std::vector<std::string>>;

}  // namespace stribeck
