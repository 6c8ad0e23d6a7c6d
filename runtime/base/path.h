#pragma once
// Parts of paths of files.
#include <string>

namespace stribeck {

/// What stands behind the last slash: "drive.json" of "diagrams/drive.json".
inline std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace stribeck
