#pragma once
// The diagrams of the project, for tests that look at all of them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/file_names.h"

namespace stribeck::test {

inline const std::string kRoot = STRIBECK_ROOT;

/// STRIBECK_DIAGRAM=diagrams/verify/drive.json: tests of all diagrams look at this one alone (tools/mutants.py).
inline const char* const kOnlyDiagram = std::getenv("STRIBECK_DIAGRAM");

/// The files of these folders of diagrams/, sorted.
inline std::vector<std::string> diagrams_in(std::initializer_list<const char*> folders) {
  std::vector<std::string> files;
  for (const char* folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/diagrams/" + folder))
      if (is_json_file(entry.path().native()) && (kOnlyDiagram == nullptr || entry.path() == kRoot + "/" + kOnlyDiagram))
        files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// All that can be run.
inline std::vector<std::string> every_diagram() { return diagrams_in({"start", "gallery", "verify", "sled", "benchmarks", "reference"}); }

}  // namespace stribeck::test
