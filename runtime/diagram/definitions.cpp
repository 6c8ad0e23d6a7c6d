#include "diagram/definitions.h"

#include <algorithm>
#include <filesystem>

#include "base/file_names.h"
#include "base/format.h"
#include "base/text.h"
#include "component/plugin.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;

/// What a file is, however it is named.
std::string identity_of(const std::string& file) {
  std::error_code problem;
  const fs::path whole = fs::weakly_canonical(file, problem);
  return problem ? file : whole.string();
}

/// As its user would write it: beside the file that includes it.
std::string beside(const std::string& file, std::string_view included) {
  const fs::path folder = file == "-" ? fs::path() : fs::path(file).parent_path();
  return (folder / fs::path(included)).lexically_normal().string();
}

/// Other JSON files beside a file that does not exist.
std::vector<std::string> neighbours(const std::string& file, std::string_view written) {
  std::vector<std::string> found;
  std::error_code none;
  const fs::path folder = fs::path(file).parent_path(), as_written = fs::path(written).parent_path();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.empty() ? "." : folder, none))
    if (is_json_file(entry.path().native())) found.push_back((as_written / entry.path().filename()).string());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

void Definitions::read(Json root, const std::string& file, const Registry& registry) {
  const std::string identity = identity_of(file);
  if (std::find(identities_.begin(), identities_.end(), identity) != identities_.end()) return;
  identities_.push_back(identity);
  files_.push_back(file == "-" ? "standard input" : file);
  take_plane(root);
  diagram_ = file;
  search_.reset();
  if (root.find("library") && !root.find("components") && take_library(root, file, identity)) take_plugins(root, file, registry);
  take(root, registry);
  std::vector<Open> path{opened(root, file, identity)};
  while (!path.empty()) follow(path, registry);
  if (lacks_library_) report_.throw_if_errors();
}

Definitions::Open Definitions::opened(Json root, const std::string& file, const std::string& identity) {
  Open open{file, identity, {}};
  for (const bool is_library : {true, false}) {
    const Json list = root.find(is_library ? "libraries" : "include");
    if (!list || !is_kind(report_, list, JsonKind::array, is_library ? "\"libraries\"" : "\"include\"")) continue;
    for (const Json entry : list) open.links.push_back({entry, is_library});
  }
  return open;
}

/// Goes on with the file at the end of the path: into the next file that it names, or back.
void Definitions::follow(std::vector<Open>& path, const Registry& registry) {
  Open& here = path.back();
  if (here.next == here.links.size()) {
    path.pop_back();
    return;
  }
  const Link link = here.links[here.next++];
  std::optional<WantedLibrary> wanted;
  const std::string file = file_of(link, here.file, wanted);
  if (file.empty()) return;
  const std::string identity = identity_of(file);
  const auto open = std::find_if(path.begin(), path.end(), [&](const Open& o) { return o.identity == identity; });
  if (open != path.end()) {
    std::string chain;
    for (auto i = open; i != path.end(); ++i) chain += i->file + " -> ";
    report_.error(ErrorCode::diagram_include_cycle, link.json.where(), fmt::format("files include each other: {}{}", chain, open->file), {},
                  "move what both need into a file of its own, which both include");
    return;
  }
  const bool is_known = std::find(identities_.begin(), identities_.end(), identity) != identities_.end();
  if (is_known) {  // two files may need the same third
    if (wanted) lacks_library_ |= !is_wanted_version(link.json, *wanted, identity);
    return;
  }
  identities_.push_back(identity);
  const Json root = load(link.json, file);
  const bool is_library = root && (wanted || root.find("library"));
  const bool is_usable =
      root && (!is_library || (take_library(root, file, identity) && (!wanted || is_wanted_version(link.json, *wanted, identity))));
  lacks_library_ |= !is_usable && (is_library || wanted);
  if (!is_usable) return;
  if (is_library) take_plugins(root, file, registry);
  take(root, registry);
  path.push_back(opened(root, file, identity));
}

/// The file that a link leads to; empty after an error.
std::string Definitions::file_of(const Link& link, const std::string& from, std::optional<WantedLibrary>& wanted) {
  if (!link.is_library) return is_kind(report_, link.json, JsonKind::string, "an included file") ? beside(from, link.json.text()) : "";
  wanted = read_wanted_library(report_, link.json);
  std::string file;
  if (wanted) {
    if (!search_) search_ = std::make_unique<LibrarySearch>(report_, texts_, diagram_);
    std::string& found = texts_.found(diagram_, wanted->name);
    if (found.empty()) found = search_->find(wanted->name);
    file = found;
    if (file.empty()) search_->report_missing(link.json, *wanted);
  }
  lacks_library_ |= file.empty();
  return file;
}

/// Name and version. False after an error.
bool Definitions::take_library(Json root, const std::string& file, const std::string& identity) {
  const LibraryHead head = read_library_head(report_, root, file);
  if (head.name.empty()) return false;
  libraries_.push_back({head.name, fs::path(file).parent_path().string(), identity, head.version});
  return true;
}

bool Definitions::is_wanted_version(Json place, const WantedLibrary& wanted, const std::string& identity) {
  const auto library =
      std::find_if(libraries_.begin(), libraries_.end(), [&](const TakenLibrary& taken) { return taken.identity == identity; });
  if (library == libraries_.end()) return false;  // an error has been reported
  const std::size_t before = report_.count();
  if (!wanted.takes(library->version)) search_->report_version(place, wanted, place.where().file, library->version.text);
  for (const WantedLibrary& one : search_->wanted_by_project(wanted.name))
    if (!one.takes(library->version)) search_->report_version(place, one, search_->project_file(), library->version.text);
  return report_.count() == before;
}

