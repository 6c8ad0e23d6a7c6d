#pragma once
// What a diagram defines itself -- subsystems and component types -- and takes from the files that it includes.
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "component/registry.h"
#include "diagram/json_tree.h"
#include "diagram/library_search.h"
#include "diagram/report.h"
#include "diagram/sources.h"

namespace stribeck {

/// What diagrams, and files that they include, give as their "format".
inline constexpr std::string_view kDiagramFormat = "stribeck/1";

/// What a file may give as its "plane", in which mechanisms move that stand in it: for every component that has the option of this name,
/// unless it chooses by itself.
inline constexpr std::array<std::string_view, 3> kPlanes{"xy", "xz", "yz"};
inline constexpr std::string_view kPlaneOption = "plane";

/// A library that a diagram takes types from.
struct TakenLibrary {
  std::string name, folder, identity;
  Version version;
};

/// A type that the diagram defines.
struct Definition {
  Json json;  ///< the member of "definitions", with its key
  bool is_subsystem = false;
  bool is_bad = false;  ///< an error in it has been reported: instances of it are left out
  std::string_view name() const { return json.key(); }
};

/// The definitions of a diagram, of all files that it includes and of the libraries that it names, directly or through others. They share
/// one space of names.
class Definitions {
 public:
  Definitions(Report& report, Sources& sources) : report_(report), texts_(sources) {}
  /// Takes "definitions", "include" and "libraries" of a diagram, if that has not been read before. Reports files that cannot be read or
  /// include each other, libraries that are not there as they are asked for, and names that are taken. Throws Failure if a library is
  /// missing: what is said of its types would be noise.
  void read(Json root, const std::string& file, const Registry& registry);
  /// Null if there is none of that name.
  Definition* find(std::string_view name);
  const std::deque<Definition>& all() const { return definitions_; }
  /// The diagram, then the files that it includes.
  const std::vector<std::string>& files() const { return files_; }
  /// The component types of plugins of libraries.
  Registry& plugins() { return plugins_; }
  /// The "plane" that a file gives its planar mechanisms; empty: it gives none.
  std::string_view plane_of(std::uint32_t file) const { return file < planes_.size() ? planes_[file] : std::string_view{}; }
  /// Those that were taken, in that order.
  const std::vector<TakenLibrary>& libraries() const { return libraries_; }

 private:
  /// An entry of "include" or "libraries".
  struct Link {
    Json json;
    bool is_library = false;
  };
  /// A file whose links are being followed.
  struct Open {
    std::string file, identity;
    std::vector<Link> links;
    std::size_t next = 0;
  };

  Open opened(Json root, const std::string& file, const std::string& identity);
  void take(Json root, const Registry& registry);
  void take_plane(Json root);
  void take_one(Json member, const Registry& registry);
  void follow(std::vector<Open>& path, const Registry& registry);
  std::string file_of(const Link& link, const std::string& from, std::optional<WantedLibrary>& wanted);
  Json load(Json place, const std::string& file);
  bool take_library(Json root, const std::string& file, const std::string& identity);
  bool is_wanted_version(Json place, const WantedLibrary& wanted, const std::string& identity);
  void take_plugins(Json root, const std::string& file, const Registry& registry);
  void check_plugin_type(const std::string& type, Json place, const Registry& registry);

  Report& report_;
  Sources& texts_;
  std::string diagram_;
  std::unique_ptr<LibrarySearch> search_;  // made where the first library is named
  Registry plugins_;
  std::vector<TakenLibrary> libraries_;
  bool lacks_library_ = false;
  std::vector<std::string> files_;
  std::vector<std::string> planes_;      // of each file
  std::vector<std::string> identities_;  // of the files that have been read
  std::deque<JsonTree> trees_;           // a deque: values point into them
  std::deque<Definition> definitions_;
  NameTable by_name_;
};

}  // namespace stribeck
