#include "component/plugin.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/text.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "stribeck_plugin";
constexpr int kMostTypes = 100000;              // more is not a number of types but something else
constexpr unsigned kLongestDeclaration_s = 10;  // of all types of a plugin

[[noreturn]] void refuse(const std::string& file, std::string message, std::string because = {}, std::string remedy = {}) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::plugin_unusable;
  diagnostic.message = std::move(message);
  diagnostic.because = std::move(because);
  diagnostic.remedy = std::move(remedy);
  diagnostic.where.file = file;
  throw Failure(std::move(diagnostic));
}

std::string version_text(int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); }

stribeck_library_function entry_of(const std::string& file) {
  // A name without a slash would be looked for in the folders of the system.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: its functions record again when a diagram chooses anew
  if (handle == nullptr) {
    const char* reason = ::dlerror();
    refuse(file, in_quotes(file) + " is no shared library that can be loaded", reason == nullptr ? "" : reason);
  }
  void* symbol = ::dlsym(handle, kEntry);
  if (symbol == nullptr) {
    refuse(file, in_quotes(file) + " is no plugin: it exports no function " + in_quotes(kEntry), {},
           "build it with stribeck_add_components() of find_package(Stribeck)");
  }
  return reinterpret_cast<stribeck_library_function>(symbol);
}

/// What the plugin says of itself, as far as it can be read; sentences about the file.
const stribeck_library& checked_library(const std::string& file, const stribeck_library* library, const Registry& registry) {
  if (library == nullptr) refuse(file, in_quotes(file) + " is no plugin: its function " + in_quotes(kEntry) + " returns nothing");
  if (library->major != STRIBECK_INTERFACE_MAJOR || library->minor > STRIBECK_INTERFACE_MINOR) {
    const bool newer = library->major > STRIBECK_INTERFACE_MAJOR || library->major == STRIBECK_INTERFACE_MAJOR;
    refuse(file,
           in_quotes(file) + " was made for version " + version_text(library->major, library->minor) +
               " of the component interface, but this program has " + version_text(STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR),
           {},
           newer ? "use a newer stribeck, or build the plugin against the headers of this one"
                 : "build the plugin against the headers of this stribeck");
  }
  if (library->size < sizeof(stribeck_library))
    refuse(file, in_quotes(file) + " describes itself in " + std::to_string(library->size) + " bytes, but " +
                     std::to_string(sizeof(stribeck_library)) + " are needed");
  if (library->count < 0 || library->count > kMostTypes || (library->count > 0 && library->components == nullptr))
    refuse(file, in_quotes(file) + " says that it has " + std::to_string(library->count) + " component types, which cannot be read");
  if (library->count == 0) refuse(file, in_quotes(file) + " has no component types");
  for (int32_t i = 0; i < library->count; ++i) {
    const stribeck_component& component = library->components[i];
    const std::string_view type = component.type == nullptr ? "" : component.type;
    if (!is_type_name(type) || type.find('.') == std::string_view::npos) {
      refuse(file, in_quotes(file) + " names a component type " + in_quotes(type), {},
             "a type is called folder.name, of letters, digits and underscores");
    }
    if (component.declare == nullptr)
      refuse(file, "the component type " + in_quotes(component.type) + " of " + in_quotes(file) + " has no function that declares it");
    if (registry.contains(component.type)) {
      refuse(file, "the component type " + in_quotes(component.type) + " of " + in_quotes(file) + " exists already",
             "it comes from " + registry.origin(component.type), "rename it, or do not load both");
    }
    for (int32_t k = 0; k < i; ++k)
      if (std::strcmp(library->components[k].type, component.type) == 0)
        refuse(file, in_quotes(file) + " has the component type " + in_quotes(component.type) + " twice");
  }
  return *library;
}

/// In the child: everything that may crash, each type named before it is declared.
void try_in_child(const std::string& file, int report) {
  const auto say = [report](std::string_view text) {
    const std::string line = std::string(text) + "\n";
    if (::write(report, line.data(), line.size()) < 0) ::_exit(1);
  };
  ::alarm(kLongestDeclaration_s);
  try {
    const stribeck_library* library = entry_of(file)();
    say("its types");
    const stribeck_library& checked = checked_library(file, library, Registry());
    for (int32_t i = 0; i < checked.count; ++i) {
      say(checked.components[i].type);
      try {
        record_component(checked.components[i].type, checked.components[i].declare, "", file, {});
      } catch (const Failure&) {  // told in words by the parent
      }
    }
  } catch (...) {  // the same
  }
}

/// What a plugin that killed its process was doing; "" for one that did not.
void survive(const std::string& file) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, SIG_DFL);
    try_in_child(file, ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string said;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = child < 0 ? 0 : ::read(ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    said.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return;
  if (!said.empty()) said.pop_back();
  const std::size_t line = said.rfind('\n');
  const std::string last = line == std::string::npos ? said : said.substr(line + 1);
  const std::string doing = last.empty()          ? "it is loaded"
                            : last == "its types" ? "its types are looked at"
                                                  : "it declares " + in_quotes(last);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    refuse(file, in_quotes(file) + " did not come to an end within " + std::to_string(kLongestDeclaration_s) + " s while " + doing);
  refuse(file, in_quotes(file) + " crashes while " + doing,
         WIFSIGNALED(status) ? std::string(::strsignal(WTERMSIG(status)))
                             : "it ended the process with status " + std::to_string(WEXITSTATUS(status)),
         "it was tried in a process of its own; a debugger on \"stribeck plugins\" shows where (set follow-fork-mode child)");
}

}  // namespace

Plugin load_plugin(Registry& registry, const std::string& file) {
  std::error_code none;
  if (!fs::exists(file, none)) refuse(file, "there is no plugin " + in_quotes(file));
  survive(file);
  const stribeck_library& library = checked_library(file, entry_of(file)(), registry);
  Plugin plugin{file, library.major, library.minor, {}};
  for (int32_t i = 0; i < library.count; ++i) {
    const stribeck_component& component = library.components[i];
    registry.add(component.type, component.declare, component.doc == nullptr ? "" : component.doc, file);
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

std::vector<std::string> plugins_of_path(const std::string& path) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string item = path.substr(begin, end - begin);
    begin = end + 1;
    if (item.empty()) continue;
    std::error_code problem;
    if (!fs::exists(item, problem))
      refuse(item, "there is no plugin or folder of plugins " + in_quotes(item), "--plugin or the variable STRIBECK_PLUGIN_PATH names it");
    if (!fs::is_directory(item, problem)) {
      result.push_back(item);
      continue;
    }
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(item, problem))
      if (entry.path().extension() == ".so") found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

}  // namespace stribeck
