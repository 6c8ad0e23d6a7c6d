// stribeck libraries: which libraries a diagram can name, and where they are looked for.
#include <memory>

#include "arguments.h"
#include "base/text.h"
#include "commands.h"
#include "diagram/library_search.h"
#include "documents.h"
#include "format.h"
#include "results/document.h"
#include "results/layout.h"
#include "results/output_file.h"
#include "terminal.h"

namespace stribeck {

using document::if_any;

static const document::Shape<LibraryFolder>& shape_of(const LibraryFolder*) {
  static const auto shape = document::Shape<LibraryFolder>()
                                .key("folder", "its path", &LibraryFolder::path)
                                .key("because", "who names it: a stribeck.json, a variable, or a word", &LibraryFolder::because)
                                .key("problem", "why it cannot be looked into, as when it does not exist; else null",
                                     [](const LibraryFolder& folder) { return if_any(folder.problem); });
  return shape;
}

static const document::Shape<FoundLibrary>& shape_of(const FoundLibrary*) {
  using Found = FoundLibrary;
  static const auto shape = document::Shape<Found>()
                                .key("name", "by which diagrams ask for it", &Found::name)
                                .key("version", "null where the library cannot be used", [](const Found& f) { return if_any(f.version); })
                                .key("title", "null if it has none", [](const Found& f) { return if_any(f.title); })
                                .key("folder", "its own", &Found::folder)
                                .key("hidden_by", "the folder of the library of this name that is taken instead; else null",
                                     [](const Found& f) { return if_any(f.hidden_by); })
                                .key("problem", "why it cannot be used; else null", [](const Found& f) { return if_any(f.problem); });
  return shape;
}

}  // namespace stribeck

namespace stribeck::cli {
namespace {

struct LibraryList {
  std::vector<LibraryFolder> folders;
  std::vector<FoundLibrary> libraries;
};

const document::Shape<LibraryList>& shape_of(const LibraryList*) {
  static const auto shape = document::Shape<LibraryList>()
                                .key("folders", "where libraries are looked for, in this order", &LibraryList::folders)
                                .key("libraries", "in the order of the folders", &LibraryList::libraries);
  return shape;
}

std::string remark_on(const FoundLibrary& found) {
  if (!found.problem.empty()) return "cannot be used: " + found.problem;
  return found.hidden_by.empty() ? found.title : "hidden by " + found.hidden_by;
}

std::string to_text(const LibraryList& list, const TextStyle& style) {
  TextTable libraries("llll"), folders("ll");
  for (const FoundLibrary& found : list.libraries) libraries.add({found.name, found.version, found.folder, remark_on(found)});
  for (const LibraryFolder& folder : list.folders)
    folders.add({folder.path, folder.because + (folder.problem.empty() ? "" : ": " + folder.problem)});
  return (list.libraries.empty() ? "no libraries\n" : libraries.to_text(0, kOneLine, style)) + "\nlooked for in\n" +
         folders.to_text(2, kOneLine, style);
}

int list_libraries(const std::string& file, bool in_json) {
  Report report;
  Sources sources;
  const LibrarySearch search(report, sources, file);
  report.throw_if_errors();
  const LibraryList list{search.folders(), search.all()};
  if (in_json)
    write_to_standard_output(document::text_of("libraries", list));
  else
    print(to_text(list, style_of_output()));
  return kDone;
}

}  // namespace

std::string libraries_schema() { return document::schema_text<LibraryList>("libraries", "What stribeck libraries --format json prints"); }

Action add_libraries(CLI::App& program) {
  CLI::App* command = program.add_subcommand("libraries", "the libraries that diagrams can name, and where they are looked for");
  const auto file = std::make_shared<std::string>();
  add_file(*command, *file, "for this diagram; left out: for one in this folder");
  command->footer(
      "Examples:\n  stribeck libraries\n  stribeck libraries drives/drive.json                      as drives/drive.json finds them\n"
      "  STRIBECK_PATH=../parts:/opt/parts stribeck libraries      with two more folders");
  const auto format = std::make_shared<OutputFormat>();
  add_format_option(*command, *format);
  return [file, format] { return list_libraries(*file, format->is_json()); };
}

}  // namespace stribeck::cli
