#pragma once
// Zip archives, as FMUs are.
#include <string>
#include <vector>

namespace stribeck::fmi {

struct ArchivedFile {
  std::string path;  ///< inside, with slashes
  std::string bytes;
};

/// Writes an archive; the same files give the same bytes, as it holds no times. False if that fails.
bool write_archive(const std::string& path, const std::vector<ArchivedFile>& files);

}  // namespace stribeck::fmi
