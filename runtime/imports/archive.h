#pragma once
// The zip file that an FMU is, which may come from anywhere: no path leads out of it, and no more is unpacked than an FMU can need.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stribeck::imports {

/// Files unpacked for a process, removed with the last who holds them.
class UnpackedFolder {
 public:
  explicit UnpackedFolder(std::string path) : path_(std::move(path)) {}
  ~UnpackedFolder();
  UnpackedFolder(const UnpackedFolder&) = delete;
  UnpackedFolder& operator=(const UnpackedFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Throws Failure fmu.unreadable from everything that reads.
class FmuArchive {
 public:
  explicit FmuArchive(std::string file);
  const std::string& file() const { return file_; }
  bool has(std::string_view path) const { return entries_.contains(path); }
  /// The folders right below this one: "binaries/" has linux64, win64.
  std::vector<std::string> folders_in(std::string_view folder) const;
  std::string text_of(const std::string& path) const;
  /// Everything whose path begins with one of these, into a new folder for temporary files.
  std::shared_ptr<UnpackedFolder> unpack(const std::vector<std::string>& beginnings) const;

 private:
  void take_entry(const std::string& path, std::uint64_t packed, std::uint64_t unpacked, std::uint64_t attributes);

  std::string file_;
  std::map<std::string, std::uint64_t, std::less<>> entries_;  // path: unpacked size that it claims
};

/// Throws Failure fmu.unreadable.
[[noreturn]] void refuse_archive(const std::string& file, const std::string& message, const std::string& because,
                                 const std::string& remedy);

}  // namespace stribeck::imports
