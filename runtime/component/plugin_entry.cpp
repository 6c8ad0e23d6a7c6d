#include "component/plugin_entry.h"

#include <dlfcn.h>

#include <cstring>

#include "base/text.h"

namespace stribeck {
namespace {

constexpr const char* kEntry = "stribeck_plugin";
constexpr int kMostTypes = 100000;  // more is not a number of types but something else

std::string version_text(int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); }

}  // namespace

void refuse_plugin(const std::string& file, std::string message, std::string because, std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::plugin_unusable;
  diagnostic.message = std::move(message);
  diagnostic.because = std::move(because);
  diagnostic.remedy = std::move(remedy);
  diagnostic.where.file = file;
  throw Failure(std::move(diagnostic));
}

stribeck_library_function entry_of(const std::string& file) {
  // A name without a slash would be looked for in the folders of the system.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: its functions record again when a diagram chooses anew
  if (handle == nullptr) {
    const char* reason = ::dlerror();
    refuse_plugin(file, in_quotes(file) + " is no shared library that can be loaded", reason == nullptr ? "" : reason);
  }
  void* symbol = ::dlsym(handle, kEntry);
  if (symbol == nullptr) {
    refuse_plugin(file, in_quotes(file) + " is no plugin: it exports no function " + in_quotes(kEntry), {},
                  "build it with stribeck_add_components() of find_package(Stribeck)");
  }
  return reinterpret_cast<stribeck_library_function>(symbol);
}

const stribeck_library& checked_library(const std::string& file, const stribeck_library* library, const Registry& registry) {
  if (library == nullptr) refuse_plugin(file, in_quotes(file) + " is no plugin: its function " + in_quotes(kEntry) + " returns nothing");
  if (library->major != STRIBECK_INTERFACE_MAJOR || library->minor > STRIBECK_INTERFACE_MINOR) {
    const bool newer = library->major > STRIBECK_INTERFACE_MAJOR || library->major == STRIBECK_INTERFACE_MAJOR;
    refuse_plugin(file,
                  in_quotes(file) + " was made for version " + version_text(library->major, library->minor) +
                      " of the component interface, but this program has " +
                      version_text(STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR),
                  {},
                  newer ? "use a newer stribeck, or build the plugin against the headers of this one"
                        : "build the plugin against the headers of this stribeck");
  }
  if (library->size < sizeof(stribeck_library))
    refuse_plugin(file, in_quotes(file) + " describes itself in " + std::to_string(library->size) + " bytes, but " +
                            std::to_string(sizeof(stribeck_library)) + " are needed");
  if (library->count < 0 || library->count > kMostTypes || (library->count > 0 && library->components == nullptr))
    refuse_plugin(file, in_quotes(file) + " says that it has " + std::to_string(library->count) + " component types, which cannot be read");
  if (library->count == 0) refuse_plugin(file, in_quotes(file) + " has no component types");
  for (int32_t i = 0; i < library->count; ++i) {
    const stribeck_component& component = library->components[i];
    const std::string_view type = component.type == nullptr ? "" : component.type;
    if (!is_type_name(type) || type.find('.') == std::string_view::npos) {
      refuse_plugin(file, in_quotes(file) + " names a component type " + in_quotes(type), {},
                    "a type is called folder.name, of letters, digits and underscores");
    }
    if (component.declare == nullptr)
      refuse_plugin(file,
                    "the component type " + in_quotes(component.type) + " of " + in_quotes(file) + " has no function that declares it");
    if (registry.contains(component.type)) {
      refuse_plugin(file, "the component type " + in_quotes(component.type) + " of " + in_quotes(file) + " exists already",
                    "it comes from " + registry.origin(component.type), "rename it, or do not load both");
    }
    for (int32_t k = 0; k < i; ++k)
      if (std::strcmp(library->components[k].type, component.type) == 0)
        refuse_plugin(file, in_quotes(file) + " has the component type " + in_quotes(component.type) + " twice");
  }
  return *library;
}

}  // namespace stribeck
