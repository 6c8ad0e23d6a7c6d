#include "diagram/definitions.h"

#include <algorithm>
#include <filesystem>

#include "base/file_names.h"
#include "base/format.h"
#include "base/text.h"

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
  take(root, registry);
  std::vector<Open> path{{root, file, identity}};
  while (!path.empty()) follow(path, registry);
}

/// Goes on with the file at the end of the path: into the next file that it includes, or back.
void Definitions::follow(std::vector<Open>& path, const Registry& registry) {
  Open& here = path.back();
  const Json list = here.root.find("include");
  if (!list || (here.next == 0 && !is_kind(report_, list, JsonKind::array, "\"include\"")) || here.next >= list.count()) {
    path.pop_back();
    return;
  }
  const Json entry = *std::next(list.begin(), here.next++);
  if (!is_kind(report_, entry, JsonKind::string, "an included file")) return;
  const std::string file = beside(here.file, entry.text());
  const std::string identity = identity_of(file);
  const auto open = std::find_if(path.begin(), path.end(), [&](const Open& o) { return o.identity == identity; });
  if (open != path.end()) {
    std::string chain;
    for (auto i = open; i != path.end(); ++i) chain += i->file + " -> ";
    report_.error(ErrorCode::diagram_include_cycle, entry.where(), fmt::format("files include each other: {}{}", chain, open->file), {},
                  "move what both need into a file of its own, which both include");
    return;
  }
  if (std::find(identities_.begin(), identities_.end(), identity) != identities_.end()) return;  // two files may need the same third
  identities_.push_back(identity);
  const Json root = load(entry, file);
  if (!root) return;
  take(root, registry);
  path.push_back({root, file, identity});
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
  check_keys(report_, root, {"$schema", "format", "title", "description", "include", "definitions"}, "an included file");
  return root;
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
