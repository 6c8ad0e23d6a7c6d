#include "base/loaded_library.h"

#include <array>
#include <fstream>

#include "base/path.h"

#ifdef __linux__
#include <dlfcn.h>
#include <link.h>
#endif

namespace stribeck {

std::string fingerprint_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {};
  Fingerprint fingerprint;
  std::array<char, 65536> block;
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0)
    fingerprint.add({block.data(), static_cast<std::size_t>(stream.gcount())});
  return fingerprint.to_text();
}

#ifdef __linux__

namespace {

/// Which segment of which library an address is in.
struct Search {
  std::uintptr_t address = 0;
  std::optional<LibraryAddress> found;
};

int look(dl_phdr_info* info, std::size_t /*size*/, void* of) {
  Search& search = *static_cast<Search*>(of);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search.address < begin || search.address - begin >= segment.p_memsz) continue;
    const std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    if (!path.empty()) search.found = LibraryAddress{path, search.address - info->dlpi_addr, (segment.p_flags & PF_W) == 0};
    return 1;
  }
  return 0;
}

link_map* map_of(void* handle) {
  link_map* map = nullptr;
  return ::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0 ? map : nullptr;
}

}  // namespace

std::optional<LibraryAddress> library_address(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), {}};
  ::dl_iterate_phdr(look, &search);
  return search.found;
}

std::vector<std::string> needed_libraries(const std::string& path) {
  std::vector<std::string> needed;
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr) return needed;
  if (const link_map* const map = map_of(handle)) {
    const char* strings = nullptr;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry)
      if (entry->d_tag == DT_STRTAB)
        strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);  // NOLINT(performance-no-int-to-ptr): the loader tells numbers
    for (const ElfW(Dyn)* entry = map->l_ld; strings != nullptr && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag != DT_NEEDED) continue;
      const std::string name = strings + entry->d_un.d_val;
      bool is_everywhere = false;
      for (const char* runtime : {"libc.so", "libm.so", "libdl.so", "libpthread.so", "libstdc++.so", "libgcc_s.so", "ld-linux"})
        is_everywhere = is_everywhere || name.starts_with(runtime);
      if (!is_everywhere) needed.push_back(name);
    }
  }
  ::dlclose(handle);
  return needed;
}

std::vector<std::string> loaded_libraries(const std::string& name) {
  struct Names {
    std::string wanted;
    std::vector<std::string> found;
  } names{name, {}};
  const auto visit = [](dl_phdr_info* info, std::size_t, void* of) {
    Names& all = *static_cast<Names*>(of);
    const std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    if (!path.empty() && file_name(path) == all.wanted) all.found.push_back(path);
    return 0;
  };
  ::dl_iterate_phdr(visit, &names);
  return names.found;
}

std::shared_ptr<const LoadedLibrary> LoadedLibrary::open(const std::string& path, std::string& why_not) {
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = ::dlerror();
    why_not = why == nullptr ? "it cannot be loaded" : why;
    return nullptr;
  }
  return std::shared_ptr<const LoadedLibrary>(new LoadedLibrary(handle));
}

LoadedLibrary::~LoadedLibrary() { ::dlclose(handle_); }

void* LoadedLibrary::address(std::uint64_t offset) const {
  const link_map* const map = map_of(handle_);
  if (map == nullptr) return nullptr;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells numbers
  void* const address = reinterpret_cast<void*>(map->l_addr + static_cast<std::uintptr_t>(offset));
  const std::optional<LibraryAddress> found = library_address(address);
  return found && found->is_constant && found->path == map->l_name ? address : nullptr;
}

#else

std::optional<LibraryAddress> library_address(const void* /*address*/) { return std::nullopt; }
std::vector<std::string> needed_libraries(const std::string& /*path*/) { return {}; }
std::vector<std::string> loaded_libraries(const std::string& /*name*/) { return {}; }
std::shared_ptr<const LoadedLibrary> LoadedLibrary::open(const std::string& /*path*/, std::string& why_not) {
  why_not = "functions of plugins are code for Linux";
  return nullptr;
}
LoadedLibrary::~LoadedLibrary() = default;
void* LoadedLibrary::address(std::uint64_t /*offset*/) const { return handle_; }

#endif

}  // namespace stribeck
