#pragma once
// The component types of a run of the program: those built in and those of plugins.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "component/plugin.h"

namespace stribeck::cli {

/// For help and completion alone: take_plugins() reads it, before and behind every command.
void declare_plugin_option(CLI::App& program);
/// Takes every "--plugin PATH" out of the command line. Throws Failure arguments.invalid for one without a path.
void take_plugins(std::vector<std::string>& arguments);

/// The built-in types, then those of the variable STRIBECK_PLUGIN_PATH, then those of --plugin. `plugins`, if given, receives what was
/// loaded.
Registry all_components(std::vector<Plugin>* plugins = nullptr);

}  // namespace stribeck::cli
