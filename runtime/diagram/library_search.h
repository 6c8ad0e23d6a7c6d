#pragma once
// Where libraries are looked for by their names, and which are found there.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "diagram/sources.h"
#include "diagram/wanted_library.h"

namespace stribeck {

/// A library is a folder of its name with this file in it: definitions, and its name, version and plugins in "library".
inline constexpr std::string_view kLibraryFile = "library.json";
/// Of a project: the folders in which its libraries stand, and which versions its diagrams take.
inline constexpr std::string_view kProjectFile = "stribeck.json";
inline constexpr std::string_view kProjectFormat = "stribeck-project/1";

/// A folder in which libraries are looked for.
struct LibraryFolder {
  std::string path;
  std::string because;  ///< "beside the diagram", "STRIBECK_PATH"
  std::string problem;  ///< why it cannot be looked into; empty if it can
};

/// A library as its file tells it.
struct FoundLibrary {
  std::string name, version, title;
  std::string folder;     ///< of its own
  std::string problem;    ///< what is wrong with its file; empty if it can be used
  std::string hidden_by;  ///< folder of one of this name that comes first; empty: this one is taken
};

/// The folders for one diagram: its own, those of its project's stribeck.json, of STRIBECK_PATH, of the user, of the program and of the
/// system; the first that has a library of the name wins.
class LibrarySearch {
 public:
  /// Reports what is wrong with stribeck.json.
  LibrarySearch(Report& report, Sources& sources, const std::string& diagram_file);

  const std::vector<LibraryFolder>& folders() const { return folders_; }
  /// The file of the first library of the name; empty if there is none.
  std::string find(std::string_view name) const;
  /// Every library of all folders, in the order of the folders and then of their names.
  std::vector<FoundLibrary> all() const;
  /// What the project asks of a library beside what its diagrams ask.
  std::vector<WantedLibrary> wanted_by_project(std::string_view name) const;
  const std::string& project_file() const { return project_file_; }

  void report_missing(Json place, const WantedLibrary& wanted) const;
  /// `asked`: what it is too old or too new for, and `asked_in` who asks.
  void report_version(Json place, const WantedLibrary& asked, const std::string& asked_in, const std::string& version) const;

 private:
  void read_project(const std::string& diagram_folder);
  void add(const std::string& path, const std::string& because);
  void add_list(const char* variable, const std::string& fallback, const std::string& because);

  Report& report_;
  Sources& sources_;
  std::vector<LibraryFolder> folders_;
  std::vector<std::string> identities_;  // of the folders
  std::string project_file_;
  std::vector<WantedLibrary> wanted_;
  std::unique_ptr<JsonTree> project_;
};

/// An entry of "libraries"; nothing after an error.
std::optional<WantedLibrary> read_wanted_library(Report& report, Json entry);

/// Name and version that "library" of a library's file says. Reports what is wrong; the name is empty then.
struct LibraryHead {
  std::string name;
  Version version;
};
LibraryHead read_library_head(Report& report, Json root, const std::string& file);

}  // namespace stribeck
