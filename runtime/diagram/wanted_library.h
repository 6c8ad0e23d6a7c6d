#pragma once
// Which library a diagram asks for: "friction_tools >= 1.2, < 2".
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

/// "1.10.2": whole numbers between dots, compared one by one; those that are left out are zero.
struct Version {
  std::string text;
  std::vector<int> numbers;
};
std::optional<Version> parse_version(std::string_view text);

/// A name, and what its version must be: conditions >=, <= , <, > or = between commas, all of which must hold.
struct WantedLibrary {
  struct Condition {
    std::string relation;
    Version version;
  };
  std::string name;
  std::string text;  ///< as written
  std::vector<Condition> conditions;

  bool takes(const Version& version) const;
};
std::optional<WantedLibrary> parse_wanted_library(std::string_view text);

/// [A-Za-z_][A-Za-z0-9_-]*: also the name of the library's folder.
bool is_library_name(std::string_view name);

}  // namespace stribeck
