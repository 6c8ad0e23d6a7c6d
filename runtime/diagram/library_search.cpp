#include "diagram/library_search.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/format.h"
#include "base/text.h"

namespace stribeck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBelowData = "stribeck/libraries";

std::string value_of_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> folders_of_list(const std::string& list) {
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    if (end > begin) folders.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

/// Of the program that runs, if it is installed: PREFIX of PREFIX/bin/stribeck.
fs::path installed_prefix() {
  std::error_code problem;
  const fs::path folder = fs::read_symlink("/proc/self/exe", problem).parent_path();
  return folder.filename() == "bin" ? folder.parent_path() : fs::path();
}

std::string problem_of_folder(const std::string& path) {
  std::error_code problem;
  const fs::directory_iterator entries(path, problem);
  return problem ? problem.message() : "";
}

bool is_there(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none);
}

/// Folders with a library's file, sorted by their names.
std::vector<fs::path> library_folders_in(const std::string& folder) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem); !problem && entry != fs::directory_iterator(); entry.increment(problem))
    if (is_library_name(entry->path().filename().native()) && is_there(entry->path() / kLibraryFile))
      found.push_back(entry->path().lexically_normal());
  std::sort(found.begin(), found.end());
  return found;
}

FoundLibrary library_in(const fs::path& folder) {
  FoundLibrary found{.name = folder.filename(), .version = {}, .title = {}, .folder = folder, .problem = {}, .hidden_by = {}};
  const std::string file = folder / kLibraryFile;
  Report report;
  Sources sources;
  try {
    const JsonTree tree(sources.text_of_regular(file), file);
    found.version = read_library_head(report, tree.root(), file).version.text;
    report.throw_if_errors();
    found.title = optional_text(report, tree.root(), "title");
  } catch (const Failure& failure) {
    found.problem = failure.diagnostics().front().message;
  }
  return found;
}

/// As the user would write it: from the current folder, unless the diagram was named otherwise.
std::string as_named(const fs::path& whole, bool is_absolute) {
  std::error_code problem;
  const fs::path shown = is_absolute ? whole : fs::proximate(whole, problem);
  return problem ? whole.string() : shown.string();
}

std::string with_version(const FoundLibrary& found) { return found.version.empty() ? found.name : found.name + " " + found.version; }

}  // namespace

LibrarySearch::LibrarySearch(Report& report, Sources& sources, const std::string& diagram_file) : report_(report), sources_(sources) {
  const std::string folder = diagram_file == "-" ? "" : fs::path(diagram_file).parent_path().string();
  add(folder.empty() ? "." : folder, "beside the diagram");
  read_project(folder.empty() ? "." : folder);
  for (const std::string& path : folders_of_list(value_of_variable("STRIBECK_PATH"))) add(path, "STRIBECK_PATH");
  const std::string home = value_of_variable("HOME");
  add_list("XDG_DATA_HOME", home.empty() ? "" : home + "/.local/share", "of the user");
  if (const fs::path prefix = installed_prefix(); !prefix.empty()) add(prefix / "share" / kBelowData, "of the program");
  add_list("XDG_DATA_DIRS", "/usr/local/share:/usr/share", "of the system");
}

/// A folder that was added before is not searched again.
void LibrarySearch::add(const std::string& path, const std::string& because) {
  std::error_code problem;
  const fs::path whole = fs::weakly_canonical(path, problem);
  const std::string identity = problem ? path : whole.string();
  if (std::find(identities_.begin(), identities_.end(), identity) != identities_.end()) return;
  identities_.push_back(identity);
  folders_.push_back({path, because, problem_of_folder(path)});
}

/// Folders below those of a variable of the XDG Base Directory Specification, which has relative ones ignored.
void LibrarySearch::add_list(const char* variable, const std::string& fallback, const std::string& because) {
  const std::string given = value_of_variable(variable);
  for (const std::string& folder : folders_of_list(given.empty() ? fallback : given))
    if (folder.front() == '/') add((fs::path(folder) / kBelowData).lexically_normal(), because);
}

