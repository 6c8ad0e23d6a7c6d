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

}  // namespace stribeck
