#include "plugins.h"

#include <cstdlib>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "documents.h"
#include "format.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck {

static std::string interface_of(const Plugin& plugin) { return std::to_string(plugin.major) + "." + std::to_string(plugin.minor); }

static const document::Shape<Plugin>& shape_of(const Plugin*) {
  static const auto shape = document::Shape<Plugin>()
                                .key("file", "the shared library", &Plugin::file)
                                .key("interface", "version of the interface that it was compiled against", interface_of)
                                .key("types", "the component types that it brings", &Plugin::types);
  return shape;
}

}  // namespace stribeck

namespace stribeck::cli {
namespace {

/// Of --plugin, in order. The command line is read once, before anything else happens.
std::vector<std::string>& named_plugins() {
  static std::vector<std::string> paths;
  return paths;
}

struct PluginList {
  std::vector<Plugin> plugins;
};

const document::Shape<PluginList>& shape_of(const PluginList*) {
  static const auto shape = document::Shape<PluginList>().key("plugins", "in the order in which they were loaded", &PluginList::plugins);
  return shape;
}

int list_plugins(bool in_json) {
  std::vector<Plugin> plugins;
  Registry registry = all_components(&plugins);
  if (in_json) {
    write_to_standard_output(document::text_of("plugins", PluginList{std::move(plugins)}));
    return kDone;
  }
  TextTable table("lll");
  for (const Plugin& plugin : plugins) {
    std::string file = plugin.file, version = interface_of(plugin);
    for (const std::string& type : plugin.types) {
      table.add({file, version, type + "  " + first_sentence(registry.record(type).doc)});
      file.clear(), version.clear();
    }
  }
  print(plugins.empty() ? "no plugins: --plugin PATH or the variable STRIBECK_PLUGIN_PATH names them\n"
                        : table.to_text(0, kOneLine, style_of_output()));
  return kDone;
}

}  // namespace

std::string plugins_schema() { return document::schema_text<PluginList>("plugins", "What stribeck plugins --format json prints"); }

void declare_plugin_option(CLI::App& program) {
  program.add_option("--plugin", "a shared library of components, or a folder of such; every command takes it, and it may be repeated")
      ->type_name("PATH");
}

void take_plugins(std::vector<std::string>& arguments) {
  constexpr std::string_view kOption = "--plugin";
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].starts_with(std::string(kOption) + "=")) {
      named_plugins().push_back(arguments[i].substr(kOption.size() + 1));
    } else if (arguments[i] != kOption) {
      rest.push_back(std::move(arguments[i]));
    } else if (++i < arguments.size()) {
      named_plugins().push_back(arguments[i]);
    } else {
      refuse("--plugin needs a path", "see: stribeck --help");
    }
  }
  arguments = std::move(rest);
}

Registry all_components(std::vector<Plugin>* plugins) {
  Registry registry;
  add_builtin_components(registry);
  const char* listed = std::getenv("STRIBECK_PLUGIN_PATH");
  std::vector<std::string> files = plugins_of_path(listed == nullptr ? "" : listed);
  for (const std::string& path : named_plugins()) {
    const std::vector<std::string> found = plugins_of_path(path);
    files.insert(files.end(), found.begin(), found.end());
  }
  for (const std::string& file : files) {
    Plugin plugin = load_plugin(registry, file);
    if (plugins != nullptr) plugins->push_back(std::move(plugin));
  }
  return registry;
}

Action add_plugins(CLI::App& program) {
  CLI::App* command = program.add_subcommand("plugins", "the plugins that are loaded, with their component types");
  command->footer("Example:\n  stribeck plugins --plugin build/libmy_parts.so");
  const auto format = std::make_shared<OutputFormat>();
  add_format_option(*command, *format);
  return [format] { return list_plugins(format->is_json()); };
}

}  // namespace stribeck::cli
