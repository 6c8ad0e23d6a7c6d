#pragma once
// What a diagram defines itself -- subsystems and component types -- and takes from the files that it includes.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "component/registry.h"
#include "diagram/json_tree.h"
#include "diagram/report.h"
#include "diagram/sources.h"

namespace stribeck {

/// What diagrams, and files that they include, give as their "format".
inline constexpr std::string_view kDiagramFormat = "stribeck/1";

/// A type that the diagram defines.
struct Definition {
  Json json;  ///< the member of "definitions", with its key
  bool is_subsystem = false;
  bool is_bad = false;  ///< an error in it has been reported: instances of it are left out
  std::string_view name() const { return json.key(); }
};

/// The definitions of a diagram and of all files that it includes, directly or through others. They share one space of names.
class Definitions {
 public:
  Definitions(Report& report, Sources& sources) : report_(report), texts_(sources) {}
  /// Takes "definitions" and "include" of a diagram, if that has not been read before. Reports files that cannot be read or include each
  /// other, and names that are taken.
  void read(Json root, const std::string& file, const Registry& registry);
  /// Null if there is none of that name.
  Definition* find(std::string_view name);
  const std::deque<Definition>& all() const { return definitions_; }
  /// The diagram, then the files that it includes.
  const std::vector<std::string>& files() const { return files_; }

 private:
  /// A file whose "include" is being followed.
  struct Open {
    Json root;
    std::string file, identity;
    std::int32_t next = 0;  ///< entry of its "include"
  };

  void take(Json root, const Registry& registry);
  void take_one(Json member, const Registry& registry);
  void follow(std::vector<Open>& path, const Registry& registry);
  Json load(Json place, const std::string& file);

  Report& report_;
  Sources& texts_;
  std::vector<std::string> files_;
  std::vector<std::string> identities_;  // of the files that have been read
  std::deque<JsonTree> trees_;           // a deque: values point into them
  std::deque<Definition> definitions_;
  NameTable by_name_;
};

}  // namespace stribeck