/// The nearest stribeck.json in the diagram's folder or above it.
void LibrarySearch::read_project(const std::string& diagram_folder) {
  std::error_code problem;
  fs::path folder = fs::weakly_canonical(diagram_folder, problem);
  if (problem) return;
  while (!is_there(folder / kProjectFile)) {
    if (folder == folder.root_path()) return;
    folder = folder.parent_path();
  }
  project_file_ = as_named(folder / kProjectFile, fs::path(diagram_folder).is_absolute());
  try {
    project_ = std::make_unique<JsonTree>(sources_.text_of_regular(project_file_), project_file_);
  } catch (const Failure& failure) {
    report_.add(failure);
    return;
  }
  const Json root = project_->root();
  if (!is_kind(report_, root, JsonKind::object, "a project")) return;
  check_duplicates(report_, *project_);
  check_keys(report_, root, {"format", "folders", "libraries"}, "a project");
  if (optional_text(report_, root, "format") != kProjectFormat) {
    report_.error(ErrorCode::diagram_wrong_format, root.where(), "the project does not say the format that this program reads", {},
                  fmt::format("begin with \"format\": \"{}\"", kProjectFormat));
  }
  const Json listed = root.find("folders"), wanted = root.find("libraries");
  if (listed && is_kind(report_, listed, JsonKind::array, "\"folders\"")) {
    for (const Json entry : listed)
      if (is_kind(report_, entry, JsonKind::string, "a folder"))
        add((fs::path(project_file_).parent_path() / entry.text()).lexically_normal(), project_file_);
  }
  if (!wanted || !is_kind(report_, wanted, JsonKind::array, "\"libraries\"")) return;
  for (const Json entry : wanted)
    if (const auto one = read_wanted_library(report_, entry)) wanted_.push_back(*one);
}

std::string LibrarySearch::find(std::string_view name) const {
  for (const LibraryFolder& folder : folders_)
    if (const fs::path file = (fs::path(folder.path) / name / kLibraryFile).lexically_normal(); is_there(file)) return file.string();
  return "";
}

std::vector<FoundLibrary> LibrarySearch::all() const {
  std::vector<FoundLibrary> found;
  std::map<std::string, std::string> taken;
  for (const LibraryFolder& folder : folders_)
    for (const fs::path& own : library_folders_in(folder.path)) {
      found.push_back(library_in(own));
      const auto [first, is_new] = taken.emplace(found.back().name, found.back().folder);
      if (!is_new) found.back().hidden_by = first->second;
    }
  return found;
}

std::vector<WantedLibrary> LibrarySearch::wanted_by_project(std::string_view name) const {
  std::vector<WantedLibrary> wanted;
  for (const WantedLibrary& one : wanted_)
    if (one.name == name) wanted.push_back(one);
  return wanted;
}

void LibrarySearch::report_missing(Json place, const WantedLibrary& wanted) const {
  Diagnostic missing{.code = ErrorCode::library_missing,
                     .message = fmt::format("there is no library {}", in_quotes(wanted.name)),
                     .where = place.where(),
                     .because = {},
                     .remedy = {},
                     .details = {}};
  std::vector<std::string> names;
  for (const FoundLibrary& one : all()) names.push_back(one.name);
  missing.remedy = did_you_mean(wanted.name, names);
  if (missing.remedy.empty())
    missing.remedy = fmt::format("a library is a folder of its name with a {} in it; \"stribeck libraries\" lists all", kLibraryFile);
  for (const LibraryFolder& folder : folders_) {
    std::vector<std::string> here;
    for (const fs::path& own : library_folders_in(folder.path)) here.push_back(with_version(library_in(own)));
    const std::string found = !folder.problem.empty() ? folder.problem : here.empty() ? "no library" : joined(here);
    missing.details.emplace_back("looked in", fmt::format("{} ({}): {}", folder.path, folder.because, found));
  }
  report_.add(std::move(missing));
}

