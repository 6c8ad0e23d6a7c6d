#pragma once
// Functions of shared libraries as another process finds them: how far into which library. Linux alone knows them; elsewhere there are
// none.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/archive.h"

namespace stribeck {

/// An address of this process.
struct LibraryAddress {
  std::string path;          ///< of the library's file
  std::uint64_t offset = 0;  ///< in bytes, from where the library begins
  bool is_constant = false;  ///< what stands there cannot be written: code, or data that no code can change
};

/// None where the address belongs to no shared library, but to the program itself or to memory that was asked for.
std::optional<LibraryAddress> library_address(const void* address);

/// Shared libraries that the loaded library with this path asks for, but those of the C and C++ runtime, which every machine has.
std::vector<std::string> needed_libraries(const std::string& path);

/// Paths of the shared libraries of this process whose file has that name.
std::vector<std::string> loaded_libraries(const std::string& name);

/// Of the file's bytes; empty where it cannot be read.
std::string fingerprint_of_file(const std::string& path);

/// A shared library that stays loaded for as long as somebody has this.
class LoadedLibrary {
 public:
  /// Null with a reason where it cannot be loaded.
  static std::shared_ptr<const LoadedLibrary> open(const std::string& path, std::string& why_not);
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;
  ~LoadedLibrary();
  /// Null if the library has nothing constant there.
  void* address(std::uint64_t offset) const;

 private:
  explicit LoadedLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace stribeck
