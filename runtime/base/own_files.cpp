#include "base/own_files.h"

#include <dlfcn.h>

#include <filesystem>

namespace stribeck {

std::optional<std::string> own_file(std::string_view name) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path("libexec/stribeck") / name;
  Dl_info here{};
  std::error_code none;
  const fs::path itself = fs::read_symlink("/proc/self/exe", none);
  const bool is_known = ::dladdr(reinterpret_cast<const void*>(&own_file), &here) != 0 && here.dli_fname != nullptr;
  for (const fs::path& part : {is_known ? fs::weakly_canonical(here.dli_fname, none) : itself, itself})
    for (fs::path folder = part.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
      if (fs::exists(folder / file, none)) return fs::canonical(folder / file, none).string();
  return std::nullopt;
}

void* own_function(const std::string& library, const char* function, std::string& why_not) {
  const std::optional<std::string> file = own_file(library);
  if (!file) return why_not = "there is no libexec/stribeck/" + library + " beside or above the program", nullptr;
  void* const loaded = ::dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = loaded != nullptr ? ::dlsym(loaded, function) : nullptr;
  if (found == nullptr) why_not = ::dlerror();
  return found;
}

}  // namespace stribeck
