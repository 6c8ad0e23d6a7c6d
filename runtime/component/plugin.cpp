#include "component/plugin.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

#include "base/loaded_library.h"
#include "base/text.h"
#include "component/plugin_entry.h"
#include "component/plugin_trial.h"

namespace stribeck {

namespace fs = std::filesystem;

namespace {

/// What was tried and loaded stays loaded: to try it again would tell nothing new.
void try_once(const std::string& file) {
  static std::mutex one_at_a_time;
  static std::set<std::string> tried;
  std::error_code problem;
  const std::string whole = fs::canonical(file, problem);
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  if (!problem && tried.contains(whole)) return;
  try_plugin(file);
  if (!problem) tried.insert(whole);
}

}  // namespace

Plugin load_plugin(Registry& registry, const std::string& file) {
  std::error_code none;
  if (!fs::exists(file, none)) refuse_plugin(file, "there is no plugin " + in_quotes(file));
  try_once(file);
  const stribeck_library& library = checked_library(file, entry_of(file)(), registry);
  Plugin plugin{file, library.major, library.minor, {}};
  const std::string content = fingerprint_of_file(file);
  for (int32_t i = 0; i < library.count; ++i) {
    const stribeck_component& component = library.components[i];
    registry.add(component.type, component.declare, component.doc == nullptr ? "" : component.doc, file, content);
    plugin.types.emplace_back(component.type);
  }
  Diagnostics faults;
  for (const std::string& type : plugin.types) {
    try {
      registry.record(type);
    } catch (const Failure& failure) {
      for (const Diagnostic& diagnostic : failure.diagnostics()) faults.add(diagnostic);
    }
  }
  faults.throw_if_errors();
  return plugin;
}

std::vector<std::string> plugins_at(const std::string& path) {
  std::error_code problem;
  if (!fs::is_directory(path, problem)) return {path};
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, problem))
    if (entry.path().extension() == ".so") found.push_back(entry.path().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> plugins_of_path(const std::string& path) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string item = path.substr(begin, end - begin);
    begin = end + 1;
    if (item.empty()) continue;
    std::error_code problem;
    if (!fs::exists(item, problem))
      refuse_plugin(item, "there is no plugin or folder of plugins " + in_quotes(item),
                    "--plugin or the variable STRIBECK_PLUGIN_PATH names it");
    const std::vector<std::string> found = plugins_at(item);
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

}  // namespace stribeck