void LibrarySearch::report_version(Json place, const WantedLibrary& asked, const std::string& asked_in, const std::string& version) const {
  Diagnostic wrong{
      .code = ErrorCode::library_wrong_version,
      .message = fmt::format("the library {} has version {}, but {} asks for {}", asked.name, version, asked_in, in_quotes(asked.text)),
      .where = place.where(),
      .because = {},
      .remedy = {},
      .details = {}};
  for (const FoundLibrary& one : all()) {
    if (one.name != asked.name) continue;
    const auto has = parse_version(one.version);
    const bool is_fit = one.problem.empty() && has && asked.takes(*has);
    wrong.details.emplace_back("found", fmt::format("{} in {}{}", one.problem.empty() ? one.version : "unusable", one.folder,
                                                    one.hidden_by.empty() ? "" : ", hidden by the first"));
    if (is_fit && wrong.remedy.empty())
      wrong.remedy =
          fmt::format("put {} first: {} or STRIBECK_PATH can name it", fs::path(one.folder).parent_path().string(), kProjectFile);
  }
  if (wrong.remedy.empty()) wrong.remedy = "install that version, or ask for another one";
  report_.add(std::move(wrong));
}

std::optional<WantedLibrary> read_wanted_library(Report& report, Json entry) {
  if (!is_kind(report, entry, JsonKind::string, "a library")) return std::nullopt;
  auto wanted = parse_wanted_library(entry.text());
  if (!wanted) {
    report.error(ErrorCode::diagram_bad_name, entry.where(), fmt::format("{} names no library", in_quotes(entry.text())), {},
                 R"(write "friction_tools", "friction_tools >= 1.2" or "friction_tools >= 1.2, < 2")");
  }
  return wanted;
}

LibraryHead read_library_head(Report& report, Json root, const std::string& file) {
  const std::size_t before = report.count();
  const Json head = root.is(JsonKind::object) ? root.find("library") : Json{};
  if (!head) {
    report.error(ErrorCode::diagram_missing_key, root.where(), fmt::format("{} does not say which library it is", in_quotes(file)), {},
                 R"(write "library": { "name": "friction_tools", "version": "1.0" })");
    return {};
  }
  if (!is_kind(report, head, JsonKind::object, "\"library\"")) return {};
  check_keys(report, head, {"name", "version", "plugins"}, "\"library\"");
  for (const char* key : {"name", "version"})
    if (!head.find(key)) report.error(ErrorCode::diagram_missing_key, head.where(), fmt::format("the library has no \"{}\"", key));
  const std::string name(optional_text(report, head, "name"));
  const std::string text(optional_text(report, head, "version"));
  std::error_code problem;
  const std::string folder =
      fs::weakly_canonical(fs::path(file).parent_path().empty() ? "." : fs::path(file).parent_path(), problem).filename();
  if (report.count() == before && !is_library_name(name)) {
    report.error(ErrorCode::diagram_bad_name, head.find("name").where(), fmt::format("{} is no name for a library", in_quotes(name)), {},
                 "use letters, digits, underscores and hyphens, not beginning with a digit");
  } else if (report.count() == before && name != folder) {
    report.error(ErrorCode::diagram_bad_name, head.find("name").where(),
                 fmt::format("the library {} stands in a folder of another name, {}", in_quotes(name), in_quotes(folder)),
                 "libraries are found by the names of their folders", "rename one of them");
  }
  const auto version = parse_version(text);
  if (report.count() == before && !version) {
    report.error(ErrorCode::diagram_bad_name, head.find("version").where(), fmt::format("{} is no version", in_quotes(text)), {},
                 R"(use numbers between dots: "1.2")");
  }
  return report.count() == before ? LibraryHead{name, *version} : LibraryHead{};
}

}  // namespace stribeck