/// The component types of a library's plugins: files of its folder.
void Definitions::take_plugins(Json root, const std::string& file, const Registry& registry) {
  const Json list = root.find("library").find("plugins");
  if (!list || !is_kind(report_, list, JsonKind::array, "\"plugins\"")) return;
  for (const Json entry : list) {
    if (!is_kind(report_, entry, JsonKind::string, "a plugin")) continue;
    try {
      for (const std::string& plugin : plugins_at(beside(file, entry.text())))
        for (const std::string& type : load_plugin(plugins_, plugin).types) check_plugin_type(type, entry, registry);
    } catch (const Failure& failure) {
      report_.add(failure);
      lacks_library_ = true;
    }
  }
}

void Definitions::check_plugin_type(const std::string& type, Json place, const Registry& registry) {
  const bool is_own = !registry.contains(type);
  if (is_own && find(type) == nullptr) return;
  report_.error(ErrorCode::diagram_name_taken, place.where(), fmt::format("the type {} exists already", in_quotes(type)),
                fmt::format("it comes from {}", is_own ? find(type)->json.where_key().file : registry.origin(type)),
                "leave out one of the two");
}

/// The root of an included file, or nothing after an error.
Json Definitions::load(Json place, const std::string& file) {
  const std::string* text = nullptr;
  try {
    text = &texts_.text_of_regular(file);
  } catch (const Failure& failure) {
    report_.error(ErrorCode::file_missing, place.where(), failure.diagnostics().front().message,
                  "names of included files are relative to the file that includes them",
                  did_you_mean(place.text(), neighbours(file, place.text())));
    return {};
  }
  try {
    trees_.emplace_back(*text, file, static_cast<std::uint32_t>(files_.size()));
  } catch (const Failure& failure) {
    report_.add(failure);
    return {};
  }
  files_.push_back(file);
  const Json root = trees_.back().root();
  if (!is_kind(report_, root, JsonKind::object, "an included file")) return {};
  check_duplicates(report_, trees_.back());
  const Json format = root.find("format");
  if (!format || !format.is(JsonKind::string) || format.text() != kDiagramFormat) {
    report_.error(ErrorCode::diagram_wrong_format, (format ? format : root).where(),
                  "the included file does not say the format that this program reads", {},
                  fmt::format("begin with \"format\": \"{}\"", kDiagramFormat));
    return {};
  }
  check_keys(report_, root, {"$schema", "format", "title", "description", "library", "libraries", "include", "plane", "definitions"},
             "an included file");
  take_plane(root);
  return root;
}

void Definitions::take_plane(Json root) {
  planes_.resize(files_.size());
  const Json plane = root.find("plane");
  if (!plane || !is_kind(report_, plane, JsonKind::string, "\"plane\"")) return;
  if (std::ranges::find(kPlanes, plane.text()) == kPlanes.end())
    report_.error(ErrorCode::value_bad_choice, plane.where(), fmt::format("{} is no plane", in_quotes(plane.text())), {},
                  fmt::format("planes are {}", fmt::join(kPlanes, ", ")));
  else
    planes_.back() = plane.text();
}

void Definitions::take(Json root, const Registry& registry) {
  const Json list = root.find("definitions");
  if (!list || !is_kind(report_, list, JsonKind::object, "\"definitions\"")) return;
  for (const Json member : list) take_one(member, registry);
}

void Definitions::take_one(Json member, const Registry& registry) {
  const std::string what = fmt::format("the definition {}", in_quotes(member.key()));
  if (!is_type_name(member.key())) {
    report_.error(ErrorCode::diagram_bad_name, member.where_key(), fmt::format("{} is no name for a type", in_quotes(member.key())), {},
                  "use letters, digits and underscores, parts joined by dots: \"drives.cell\"");
    return;
  }
  if (!is_kind(report_, member, JsonKind::object, what)) return;
  if (registry.contains(member.key())) {
    report_.error(ErrorCode::diagram_name_taken, member.where_key(), fmt::format("the type {} exists already", in_quotes(member.key())),
                  "a diagram cannot change what a type of the library means", "choose another name");
    return;
  }
  if (plugins_.contains(member.key())) {
    report_.error(ErrorCode::diagram_name_taken, member.where_key(), fmt::format("the type {} exists already", in_quotes(member.key())),
                  fmt::format("it comes from {}", plugins_.origin(member.key())), "choose another name");
    return;
  }
  if (const Definition* known = find(member.key())) {
    const Where there = known->json.where_key();
    report_.error(ErrorCode::diagram_name_taken, member.where_key(),
                  fmt::format("the type {} is defined already, at {}:{}:{}", in_quotes(member.key()), there.file, there.line, there.column),
                  "all files of a diagram share one space of names", "rename one of them");
    return;
  }
  by_name_.insert(member.key(), static_cast<std::int32_t>(definitions_.size()));
  definitions_.push_back({member, static_cast<bool>(member.find("components"))});
}

Definition* Definitions::find(std::string_view name) {
  const std::int32_t* found = by_name_.find(name);
  return found == nullptr ? nullptr : &definitions_[static_cast<std::size_t>(*found)];
}

}  // namespace stribeck
