#pragma once
// What the name of a file says of it.
#include <string_view>

namespace stribeck {

/// JSON, or JSON with comments, which other readers of JSON refuse; both are read alike here.
inline bool is_json_file(std::string_view name) { return name.ends_with(".json") || name.ends_with(".jsonc"); }

}  // namespace stribeck
