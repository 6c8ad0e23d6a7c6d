#pragma once
// A plugin is tried in a process of its own before it is loaded, so that one that crashes while it declares its components takes nothing
// with it. That process is another program, libexec/stribeck/try_plugin: a copy of this one would have a single thread of it and the locks
// that the other threads held, those of the dynamic linker among them.
#include <string>

namespace stribeck {

/// Throws Failure plugin.unusable if the plugin ends that process, does not let it come to its end, or the program is not there.
void try_plugin(const std::string& file);

/// The trial itself, in that program. Writes to `report` a line for each thing before it is done, and a last one at the end.
void declare_types(const std::string& file, int report);

}  // namespace stribeck
