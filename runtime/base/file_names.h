#pragma once
// What the name of a file says of it, and of which file.
#include <string>
#include <string_view>

namespace stribeck {

/// JSON, or JSON with comments, which other readers of JSON refuse; both are read alike here.
inline bool is_json_file(std::string_view name) { return name.ends_with(".json") || name.ends_with(".jsonc"); }

/// The path of a file that another one names: from the folder of that one on, unless it begins at the root.
inline std::string path_from(std::string_view naming_file, std::string_view name) {
  const std::size_t slash = naming_file.rfind('/');
  const bool stands_alone = slash == std::string_view::npos || name.starts_with('/');
  return std::string(stands_alone ? std::string_view{} : naming_file.substr(0, slash + 1)).append(name);
}

}  // namespace stribeck
