#pragma once
// Shared libraries of components (design D10).
#include <string>
#include <vector>

#include "component/registry.h"

namespace stribeck {

/// A plugin that has been loaded.
struct Plugin {
  std::string file;
  int major = 0, minor = 0;  ///< of the interface that it was compiled against
  std::vector<std::string> types;
};

/// Loads the shared library and adds its types. It is first tried in a child process, so that one that crashes while it declares its
/// components takes nothing with it. Throws Failure plugin.unusable, or component.bad_declaration if a type of it declares nonsense.
Plugin load_plugin(Registry& registry, const std::string& file);

/// The library itself; of a folder all whose names end in .so, sorted.
std::vector<std::string> plugins_at(const std::string& path);
/// Those of a list of files and folders, separated by colons.
/// Throws Failure plugin.unusable if there is no such file or folder.
std::vector<std::string> plugins_of_path(const std::string& path);

}  // namespace stribeck
